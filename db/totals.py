"""Sums over the boards of a batch in a tenth of a second, however many there are.

Nothing here walks through boards. How many a source holds of each variant is counted while they are stored (table
``holding``); what is not unique is found by the index ``answer_rare``, what is known by ``board_same``, what is pending
by the chunks with work left. The rest is unique.
"""

# ruff: noqa: S608 - our own words only
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from db.plain import is_file, rows, value
from solvers.core import Verdict

if TYPE_CHECKING:
    from db.plain import Asked

FEW = 20_000  # boards that are looked at one by one
SOME = 1_000
OPEN = ""  # unique or pending
RARE = "answer.verdict IN ('multiple', 'none', 'invalid', 'undecided', 'failed') AND answer.verdict != 'unique'"


class Cell(NamedTuple):
    """Boards of a source and variant that have a verdict; ``pending`` has none, OPEN tells not which."""

    source_id: int
    variant_id: int
    verdict: str
    boards: int


class Keys(NamedTuple):
    """Between which keys the boards of a batch lie, and whether those of others lie there too."""

    first: int
    last: int
    alone: bool


def keys(connection: Asked, batch_id: int) -> Keys:
    """A batch without boards has none: the last one before the first."""
    held = "SELECT min(first_board), max(last_board) FROM source WHERE batch_id = :batch AND last_board >= first_board"
    first, last = next(rows(connection, held, {"batch": batch_id}))
    if first is None:
        return Keys(1, 0, True)
    others = (
        "SELECT 1 FROM source WHERE batch_id != :batch AND last_board >= :first AND first_board <= :last"
        " AND last_board >= first_board LIMIT 1"
    )
    span = {"batch": batch_id, "first": first, "last": last}
    return Keys(first, last, value(connection, others, span) is None)


def in_order(connection: Asked, batch_id: int | None) -> bool:
    """Whether the keys of a batch's boards ascend from source to source, so that each source is a range of them.

    Not so where sources came back from an export that mixed them.
    """
    held = (
        "SELECT first_board, last_board FROM source WHERE batch_id = :batch AND last_board >= first_board ORDER BY id"
    )
    ranges = list(rows(connection, held, {"batch": batch_id})) if batch_id else []
    return bool(ranges) and all(one[1] < other[0] for one, other in pairwise(ranges))


# A duplicate is pending while its board is. Chunks of parts lie within the chunk of their board.
PENDING_COPIES = (
    "FROM chunk {cross} JOIN board ON board.same_as BETWEEN chunk.first_board AND chunk.last_board"
    " {cross} JOIN source ON source.id = board.source_id"
    " WHERE chunk.state != 'done' AND chunk.purpose = 'answer' AND chunk.lane != 'part' AND board.same_as IS NOT NULL"
    " AND source.batch_id = :batch"
    " AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.board_id = board.same_as)"
)


def pending_copies(connection: Asked, batch_id: int) -> int:
    """How many boards of a batch equal an earlier one that has no answer yet."""
    return int(value(connection, f"SELECT count(*) {_sql(connection, PENDING_COPIES)}", {"batch": batch_id}))


def verdicts(found: Iterable[Cell], pending: int) -> dict[str, int]:
    """Number of boards by verdict, in the order of Verdict, and ``pending``; verdicts without a board are left out."""
    counts: Counter[str] = Counter()
    for cell in found:
        counts[cell.verdict] += cell.boards
    if counts[OPEN]:
        counts["unique"], counts["pending"] = counts[OPEN] - pending, pending
    return {name: counts[name] for name in (*(verdict.value for verdict in Verdict), "pending") if counts[name]}


def cells(connection: Asked, batch_id: int, pending: int) -> list[Cell]:
    """The boards of a batch by source, variant and verdict.

    While more than FEW of them are ``pending``, those and the unique ones are not told apart.
    """
    held = _held(connection, batch_id)
    found: Counter[tuple[int, int, str]] = Counter()
    for source, variant, verdict, boards in _rare(connection, batch_id, {variant for _, variant in held}):
        found[source, variant, verdict] += boards
    if pending <= FEW:
        found += _pending(connection, batch_id) if pending else Counter()
    rest = dict(held)
    for (source, variant, _), boards in found.items():
        rest[source, variant] -= boards
    name = "unique" if pending <= FEW else OPEN
    left = [Cell(*place, name, boards) for place, boards in rest.items() if boards]
    return sorted([*left, *(Cell(*place, boards) for place, boards in found.items())])


