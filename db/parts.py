"""A board that is too hard for one worker, solved in parts: boards with more givens, disjoint and exhaustive.

    deep chunk --split--> state "split"          part chunks, one part each: waiting --> running --> done
                             ^                                                   |  too hard again: more parts
                             +---- decided: counts added up, the rest called off +

A part that was split again stays as a row of verdict "split" with what it cost, so that sums over the rows are right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Numeric, RowMapping, case, cast, delete, func, select, update

from db.answers import insert_answers
from db.bulk import insert_rows
from db.chunks import Claim, update_held
from db.cutting import MAX_ATTEMPTS, insert_chunks
from db.models import Batch, Board, Chunk, Part
from db.storable import storable
from solvers.core import OUT_OF_TIME, Answer, Verdict

Check = Callable[[str, Sequence[str]], str]  # board and solutions -> what is wrong with them
SPLIT = "split"


class Piece(NamedTuple):
    """A part to be solved, and what its board has found and cost so far."""

    part_id: int
    text: str
    depth: int
    parts: int
    found: int
    spent_s: float


def load_part(connection: Connection, held: Claim) -> Piece:
    part_id, text, depth = connection.execute(
        select(Part.id, Part.text, Part.depth).where(Part.chunk_id == held.chunk_id, Part.verdict.is_(None))
    ).one()
    rows = _rows(connection, held.root_id)
    spent_s = sum(row["solve_ns"] for row in rows) / 1e9
    return Piece(part_id, text, depth, len(rows), _total(rows), spent_s)


def split_board(connection: Connection, held: Claim, board: int, texts: Sequence[str], trunk: Answer) -> bool:
    """Turn a deep chunk into parts; ``trunk`` is what was spent on it. False if the lease was lost."""
    if not update_held(connection, held, state="split"):
        return False
    _insert(connection, held, board, held.chunk_id, texts, 1)
    whole = connection.scalars(select(Board.text).where(Board.id == board)).one()
    _remember(connection, held.chunk_id, held.chunk_id, whole, trunk)
    return True


def split_part(connection: Connection, held: Claim, piece: Piece, texts: Sequence[str], trunk: Answer) -> bool:
    """Replace a part by smaller ones; False if the lease was lost or the board was decided."""
    if held.root_id is None or not _lock(connection, held.root_id):
        return False
    if not update_held(connection, held, state="done"):
        return False
    _insert(connection, held, held.first_board, held.root_id, texts, piece.depth + 1)
    connection.execute(
        update(Part)
        .where(Part.id == piece.part_id)
        .values(verdict=SPLIT, count="0", count_is_exact=True, nodes=trunk.nodes, solve_ns=trunk.solve_ns)
    )
    return True


def finish_part(connection: Connection, held: Claim, piece: Piece, answer: Answer, check: Check, now_s: float) -> bool:
    """Record the answer of a part and, if that decides it, the answer of the board; False if the lease was lost."""
    if held.root_id is None or not _lock(connection, held.root_id):
        return False
    if not update_held(connection, held, state="done", done_s=now_s, error=""):
        return False
    _record(connection, piece.part_id, answer)
    _conclude(connection, held.root_id, check, now_s)
    return True


def give_up(connection: Connection, root_id: int, chunk_id: int, reason: str, now_s: float) -> None:
    """Record that a part kills its workers."""
    undecided = _lock(connection, root_id)
    connection.execute(update(Chunk).where(Chunk.id == chunk_id).values(state="done", done_s=now_s))
    if not undecided:
        return
    part = connection.scalars(select(Part.id).where(Part.chunk_id == chunk_id, Part.verdict.is_(None))).one_or_none()
    if part is not None:
        _record(connection, part, Answer(Verdict.FAILED, 0, False, "", "", reason, 0, 0, "none"))
    _conclude(connection, root_id, _checked_before, now_s)


def _checked_before(_text: str, _solutions: Sequence[str]) -> str:
    return ""  # each solution passed the check of its part; the others pass that of the board in finish_part


def _insert(connection: Connection, held: Claim, board: int, root_id: int, texts: Sequence[str], depth: int) -> None:
    """A chunk for each text, and the parts that they point to; the caller has locked the root."""
    row = (held.batch_id, held.variant_id, board, board, 0, "part", MAX_ATTEMPTS)
    insert_chunks(connection, [row] * len(texts), held.purpose, held.time_limit_s, root_id)
    taken = select(Part.id).where(Part.chunk_id == Chunk.id).exists()  # what this transaction made has no part yet
    keys = connection.scalars(select(Chunk.id).where(Chunk.root_id == root_id, ~taken).order_by(Chunk.id)).all()
    columns = ("root_id", "chunk_id", "depth", "text", "nodes", "solve_ns")
    rows = [(root_id, key, depth, text, 0, 0) for key, text in zip(keys, texts, strict=True)]
    insert_rows(connection, "part", columns, rows)


def _remember(connection: Connection, root_id: int, chunk_id: int, text: str, trunk: Answer) -> None:
    """What was spent before the board was split."""
    columns = ("root_id", "chunk_id", "depth", "text", "verdict", "count", "count_is_exact", "nodes", "solve_ns")
    row = (root_id, chunk_id, 0, text, SPLIT, "0", True, trunk.nodes, trunk.solve_ns)
    insert_rows(connection, "part", columns, [row])


def lock_root(connection: Connection, chunk_id: int) -> None:
    """Whoever locks a part and may then conclude locks the root first, as they all do: so nobody waits in a circle."""
    root = connection.scalar(select(Chunk.root_id).where(Chunk.id == chunk_id))
    if root is not None:
        _lock(connection, root)


def _lock(connection: Connection, root_id: int) -> bool:
    """One part at a time concludes; False if the board was decided meanwhile."""
    found = select(Chunk.id).where(Chunk.id == root_id, Chunk.state == "split").with_for_update()
    return connection.scalar(found) is not None


def _record(connection: Connection, part: int, answer: Answer) -> None:
    values = {
        "verdict": answer.verdict.value, "count": str(answer.count), "count_is_exact": answer.count_is_exact,
        "solution": answer.solution or None, "witness": answer.witness or None, "engine": answer.engine,
        "reason": storable(answer.reason) or None, "nodes": answer.nodes, "solve_ns": answer.solve_ns,
    }  # fmt: skip
    connection.execute(update(Part).where(Part.id == part).values(**values))


class Progress(NamedTuple):
    """How far the boards of a batch are that are being solved in parts; ``found`` solutions so far."""

    parts: int = 0
    done: int = 0
    found: int = 0


def progress(connection: Connection, batch: int) -> Progress:
    known = case((Part.verdict.is_not(None), 1), else_=0)
    query = (
        select(func.count(), func.sum(known), func.sum(cast(Part.count, Numeric)))
        .select_from(Part)
        .join(Chunk, Chunk.id == Part.root_id)
        .where(Chunk.batch_id == batch, Chunk.state == SPLIT, func.coalesce(Part.verdict, "") != SPLIT)
    )
    return Progress(*(int(value or 0) for value in connection.execute(query).one()))


def _rows(connection: Connection, root_id: int | None) -> Sequence[RowMapping]:
    return connection.execute(select(Part.__table__).where(Part.root_id == root_id).order_by(Part.id)).mappings().all()


def _total(rows: Sequence[RowMapping]) -> int:
    return sum(int(row["count"]) for row in rows if row["count"] is not None)


def _conclude(connection: Connection, root_id: int, check: Check, now_s: float) -> None:
    """Answer the board if its parts decide it, and call off those that are left."""
    board, text, purpose, limit, seconds = connection.execute(
        select(Board.id, Board.text, Chunk.purpose, Batch.solution_limit,
               func.coalesce(Chunk.time_limit_s, Batch.time_limit_s))
        .select_from(Chunk)
        .join(Batch, Batch.id == Chunk.batch_id)
        .join(Board, Board.id == Chunk.first_board)
        .where(Chunk.id == root_id)
    ).one()  # fmt: skip
    answer = combine(_rows(connection, root_id), limit, seconds)
    if answer is None:
        return
    wrong = check(text, [found for found in (answer.solution, answer.witness) if found])
    if wrong:
        answer = answer._replace(verdict=Verdict.FAILED, count=0, solution="", witness="", reason=wrong)
    insert_answers(connection, purpose, root_id, [board], [answer])
    connection.execute(update(Chunk).where(Chunk.id == root_id).values(state="done", boards=1, done_s=now_s, error=""))
    left = (Chunk.root_id == root_id, Chunk.state != "done")
    connection.execute(update(Chunk).where(*left).values(state="done", done_s=now_s, error="called off"))
    connection.execute(delete(Part).where(Part.root_id == root_id))


def combine(rows: Sequence[RowMapping], limit: int, seconds: float) -> Answer | None:
    """The answer of a board from its parts; None while they do not decide it."""
    known = [row for row in rows if row["verdict"] is not None]
    total, spent_ns = _total(known), sum(row["solve_ns"] for row in known)
    out_of_time = 0 < seconds <= spent_ns / 1e9
    if len(known) < len(rows) and total < limit and not out_of_time:
        return None
    cut_short = [row["reason"] or "" for row in known if not row["count_is_exact"]]
    complete = len(known) == len(rows) and not cut_short and total <= limit
    failed = next((row["reason"] for row in known if row["verdict"] == "failed"), None)
    solution, witness = _two([found for row in known for found in (row["solution"], row["witness"]) if found])
    verdict = _verdict(total, complete=complete, failed=failed is not None)
    reason = "" if complete else _why(total, limit, failed, cut_short)
    engine = next((row["engine"] for row in known if row["engine"] not in (None, "none")), "none")
    nodes = sum(row["nodes"] for row in known)
    return Answer(verdict, min(total, limit), complete, solution, witness, reason, nodes, spent_ns, engine)


def _two(solutions: Sequence[str]) -> tuple[str, str]:
    first = solutions[0] if solutions else ""
    return first, next((found for found in solutions if found != first), "")


def _verdict(total: int, *, complete: bool, failed: bool) -> Verdict:
    """The rule of kernels: two solutions prove ``multiple`` whatever ended the search, one proves nothing alone."""
    if total >= 2:
        return Verdict.MULTIPLE
    if failed:
        return Verdict.FAILED
    if not complete:
        return Verdict.UNDECIDED
    return Verdict.UNIQUE if total else Verdict.NONE


def _why(total: int, limit: int, failed: str | None, cut_short: Sequence[str]) -> str:
    if total >= limit:
        return f"stopped at the limit of {limit} solution{'s' * (limit > 1)}"
    if failed is not None:
        return failed
    return cut_short[0] if cut_short else OUT_OF_TIME
