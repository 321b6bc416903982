"""Takes back an archive: batches with their sources, boards, answers, rejects and notes, each where it was."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from urllib.parse import quote

import click
from sqlalchemy import Engine

from cli.importing import AT_ONCE, Taken, blocks, content_of, said_if_cut_off, take_up, told
from cli.progressing import Counter
from cli.records import ImportError_, record_of
from cli.text import visible
from cli.trusting import fine_records
from db import returning
from db.engine import reading
from db.returning import Stored, Sum, Texts, Whole
from db.submissions import Ask, SourceEnd, Submission
from db.transfer import AboutAnswer, AboutBatch, AboutNote, AboutReject, AboutSource
from solvers import registry
from solvers.core import Answer, Reject
from worker import owner

NEW = Stored(0, "", 0, 0, 0)


@dataclass(slots=True)
class Unpacking:
    """An archive on its way into a database."""

    engine: Engine
    archive: sqlite3.Connection
    path: Path
    counter: Counter
    others: Mapping[int, list[AboutAnswer]]
    begun: list[Submission] = field(default_factory=list)
    wrong: int = 0

    def batch(self, submission: Submission, about: AboutBatch) -> Sum:
        """Fill a batch, or what is left of it, and end it."""
        self.begun.append(submission)
        there = returning.stored(self.engine, submission.batch_id)
        keys: list[list[int]] = []  # of the archive, by source
        query = "SELECT * FROM sources WHERE batch = ? ORDER BY source_id"
        for at, row in enumerate(self.archive.execute(query, (about.batch,)).fetchall()):
            keys.append(self._source(submission, AboutSource(**dict(row)), there[at] if at < len(there) else NEW))
        submission.finish()
        places = self._places(submission.batch_id)
        self._add_others(keys, places)
        if about.listing:
            self._add_solutions(submission.batch_id, keys, places)
        return returning.end(self.engine, submission.batch_id, about)

    def _source(self, submission: Submission, source: AboutSource, there: Stored) -> list[int]:
        if there.source_id:
            submission.reopen_source(there.source_id, there.boards, there.rejects)
        else:
            submission.open_source(source.source)
        keys = self._boards(submission, source, there.boards)
        self._remarks(submission, source, there)
        submission.close_source(
            SourceEnd(source.format, source.lines, source.blank, source.comment, bool(source.complete), source.error)
        )
        return keys

    def _boards(self, submission: Submission, source: AboutSource, stored: int) -> list[int]:
        """The keys, in the archive, of the boards that were taken; the first ones are stored already."""
        query = "SELECT * FROM boards WHERE board BETWEEN ? AND ? AND batch = ? AND source = ? ORDER BY board"
        rows = self.archive.execute(query, (source.first_board, source.last_board, source.batch, source.source))
        records = (record_of(row["board"], dict(row)) for row in rows)
        keys: list[int] = []
        while some := list(islice(records, AT_ONCE)):
            fine, refused = fine_records(self.path, some)
            self.wrong += len(some) - len(fine) + len(refused)
            known: dict[Texts, Answer] = {
                (record.family, record.text): record.answer
                for at, record in enumerate(fine) if record.answer and at not in refused
            }  # fmt: skip
            for block in blocks(fine[max(0, stored - len(keys)) :]):
                submission.add(block)
            keys += [record.number for record in fine]
            submission.flush()
            returning.settle(self.engine, submission.batch_id, known, owner.me())
            self.counter.advance(len(some))
        return keys

    def _remarks(self, submission: Submission, source: AboutSource, there: Stored) -> None:
        mine = (source.source_id,)
        for row in islice(self._rows("rejects", mine), there.rejects, None):
            about = AboutReject(**dict(row))
            submission.reject(Reject(about.source, about.line, about.column, about.reason, about.raw, about.lines))
        for row in islice(self._rows("notes", mine), there.notes, None):
            note = AboutNote(**dict(row))
            submission.note(note.line, note.text)

    def _rows(self, table: str, source: tuple[int]) -> Iterator[sqlite3.Row]:
        query = f"SELECT * FROM {table} WHERE source_id = ? ORDER BY rowid"  # noqa: S608 - our own names
        return iter(self.archive.execute(query, source))

    def _places(self, batch_id: int) -> list[list[int | None]]:
        """The boards of a batch by source; None for one that an earlier board stands for."""
        with reading(self.engine) as connection:
            return [
                returning.board_ids(connection, source.source_id) for source in returning.stored(self.engine, batch_id)
            ]

    def _add_others(self, keys: list[list[int]], places: list[list[int | None]]) -> None:
        """Answers beside the current ones, for boards that were not known before; all at once."""
        found = [(new, about) for old, new in _pairs(keys, places) for about in self.others.get(old, ())]
        with self.engine.begin() as connection:
            if found and not returning.has_others(connection, [board for board, _ in found]):
                returning.add_answers(connection, ((board, about.kind, about.answer()) for board, about in found))

    def _add_solutions(self, batch_id: int, keys: list[list[int]], places: list[list[int | None]]) -> None:
        """The lists of boards that were not known before, each whole."""
        query = "SELECT ordinal, solution FROM solutions WHERE board = ? ORDER BY ordinal"
        for old, new in _pairs(keys, places):
            found = [(new, *row) for row in self.archive.execute(query, (old,))]
            if found and _are_right(self.archive, old, [solution for _, _, solution in found]):
                with self.engine.begin() as connection:
                    if not returning.is_listed(connection, new):
                        returning.add_solutions(connection, batch_id, found)


def unpack(engine: Engine, path: Path, name: str, *, again: bool, quiet: bool) -> Taken:
    """Says and returns what became of the file; ``name`` replaces those of the batches.

    Raises ImportError_ where the file is no archive.
    """
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as archive:
            archive.row_factory = sqlite3.Row
            return _unpack(engine, archive, path, name, again=again, quiet=quiet)
    except (sqlite3.Error, TypeError, ValueError, ArithmeticError) as error:
        raise ImportError_(f"{path}: expected a database that `gridmill export` made: {error}") from None


def _unpack(engine: Engine, archive: sqlite3.Connection, path: Path, name: str, *, again: bool, quiet: bool) -> Taken:
    content = content_of(path)
    (boards,) = archive.execute("SELECT count(*) FROM boards").fetchone()
    whole, sums = [], []
    with Counter("boards", boards, quiet=quiet) as counter:
        unpacking = Unpacking(engine, archive, path, counter, _others(archive))
        with said_if_cut_off(engine, path, lambda: unpacking.begun):
            for row in archive.execute("SELECT * FROM batches ORDER BY batch").fetchall():
                about = AboutBatch(**dict(row))
                ask = Ask(about.solution_limit, about.time_limit_s, about.priority, bool(about.listing))
                found = take_up(engine, f"{content} {about.batch}", name or about.name, ask, path, again=again)
                if isinstance(found, Whole):
                    whole.append(found.batch_id)
                else:
                    sums.append((found.batch_id, unpacking.batch(found, about)))
    return told(Taken(path, sums, sorted(set(whole)), unpacking.wrong))


def _others(archive: sqlite3.Connection) -> Mapping[int, list[AboutAnswer]]:
    found = defaultdict(list)
    for row in archive.execute("SELECT * FROM answers"):
        about = AboutAnswer(**dict(row))
        found[about.board].append(about)
    return found


def _are_right(archive: sqlite3.Connection, board: int, solutions: list[str]) -> bool:
    """Says so where one is wrong; then none of the list is taken."""
    (family, text) = archive.execute("SELECT family, text FROM boards WHERE board = ?", (board,)).fetchone()
    wrong = next(filter(None, registry.family(family).check([text] * len(solutions), solutions)), "")
    if wrong:
        click.echo(visible(f"board {board}: its list of solutions is not taken: {wrong}"), err=True)
    return not wrong


def _pairs(keys: list[list[int]], places: list[list[int | None]]) -> Iterator[tuple[int, int]]:
    """(key in the archive, key here) of the boards that were not known before."""
    for olds, news in zip(keys, places, strict=True):
        yield from ((old, new) for old, new in zip(olds, news, strict=True) if new is not None)
