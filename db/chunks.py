"""The life of a chunk: waiting, queued, running under a lease, done.

The attempt number of a claim is its fencing token. Whoever lost the lease cannot write any more, because every write
asks for the token; so a chunk may run twice and its answers are recorded once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, RowMapping, delete, select, text, update

from db.bulk import insert_rows
from db.models import Batch, Board, Chunk, Lease, Variant
from db.submissions import MAX_ATTEMPTS, insert_chunks, storable
from solvers.core import Answer, Verdict

MAX_INTEGER = 2**63 - 1
NAMES = {verdict: verdict.value for verdict in Verdict}  # plain strings, which drivers take without a detour
COST_WEIGHT = 0.3  # of the newest chunk in the average cost of a variant
ANSWER_COLUMNS = (
    "board_id", "chunk_id", "engine_id", "verdict", "count", "count_is_exact", "big_count", "solution", "witness",
    "reason", "nodes", "solve_ns",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Claim:
    """A chunk that this worker holds, with what its batch asks."""

    chunk_id: int
    token: int
    batch_id: int
    variant_id: int
    family: str
    first_board: int
    last_board: int
    lane: str
    priority: int
    solution_limit: int
    time_limit_s: float


def take_waiting(connection: Connection, size: int, now_s: float) -> list[int]:
    """Move up to ``size`` waiting chunks to ``queued``, most urgent first; returns their keys in that order."""
    waiting = (
        select(Chunk.id)
        .where(Chunk.state == "waiting", Chunk.attempts < Chunk.attempts_allowed)
        .order_by(Chunk.priority.desc(), Chunk.id)
        .limit(size)
        .with_for_update(skip_locked=True)
    )
    keys = list(connection.scalars(waiting))
    if keys:
        connection.execute(update(Chunk).where(Chunk.id.in_(keys)).values(state="queued", queued_s=now_s))
    return keys


def claim(connection: Connection, chunk_id: int, owner: str, now_s: float, lease_s: float) -> Claim | None:
    """Take a chunk for ``lease_s`` seconds; None if it is done or somebody else holds it."""
    free = Chunk.state.in_(("waiting", "queued")) | ((Chunk.state == "running") & (Chunk.lease_until_s < now_s))
    taken = connection.execute(
        update(Chunk)
        .where(Chunk.id == chunk_id, free, Chunk.attempts < Chunk.attempts_allowed)
        .values(
            state="running", attempts=Chunk.attempts + 1, owner=owner, started_s=now_s, lease_until_s=now_s + lease_s
        )
    )
    if taken.rowcount != 1:
        return None
    row = connection.execute(
        select(
            Chunk.id, Chunk.attempts, Chunk.batch_id, Chunk.variant_id, Variant.family, Chunk.first_board,
            Chunk.last_board, Chunk.lane, Chunk.priority, Batch.solution_limit, Batch.time_limit_s,
        )
        .join(Batch, Batch.id == Chunk.batch_id)
        .join(Variant, Variant.id == Chunk.variant_id)
        .where(Chunk.id == chunk_id)
    ).one()  # fmt: skip
    return Claim(*row)


def load_boards(connection: Connection, held: Claim) -> tuple[list[int], list[str]]:
    """Keys and canonical texts of the boards that a chunk answers."""
    boards = select(Board.id, Board.text).where(
        Board.id.between(held.first_board, held.last_board), Board.same_as.is_(None)
    )
    rows = connection.execute(boards.order_by(Board.id)).all()
    return [row[0] for row in rows], [row[1] for row in rows]


def extend(connection: Connection, held: Claim, until_s: float) -> bool:
    """Prolong the lease; False if it was lost."""
    return _update_held(connection, held, lease_until_s=until_s)


def give_back(connection: Connection, held: Claim, error: str = "") -> bool:
    """Let somebody else take the chunk now, and do not count this attempt; False if the lease was lost anyway."""
    more = Chunk.attempts_allowed + 1
    return _update_held(connection, held, state="waiting", attempts_allowed=more, error=storable(error))


def drop(connection: Connection, held: Claim, now_s: float, error: str) -> bool:
    """Give up a chunk that could not be solved; the attempt counts, and ``error`` is kept for its answer."""
    if not _update_held(connection, held, state="waiting", error=storable(error)):
        return False
    split_stubborn(connection, now_s, Chunk.id == held.chunk_id)
    return True


def requeue(connection: Connection, held: Claim, keys: Sequence[int], size: int) -> None:
    """Put boards of a finished chunk that it did not get to into new chunks of ``size`` boards."""
    parts = [keys[first : first + size] for first in range(0, len(keys), size)]
    head = (held.batch_id, held.variant_id)
    tail = (held.lane, held.priority, MAX_ATTEMPTS)
    insert_chunks(connection, [(*head, part[0], part[-1], len(part), *tail) for part in parts])


def abandoned(connection: Connection, host: str) -> list[tuple[int, str]]:
    """Running chunks and their owners on a machine, for those who can see which of its processes live."""
    held = select(Chunk.id, Chunk.owner).where(
        Chunk.state == "running", Chunk.owner.startswith(f"{host}/", autoescape=True)
    )
    return [(row[0], row[1]) for row in connection.execute(held)]


def bury(connection: Connection, chunk_id: int, owner: str, now_s: float, error: str = "") -> bool:
    """End the lease of an owner that is known to be dead; ``error`` says what it died of, if that is known."""
    dead = (Chunk.id == chunk_id, Chunk.owner == owner, Chunk.state == "running")
    values: dict[str, object] = {"state": "waiting", "lease_until_s": 0.0}
    if error:
        values["error"] = storable(error)
    if connection.execute(update(Chunk).where(*dead).values(**values)).rowcount != 1:
        return False
    split_stubborn(connection, now_s, Chunk.id == chunk_id)
    return True


def finish(
    connection: Connection,
    held: Claim,
    keys: Sequence[int],
    answers: Sequence[Answer],
    deeper: Collection[int],
    now_s: float,
) -> bool:
    """Record the answers and close the chunk; False, with nothing written, if the lease was lost.

    The boards ``deeper`` are not answered: each becomes a chunk of the deep lane. ``keys`` may be a part of the
    chunk's boards; the caller puts the rest into other chunks in the same transaction.
    """
    if not _update_held(connection, held, state="done", done_s=now_s, boards=len(keys) - len(deeper), error=""):
        return False
    engines = _engines(connection, {answer.engine for answer in answers})
    insert_rows(
        connection, "answer", ANSWER_COLUMNS, _answer_rows(keys, held.chunk_id, engines, answers, frozenset(deeper))
    )
    if deeper:
        _deepen(connection, held, deeper)
    _learn_cost(connection, held.variant_id, answers)
    return True


def sweep(connection: Connection, now_s: float, referenced: Collection[int], patience_s: float) -> list[int]:
    """Put back what nobody works at: leases that ended, and queued chunks without a reference for ``patience_s``.

    ``referenced`` are the chunks that Redis still points to. Returns the keys that wait again.
    """
    ended = (Chunk.state == "running") & (Chunk.lease_until_s < now_s)
    lost = (Chunk.state == "queued") & (Chunk.queued_s < now_s - patience_s)
    back = list(connection.scalars(select(Chunk.id).where(ended)))
    back += [key for key in connection.scalars(select(Chunk.id).where(lost)) if key not in referenced]
    if back:  # asked again, because a worker may have claimed one in between
        connection.execute(update(Chunk).where(Chunk.id.in_(back), ended | lost).values(state="waiting"))
    return back


def split_stubborn(connection: Connection, now_s: float, *among: ColumnElement[bool]) -> int:
    """Halve the chunks that used up their attempts; a single board that did is answered ``failed``.

    So a board that kills its worker is found in a logarithmic number of attempts, and its neighbours are solved.
    Returns how many chunks were dealt with.
    """
    stubborn = select(Chunk.__table__).where(
        *among,
        Chunk.attempts >= Chunk.attempts_allowed,
        Chunk.state.in_(("waiting", "queued")) | ((Chunk.state == "running") & (Chunk.lease_until_s < now_s)),
    )
    rows = connection.execute(stubborn.with_for_update()).mappings().all()
    for row in rows:
        boards = select(Board.id).where(
            Board.id.between(row["first_board"], row["last_board"]), Board.same_as.is_(None)
        )
        keys = list(connection.scalars(boards.order_by(Board.id)))
        if len(keys) == 1:
            _fail(connection, row, keys[0], now_s)
        else:
            _halve(connection, row, keys)
    return len(rows)


def lead(connection: Connection, role: str, owner: str, now_s: float, lease_s: float) -> bool:
    """Take or keep the lease of a role; True if ``owner`` holds it until ``now_s + lease_s``."""
    values = {"role": role, "owner": owner, "until": now_s + lease_s, "now": now_s}
    taken = connection.execute(
        text(
            "INSERT INTO lease (role, owner, until_s) VALUES (:role, :owner, :until) ON CONFLICT (role) DO UPDATE"
            " SET owner = excluded.owner, until_s = excluded.until_s"
            " WHERE lease.owner = excluded.owner OR lease.until_s < :now"
        ),
        values,
    )
    return taken.rowcount == 1


def leader(connection: Connection, role: str) -> str:
    """Who holds or held the lease of a role; "" if nobody does."""
    return connection.scalar(select(Lease.owner).where(Lease.role == role)) or ""


def resign(connection: Connection, role: str, owner: str) -> None:
    connection.execute(delete(Lease).where(Lease.role == role, Lease.owner == owner))


def _update_held(connection: Connection, held: Claim, **values: object) -> bool:
    mine = (Chunk.id == held.chunk_id, Chunk.attempts == held.token, Chunk.state == "running")
    return connection.execute(update(Chunk).where(*mine).values(**values)).rowcount == 1


def _answer_rows(
    keys: Sequence[int],
    chunk: int,
    engines: Mapping[str, int],
    answers: Sequence[Answer],
    skipped: Collection[int] = (),
) -> Iterator[tuple[object, ...]]:
    """Rows of ANSWER_COLUMNS; written out, because this loop takes half the time of a fast kernel's chunk."""
    for key, answer in zip(keys, answers, strict=True):
        verdict, count, exact, solution, witness, reason, nodes, solve_ns, engine = answer
        if key in skipped:
            continue
        big = None if count <= MAX_INTEGER else str(count)
        yield (
            key, chunk, engines[engine], NAMES[verdict], count if big is None else MAX_INTEGER, exact, big,
            solution or None, witness or None, reason or None, nodes, solve_ns,
        )  # fmt: skip


