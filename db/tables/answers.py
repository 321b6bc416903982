"""What solvers said of a board, and what it is equivalent to."""

from __future__ import annotations

from sqlalchemy import BigInteger, Index, LargeBinary, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from db.finding import DEEP_NODES, SLOW_NS
from db.tables.base import HASH_BYTES, Base, Key


class Engine(Base):
    """The code that produced an answer, with its version."""

    __tablename__ = "engine"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    name: Mapped[str] = mapped_column(Text, unique=True)


class Said:
    """What an engine said of a board; ``big_count`` holds a count that does not fit 64 bits, in decimal."""

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


class Answer(Said, Base):
    """The current answer of a board."""

    __tablename__ = "answer"
    __table_args__ = ({"postgresql_partition_by": "RANGE (board_id)"},)

    board_id: Mapped[int] = mapped_column(Key, primary_key=True, autoincrement=False)


# By what answers are found among millions: see db.finding. What all answers are in is appended to in the order of keys.
for _name, _columns, _where in (
    ("answer_rare", (Answer.verdict, Answer.board_id), Answer.verdict != text("'unique'")),
    ("answer_slow", (Answer.solve_ns, Answer.board_id), Answer.solve_ns >= text(str(SLOW_NS))),
    ("answer_deep", (Answer.nodes, Answer.board_id), Answer.nodes >= text(str(DEEP_NODES))),
    ("answer_all", (Answer.engine_id, Answer.board_id, Answer.nodes, Answer.solve_ns), None),
):
    Index(_name, *_columns, sqlite_where=_where, postgresql_where=_where)


class OtherAnswer(Said, Base):
    """An answer beside the current one.

    Kinds: ``past`` (replaced by a retry), ``rerun`` (asked for to compare; the newest of each engine is kept),
    ``tried`` (of an engine that the deep lane asked and that did not find out).
    """

    __tablename__ = "other_answer"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    kind: Mapped[str] = mapped_column(String(5))
    board_id: Mapped[int] = mapped_column(Key, index=True)


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


class Likeness(Base):
    """What a board has in common with its equivalents, once somebody looked for them; duplicates have no row."""

    __tablename__ = "likeness"
    __table_args__ = ({"postgresql_partition_by": "RANGE (board_id)"},)

    board_id: Mapped[int] = mapped_column(Key, primary_key=True, autoincrement=False)
    hash: Mapped[bytes] = mapped_column(LargeBinary(HASH_BYTES))


Index("likeness_hash", Likeness.hash, Likeness.board_id)
