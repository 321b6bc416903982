"""Options that several commands share, each written once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def _together(*decorators: Decorator) -> Decorator:
    def apply(function: Callable[..., Any]) -> Callable[..., Any]:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return apply


files = click.argument("places", metavar="FILES...", nargs=-1, required=True)

service_options = _together(
    click.option("--database", metavar="URL", help="SQLAlchemy URL or SQLite file [env: GRIDMILL_DATABASE]."),
    click.option("--broker", metavar="URL", help="Redis URL; without one, an embedded broker [env: GRIDMILL_BROKER]."),
)

database_option = click.option(
    "--database", metavar="URL", help="SQLAlchemy URL or SQLite file [env: GRIDMILL_DATABASE]."
)

reading_options = _together(
    click.option("--family", default="", help="Read only as boards of this family."),
    click.option("--variant", default="", help="Rule set and size, where the file does not say, e.g. 6x6/2x3."),
    click.option("--format", "format_", default="", help="Read as this format; see `gridmill formats`."),
    click.option("--column", default="", help="The column of a table that holds the boards, by name or number."),
)

asking_options = _together(
    click.option(
        "--limit", type=click.IntRange(min=1), default=2, show_default=True,
        help="Solutions to look for: 1 finds one, 2 proves uniqueness, more count.",
    ),
    click.option(
        "--time-limit", type=click.FloatRange(min=0), default=10.0, show_default=True, metavar="SECONDS",
        help="For each board; 0 means none.",
    ),
)  # fmt: skip

slots_option = click.option(
    "--slots", type=click.IntRange(min=1), help="Boards solved at the same time [default: one a core]."
)


def output_options(*, default: str) -> Decorator:
    """How rows come out; the decorated command gets ``form``."""
    choices = {
        "table": "Rows as a table.",
        "csv": "Rows as CSV with a header.",
        "tsv": "Rows as tab-separated values with a header.",
        "jsonl": "One JSON object a row.",
    }
    flags = [click.option(f"--{name}", "form", flag_value=name, help=text) for name, text in choices.items()]

    def apply(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def call(*args: Any, form: str | None, **rest: Any) -> Any:
            return function(*args, form=form or default, **rest)

        return _together(*flags)(call)

    return apply