def _held(connection: Asked, batch_id: int) -> dict[tuple[int, int], int]:
    query = (
        "SELECT holding.source_id, holding.variant_id, holding.boards FROM source"
        " JOIN holding ON holding.source_id = source.id WHERE source.batch_id = :batch"
    )
    return {(row[0], row[1]): row[2] for row in rows(connection, query, {"batch": batch_id})}


def _rare(connection: Asked, batch_id: int, variants: set[int]) -> Iterator[tuple[Any, ...]]:
    """(source, variant, verdict, boards) of what is not unique: own boards, then copies of others."""
    span = keys(connection, batch_id)
    bounds = {"first": span.first, "last": span.last}
    many = f"SELECT count(*) FROM answer WHERE {RARE} AND board_id BETWEEN :first AND :last"
    if span.alone and len(variants) == 1 and in_order(connection, batch_id) and value(connection, many, bounds) > FEW:
        found = rows(connection, _sql(connection, MANY), {"batch": batch_id})
        yield from ((row[0], *variants, row[1], row[2]) for row in found)
    else:
        yield from rows(connection, _sql(connection, OWN), bounds | {"batch": batch_id})
    yield from _rare_copies(connection, batch_id)


# One variant: the sources are ranges of keys, and the index alone tells.
MANY = (
    "SELECT source.id, answer.verdict, count(*) FROM source {cross} JOIN answer"
    f" ON {RARE} AND answer.board_id BETWEEN source.first_board AND source.last_board"
    " WHERE source.batch_id = :batch GROUP BY source.id, answer.verdict"
)
OWN = (
    "SELECT board.source_id, board.variant_id, answer.verdict, count(*)"
    " FROM answer {cross} JOIN board ON board.id = answer.board_id {cross} JOIN source ON source.id = board.source_id"
    f" WHERE {RARE} AND answer.board_id BETWEEN :first AND :last AND source.batch_id = :batch"
    " GROUP BY board.source_id, board.variant_id, answer.verdict"
)
MINE = "FROM source {cross} JOIN board ON board.source_id = source.id AND board.same_as IS NOT NULL"
ALL = (
    "FROM board {cross} JOIN source ON source.id = board.source_id AND source.batch_id = :batch"
    " AND board.same_as IS NOT NULL"
)
BY_ANSWER = (
    "FROM answer {cross} JOIN board ON board.same_as = answer.board_id AND board.same_as IS NOT NULL"
    " {cross} JOIN source ON source.id = board.source_id"
)
BY_COPY = f"{MINE} {{cross}} JOIN answer ON answer.board_id = board.same_as"
COPIES = (
    "SELECT board.source_id, board.variant_id, answer.verdict, count(*) {start}"
    " WHERE answer.verdict != 'unique' AND source.batch_id = :batch"
    " GROUP BY board.source_id, board.variant_id, answer.verdict"
)


def _rare_copies(connection: Asked, batch_id: int) -> Iterator[tuple[Any, ...]]:
    """From the side that has less to look at: the copies of the batch, or all answers that are not unique."""
    known = value(connection, "SELECT known FROM batch WHERE id = :batch", {"batch": batch_id})
    if not known:
        return iter(())
    fewer = f"SELECT count(*) FROM (SELECT 1 FROM answer WHERE verdict != 'unique' LIMIT {known + 1}) AS first_ones"
    start = BY_ANSWER if value(connection, fewer) <= known else BY_COPY
    return rows(connection, _sql(connection, COPIES.replace("{start}", start)), {"batch": batch_id})


def _pending(connection: Asked, batch_id: int) -> Counter[tuple[int, int, str]]:
    own = (
        "FROM chunk {cross} JOIN board ON board.id BETWEEN chunk.first_board AND chunk.last_board"
        " WHERE chunk.batch_id = :batch AND chunk.state != 'done' AND chunk.purpose = 'answer'"
        " AND chunk.lane != 'part' AND board.same_as IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.board_id = board.id)"
    )
    found: Counter[tuple[int, int, str]] = Counter()
    for these in (own, PENDING_COPIES):
        query = f"SELECT board.source_id, board.variant_id, count(*) {_sql(connection, these)} GROUP BY 1, 2"
        for source, variant, boards in rows(connection, query, {"batch": batch_id}):
            found[source, variant, "pending"] += boards
    return found


