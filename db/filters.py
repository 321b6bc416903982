"""Which boards a question is about, as a value and as SQL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

from db.globs import glob


class Span(NamedTuple):
    """Numbers from ``low`` to ``high``, both included; None is no bound."""

    low: float | None = None
    high: float | None = None


OPEN = Span()


@dataclass(frozen=True, slots=True)
class Filter:
    """Which boards, and in which order; what is empty does not filter.

    ``verdict`` may also be ``pending``; ``label`` is a glob; ``stated`` compares with the solution that the source
    claims; ``same_as`` is any board of a group of equal ones, ``like`` any of a group of equivalent ones; ``where`` is
    an SQL condition over the fields of Result.
    """

    batch: int | None = None
    verdict: tuple[str, ...] = ()
    family: str = ""
    variant: str = ""
    source: str = ""
    label: str = ""
    engine: str = ""
    givens: Span = OPEN
    nodes: Span = OPEN
    solve_ns: Span = OPEN
    stated: str = ""
    distinct: bool | None = None  # True: without duplicates, False: duplicates alone
    same_as: int = 0
    like: int = 0
    since: datetime | None = None
    where: str = ""
    sort: str = "line"
    limit: int = 0
    after: int = 0  # only boards behind this one in the order of the input


# The end of a name: not LIKE, for which some characters mean more than themselves.
SOURCE = (
    "(source.name = CAST(:source AS text) OR substr(source.name, length(source.name) + 1"
    " - length(CAST(:source AS text))) = CAST(:source AS text))"
)
ENGINE = (
    "(engine.name = CAST(:engine AS text)"
    " OR substr(engine.name, 1, length(CAST(:engine AS text)) + 1) = CAST(:engine AS text) || '/')"
)
STATED = {
    "absent": "board.stated IS NULL",
    "right": "(board.stated = answer.solution OR board.stated = answer.witness)",
    "wrong": "board.stated IS NOT NULL AND answer.verdict IN ('unique', 'none', 'invalid')"
             " AND (answer.solution IS NULL OR answer.solution != board.stated)",
}  # fmt: skip
# The board that stands for :same_as or :like, which may be a duplicate itself.
HEAD = "(SELECT coalesce(same_as, id) FROM board WHERE id = :{name})"
SAME = f"coalesce(board.same_as, board.id) = {HEAD.format(name='same_as')}"
LIKE = (
    "coalesce(board.same_as, board.id) IN (SELECT board_id FROM likeness WHERE hash ="
    f" (SELECT hash FROM likeness WHERE board_id = {HEAD.format(name='like')}))"
)


@dataclass(slots=True)
class Question:
    """Conditions of SQL that add up, with the values of their parameters."""

    conditions: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)

    def add(self, condition: str, **values: Any) -> None:
        self.conditions.append(condition)
        self.values |= values

    def between(self, column: str, span: Span) -> None:
        name = column.partition(".")[2]
        for bound, sign, number in (("low", ">=", span.low), ("high", "<=", span.high)):
            if number is not None:
                self.add(f"{column} {sign} :{name}_{bound}", **{f"{name}_{bound}": number})

    def glob(self, column: str, pattern: str, *, sqlite: bool) -> None:
        operator, held = glob(pattern, sqlite=sqlite)
        self.add(f"{column} {operator} :glob", glob=held)

    def verdicts(self, wanted: Iterable[str]) -> None:
        names = dict(zip(("verdict_0", "verdict_1", "verdict_2", "verdict_3", "verdict_4", "verdict_5", "verdict_6"),
                         (each for each in wanted if each != "pending"), strict=False))  # fmt: skip
        kept = f"answer.verdict IN ({', '.join(':' + name for name in names)})" if names else ""
        pending = "answer.verdict IS NULL" if "pending" in wanted else ""
        self.add(f"({' OR '.join(filter(None, (kept, pending)))})", **names)

    @property
    def where(self) -> str:
        return " AND ".join(self.conditions) or "TRUE"


def question(wanted: Filter, *, sqlite: bool) -> Question:
    """All conditions of a filter but ``where``, over the tables that db.results joins."""
    asked = Question()
    if wanted.batch is not None:
        asked.add("source.batch_id = :batch", batch=wanted.batch)
    if wanted.since:
        asked.add("batch.created_at >= :since", since=_moment(wanted.since, sqlite=sqlite))
    for name, condition in _named(wanted):
        asked.add(condition, **{name: getattr(wanted, name)})
    if wanted.label:
        asked.glob("board.label", wanted.label, sqlite=sqlite)
    for column, span in (("board.givens", wanted.givens), ("answer.nodes", wanted.nodes),
                         ("answer.solve_ns", wanted.solve_ns)):  # fmt: skip
        asked.between(column, span)
    if wanted.verdict:
        asked.verdicts(wanted.verdict)
    if wanted.stated:
        asked.add(STATED[wanted.stated])
    if wanted.distinct is not None:
        asked.add(f"board.same_as IS {'' if wanted.distinct else 'NOT '}NULL")
    return asked


def _named(wanted: Filter) -> Iterator[tuple[str, str]]:
    """The conditions that take one value each, where it was given."""
    conditions = {"source": SOURCE, "family": "variant.family = :family", "variant": "variant.name = :variant",
                  "engine": ENGINE, "same_as": SAME, "like": LIKE}  # fmt: skip
    return ((name, condition) for name, condition in conditions.items() if getattr(wanted, name))


def _moment(moment: datetime, *, sqlite: bool) -> object:
    """SQLite holds moments as text, in UTC."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}" if sqlite else moment
