"""Boards into a new SQLite database. Gridmill also hashes them, finds duplicates, cuts chunks, and syncs every commit;
the peers insert rows (text, line, source) with SQLAlchemy and do nothing more.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

from sqlalchemy import Engine, Integer, String, create_engine, insert
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from benchmarks.__main__ import main
from benchmarks.case import Case, Run
from benchmarks.road import many
from db.engine import open_database
from db.schema import upgrade
from db.submissions import Ask, begin
from solvers.core import Block

TITLE = "Storing"
BOARDS = 50_000


class Base(DeclarativeBase):
    """The tables of an everyday program."""


class Row(Base):
    """A board as people store it."""

    __tablename__ = "board"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    source: Mapped[int] = mapped_column(Integer)
    line: Mapped[int] = mapped_column(Integer)
    text: Mapped[str] = mapped_column(String)


def cases() -> Iterator[Case]:
    boards = [line.strip() for line in many(BOARDS)]
    with tempfile.TemporaryDirectory() as folder:
        fresh = _names(Path(folder))
        yield Case(
            f"{BOARDS:,} boards",
            _ours(boards, fresh),
            (
                ("SQLAlchemy Core, one INSERT with many rows", _peer(boards, fresh, _core)),
                ("SQLAlchemy ORM, add_all and one commit", _peer(boards, fresh, _orm)),
                ("SQLAlchemy ORM, a commit a board", _peer(boards[:1000], fresh, _orm_each)),
            ),
        )


def _names(folder: Path) -> Callable[[], str]:
    numbers = count()
    return lambda: f"sqlite:///{folder}/{next(numbers)}.db"


def _ours(boards: Sequence[str], fresh: Callable[[], str]) -> Run:
    def run() -> int:
        engine = open_database(fresh(), durable=True)
        upgrade(engine)
        submission = begin(engine, "benchmark", Ask(), {})
        submission.open_source("benchmark")
        for first in range(0, len(boards), 4096):
            texts = boards[first : first + 4096]
            submission.add(Block("sudoku", "9x9", texts, range(first + 1, first + 1 + len(texts))))
        submission.flush()
        submission.finish()
        engine.dispose()
        return submission.boards

    return run


def _peer(boards: Sequence[str], fresh: Callable[[], str], store: Callable[[Engine, Sequence[str]], None]) -> Run:
    def run() -> int:
        engine = create_engine(fresh())
        Base.metadata.create_all(engine)
        store(engine, boards)
        engine.dispose()
        return len(boards)

    return run


def _core(engine: Engine, boards: Sequence[str]) -> None:
    with engine.begin() as connection:
        connection.execute(insert(Row), [{"source": 1, "line": line, "text": text} for line, text in enumerate(boards)])


def _orm(engine: Engine, boards: Sequence[str]) -> None:
    with Session(engine) as session:
        session.add_all(Row(source=1, line=line, text=text) for line, text in enumerate(boards))
        session.commit()


def _orm_each(engine: Engine, boards: Sequence[str]) -> None:
    with Session(engine) as session:
        for line, text in enumerate(boards):
            session.add(Row(source=1, line=line, text=text))
            session.commit()


if __name__ == "__main__":
    main("storage")
