"""What the address of a page of boards asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import click

from cli.choosing import SORTS, UNITS_NS, VERDICTS, RangeType
from db.filters import OPEN, Filter, Span
from db.results import Result
from solvers.core import GridmillError

COUNT_RANGE = RangeType(ordered=False)
TIME_RANGE = RangeType(UNITS_NS, ordered=False)
PAGE = 100
MOST = 1000
MAX_KEY = 2**63 - 1
MOST_TEXT = 500


class BadRequestError(GridmillError):
    """A query that is not understood."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The query of a page; all text, as it stood in the address."""

    verdict: str = ""
    family: str = ""
    variant: str = ""
    source: str = ""
    label: str = ""
    engine: str = ""
    givens: str = ""
    nodes: str = ""
    time: str = ""
    sort: str = "line"
    after: str = ""
    limit: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str], times: int = 0) -> Asked:
        """Raises BadRequestError for what no page asks; ``times``: parameters, with repetitions."""
        names = {field.name for field in fields(cls)}
        if times > len(query):
            raise BadRequestError("expected each parameter once")
        if unknown := sorted(set(query) - names):
            raise BadRequestError(f"expected parameters among {', '.join(sorted(names))}, got {unknown[0]!r}")
        if long := [name for name, value in query.items() if len(value) > MOST_TEXT or "\0" in value]:
            raise BadRequestError(f"expected at most {MOST_TEXT} printable characters for {long[0]}")
        asked = cls(**{name: value for name, value in query.items() if value})
        if asked.verdict not in ("", *VERDICTS) or asked.sort not in SORTS:
            raise BadRequestError(
                f"expected a verdict among {', '.join(VERDICTS)} and an order among {', '.join(SORTS)}"
            )
        return asked

    def filter(self, batch: int) -> Filter:
        return Filter(
            batch, (self.verdict,) if self.verdict else (), self.family, self.variant, self.source, self.label,
            self.engine, _span(COUNT_RANGE, self.givens), _span(COUNT_RANGE, self.nodes), _span(TIME_RANGE, self.time),
            sort=self.sort, limit=self.size, after=_number("after", self.after, MAX_KEY),
        )  # fmt: skip

    @property
    def size(self) -> int:
        size = _number("limit", self.limit, MOST)
        if self.limit and not size:
            raise BadRequestError(f"expected a number from 1 to {MOST} for limit, got {self.limit!r}")
        return size or PAGE

    def given(self) -> dict[str, str]:
        return {field.name: value for field in fields(self) if (value := getattr(self, field.name)) != field.default}

    def after_these(self, found: Sequence[Result]) -> dict[str, str]:
        """The query of the next page; empty where there is none, or where the order is not that of the input."""
        if len(found) < self.size or self.sort != "line":
            return {}
        return self.given() | {"after": str(found[-1].board)}


def _number(name: str, text: str, most: int) -> int:
    if not text:
        return 0
    if not (text.isascii() and text.isdigit()) or len(text) > 19 or int(text) > most:
        raise BadRequestError(f"expected a number up to {most} for {name}, got {text!r}")
    return int(text)


def _span(kind: click.ParamType[tuple[float | None, float | None]], text: str) -> Span:
    if not text:
        return OPEN
    try:
        low, high = kind.convert(text, None, None)
    except click.BadParameter as error:
        raise BadRequestError(error.message) from None
    if any(bound is not None and bound > MAX_KEY for bound in (low, high)):
        raise BadRequestError(f"expected numbers up to {MAX_KEY}, got {text!r}")
    return Span(low, high)
