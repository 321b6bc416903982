"""Takes back an archive: batches with their sources, boards, answers, rejects and notes, each where it was."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import islice
from pathlib import Path

import click
from sqlalchemy import Engine

from cli.importing import AT_ONCE, Target, fine_records, give_up, settle, summarise, take_record
from cli.records import ImportError_, Record, record_of
from cli.text import visible
from db import transfer
from db.engine import reading
from db.submissions import Ask, SourceEnd, begin
from db.transfer import AboutAnswer, AboutBatch, AboutNote, AboutReject, AboutSource
from solvers import registry
from solvers.core import Reject


def unpack(engine: Engine, path: Path, name: str) -> int:
    """Returns how many records could not be taken as they were; ``name`` replaces those of the batches.

    Raises ImportError_ where the file is no archive.
    """
    try:
        return _unpack(engine, path, name)
    except (sqlite3.Error, TypeError) as error:
        raise ImportError_(f"{path}: expected a database that `gridmill export` made: {error}") from None


def _unpack(engine: Engine, path: Path, name: str) -> int:
    wrong = boards = 0
    targets = []
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as archive:
        archive.row_factory = sqlite3.Row
        others = _others(archive)
        for row in archive.execute("SELECT * FROM batches ORDER BY batch"):
            about = AboutBatch(**dict(row))
            about = about._replace(name=name or about.name)
            target, refused = _unpack_batch(engine, archive, about, path, others)
            targets.append(target)
            wrong += refused
            boards += target.submission.boards
    summarise(targets, boards, wrong)
    return wrong


def _others(archive: sqlite3.Connection) -> Mapping[int, list[AboutAnswer]]:
    found = defaultdict(list)
    for row in archive.execute("SELECT * FROM answers"):
        about = AboutAnswer(**dict(row))
        found[about.board].append(about)
    return found


def _unpack_batch(
    engine: Engine, archive: sqlite3.Connection, about: AboutBatch, path: Path, others: Mapping[int, list[AboutAnswer]]
) -> tuple[Target, int]:
    ask = Ask(about.solution_limit, about.time_limit_s, about.priority, bool(about.listing))
    target = Target(begin(engine, about.name, ask, {"imported": str(path.absolute())}))
    try:
        return target, _fill(engine, archive, target, about, path, others)
    except BaseException:
        give_up(engine, [target], path)
        raise


def _fill(
    engine: Engine,
    archive: sqlite3.Connection,
    target: Target,
    about: AboutBatch,
    path: Path,
    others: Mapping[int, list[AboutAnswer]],
) -> int:
    """Returns how many boards were not taken as they were."""
    keys: list[list[int]] = []
    wrong = 0
    for row in archive.execute("SELECT * FROM sources WHERE batch = ? ORDER BY source_id", (about.batch,)):
        source = AboutSource(**dict(row))
        target.submission.open_source(source.source)
        taken, refused = _boards(engine, target, archive, source, path)
        keys.append(taken)
        wrong += refused
        _remarks(target, archive, source)
        target.submission.close_source(
            SourceEnd(source.format, source.lines, source.blank, source.comment, bool(source.complete), source.error)
        )
    settle(engine, target)
    target.submission.finish()
    with engine.begin() as connection:
        transfer.restore(connection, target.submission.batch_id, about)
    _add_others(engine, target.submission.batch_id, keys, others)
    if about.listing:
        _add_solutions(engine, target.submission.batch_id, keys, archive)
    return wrong


def _boards(
    engine: Engine, target: Target, archive: sqlite3.Connection, source: AboutSource, path: Path
) -> tuple[list[int], int]:
    """The keys, in the archive, of the boards that were taken, and how many were not taken as they were."""
    query = "SELECT * FROM boards WHERE board BETWEEN ? AND ? AND batch = ? AND source = ? ORDER BY board"
    rows = archive.execute(query, (source.first_board, source.last_board, source.batch, source.source))
    records = ((row["board"], record_of(row["board"], dict(row))) for row in rows)
    keys: list[int] = []
    wrong = 0
    while some := list(islice(records, AT_ONCE)):
        fine, refused, bad = fine_records(path, [record for _, record in some])
        numbers: dict[int, Record] = {id(record): record for record in fine}
        keys += [key for key, record in some if id(record) in numbers]
        for at, record in enumerate(fine):
            take_record(target, record, answered=at not in refused)
        settle(engine, target)
        wrong += bad
    return keys, wrong


def _remarks(target: Target, archive: sqlite3.Connection, source: AboutSource) -> None:
    for row in archive.execute("SELECT * FROM rejects WHERE source_id = ? ORDER BY rowid", (source.source_id,)):
        about = AboutReject(**dict(row))
        target.submission.reject(Reject(about.source, about.line, about.column, about.reason, about.raw, about.lines))
    for row in archive.execute("SELECT * FROM notes WHERE source_id = ? ORDER BY rowid", (source.source_id,)):
        note = AboutNote(**dict(row))
        target.submission.note(note.line, note.text)


def _add_others(engine: Engine, batch_id: int, keys: list[list[int]], others: Mapping[int, list[AboutAnswer]]) -> None:
    """Answers beside the current ones, for boards that were not known before."""
    found = list(_pairs(keys, _places(engine, batch_id), others))
    if found:
        with engine.begin() as connection:
            transfer.add_answers(connection, ((board, about.kind, about.answer()) for board, about in found))


def _add_solutions(engine: Engine, batch_id: int, keys: list[list[int]], archive: sqlite3.Connection) -> None:
    """The lists of boards that were not known before."""
    query = "SELECT ordinal, solution FROM solutions WHERE board = ? ORDER BY ordinal"
    for olds, news in zip(keys, _places(engine, batch_id), strict=True):
        for old, new in zip(olds, news, strict=True):
            found = [] if new is None else [(new, *row) for row in archive.execute(query, (old,))]
            if found and _are_right(archive, old, [solution for _, _, solution in found]):
                with engine.begin() as connection:
                    transfer.add_solutions(connection, batch_id, found)


def _are_right(archive: sqlite3.Connection, board: int, solutions: list[str]) -> bool:
    """Says so where one is wrong; then none of the list is taken."""
    (family, text) = archive.execute("SELECT family, text FROM boards WHERE board = ?", (board,)).fetchone()
    wrong = next(filter(None, registry.family(family).check([text] * len(solutions), solutions)), "")
    if wrong:
        click.echo(visible(f"board {board}: its list of solutions is not taken: {wrong}"), err=True)
    return not wrong


def _places(engine: Engine, batch_id: int) -> list[list[int | None]]:
    """The boards of a batch by source; None for one that an earlier board stands for."""
    with reading(engine) as connection:
        return [transfer.board_ids(connection, source) for source in transfer.source_ids(connection, batch_id)]


def _pairs(
    keys: list[list[int]], places: list[list[int | None]], others: Mapping[int, list[AboutAnswer]]
) -> Iterator[tuple[int, AboutAnswer]]:
    for olds, news in zip(keys, places, strict=True):
        for old, new in zip(olds, news, strict=True):
            if new is not None:
                yield from ((new, about) for about in others.get(old, ()))
