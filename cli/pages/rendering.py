"""Templates, and what all of them may call: numbers, durations, pictures, charts."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import click

from cli.pages.charts import columns, histogram
from cli.showing import picture_of
from cli.text import duration, visible
from db.results import Result
from solvers.svg import STYLE


@cache
def _environment() -> Any:
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise click.UsageError("pages need an extra: `pip install 'gridmill[web]'`") from None

    made = Environment(
        loader=PackageLoader("cli.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    made.filters |= {"duration": duration, "number": number, "visible": visible, "seconds": seconds, "share": share}
    made.globals |= {"histogram": _safe(histogram), "columns": _safe(columns), "draw": _safe(draw)}
    return made


def render(template: str, **values: Any) -> str:
    """The page; everything that is put in is escaped, except our own drawings."""
    text: str = _environment().get_template(template).render(**values)
    return text


def style() -> str:
    """The style sheet of all pages, with that of the drawings."""
    return files("cli.pages").joinpath("style.css").read_text("utf-8") + STYLE


def draw(result: Result) -> str:
    """Inline SVG, styled by the page."""
    return picture_of(result).svg(styled=False)


def number(value: float | None) -> str:
    """``12,345``, ``0.5``, and nothing for None."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 1000 else f"{value:,.3g}"


def seconds(value: float) -> str:
    return duration(value * 1e9)


def share(part: float, whole: float) -> str:
    return f"{part / whole:.1%}" if whole else ""


def _safe(function: Any) -> Any:
    from markupsafe import Markup  # noqa: PLC0415 - comes with the templates

    def call(*args: Any, **rest: Any) -> Any:
        return Markup(function(*args, **rest))  # noqa: S704 - our own SVG, which escapes its words

    return call
