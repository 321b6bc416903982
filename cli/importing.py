"""Takes an export back: boards through the same door as any submission, their answers through the same check.

What is stored is a beginning of the file, batch by batch and source by source. An import that was cut off anywhere
leaves its batches marked as such, and goes on where it stopped when the file is imported again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import click
from sqlalchemy import Engine

from cli.progressing import Counter
from cli.records import Record, how_many, read_records
from cli.text import many, visible
from cli.trusting import fine_records
from db import handovers, returning
from db.errors import BusyError
from db.returning import Texts, Whole
from db.submissions import Ask, SourceEnd, Submission
from solvers.core import Answer, Block, GridmillError
from worker import owner

AT_ONCE = 20_000  # records; a segment of a submission
Key = tuple[int, str, int, float]
Kept = tuple[Record, Answer | None]


@dataclass(slots=True)
class Place:
    """A source of a batch that comes back: what was stored of it before, and what was read of it now."""

    source_id: int = 0
    stored: int = 0
    seen: int = 0
    format: str = ""


@dataclass(slots=True)
class Target:
    """A batch that is being made, or gone on with; its sources by their names."""

    submission: Submission
    places: dict[str, Place]
    open: str | None = None
    answers: dict[Texts, Answer] = field(default_factory=dict)


@dataclass(slots=True)
class Import:
    """What a file becomes: batches by what they are told apart by, and those that are there already."""

    engine: Engine
    path: Path
    name: str
    again: bool
    content: str
    targets: dict[Key, Target] = field(default_factory=dict)
    whole: dict[Key, int] = field(default_factory=dict)

    def take(self, kept: Iterable[Kept]) -> None:
        """Boards with their answers, None where there is none; those of a batch and source together."""
        for key, mine in together(kept, lambda pair: _key(pair[0])):
            if key in self.whole or not (target := self.targets.get(key) or self._begin(key)):
                continue
            for source, boards in together(mine, lambda pair: pair[0].source):
                _enter(target, source, boards[0][0].format)
                _add(target, target.places[source], boards)
            target.submission.flush()
            returning.settle(self.engine, target.submission.batch_id, target.answers, owner.me())
            target.answers.clear()

    def _begin(self, key: Key) -> Target | None:
        ask = Ask(key[2], key[3])
        found = take_up(self.engine, f"{self.content} {key}", self.name or key[1], ask, self.path, again=self.again)
        if isinstance(found, Whole):
            self.whole[key] = found.batch_id
            return None
        there = returning.stored(self.engine, found.batch_id)
        places = {each.name: Place(each.source_id, each.boards) for each in there}
        self.targets[key] = Target(found, places)
        return self.targets[key]

    def submissions(self) -> list[Submission]:
        return [target.submission for target in self.targets.values()]


def import_file(engine: Engine, path: Path, name: str, *, again: bool, quiet: bool) -> Taken:
    """Says on stderr, and returns, what became of the file."""
    made = Import(engine, path, name, again, content_of(path))
    wrong = 0
    rest = read_records(path)
    with Counter("records", how_many(path), quiet=quiet) as counter, said_if_cut_off(engine, path, made.submissions):
        while some := list(islice(rest, AT_ONCE)):
            fine, refused = fine_records(path, some)
            wrong += len(some) - len(fine) + len(refused)
            made.take((record, None if at in refused else record.answer) for at, record in enumerate(fine))
            counter.advance(len(some))
        sums = []
        for target in made.targets.values():
            _close(target)
            target.submission.finish()
            sums.append((target.submission.batch_id, returning.end(engine, target.submission.batch_id)))
    return told(Taken(path, sums, sorted(set(made.whole.values())), wrong))


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a file: batches that were made of it, those that were before, and records not as they were."""

    path: Path
    sums: list[tuple[int, returning.Sum]]
    whole: list[int]
    wrong: int

    def rows(self) -> Iterator[dict[str, Any]]:
        """A batch a row, for programs."""
        for batch, found in self.sums:
            pending = found.boards - found.known - found.answered
            yield self._row(batch) | found._asdict() | {"pending": pending, "was_there": False}
        for batch in self.whole:
            yield self._row(batch) | {"boards": None, "answered": None, "known": None, "pending": None,
                                      "was_there": True}  # fmt: skip

    def _row(self, batch: int) -> dict[str, Any]:
        return {"file": str(self.path), "refused": self.wrong, "batch": batch}


