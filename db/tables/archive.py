"""What was read: batches, their sources, and the boards and rejects in these."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import JSON, BigInteger, DateTime, ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from db.tables.base import HASH_BYTES, Base, Key


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


# By what boards are found among millions: see db.finding. What all boards are in is appended to in the order of keys.
for _name, _columns, _where in (
    ("board_same", (Board.same_as, Board.source_id, Board.variant_id), Board.same_as.is_not(None)),
    ("board_copy", (Board.source_id, Board.same_as, Board.variant_id), Board.same_as.is_not(None)),
    ("board_label", (Board.label,), Board.label.is_not(None)),
    ("board_all", (Board.variant_id, Board.id, Board.givens), None),
):
    Index(_name, *_columns, sqlite_where=_where, postgresql_where=_where)


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
