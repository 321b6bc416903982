"""The life of a chunk: waiting, queued, running under a lease, done.

The attempt number of a claim is its fencing token. Whoever lost the lease cannot write any more, because every write
asks for the token; so a chunk may run twice and its answers are recorded once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, case, func, literal_column, select, text, update
from sqlalchemy.orm import aliased

from db.answers import insert_answers, learn_cost
from db.bulk import fetch_columns
from db.cutting import MAX_ATTEMPTS, insert_chunks
from db.models import Answer as Current
from db.models import Batch, Board, Chunk, Variant
from db.storable import storable
from solvers.core import Answer, Answers

TRUSTED_ATTEMPTS = 20  # from then on every end of an attempt counts: a board may take whole groups or hosts with it


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
    solution_limit: int
    time_limit_s: float
    purpose: str
    root_id: int | None
    engine: str  # asked for by name; "" is the family's own way
    listing: bool


OPEN = Chunk.state != literal_column("'done'")  # in the words of the index, or SQLite does not see that it may use it


def in_state(*states: str) -> ColumnElement[bool]:
    """True of chunks in one of these states, none of them ``done``."""
    return and_(OPEN, Chunk.state.in_(states))


def take_waiting(connection: Connection, size: int, now_s: float) -> list[int]:
    """Move up to ``size`` waiting chunks to ``queued``, most urgent first; returns their keys in that order.

    Of batches with the same priority the fast lane goes first, so that monsters hold up no easy boards, but for one
    monster at a time, which need not wait until nothing easy is left; and batches take turns, so that a small one need
    not wait for a large one.
    """
    levels = _levels(connection, "waiting")
    owed = _in_turn(connection, levels[1], 1) if size > 1 and _is_starved(connection, levels) else []
    keys: list[int] = []
    for level in levels:
        if size > len(keys) + len(owed):
            keys += [key for key in _in_turn(connection, level, size - len(keys) - len(owed)) if key not in owed]
    keys += owed
    if keys:
        taken = _free(Chunk.id.in_(keys), Chunk.state == "waiting")
        connection.execute(update(Chunk).where(taken).values(state="queued", queued_s=now_s))
    return keys


def overtaken(connection: Connection) -> bool:
    """True if a chunk waits that is more urgent than one that is queued, and that one is not owed its turn."""
    first = next(iter(_levels(connection, "waiting")), None)
    last = next(reversed(_levels(connection, "queued")), None)
    if first is None or last is None or first.rank >= last.rank:
        return False
    return first.rank[0] < last.rank[0] or _slow(connection, "queued") > 1


def _is_starved(connection: Connection, levels: Sequence[_Level]) -> bool:
    """Whether easy boards keep out monsters that are as urgent, and none is on its way."""
    if len(levels) < 2 or levels[0].rank[1] or levels[1].rank != (levels[0].rank[0], True):
        return False
    return not _slow(connection, "queued", "running")


def _slow(connection: Connection, *states: str) -> int:
    """How many chunks in these states are of other lanes than the fast one; 2 stands for more."""
    slow = select(Chunk.id).where(in_state(*states), Chunk.lane != "fast").limit(2)
    return len(connection.scalars(slow).all())


def withdraw(connection: Connection) -> None:
    """What is queued waits again; its references point to it as before, and who claims it first has it."""
    connection.execute(update(Chunk).where(_free(in_state("queued"))).values(state="waiting"))


def _free(*which: ColumnElement[bool]) -> ColumnElement[bool]:
    """Those chunks that nobody is changing: who changes many and waits for none holds nobody up in a circle."""
    return Chunk.id.in_(select(Chunk.id).where(*which).with_for_update(skip_locked=True))


def longer_than(connection: Connection, keys: Sequence[int], seconds: float) -> set[int]:
    """Those of the chunks that may take longer with one board: the fast lane never does, "no limit" always may."""
    if not keys:
        return set()
    limit = func.coalesce(Chunk.time_limit_s, Batch.time_limit_s)
    slow = (Chunk.id.in_(keys), Chunk.lane != "fast", (limit == 0) | (limit > seconds))
    return (
        set(connection.scalars(select(Chunk.id).join(Batch, Batch.id == Chunk.batch_id).where(*slow)))
        if keys
        else set()
    )


@dataclass(frozen=True, slots=True)
class _Level:
    """Chunks that are equally urgent: those of these lanes of some batches. The smallest rank goes first."""

    rank: tuple[int, bool]
    lanes: dict[int, list[str]]  # of each batch


# From the first chunk of one batch and lane to the first of the next, by the index: not through all that wait.
_FIRST_OF_EACH = """
    WITH RECURSIVE first (id) AS (
        SELECT * FROM (SELECT id FROM chunk WHERE {open} ORDER BY batch_id, lane, id LIMIT 1) AS head
        UNION ALL
        SELECT coalesce(
            (SELECT id FROM chunk WHERE {open} AND batch_id = here.batch_id AND lane > here.lane
             ORDER BY lane, id LIMIT 1),
            (SELECT id FROM chunk WHERE {open} AND batch_id > here.batch_id ORDER BY batch_id, lane, id LIMIT 1))
        FROM first JOIN chunk AS here ON here.id = first.id)
    SELECT batch.priority, batch.id, chunk.lane FROM first JOIN chunk ON chunk.id = first.id
    JOIN batch ON batch.id = chunk.batch_id WHERE batch.control = '' ORDER BY batch.id, chunk.lane"""


def _levels(connection: Connection, state: str) -> list[_Level]:
    """The levels of the chunks in that state, the most urgent first."""
    query = _FIRST_OF_EACH.format(open="state = :state AND state != 'done'")
    levels: dict[tuple[int, bool], _Level] = {}
    for priority, batch, lane in connection.execute(text(query), {"state": state}):
        rank = (-priority, lane != "fast")
        levels.setdefault(rank, _Level(rank, {})).lanes.setdefault(batch, []).append(lane)
    return [levels[rank] for rank in sorted(levels)]


def _in_turn(connection: Connection, level: _Level, size: int) -> list[int]:
    """Up to ``size`` waiting chunks of a level: the first of each batch, then the second of each …"""
    queues = [_first_of(connection, batch, lanes, size) for batch, lanes in islice(level.lanes.items(), size)]
    turns = chain.from_iterable(zip_longest(*queues))
    return list(islice((key for key in turns if key is not None), size))


def _first_of(connection: Connection, batch: int, lanes: Sequence[str], size: int) -> list[int]:
    """Up to ``size`` waiting chunks of a batch, by their keys; lane by lane, as the index has them."""
    keys: list[int] = []
    for lane in lanes:
        mine = select(Chunk.id).where(in_state("waiting"), *_ready(), Chunk.batch_id == batch, Chunk.lane == lane)
        keys += connection.scalars(mine.order_by(Chunk.id).limit(size))
    return sorted(keys)[:size]


def _ready() -> tuple[ColumnElement[bool], ...]:
    return Chunk.attempts < Chunk.attempts_allowed, Chunk.batch_id.not_in(_controlled())


def _controlled() -> Select[int]:
    return select(Batch.id).where(Batch.control != "")


def claim(connection: Connection, chunk_id: int, owner: str, now_s: float, lease_s: float) -> Claim | None:
    """Take a chunk for ``lease_s`` seconds; None if it is done or somebody else holds it."""
    free = Chunk.state.in_(("waiting", "queued")) | ((Chunk.state == "running") & (Chunk.lease_until_s < now_s))
    taken = connection.execute(
        update(Chunk)
        .where(
            Chunk.id == chunk_id,
            free,
            Chunk.attempts < Chunk.attempts_allowed,
            Chunk.batch_id.not_in(_controlled()),
        )
        .values(
            state="running",
            attempts=Chunk.attempts + 1,
            owner=owner,
            started_s=now_s,
            lease_until_s=now_s + lease_s,
            attempts_allowed=case((Chunk.state == "running", one_more()), else_=Chunk.attempts_allowed),
        )
    )
    if taken.rowcount != 1:
        return None
    row = connection.execute(
        select(
            Chunk.id, Chunk.attempts, Chunk.batch_id, Chunk.variant_id, Variant.family, Chunk.first_board,
            Chunk.last_board, Chunk.lane, Batch.solution_limit,
            func.coalesce(Chunk.time_limit_s, Batch.time_limit_s), Chunk.purpose, Chunk.root_id, Chunk.engine,
            and_(Batch.listing, Chunk.purpose != "rerun"),
        )
        .join(Batch, Batch.id == Chunk.batch_id)
        .join(Variant, Variant.id == Chunk.variant_id)
        .where(Chunk.id == chunk_id)
    ).one()  # fmt: skip
    return Claim(*tuple[Any, ...](row))


def load_boards(connection: Connection, held: Claim) -> tuple[list[int], list[str]]:
    """Keys and canonical texts of the boards that a chunk answers."""
    mine = boards_of(held.first_board, held.last_board, held.purpose)
    keys, texts = fetch_columns(connection, select(Board.id, Board.text).where(*mine).order_by(Board.id), 2)
    return keys, texts


def boards_of(first: int, last: int, purpose: str) -> tuple[ColumnElement[bool], ...]:
    """Which boards of a range a chunk of that purpose answers: no duplicates, and none that has its first answer."""
    mine = (Board.id.between(first, last), Board.same_as.is_(None))
    if purpose != "answer":
        return mine
    # The range again, so that PostgreSQL opens one partition of answers and not all.
    there = Current.board_id.between(first, last), Current.board_id == Board.id
    return *mine, ~select(Current.board_id).where(*there).exists()


def wanted(connection: Connection, held: Claim) -> bool:
    """True if the claim still holds and nobody paused or cancelled the batch or, for a part, decided its board."""
    mine = select(Chunk.id).where(*_mine(held), Chunk.batch_id.not_in(_controlled()))
    if held.root_id is not None:
        whole = aliased(Chunk)
        mine = mine.where(select(whole.id).where(whole.id == held.root_id, whole.state == "split").exists())
    return connection.scalar(mine) is not None


def extend(connection: Connection, held: Claim, until_s: float) -> bool:
    """Prolong the lease; False if it was lost."""
    return update_held(connection, held, lease_until_s=until_s)


def give_back(connection: Connection, held: Claim, error: str = "") -> bool:
    """Let somebody else take the chunk now, and do not count this attempt; False if the lease was lost anyway."""
    more = Chunk.attempts_allowed + 1
    return update_held(connection, held, state="waiting", attempts_allowed=more, error=storable(error))


def forgive(connection: Connection, held: Claim) -> None:
    """Do not count an attempt that ended for a reason outside of the boards, whoever holds the chunk by now."""
    later = (Chunk.id == held.chunk_id, Chunk.state != "done")
    connection.execute(update(Chunk).where(*later).values(attempts_allowed=one_more()))


def trusted() -> ColumnElement[bool]:
    """True of a chunk that is not suspected yet; halves of one that used up its attempts have those behind them."""
    return Chunk.attempts < TRUSTED_ATTEMPTS


def one_more() -> ColumnElement[int]:
    """The attempts allowed after one that ended and that nobody saw fail: whoever held it may be asleep or cut off."""
    return case((trusted(), Chunk.attempts_allowed + 1), else_=Chunk.attempts_allowed)


def requeue(connection: Connection, held: Claim, keys: Sequence[int], size: int) -> None:
    """Put the last boards of a finished chunk, which it did not get to, into new chunks of ``size`` boards."""
    parts = [keys[first : first + size] for first in range(0, len(keys), size)]
    head = (held.batch_id, held.variant_id)
    tail = (held.lane, MAX_ATTEMPTS)
    rows = [(*head, part[0], part[-1], len(part), *tail) for part in parts]
    insert_chunks(connection, rows, held.purpose, held.time_limit_s, engine=held.engine)


def abandoned(connection: Connection, place: str) -> list[tuple[int, str]]:
    """Running chunks and their owners at a place, for those who can see which of its processes live."""
    held = select(Chunk.id, Chunk.owner).where(
        in_state("running"), Chunk.owner.startswith(f"{place}/", autoescape=True)
    )
    return [(row[0], row[1]) for row in connection.execute(held)]


def finish(
    connection: Connection,
    held: Claim,
    keys: Sequence[int],
    answers: Sequence[Answer],
    deeper: Collection[int],
    now_s: float,
    lane: str = "deep",
) -> bool:
    """Record the answers and close the chunk; False, with nothing written, if the lease was lost.

    The boards ``deeper`` are not answered: each becomes a chunk of ``lane``. ``keys`` may be a part of the
    chunk's boards; the caller puts the rest into other chunks in the same transaction.
    """
    if not update_held(connection, held, state="done", done_s=now_s, boards=len(keys) - len(deeper), error=""):
        return False
    columns = Answers(answers)
    insert_answers(connection, held.purpose, held.chunk_id, keys, columns, deeper)
    if deeper:
        _deepen(connection, held, deeper, lane)
    if held.lane == "fast" and not held.engine:  # what else boards cost says nothing of the fast lane to come
        learn_cost(connection, held.variant_id, columns)
    return True


def sweep(connection: Connection, now_s: float, referenced: Collection[int], patience_s: float) -> list[int]:
    """Put back what nobody works at: leases that ended, and queued chunks without a reference for ``patience_s``.

    ``referenced`` are the chunks that Redis still points to. Returns the keys that wait again.
    """
    ended = in_state("running") & (Chunk.lease_until_s < now_s)
    lost = in_state("queued") & (Chunk.queued_s < now_s - patience_s)
    back = list(connection.scalars(select(Chunk.id).where(ended)))
    back += [key for key in connection.scalars(select(Chunk.id).where(lost)) if key not in referenced]
    if back:  # asked again, because a worker may have claimed one in between
        allowed = case((Chunk.state == "running", one_more()), else_=Chunk.attempts_allowed)
        again = update(Chunk).where(_free(Chunk.id.in_(back), ended | lost))
        connection.execute(again.values(state="waiting", attempts_allowed=allowed))
    return back


def update_held(connection: Connection, held: Claim, **values: object) -> bool:
    return connection.execute(update(Chunk).where(*_mine(held)).values(**values)).rowcount == 1


def _mine(held: Claim) -> tuple[ColumnElement[bool], ...]:
    return Chunk.id == held.chunk_id, Chunk.attempts == held.token, Chunk.state == "running"


def _deepen(connection: Connection, held: Claim, keys: Iterable[int], lane: str) -> None:
    rows = [(held.batch_id, held.variant_id, key, key, 1, lane, MAX_ATTEMPTS) for key in sorted(keys)]
    insert_chunks(connection, rows, held.purpose, held.time_limit_s)
