"""All solutions of a board, stored page by page: each page in one transaction with how far the list is.

    fast lane --several solutions--> chunk of lane "list": page, page, page ... --complete--> answer
                                         ^ killed, stopped or paused: goes on behind the last page

Solutions are counted from 1 in ascending order. The fencing token of the chunk guards every page, so that two workers
that hold the same list cannot both write.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, case, func, select, update

from db.bulk import insert_rows
from db.chunks import Claim, update_held
from db.cutting import MAX_ATTEMPTS
from db.models import Answer as Current
from db.models import Board, Chunk, Listing, Solution, Source, Variant
from solvers.core import Answer, Verdict

LANE = "list"
PROVEN = (Verdict.UNIQUE, Verdict.NONE, Verdict.INVALID, Verdict.FAILED)
AT_ONCE = 2000  # rows that are read at once
COLUMNS = ("board_id", "ordinal", "text")


class Stored(NamedTuple):
    """How far the list of a board is; ``last`` is "" before the first page."""

    solutions: int
    last: str
    spent_ns: int


def load(connection: Connection, board: int) -> Stored:
    row = connection.execute(select(Listing.solutions, Listing.spent_ns).where(Listing.board_id == board)).one_or_none()
    if row is None:
        return Stored(0, "", 0)
    return Stored(row[0], _texts(connection, board, row[0], 1)[0] if row[0] else "", row[1])


def first_two(connection: Connection, board: int) -> list[str]:
    return _texts(connection, board, 1, 2)


def _texts(connection: Connection, board: int, first: int, size: int) -> list[str]:
    span = Solution.ordinal.between(first, first + size - 1)
    query = select(Solution.text).where(Solution.board_id == board, span).order_by(Solution.ordinal)
    return list(connection.scalars(query))


def add_page(
    connection: Connection, held: Claim, board: int, before: Stored, solutions: Sequence[str], spent_ns: int
) -> Stored | None:
    """Append a page; None, with nothing written, if the lease was lost.

    A list that goes on may fail as often as one that begins: attempts count from the last page.
    """
    if not update_held(connection, held, attempts_allowed=Chunk.attempts + MAX_ATTEMPTS - 1):
        return None
    after = Stored(before.solutions + len(solutions), solutions[-1] if solutions else before.last, spent_ns)
    values = {"solutions": after.solutions, "spent_ns": spent_ns, "complete": False}
    if connection.execute(update(Listing).where(Listing.board_id == board).values(**values)).rowcount == 0:
        insert_rows(
            connection, "listing", ("board_id", "batch_id", *values), [(board, held.batch_id, *values.values())]
        )
    insert_rows(connection, "solution", COLUMNS, _rows(board, before.solutions + 1, solutions))
    return after


def _rows(board: int, first: int, solutions: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    return ((board, ordinal, solution) for ordinal, solution in enumerate(solutions, first))


def complete(connection: Connection, board: int) -> None:
    """Nothing comes behind the last page."""
    connection.execute(update(Listing).where(Listing.board_id == board).values(complete=True))


def add_single(connection: Connection, keys: Sequence[int], answers: Sequence[Answer]) -> None:
    """The lists of boards that have one solution."""
    found = [
        (key, 1, answer.solution) for key, answer in zip(keys, answers, strict=True) if answer.verdict is Verdict.UNIQUE
    ]
    insert_rows(connection, "solution", COLUMNS, found)


class Listed(NamedTuple):
    """One stored solution of a board."""

    board: int
    ordinal: int
    solution: str
    source: str
    line: int
    label: str


def solutions(
    connection: Connection, batch: int | None = None, board: int | None = None, after: int = 0, limit: int = 0
) -> Iterator[Listed]:
    """The stored solutions of a board, or of all boards of a batch, in their order; streams.

    ``after`` is the ordinal behind which to begin, ``limit`` how many of each board (0: all).
    """
    first = func.coalesce(Board.same_as, Board.id)
    query = (
        select(Board.id, Solution.ordinal, Solution.text, Source.name, Board.line, Board.label)
        .join(Source, Source.id == Board.source_id)
        .join(Solution, Solution.board_id == first)
        .where(Solution.ordinal > after)
        .order_by(Board.id, Solution.ordinal)
    )
    if batch is not None:
        query = query.where(Source.batch_id == batch)
    if board is not None:
        query = query.where(Board.id == board)
    if limit:
        query = query.where(Solution.ordinal <= after + limit)
    for row in connection.execute(query.execution_options(yield_per=AT_ONCE)):
        yield Listed(row[0], row[1], row[2], row[3], row[4], row[5] or "")


class Progress(NamedTuple):
    """How far the lists of a batch are: ``lists`` are not at their end, ``solutions`` are stored."""

    lists: int = 0
    solutions: int = 0


def progress(connection: Connection, batch: int) -> Progress:
    """Of the boards that have several solutions."""
    stored = connection.scalar(select(func.sum(Listing.solutions)).where(Listing.batch_id == batch))
    left = (Chunk.batch_id == batch, Chunk.lane == LANE, Chunk.state != "done")
    return Progress(connection.scalar(select(func.count()).where(*left)) or 0, int(stored or 0))


class Kept(NamedTuple):
    """A list and the answer of its board, for an audit; ``answered`` is None before it counts."""

    board: int
    family: str
    text: str
    stored: int
    complete: bool
    answered: int | None
    is_exact: bool | None


def kept(connection: Connection, batch: int) -> list[Kept]:
    """The boards of a batch with several solutions whose list has begun."""
    query = (
        select(Listing.board_id, Variant.family, Board.text, Listing.solutions, Listing.complete,
               case((Current.verdict != "failed", Current.count)), Current.count_is_exact)
        .join(Board, Board.id == Listing.board_id)
        .join(Variant, Variant.id == Board.variant_id)
        .outerjoin(Current, Current.board_id == Listing.board_id)
        .where(Listing.batch_id == batch)
        .order_by(Listing.board_id)
    )  # fmt: skip
    return [Kept(*row) for row in connection.execute(query)]


def pages(connection: Connection, board: int) -> Iterator[list[tuple[int, str]]]:
    """The (ordinal, solution) of a board in their order, some at a time."""
    after = 0
    while True:
        query = select(Solution.ordinal, Solution.text).where(Solution.board_id == board, Solution.ordinal > after)
        page = [(row[0], row[1]) for row in connection.execute(query.order_by(Solution.ordinal).limit(AT_ONCE))]
        if not page:
            return
        yield page
        after = page[-1][0]
