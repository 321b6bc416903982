"""A batch solved a second time, by another engine perhaps, and what the two answers of a board say of each other."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Select, func, select

from db.control import ControlError, not_cancelled
from db.cutting import MAX_ATTEMPTS, NEW_CHUNK, insert_chunks
from db.models import Answer, Board, Chunk, Engine, OtherAnswer, Source, Variant

ENGINE_CHUNK = 20  # boards of a chunk for an engine whose speed nobody knows
SAME = frozenset({"none", "invalid"})  # no solution either way; not every engine looks whether the givens break a rule


class Difference(NamedTuple):
    """Two answers of a board that do not say the same; ``relation`` is ``contradiction`` or ``undecided``.

    Counts are text: ">=" stands before one that is not exact.
    """

    board: int
    engine: str
    verdict: str
    count: str  # type: ignore[assignment]  # hides tuple.count, which nobody misses
    rerun_engine: str
    rerun: str
    rerun_count: str
    relation: str


def rerun(
    connection: Connection,
    batch: int,
    time_limit_s: float | None,
    engine: str = "",
    share: float = 1.0,
    seed: int = 1,
) -> int:
    """Solve answered boards of a batch again, ``share`` (0 to 1) of them; new answers stand beside the old ones.

    ``engine`` names one of the family's engines; "" is the way of the first answer. An earlier rerun by the same engine
    is replaced. Returns how many boards will be solved.
    """
    not_cancelled(connection, batch)
    if connection.scalar(
        select(func.count()).where(Chunk.batch_id == batch, Chunk.purpose == "rerun", Chunk.state != "done")
    ):
        raise ControlError(f"a rerun of batch {batch} is under way")
    chance = random.Random(seed)  # noqa: S311 - a sample, no secret
    chosen = [pair for pair in _pairs(connection, _answered(batch)) if share >= 1.0 or chance.random() < share]
    lane, most = ("deep", ENGINE_CHUNK) if engine else ("fast", NEW_CHUNK)
    rows = [
        (batch, variant, first, first + size - 1, size, lane, MAX_ATTEMPTS)
        for variant, first, size in _runs(chosen, most)
    ]
    insert_chunks(connection, rows, "rerun", time_limit_s, engine=engine)
    return len(chosen)


def _answered(batch: int) -> Select[int, int]:
    """(board, variant) of the boards of a batch that have an answer of their own."""
    return (
        select(Board.id, Board.variant_id)
        .join(Source, Source.id == Board.source_id)
        .join(Answer, Answer.board_id == Board.id)
        .where(Source.batch_id == batch, Board.id.between(Source.first_board, Source.last_board))
    )


def _pairs(connection: Connection, boards: Select[int, int]) -> list[tuple[int, int]]:
    """(board, variant) in the order of the boards."""
    return [(row[0], row[1]) for row in connection.execute(boards.order_by(Board.id))]


def _runs(boards: Sequence[tuple[int, int]], most: int) -> Iterator[tuple[int, int, int]]:
    """(variant, first key, size) of boards beside each other: between two runs there may be boards of other batches."""
    start, size, last = 0, 0, 0
    for key, variant in boards:
        if size and (key != start + size or variant != last or size == most):
            yield last, start, size
            size = 0
        if not size:
            start, last = key, variant
        size += 1
    if size:
        yield last, start, size


def families(connection: Connection, batch: int) -> list[str]:
    """The families of a batch's boards."""
    query = (
        select(Variant.family).join(Board, Board.variant_id == Variant.id).join(Source, Source.id == Board.source_id)
    )
    return sorted(connection.scalars(query.where(Source.batch_id == batch).distinct()))


def compared(connection: Connection, batch: int, engine: str = "") -> int:
    """How many answers of reruns stand beside those of a batch."""
    query = select(func.count()).select_from(OtherAnswer).join(Engine, Engine.id == OtherAnswer.engine_id)
    query = query.join(Board, Board.id == OtherAnswer.board_id).join(Source, Source.id == Board.source_id)
    mine = (Source.batch_id == batch, OtherAnswer.kind == "rerun", Engine.name.startswith(engine, autoescape=True))
    return int(connection.scalar(query.where(*mine)) or 0)


def differences(connection: Connection, batch: int, engine: str = "") -> list[Difference]:
    """Where a rerun says something else than the current answer; ``engine`` is the beginning of its name."""
    old, new = Answer, OtherAnswer
    first, second = Engine.__table__.alias("first"), Engine.__table__.alias("second")
    query = (
        select(
            old.board_id, first.c.name, old.verdict, old.count, old.count_is_exact,
            second.c.name, new.verdict, new.count, new.count_is_exact,
        )
        .join(new, (new.board_id == old.board_id) & (new.kind == "rerun"))
        .join(first, first.c.id == old.engine_id)
        .join(second, second.c.id == new.engine_id)
        .join(Board, Board.id == old.board_id)
        .join(Source, Source.id == Board.source_id)
        .where(Source.batch_id == batch, (old.verdict != new.verdict) | (old.count != new.count))
        .where(second.c.name.startswith(engine, autoescape=True))
        .order_by(old.board_id, new.id)
    )  # fmt: skip
    found = []
    for board, name, verdict, count, exact, other_name, other, other_count, other_exact in connection.execute(query):
        relation = _relation((verdict, count, exact), (other, other_count, other_exact))
        if relation:
            counts = _count(count, exact=exact), _count(other_count, exact=other_exact)
            found.append(Difference(board, name, verdict, counts[0], other_name, other, counts[1], relation))
    return found


def _relation(one: tuple[str, int, bool], other: tuple[str, int, bool]) -> str:
    """What two answers are to each other; "" where they agree as far as they go."""
    verdicts = {one[0], other[0]}
    if verdicts & {"undecided", "failed"}:
        return "undecided" if len(verdicts) > 1 else ""
    if len(verdicts) > 1:
        return "" if verdicts == SAME else "contradiction"
    bounds = all((one[2], other[2])), (one[2] and other[1] > one[1]), (other[2] and one[1] > other[1])
    return "contradiction" if any(bounds) else ""


def _count(count: int, *, exact: bool) -> str:
    return str(count) if exact else f">={count}"