def told(taken: Taken) -> Taken:
    _say_whole(taken.whole, taken.path)
    _say_sums(taken.sums, taken.wrong)
    if not (taken.sums or taken.whole or taken.wrong):
        click.echo(visible(f"{taken.path}: an export of no boards; nothing is imported"), err=True)
    return taken


def content_of(path: Path) -> str:
    """What tells a file from another one, whatever its name."""
    state = blake2b(digest_size=16)
    with path.open("rb") as file:
        while some := file.read(1 << 20):
            state.update(some)
    return state.hexdigest()


def take_up(engine: Engine, content: str, name: str, ask: Ask, path: Path, *, again: bool) -> Submission | Whole:
    place, reader = str(path.absolute()), owner.one_of_mine()
    return returning.take_up(engine, content, name or path.name, ask, place, reader, owner.is_dead, again=again)


@contextmanager
def said_if_cut_off(engine: Engine, path: Path, made: Callable[[], list[Submission]]) -> Iterator[None]:
    """What a file leaves that is faulty is cancelled, as it would stop at the same place again; else it can go on."""
    try:
        yield
    except (GridmillError, click.ClickException) as error:
        for submission in made() if not isinstance(error, BusyError) else []:
            handovers.cancel(engine, submission.batch_id, owner.me())
            batch = f"batch {submission.batch_id} is a part of {path}"
            click.echo(visible(f"{batch} and was cancelled: mend the file and import it again"), err=True)
        raise
    except BaseException:
        for submission in made():
            with suppress(Exception):  # where the database is gone, the lease ends by itself
                submission.leave()
            batch = f"batch {submission.batch_id} is a part of {path}"
            click.echo(visible(f"{batch} so far: import the file again, and it goes on"), err=True)
        raise


def _key(record: Record) -> Key:
    return record.batch, record.batch_name, record.solution_limit, record.time_limit_s


def together(found: Iterable[Kept], key: Callable[[Kept], Any]) -> Iterator[tuple[Any, list[Kept]]]:
    """Those with the same key, in the order in which the keys came first: an export may be in any order."""
    groups: dict[Any, list[Kept]] = {}
    for pair in found:
        groups.setdefault(key(pair), []).append(pair)
    return iter(groups.items())


def _enter(target: Target, source: str, form: str) -> None:
    """Open a source, or go on with it where it came before."""
    if source == target.open:
        return
    _close(target)
    place = target.places.get(source)
    if place is None or not place.source_id:
        target.submission.open_source(source)
        place = target.places.setdefault(source, Place(target.submission.source_id))
    else:
        target.submission.reopen_source(place.source_id, max(place.stored, place.seen), 0)
    place.format = form
    target.open = source


def _add(target: Target, place: Place, boards: list[Kept]) -> None:
    """What is not stored yet; the answers of all, as those of the last segment may not have been stored with it."""
    skipped = min(len(boards), max(0, place.stored - place.seen))
    place.seen += len(boards)
    target.answers |= {(record.family, record.text): answer for record, answer in boards if answer}
    for block in blocks(record for record, _ in boards[skipped:]):
        target.submission.add(block)


def blocks(records: Iterable[Record]) -> Iterator[Block]:
    """Records in a row of the same variant as one block."""
    for (family, variant), group in groupby(records, lambda record: (record.family, record.variant)):
        held = list(group)
        yield Block(
            family, variant, [record.text for record in held], [record.line for record in held],
            [record.label for record in held], [record.stated for record in held], [record.fields for record in held],
        )  # fmt: skip


def _close(target: Target) -> None:
    if target.open is not None:
        place = target.places[target.open]
        target.submission.close_source(SourceEnd(place.format, max(place.stored, place.seen), 0, 0))
        target.open = None


def _say_whole(batches: Iterable[int], path: Path) -> None:
    for batch in batches:
        there = f"batch {batch} was imported from this file already, nothing is done"
        click.echo(visible(f"{path}: {there}; --again makes another batch of it"), err=True)


def _say_sums(sums: Iterable[tuple[int, returning.Sum]], wrong: int) -> None:
    for batch, found in sums:
        pending = found.boards - found.known - found.answered
        click.echo(
            f"batch {batch}: {many(found.boards, 'board')} ({found.answered:,} with their answers,"
            f" {found.known:,} already known, {pending:,} to be solved)",
            err=True,
        )
    if wrong:
        click.echo(f"{many(wrong, 'record')} not taken as they were", err=True)