def _engines(connection: Connection, names: Iterable[str]) -> dict[str, int]:
    found = {}
    for name in sorted(names):
        connection.execute(text("INSERT INTO engine (name) VALUES (:name) ON CONFLICT DO NOTHING"), {"name": name})
        found[name] = connection.scalars(text("SELECT id FROM engine WHERE name = :name"), {"name": name}).one()
    return found


def _deepen(connection: Connection, held: Claim, keys: Iterable[int]) -> None:
    rows = [(held.batch_id, held.variant_id, key, key, 1, "deep", held.priority, MAX_ATTEMPTS) for key in sorted(keys)]
    insert_chunks(connection, rows)


def _learn_cost(connection: Connection, variant: int, answers: Sequence[Answer]) -> None:
    if not answers:
        return
    mean_ns = sum(answer.solve_ns for answer in answers) / len(answers)
    connection.execute(
        text("UPDATE variant SET mean_ns = CASE WHEN mean_ns = 0 THEN :new"
             " ELSE mean_ns + :weight * (:new - mean_ns) END WHERE id = :id"),
        {"new": mean_ns, "weight": COST_WEIGHT, "id": variant},
    )  # fmt: skip


def _fail(connection: Connection, chunk: RowMapping, board: int, now_s: float) -> None:
    reason = chunk["error"] or f"its worker died {chunk['attempts']} times without an answer"
    failed = Answer(Verdict.FAILED, 0, False, "", "", reason, 0, 0, "none")
    engine = _engines(connection, ["none"])["none"]
    insert_rows(connection, "answer", ANSWER_COLUMNS, _answer_rows([board], chunk["id"], {"none": engine}, [failed]))
    connection.execute(update(Chunk).where(Chunk.id == chunk["id"]).values(state="done", done_s=now_s))


def _halve(connection: Connection, chunk: RowMapping, keys: Sequence[int]) -> None:
    """The first half stays this chunk; the second becomes a new one. Both have one attempt left."""
    middle = len(keys) // 2
    connection.execute(
        update(Chunk)
        .where(Chunk.id == chunk["id"])
        .values(last_board=keys[middle - 1], boards=middle, attempts_allowed=Chunk.attempts + 1, state="waiting")
    )
    same = (chunk["batch_id"], chunk["variant_id"], keys[middle], keys[-1], len(keys) - middle)
    insert_chunks(connection, [(*same, chunk["lane"], chunk["priority"], 1)])