def _sql(connection: Asked, sql: str) -> str:
    """SQLite reads tables in the order in which they stand where CROSS JOIN says so; PostgreSQL knows better."""
    return sql.replace("{cross}", "CROSS" if is_file(connection) else "")


class Sample(NamedTuple):
    """Costs of some boards of a batch, evenly spread over it: (solve_ns, nodes); ``whole``: of all."""

    costs: list[tuple[int, int]]
    whole: bool


def costs(connection: Asked, batch_id: int, most: int) -> Sample:
    """Of the boards that the batch itself had solved; of more than ``most``, of about that many."""
    span = keys(connection, batch_id)
    size = span.last - span.first + 1
    if size <= 0:
        return Sample([], True)
    picked = ", ".join(map(str, range(span.first, span.last + 1, -(-size // most))))
    query = (
        "SELECT answer.solve_ns, answer.nodes FROM answer {cross} JOIN board ON board.id = answer.board_id"
        f" {{cross}} JOIN source ON source.id = board.source_id WHERE answer.board_id IN ({picked})"
        " AND source.batch_id = :batch"
    )
    if size <= most:
        query = query.replace(f"IN ({picked})", f"BETWEEN {span.first} AND {span.last}")
    found = rows(connection, _sql(connection, query), {"batch": batch_id})
    return Sample([(row[0], row[1]) for row in found], size <= most)


def copies(connection: Asked, batch_id: int, limit: int) -> list[tuple[int, int]]:
    """The boards with the most copies in a batch: (the board that stands for them, copies)."""
    known = value(connection, "SELECT known FROM batch WHERE id = :batch", {"batch": batch_id})
    start = MINE if known <= FEW else ALL  # of many, the index that has them in groups already
    grouped = f"SELECT board.same_as, count(*) {start} WHERE source.batch_id = :batch GROUP BY board.same_as"
    asked = {"batch": batch_id, "limit": limit}
    largest = f"{grouped} HAVING count(*) > 1 ORDER BY count(*) DESC, board.same_as LIMIT :limit"
    found = {row[0]: row[1] for row in rows(connection, _sql(connection, largest), asked)}
    if len(found) < limit:  # a million single copies are not sorted for the sake of twenty
        single = f"SELECT board.same_as, 1 {MINE} WHERE source.batch_id = :batch LIMIT :limit"
        found = {row[0]: row[1] for row in rows(connection, _sql(connection, single), asked)} | found
    return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]


def engines(connection: Asked, batch_id: int) -> list[str]:
    """The engines, with their versions, of the answers of a batch; of its copies, those of the first SOME."""
    span = keys(connection, batch_id)
    # Of each engine the first answer is enough; for an EXISTS or just any one, PostgreSQL would read them all.
    here = " {cross} JOIN board ON board.id = answer.board_id {cross} JOIN source ON source.id = board.source_id"
    own = (
        f"SELECT name FROM engine WHERE (SELECT 1 FROM answer {'' if span.alone else here}"
        f" WHERE answer.engine_id = engine.id AND answer.board_id BETWEEN :first AND :last"
        f" {'' if span.alone else 'AND source.batch_id = :batch'} ORDER BY answer.board_id LIMIT 1) IS NOT NULL"
    )
    bounds = {"first": span.first, "last": span.last} | ({} if span.alone else {"batch": batch_id})
    found = {row[0] for row in rows(connection, _sql(connection, own), bounds)}
    if value(connection, "SELECT known FROM batch WHERE id = :batch", {"batch": batch_id}):
        some = (
            f"SELECT DISTINCT engine.name FROM (SELECT board.same_as {MINE} WHERE source.batch_id = :batch"
            f" LIMIT {SOME}) AS first_ones"
            " JOIN answer ON answer.board_id = first_ones.same_as JOIN engine ON engine.id = answer.engine_id"
        )
        found |= {row[0] for row in rows(connection, _sql(connection, some), {"batch": batch_id})}
    return sorted(found)
