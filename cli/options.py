"""Options that several commands share, each written once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from math import isnan
from typing import Any

import click

from cli.hinting import remember
from cli.suggesting import FAMILIES, FORMATS

MAX_KEY = 2**63 - 1


class Number(click.IntRange):
    """A whole number, as the database counts batches and boards."""

    def __init__(self, least: int, what: str) -> None:
        super().__init__(least, MAX_KEY)
        self._what = what

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"expected {self._what}, got {value!r}", param, ctx)


KEY = Number(1, "a number as `gridmill results` or `gridmill status` shows it")
KEY_OR_0 = Number(0, "a number as `gridmill results` shows it, or 0")
COUNT = Number(1, "a whole number from 1 on")


class Seconds(click.FloatRange):
    """A time of 0 or more; 1e9 seconds are thirty years, and neither infinity nor "not a number" is a time."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(0, 1e9)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = float(super().convert(value, param, ctx))
        if isnan(seconds):
            self.fail(f"expected a time in seconds, got {value}", param, ctx)
        return seconds


SECONDS = Seconds()


class Share(click.ParamType[float]):
    """``1%`` or ``0.01``."""

    name = "share"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        text = str(value)
        try:
            share = float(text.rstrip("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            self.fail(f"expected a share such as 1% or 0.01, got {text!r}", param, ctx)
        return share


SHARE = Share()


def given(name: str) -> bool:
    """Whether the user said it on the command line."""
    context = click.get_current_context()
    return context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def together(*decorators: Decorator) -> Decorator:
    def apply(function: Callable[..., Any]) -> Callable[..., Any]:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return apply


def present(_context: click.Context, _param: click.Parameter, places: tuple[str, ...]) -> tuple[str, ...]:
    """The places as they were given; a usage error where not one of them leads to a file, so that nothing is begun.

    Where some are missing, the others are read, and each missing one is told in its turn.
    """
    from solvers.reading.sources import absence  # noqa: PLC0415 - `gridmill --help` reads nothing

    missing = [absence(place) for place in places]
    if places and all(missing):
        raise click.UsageError("; ".join(missing[:3]) + (f"; and {len(missing) - 3} more" if len(missing) > 3 else ""))
    return places


files = click.argument("places", metavar="FILES...", nargs=-1, required=True, callback=present)

database_option = click.option(
    "--database",
    metavar="URL",
    callback=remember,
    help="SQLAlchemy URL or SQLite file [env: GRIDMILL_DATABASE].",
)
service_options = together(
    database_option,
    click.option("--broker", metavar="URL", help="Redis URL; without one, an embedded broker [env: GRIDMILL_BROKER]."),
)

_reading_options = together(
    click.option("--family", default="", shell_complete=FAMILIES, help="Read only as boards of this family."),
    click.option("--variant", default="", help="Rule set and size, where the file does not say, e.g. 6x6/2x3."),
    click.option(
        "--format", "format_", default="", shell_complete=FORMATS, help="Read as this format; see `gridmill formats`."
    ),
    click.option("--column", default="", help="The column of a table that holds the boards, by name or number."),
)


def reading_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """What the user may say of the input; ``--clue-order`` reaches the formats as the variant, of which it is one."""

    @wraps(function)
    def call(*args: Any, clue_order: str | None, **others: Any) -> Any:
        if clue_order:
            _require_clue_order(others["family"], others["variant"], others["format_"])
            others |= {"family": "kakuro", "variant": clue_order}
        return function(*args, **others)

    said = click.option(
        "--clue-order", type=click.Choice(["down-first", "across-first"]),
        help="Which clue of a kakuro cell comes first, where the notation leaves it open [default: what fits].",
    )  # fmt: skip
    return _reading_options(said(call))


def _require_clue_order(family: str, variant: str, name: str) -> None:
    """Raises a usage error if what else was said leaves no format in which the order of clues is open."""
    from solvers.reading.choosing import candidates  # noqa: PLC0415 - `gridmill --help` needs none of it

    if variant:
        raise click.UsageError(f"expected --clue-order or --variant, got both, {variant!r}")
    if any("clue-order" in form.options for form in candidates(family, name)):
        return
    able = ", ".join(form.name for form in candidates() if "clue-order" in form.options)
    raise click.UsageError(f"--clue-order: {name or family} has one order of clues; the formats with two are {able}")


asking_options = together(
    click.option(
        "--limit", type=COUNT, default=2, show_default=True,
        help="Solutions to look for: 1 finds one, 2 proves uniqueness, more count.",
    ),
    click.option(
        "--time-limit", type=SECONDS, default=10.0, show_default=True, metavar="SECONDS",
        help="For each board; 0 means none.",
    ),
)  # fmt: skip

json_option = click.option("--json", "as_json", is_flag=True, help="What came of it, as a JSON array.")

count_option = click.option("--count", is_flag=True, help="Count all solutions: no --limit unless you give one.")

counting_options = together(
    count_option,
    click.option(
        "--all", "all_", is_flag=True,
        help="Store all solutions for `gridmill solutions`: a billion, and no time limit unless you give them.",
    ),
)  # fmt: skip

log_option = click.option(
    "--log-format", type=click.Choice(["text", "json"]),
    help="Of what is said on stderr; json: one object a line [env: GRIDMILL_LOG_FORMAT].",
)  # fmt: skip

slots_option = click.option(
    "--slots", type=click.IntRange(1, 4096), help="Boards solved at the same time [default: one a core]."
)


FORMS = {
    "table": "Rows as a table.",
    "csv": "Rows as CSV with a header.",
    "tsv": "Rows as tab-separated values with a header.",
    "jsonl": "One JSON object a row.",
    "json": "One JSON array.",
    "markdown": "Rows as a Markdown table.",
    "parquet": "Rows as a Parquet file.",
}


def output_options(*, default: str, template: str = "--format", limit: bool = False) -> Decorator:
    """How rows come out; the decorated command gets ``output``, a cli.output.Output.

    ``template`` names the option of the template where ``--format`` means something else; ``limit`` adds one of rows,
    for commands to which it means nothing else.
    """
    option = template
    flags = [click.option(f"--{name}", f"as_{name}", is_flag=True, help=text) for name, text in FORMS.items()]
    rest = (
        click.option(template, "template", metavar="TEMPLATE", default="", help="Rows as text: '{line} {verdict}'."),
        click.option("--columns", metavar="NAMES", default="", help="Columns and their order, with commas between."),
        click.option("--output", "-o", "path", metavar="FILE", default="", help="Write there, not to stdout."),
    )

    most = click.option("--limit", "most", type=COUNT, metavar="N", help="Rows at most [default: all].")
    limits = (most,) if limit else ()

    def apply(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def call(*args: Any, template: str, columns: str, path: str, **others: Any) -> Any:
            from cli.output import Output  # noqa: PLC0415 - `gridmill --help` needs none of it

            most = others.pop("most", None) if limit else None
            chosen = [name for name in FORMS if others.pop(f"as_{name}")]
            if template:
                chosen.append("template")
            if len(chosen) > 1:
                first, second = (f"--{name}" if name in FORMS else option for name in chosen[:2])
                raise click.UsageError(f"expected one form of output, got {first} and {second}")
            names = tuple(name.strip() for name in columns.split(",") if name.strip())
            output = Output(chosen[0] if chosen else default, names, template, path, most)
            return function(*args, output=output, **others)

        return together(*flags, *limits, *rest)(call)

    return apply
