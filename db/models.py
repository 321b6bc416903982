"""The tables.

Boards arrive by the million, so their keys are sequential integers that the writer hands out in runs: a chunk is
then a range of keys, and inserts append. The content hash is no key: it lives beside the board, and the table
``fingerprint`` is its index, merged once a segment in sorted order (a random 16-byte primary key was measured to
fall from 77 k to 22 k rows a second at 2 M rows).

    batch 1--n source 1--n board n--1 variant          fingerprint: (hash, ask) -> first board with it
      |          1--n reject, note    1--0..1 answer n--1 engine
      |                               1--0..1 listing, 1--n solution
      1--n chunk (a range of boards)  board.same_as: the board that stands for this duplicate

Board, fingerprint, chunk and answer declare no foreign keys: PostgreSQL would check each with a look-up a row, and the
places that write them (db.submissions, db.cutting, db.answers) take the other side's key from the same transaction.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from db.finding import DEEP_NODES, SLOW_NS

# SQLite makes only INTEGER PRIMARY KEY an alias of the row id.
Key = BigInteger().with_variant(Integer, "sqlite")
HASH_BYTES = 16


class Base(DeclarativeBase):
    """Root of the tables."""


class Batch(Base):
    """What one submission made; ``complete`` once its last source was read to the end."""

    __tablename__ = "batch"
    __table_args__ = ({"sqlite_autoincrement": True},)  # a number that was dropped does not come again

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=lambda: datetime.now(UTC))
    complete: Mapped[bool] = mapped_column(default=False)
    priority: Mapped[int] = mapped_column(default=0)
    solution_limit: Mapped[int] = mapped_column(BigInteger)
    time_limit_s: Mapped[float]
    boards: Mapped[int] = mapped_column(BigInteger, default=0)
    known: Mapped[int] = mapped_column(BigInteger, default=0)  # boards that an earlier board stands for
    rejects: Mapped[int] = mapped_column(BigInteger, default=0)
    # "paused" and "cancelled" keep its chunks waiting; one that is "dropping" is gone for all but `gridmill drop`
    control: Mapped[str] = mapped_column(String(9), default="")
    options: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    listing: Mapped[bool] = mapped_column(default=False)  # all solutions are wanted, up to the limit


class Source(Base):
    """A file, archive member or stdin of a batch, with what became of its lines."""

    __tablename__ = "source"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    batch_id: Mapped[int] = mapped_column(ForeignKey("batch.id"), index=True)
    name: Mapped[str] = mapped_column(Text)
    format: Mapped[str] = mapped_column(Text, default="")
    lines: Mapped[int] = mapped_column(BigInteger, default=0)
    boards: Mapped[int] = mapped_column(BigInteger, default=0)
    rejects: Mapped[int] = mapped_column(BigInteger, default=0)
    blank: Mapped[int] = mapped_column(BigInteger, default=0)
    comment: Mapped[int] = mapped_column(BigInteger, default=0)
    first_board: Mapped[int] = mapped_column(BigInteger, default=0)  # the range that holds its boards,
    last_board: Mapped[int] = mapped_column(BigInteger, default=-1)  # among those of sources read at the same time
    complete: Mapped[bool] = mapped_column(default=False)
    error: Mapped[str] = mapped_column(Text, default="")


class Taken(Base):
    """A content that a watched folder held, and the batch that was made of it: it is taken once."""

    __tablename__ = "taken"

    hash: Mapped[bytes] = mapped_column(LargeBinary(HASH_BYTES), primary_key=True)
    batch_id: Mapped[int] = mapped_column(ForeignKey("batch.id"))


class Variant(Base):
    """A rule set and size of a family, and what a board of it costs on average."""

    __tablename__ = "variant"
    __table_args__ = (UniqueConstraint("family", "name"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    family: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    mean_ns: Mapped[float] = mapped_column(default=0.0)  # exponential average; 0 while nothing was measured


class Holding(Base):
    """How many boards of a variant a source holds, counted while they are stored: nobody counts millions to tell."""

    __tablename__ = "holding"

    source_id: Mapped[int] = mapped_column(Key, primary_key=True, autoincrement=False)
    variant_id: Mapped[int] = mapped_column(Key, primary_key=True, autoincrement=False)
    boards: Mapped[int] = mapped_column(BigInteger)


class Board(Base):
    """One board as a source held it; ``same_as`` names the board that an equal one came first as."""

    __tablename__ = "board"
    __table_args__ = ({"postgresql_partition_by": "RANGE (id)"},)

    id: Mapped[int] = mapped_column(Key, primary_key=True, autoincrement=False)
    source_id: Mapped[int] = mapped_column(Key)
    variant_id: Mapped[int] = mapped_column(Key)
    line: Mapped[int] = mapped_column(BigInteger)
    label: Mapped[str | None] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)
    givens: Mapped[int] = mapped_column(default=0)
    hash: Mapped[bytes] = mapped_column(LargeBinary(HASH_BYTES))
    same_as: Mapped[int | None] = mapped_column(Key)
    stated: Mapped[str | None] = mapped_column(Text)
    fields: Mapped[str | None] = mapped_column(Text)  # JSON object


class Extent(Base):
    """Board keys that one batch takes its own from, or (without a batch) all that share; see db.extents."""

    __tablename__ = "extent"

    first_board: Mapped[int] = mapped_column(Key, primary_key=True, autoincrement=False)
    last_board: Mapped[int] = mapped_column(BigInteger)
    next_board: Mapped[int] = mapped_column(BigInteger)
    batch_id: Mapped[int | None] = mapped_column(Key)


class Fingerprint(Base):
    """The board that first had this content, for each solution limit that was asked for (negative: for a listing).

    The row of a board that was dropped may stay behind; it counts as absent and is replaced.
    """

    __tablename__ = "fingerprint"
    __table_args__ = ({"sqlite_with_rowid": False},)

    hash: Mapped[bytes] = mapped_column(LargeBinary(HASH_BYTES), primary_key=True)
    ask: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    board_id: Mapped[int] = mapped_column(Key)


class Reject(Base):
    """A stretch of input that is no board."""

    __tablename__ = "reject"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    source_id: Mapped[int] = mapped_column(ForeignKey("source.id"), index=True)
    line: Mapped[int] = mapped_column(BigInteger)
    column: Mapped[int] = mapped_column(BigInteger)
    lines: Mapped[int] = mapped_column(BigInteger)
    reason: Mapped[str] = mapped_column(Text)
    raw: Mapped[str] = mapped_column(Text)


class Note(Base):
    """Something that a reader of the source should know, such as an alphabet that had to be assumed."""

    __tablename__ = "note"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    source_id: Mapped[int] = mapped_column(ForeignKey("source.id"), index=True)
    line: Mapped[int] = mapped_column(BigInteger)
    text: Mapped[str] = mapped_column(Text)


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


class Engine(Base):
    """The code that produced an answer, with its version."""

    __tablename__ = "engine"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    name: Mapped[str] = mapped_column(Text, unique=True)


class Answer(Base):
    """The current answer of a board; ``big_count`` holds a count that does not fit 64 bits, in decimal."""

    __tablename__ = "answer"
    __table_args__ = ({"postgresql_partition_by": "RANGE (board_id)"},)

    board_id: Mapped[int] = mapped_column(Key, primary_key=True, autoincrement=False)
    chunk_id: Mapped[int] = mapped_column(Key)
    engine_id: Mapped[int] = mapped_column(Key)
    verdict: Mapped[str] = mapped_column(String(9))
    count: Mapped[int] = mapped_column(BigInteger)
    count_is_exact: Mapped[bool]
    big_count: Mapped[str | None] = mapped_column(Text)
    solution: Mapped[str | None] = mapped_column(Text)
    witness: Mapped[str | None] = mapped_column(Text)
    reason: Mapped[str | None] = mapped_column(Text)
    nodes: Mapped[int] = mapped_column(BigInteger)
    solve_ns: Mapped[int] = mapped_column(BigInteger)


# By what boards are found among millions: see db.finding. What all boards are in is appended to in the order of keys.
for _name, _columns, _where in (
    ("answer_rare", (Answer.verdict, Answer.board_id), Answer.verdict != text("'unique'")),
    ("answer_slow", (Answer.solve_ns, Answer.board_id), Answer.solve_ns >= text(str(SLOW_NS))),
    ("answer_deep", (Answer.nodes, Answer.board_id), Answer.nodes >= text(str(DEEP_NODES))),
    ("board_same", (Board.same_as, Board.source_id, Board.variant_id), Board.same_as.is_not(None)),
    ("board_copy", (Board.source_id, Board.same_as, Board.variant_id), Board.same_as.is_not(None)),
    ("board_label", (Board.label,), Board.label.is_not(None)),
    ("answer_all", (Answer.engine_id, Answer.board_id, Answer.nodes, Answer.solve_ns), None),
    ("board_all", (Board.variant_id, Board.id, Board.givens), None),
):
    Index(_name, *_columns, sqlite_where=_where, postgresql_where=_where)


class Likeness(Base):
    """What a board has in common with its equivalents, once somebody looked for them; duplicates have no row."""

    __tablename__ = "likeness"
    __table_args__ = ({"postgresql_partition_by": "RANGE (board_id)"},)

    board_id: Mapped[int] = mapped_column(Key, primary_key=True, autoincrement=False)
    hash: Mapped[bytes] = mapped_column(LargeBinary(HASH_BYTES))


Index("likeness_hash", Likeness.hash, Likeness.board_id)


class OtherAnswer(Base):
    """An answer beside the current one.

    Kinds: ``past`` (replaced by a retry), ``rerun`` (asked for to compare; the newest of each engine is kept),
    ``tried`` (of an engine that the deep lane asked and that did not find out).
    """

    __tablename__ = "other_answer"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    kind: Mapped[str] = mapped_column(String(5))
    board_id: Mapped[int] = mapped_column(Key, index=True)
    chunk_id: Mapped[int] = mapped_column(Key)
    engine_id: Mapped[int] = mapped_column(Key)
    verdict: Mapped[str] = mapped_column(String(9))
    count: Mapped[int] = mapped_column(BigInteger)
    count_is_exact: Mapped[bool]
    big_count: Mapped[str | None] = mapped_column(Text)
    solution: Mapped[str | None] = mapped_column(Text)
    witness: Mapped[str | None] = mapped_column(Text)
    reason: Mapped[str | None] = mapped_column(Text)
    nodes: Mapped[int] = mapped_column(BigInteger)
    solve_ns: Mapped[int] = mapped_column(BigInteger)


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


class Listing(Base):
    """How far the list of a board's solutions is; its last solution is where the next page begins.

    Only of boards with several solutions: a single one is listed with the answer.
    """

    __tablename__ = "listing"
    __table_args__ = ({"postgresql_partition_by": "RANGE (board_id)"},)

    board_id: Mapped[int] = mapped_column(Key, primary_key=True, autoincrement=False)
    batch_id: Mapped[int] = mapped_column(Key, index=True)
    solutions: Mapped[int] = mapped_column(BigInteger)  # stored so far
    complete: Mapped[bool]
    spent_ns: Mapped[int] = mapped_column(BigInteger)


class Solution(Base):
    """One of all solutions of a board; ``ordinal`` counts from 1 in ascending order."""

    __tablename__ = "solution"
    __table_args__ = ({"sqlite_with_rowid": False, "postgresql_partition_by": "RANGE (board_id)"},)

    board_id: Mapped[int] = mapped_column(Key, primary_key=True, autoincrement=False)
    ordinal: Mapped[int] = mapped_column(Key, primary_key=True, autoincrement=False)
    text: Mapped[str] = mapped_column(Text)


class Lease(Base):
    """Who leads: one row a role, held until ``until_s`` (seconds since the epoch)."""

    __tablename__ = "lease"

    role: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str] = mapped_column(Text)
    until_s: Mapped[float]
