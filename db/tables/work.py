"""What is to be done: chunks of boards, parts of a hard board, and who leads."""

from __future__ import annotations

from sqlalchemy import BigInteger, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from db.tables.base import Base, Key


class Chunk(Base):
    """A range of boards that travels the queue as one message.

    States: ``waiting`` (in the database only), ``queued`` (a reference is in Redis), ``running`` (claimed; the lease
    holds until ``lease_until_s``), ``split`` (its one board is solved in parts), ``done``, ``dropped`` (its batch is
    being dropped, and nobody solves it any more). ``attempts`` is the fencing token of the claim that runs; it never
    goes back, so that a halved chunk gets more ``attempts_allowed`` instead of fewer attempts. Lanes: ``fast``,
    ``deep``, ``part`` for the chunks of ``root_id``, a chunk in state ``split``, and ``list`` for one board whose
    solutions are listed.
    Purposes: ``answer``; ``again`` (the new answer replaces one that is there); ``rerun`` (it stands beside it).
    Times are seconds since the epoch.
    """

    __tablename__ = "chunk"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    batch_id: Mapped[int] = mapped_column(Key, index=True)
    variant_id: Mapped[int] = mapped_column(Key)  # of its first board; all are of that family
    first_board: Mapped[int] = mapped_column(BigInteger)
    last_board: Mapped[int] = mapped_column(BigInteger)
    boards: Mapped[int] = mapped_column(BigInteger)  # that this chunk answers
    lane: Mapped[str] = mapped_column(String(8), default="fast")
    state: Mapped[str] = mapped_column(String(8), default="waiting")
    attempts: Mapped[int] = mapped_column(default=0)
    attempts_allowed: Mapped[int]
    owner: Mapped[str] = mapped_column(Text, default="")
    lease_until_s: Mapped[float] = mapped_column(default=0.0)
    queued_s: Mapped[float] = mapped_column(default=0.0)
    started_s: Mapped[float] = mapped_column(default=0.0)
    done_s: Mapped[float] = mapped_column(default=0.0)
    error: Mapped[str] = mapped_column(Text, default="")
    purpose: Mapped[str] = mapped_column(String(6), default="answer")
    time_limit_s: Mapped[float | None]  # instead of the batch's
    root_id: Mapped[int | None] = mapped_column(Key)
    engine: Mapped[str] = mapped_column(Text, default="")  # that was asked for by name; "" is the family's own way


# Only chunks with work left are looked for by state; an index over all of them would grow with the archive.
Index("chunk_open", Chunk.state, Chunk.batch_id, Chunk.lane, Chunk.id, sqlite_where=Chunk.state != "done",
      postgresql_where=Chunk.state != "done")  # fmt: skip
Index("chunk_root", Chunk.root_id, sqlite_where=Chunk.root_id.is_not(None), postgresql_where=Chunk.root_id.is_not(None))


class Part(Base):
    """A piece of a board that is too hard for one worker: the board with more givens.

    The parts of a board are disjoint and leave nothing out, so their counts add up. ``chunk_id`` is the chunk that
    solves it; ``root_id`` the one that was split. The answer's columns are null until it is known.
    """

    __tablename__ = "part"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    root_id: Mapped[int] = mapped_column(Key, index=True)
    chunk_id: Mapped[int] = mapped_column(Key, index=True)
    depth: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    verdict: Mapped[str | None] = mapped_column(String(9))
    count: Mapped[str | None] = mapped_column(Text)  # decimal, of any size
    count_is_exact: Mapped[bool | None]
    solution: Mapped[str | None] = mapped_column(Text)
    witness: Mapped[str | None] = mapped_column(Text)
    reason: Mapped[str | None] = mapped_column(Text)
    engine: Mapped[str | None] = mapped_column(Text)
    nodes: Mapped[int] = mapped_column(BigInteger, default=0)
    solve_ns: Mapped[int] = mapped_column(BigInteger, default=0)


class Lease(Base):
    """Who leads: one row a role, held until ``until_s`` (seconds since the epoch)."""

    __tablename__ = "lease"

    role: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str] = mapped_column(Text)
    until_s: Mapped[float]
