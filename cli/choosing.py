"""Options that choose boards, shared by every command that lists or takes away boards, and their small languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from cli.options import COUNT, KEY_OR_0, MAX_KEY, together
from cli.suggesting import ENGINES, FAMILIES, NUMBERS, VARIANTS

if TYPE_CHECKING:
    from db.filters import Filter
    from db.plain import Asked

VERDICTS = ("unique", "multiple", "none", "invalid", "undecided", "failed", "pending")
SORTS = ("line", "slowest", "fastest", "nodes", "givens", "count", "label")
UNITS_NS = {"ns": 1, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9, "": 1e9}
UNITS_S = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_NUMBER = r"\d+(?:\.\d+)?(?:[eE]\d+)?"
_RANGE = re.compile(rf"\s*(?:({_NUMBER})\s*([a-zµ]*))?\s*(\.\.|-)?\s*(?:({_NUMBER})\s*([a-zµ]*))?\s*")


class RangeType(click.ParamType[tuple[float | None, float | None]]):
    """``17``, ``17-20``, ``17-`` (at least), ``-20`` (at most); with ``units``, each number may carry one."""

    name = "range"

    def __init__(self, units: dict[str, float] | None = None, *, ordered: bool = True) -> None:
        self._units = units or {"": 1}
        self._ordered = ordered  # a page of nothing is an answer; on a command line it was a slip

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float | None, float | None]:
        if isinstance(value, tuple):
            return value
        found = _RANGE.fullmatch(value)
        example = "2ms-1s or 5ms-" if len(self._units) > 1 else "17, 17-20, 17- or -20"
        if found is None or not (found[1] or found[4]):
            self.fail(f"expected a range such as {example}, got {value!r}", param, ctx)
        try:
            high_unit = found[5] if found[4] else None
            low = self._number(found[1], found[2] or (high_unit or ""))
            high = self._number(found[4], high_unit or "") if found[3] else low
        except KeyError as error:
            units = ", ".join(filter(None, self._units)) or "none"
            self.fail(f"expected a unit among {units}, got {error.args[0]!r}", param, ctx)
        if self._ordered and low is not None and high is not None and low > high:
            self.fail(f"expected a range from less to more, got {value!r}: nothing is in it", param, ctx)
        return low, high

    def _number(self, digits: str | None, unit: str) -> float | None:
        return None if digits is None else float(digits) * self._units[unit]


class MomentType(click.ParamType[datetime]):
    """A date, a date with time, or how long ago: ``2026-11-30``, ``2026-11-30T08:00``, ``90m``, ``2d``."""

    name = "moment"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        if isinstance(value, datetime):
            return value
        try:
            if found := re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smhdw])", value, re.ASCII):
                return datetime.now(UTC) - timedelta(seconds=float(found[1]) * UNITS_S[found[2]])
            return datetime.fromisoformat(value).astimezone(UTC)
        except (ValueError, OverflowError):  # no moment, or none of the years 1 to 9999
            self.fail(f"expected a date such as 2026-11-30, or an age such as 90m or 2d, got {value!r}", param, ctx)


class BatchType(click.ParamType[int]):
    """The number of a batch, or ``all``, which is 0 here."""

    name = "batch"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        if value == "all":
            return 0
        if not re.fullmatch(r"\d{1,19}", value, re.ASCII) or not 0 < int(value) <= MAX_KEY:
            self.fail(
                f"expected the number of a batch or 'all', got {value!r}: `gridmill status` lists them", param, ctx
            )
        return int(value)


COUNT_RANGE = RangeType()
TIME_RANGE = RangeType(UNITS_NS)

batch_argument = click.argument("batch", type=BatchType(), required=False, shell_complete=NUMBERS)

_filters = together(
    click.option("--verdict", multiple=True, type=click.Choice(VERDICTS), help="May be given several times."),
    click.option("--family", default="", shell_complete=FAMILIES, help="Boards of this family."),
    click.option("--variant", default="", shell_complete=VARIANTS, help="Boards of this variant."),
    click.option("--source", default="", help="Boards of sources with this name or end of name."),
    click.option("--label", metavar="GLOB", default="", help="Boards whose label matches, such as 'easy*'."),
    click.option("--engine", default="", shell_complete=ENGINES,
                 help="Answers of this engine, with or without its version."),
    click.option("--givens", metavar="RANGE", type=COUNT_RANGE, help="Number of givens: 17, 17-20, 17-, -20."),
    click.option("--nodes", metavar="RANGE", type=COUNT_RANGE, help="Search nodes: 1000-."),
    click.option("--time", "time_ns", metavar="RANGE", type=TIME_RANGE, help="Solve time: 5ms-, 10us-2s."),
    click.option(
        "--stated", type=click.Choice(["right", "wrong", "absent"]),
        help="Compared with the solution that the source states.",
    ),
    click.option("--distinct/--duplicates", default=None,
                 help="Without boards that equal an earlier one, or those alone."),
    click.option("--same-as", metavar="BOARD", type=KEY_OR_0, default=0, help="All boards that equal this one."),
    click.option("--like", metavar="BOARD", type=KEY_OR_0, default=0,
                 help="All boards that are equivalent to this one; see `gridmill equivalents`."),
    click.option("--since", metavar="MOMENT", type=MomentType(), help="Batches since then: 2026-11-30, 90m, 2d."),
    click.option("--where", metavar="CONDITION", default="",
                 help="Condition over the columns: \"nodes > 100 * givens\"; see docs/where.md."),
    click.option("--sort", type=click.Choice(SORTS), default="line", help="Order [default: line]."),
    click.option("--limit", metavar="N", type=COUNT, help="Boards at most [default: all]."),
)  # fmt: skip


class Choice:
    """What the filter options of a command line said; ``filter`` makes it a question to the database."""

    def __init__(self, batch: int | None, options: dict[str, Any]) -> None:
        self.batch = batch
        self._options = options

    def filter(self, connection: Asked) -> Filter:
        """Raises NotFoundError where the batch is not there; without a batch, the newest."""
        from cli.naming import warn_of_unknown  # noqa: PLC0415 - `gridmill --help` needs none of it
        from db.batches import known_batch  # noqa: PLC0415 - `gridmill --help` needs none of it
        from db.filters import OPEN, Filter, Span  # noqa: PLC0415 - as above

        options = dict(self._options)
        warn_of_unknown(connection, options)
        whole = self.batch == 0 or (self.batch is None and (options["since"] or options["same_as"] or options["like"]))
        batch = None if whole else known_batch(connection, self.batch)
        spans: dict[str, Any] = {
            name: Span(*found) if (found := options.pop(option)) else OPEN
            for name, option in (("givens", "givens"), ("nodes", "nodes"), ("solve_ns", "time_ns"))
        }
        limit = options.pop("limit") or 0
        return Filter(batch, limit=limit, **spans, **options)


def filter_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add BATCH and the filters; the decorated command gets ``choice``."""

    @wraps(function)
    def call(*args: Any, batch: int | None, **options: Any) -> Any:
        mine = {name: options.pop(name) for name in NAMES}
        return function(*args, choice=Choice(batch, mine), **options)

    return batch_argument(_filters(call))


NAMES = (
    "verdict", "family", "variant", "source", "label", "engine", "givens", "nodes", "time_ns", "stated", "distinct",
    "same_as", "like", "since", "where", "sort", "limit",
)  # fmt: skip
