"""All answers that a board was ever given: the current one, those of a rerun, and those that a retry replaced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from db.plain import rows

if TYPE_CHECKING:
    from db.plain import Asked


class Opinion(NamedTuple):
    """An answer; ``kind`` is ``current``, ``rerun`` or ``past``."""

    board: int
    kind: str
    engine: str
    verdict: str
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody misses
    count_is_exact: bool
    solution: str | None
    witness: str | None
    reason: str | None
    nodes: int
    solve_ns: int


COLUMNS = (
    "engine.name, {table}.verdict, {table}.count, {table}.count_is_exact, {table}.big_count, {table}.solution,"
    " {table}.witness, {table}.reason, {table}.nodes, {table}.solve_ns"
)
HEAD = "board_id = (SELECT coalesce(same_as, id) FROM board WHERE id = :board)"


def opinions(connection: Asked, board: int) -> list[Opinion]:
    """The current answer first, then the others in the order in which they came."""
    current = (
        f"SELECT 'current', {COLUMNS.format(table='answer')} FROM answer JOIN engine ON engine.id = answer.engine_id"
        f" WHERE {HEAD}"
    )
    others = (
        f"SELECT other_answer.kind, {COLUMNS.format(table='other_answer')} FROM other_answer"
        f" JOIN engine ON engine.id = other_answer.engine_id WHERE {HEAD} ORDER BY other_answer.id"
    )
    return [*_opinions(connection, current, board), *_opinions(connection, others, board)]


def _opinions(connection: Asked, query: str, board: int) -> Iterator[Opinion]:
    for row in rows(connection, query, {"board": board}):
        kind, engine, verdict, count, exact, big, solution, witness, reason, nodes, solve_ns = row
        counted = int(big) if big else count
        yield Opinion(board, kind, engine, verdict, counted, bool(exact), solution, witness, reason, nodes, solve_ns)
