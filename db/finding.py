"""Finds the few boards among millions that a filter keeps, each through an index of its own.

answer_rare   (verdict, board)          answers that are not unique
answer_slow   (solve_ns, board)         answers that took a millisecond
answer_deep   (nodes, board)            answers that took a thousand nodes
answer_all    (engine, board, nodes, solve_ns)   what is small of all answers: a scan of it reads a tenth
board_all     (variant, board, givens)  the same of boards
board_same    (same_as, source, variant)  duplicates, by the board that stands for them
board_copy    (source, same_as, variant)  and by where they are
board_label   (label)                   boards that have one
likeness_hash (hash, board)             boards whose equivalents were looked for
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from db.filters import ENGINE, HEAD, OPEN, Filter, Question, Span

FEW = 20_000  # boards; as many as are fetched one by one and sorted in a tenth of a second
TOPS = (200, 5_000)  # of the costliest boards, among which a filter finds its first page
SLOW_NS = 1_000_000
DEEP_NODES = 1_000


# Every board without an answer is in a chunk with work left, or equals one that is.
PENDING = (
    "SELECT board.id FROM chunk {cross} JOIN board ON board.id BETWEEN chunk.first_board AND chunk.last_board"
    " WHERE chunk.state != 'done' AND chunk.purpose = 'answer' AND board.same_as IS NULL"
    " AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.board_id = board.id)"
)


@dataclass(frozen=True, slots=True)
class Probe:
    """A question that finds the keys of boards; ``with_copies``: duplicates share what it asked for."""

    sql: str
    values: dict[str, Any]
    with_copies: bool = True


def probes(wanted: Filter, *, sqlite: bool) -> Iterator[Probe]:
    """Those of a filter, what is found fastest first. Each finds all boards that the filter may keep, and more."""
    yield from _groups(wanted)
    if wanted.verdict and "unique" not in wanted.verdict:
        yield from _verdict(wanted, sqlite=sqlite)
    if wanted.label:
        asked = Question()
        asked.glob("label", wanted.label, sqlite=sqlite)
        yield Probe(f"SELECT id FROM board WHERE label IS NOT NULL AND {asked.where}", asked.values, with_copies=False)
    if wanted.family or wanted.variant:
        yield _variant(wanted)
    if wanted.engine:
        engines = f"SELECT id FROM engine WHERE {ENGINE}"
        yield Probe(f"SELECT board_id FROM answer WHERE engine_id IN ({engines})", {"engine": wanted.engine})
    yield from _numbers(wanted)


def _groups(wanted: Filter) -> Iterator[Probe]:
    if wanted.same_as:
        yield Probe(f"SELECT {HEAD.format(name='same_as')} AS id", {"same_as": wanted.same_as})
    if wanted.like:
        mine = f"SELECT hash FROM likeness WHERE board_id = {HEAD.format(name='like')}"
        yield Probe(f"SELECT board_id FROM likeness WHERE hash = ({mine})", {"like": wanted.like})
    if wanted.distinct is False:
        yield Probe("SELECT id FROM board WHERE same_as IS NOT NULL", {}, with_copies=False)


def _numbers(wanted: Filter) -> Iterator[Probe]:
    for column, span, often in (("nodes", wanted.nodes, DEEP_NODES), ("solve_ns", wanted.solve_ns, SLOW_NS)):
        if span != OPEN:
            yield _cost(column, span, often)
    if wanted.givens != OPEN:
        asked = Question()
        asked.between("board.givens", wanted.givens)
        yield Probe(f"SELECT id FROM board WHERE {asked.where}", asked.values, with_copies=False)


def _verdict(wanted: Filter, *, sqlite: bool) -> Iterator[Probe]:
    if "pending" in wanted.verdict:
        if len(set(wanted.verdict)) == 1:
            yield Probe(PENDING.format(cross="CROSS" if sqlite else ""), {})
        return
    asked = Question()
    asked.verdicts(wanted.verdict)
    # The words of the index, so that SQLite sees that it holds all that is asked for.
    yield Probe(f"SELECT board_id FROM answer WHERE verdict != 'unique' AND {asked.where}", asked.values)


def _variant(wanted: Filter) -> Probe:
    named = {name: found for name, found in (("family", wanted.family), ("name", wanted.variant)) if found}
    variants = "SELECT id FROM variant WHERE " + " AND ".join(f"{name} = :{name}" for name in named)
    return Probe(f"SELECT id FROM board WHERE variant_id IN ({variants})", named, with_copies=False)


def _cost(column: str, span: Span, often: int) -> Probe:
    asked = Question()
    asked.between(f"answer.{column}", span)
    words = f"{column} >= {often} AND " if span.low is not None and span.low >= often else ""
    return Probe(f"SELECT board_id FROM answer WHERE {words}{asked.where}", asked.values)


@dataclass(frozen=True, slots=True)
class Head:
    """The first boards of an order, of those that have an index: (key of the board, what it is ordered by)."""

    table: str
    where: str
    column: str
    direction: str = ""

    @property
    def tops(self) -> tuple[int, ...]:
        """How many to look at, in turn; an index that has to be read to its end is read once."""
        return TOPS[-1:] if self.where == "TRUE" else TOPS

    def sql(self, top: int, keys: tuple[int, int] | None = None) -> str:
        """The first ``top``, of all boards or of those between two keys."""
        key = "board_id" if self.table == "answer" else "id"
        within = f" AND {key} BETWEEN {keys[0]} AND {keys[1]}" if keys else ""
        return (
            f"SELECT {key}, {self.column} FROM {self.table} WHERE {self.where}{within}"
            f" ORDER BY {self.column} {self.direction}, {key} LIMIT {top}"
        )

    def until(self) -> str:
        """The condition that a board comes no later than the one of ``:last_key`` and ``:last``."""
        column, sign = f"{self.table}.{self.column}", ">" if self.direction else "<"
        return f"({column} {sign} :last OR ({column} = :last AND board.id <= :last_key))"


HEADS = {
    "slowest": Head("answer", f"solve_ns >= {SLOW_NS}", "solve_ns", "DESC"),
    "nodes": Head("answer", f"nodes >= {DEEP_NODES}", "nodes", "DESC"),
    "count": Head("answer", "verdict != 'unique' AND count > 1", "count", "DESC"),
    "fastest": Head("answer", "TRUE", "solve_ns"),
    "givens": Head("board", "TRUE", "givens"),
    "label": Head("board", "label IS NOT NULL", "label"),
}  # fmt: skip
