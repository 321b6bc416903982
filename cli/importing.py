"""Takes an export back: boards through the same door as any submission, their answers through the same check."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby, islice
from pathlib import Path

import click
from sqlalchemy import Engine

from cli.records import Record, read_records
from cli.text import many, visible
from db import chunks, control, queries
from db.clock import now
from db.engine import reading
from db.submissions import Ask, SourceEnd, Submission, begin
from solvers import registry
from solvers.core import Answer, Block, MalformedError, UnknownFamilyError
from worker import owner

AT_ONCE = 10_000
LEASE_S = 60.0


@dataclass(slots=True)
class Target:
    """A batch that is being made: its submission, the open source, and what came of it."""

    submission: Submission
    source: str | None = None
    boards: int = 0
    format: str = ""
    answered: int = 0
    last_chunk: int = 0
    answers: dict[str, Answer] = field(default_factory=dict)


def import_file(engine: Engine, path: Path, name: str) -> int:
    """Returns how many records could not be taken as they were; says on stderr what became of the file."""
    targets: dict[tuple[int, int, float], Target] = {}
    wrong = boards = 0
    rest = iter(read_records(path))
    try:
        while some := list(islice(rest, AT_ONCE)):
            fine, refused, bad = fine_records(path, some)
            wrong += bad
            for at, record in enumerate(fine):
                _take(engine, targets, record, path, name, answered=at not in refused)
            for target in targets.values():
                settle(engine, target)
            boards += len(fine)
        for target in targets.values():
            _close(target)
    except BaseException:
        give_up(engine, list(targets.values()), path)
        raise
    summarise(list(targets.values()), boards, wrong)
    return wrong


def give_up(engine: Engine, targets: list[Target], path: Path) -> None:
    """What an import that does not come to its end has made: cancelled, so that nobody takes it for the whole."""
    for target in targets:
        batch = target.submission.batch_id
        with engine.begin() as connection:
            control.cancel(connection, batch)
        click.echo(visible(f"batch {batch} is a part of {path} and was cancelled: import the file again"), err=True)


def fine_records(path: Path, some: list[Record]) -> tuple[list[Record], dict[int, str], int]:
    """Those that hold a board, the places of those whose answer is refused, and how many that makes of either kind."""
    fine = [record for record in some if not (why := _why_not(record)) or _say(path, record, why)]
    refused = _refused(fine)
    for at, why in refused.items():
        _say(path, fine[at], f"kept without its answer: {why}")
    return fine, refused, len(some) - len(fine) + len(refused)


def _why_not(record: Record) -> str:
    """ "" for a record that holds a board."""
    try:
        family = registry.family(record.family)
        canonical = family.canonical(record.text)
    except (UnknownFamilyError, MalformedError) as error:
        return str(error)
    return "" if canonical == record.text else f"expected canonical text {canonical!r}"


def _refused(records: list[Record]) -> dict[int, str]:
    """The places of the records whose solution or witness does not pass the check, and why."""
    found: dict[int, str] = {}
    pairs = [(at, record.text, solution, record.family)
             for at, record in enumerate(records) if record.answer
             for solution in (record.answer.solution, record.answer.witness) if solution]  # fmt: skip
    for family, group in groupby(sorted(pairs, key=lambda pair: pair[3]), key=lambda pair: pair[3]):
        held = list(group)
        why = registry.family(family).check([pair[1] for pair in held], [pair[2] for pair in held])
        found |= {pair[0]: reason for pair, reason in zip(held, why, strict=True) if reason}
    return found


def _say(path: Path, record: Record, why: str) -> bool:
    click.echo(visible(f"{path}:{record.number}: {why}"), err=True)
    return False


def _take(
    engine: Engine,
    targets: dict[tuple[int, int, float], Target],
    record: Record,
    path: Path,
    name: str,
    *,
    answered: bool,
) -> None:
    key = (record.batch, record.solution_limit, record.time_limit_s)
    if key not in targets:
        ask = Ask(record.solution_limit, record.time_limit_s)
        targets[key] = Target(begin(engine, name, ask, {"imported": str(path.absolute())}))
    target = targets[key]
    if record.source != target.source:
        _close_source(target)
        target.submission.open_source(record.source)
        target.source, target.format = record.source, record.format
    take_record(target, record, answered=answered)


def take_record(target: Target, record: Record, *, answered: bool) -> None:
    """A board of the source that is open."""
    target.submission.add(_block(record))
    target.boards += 1
    if answered and record.answer:
        target.answers[record.text] = record.answer


def _block(record: Record) -> Block:
    return Block(
        record.family, record.variant, [record.text], [record.line], [record.label], [record.stated], [record.fields]
    )


def settle(engine: Engine, target: Target) -> None:
    """Answer the chunks of the boards that came in; what has no answer goes back to be solved."""
    target.submission.flush()
    with reading(engine) as connection:
        waiting = queries.waiting_chunks(connection, target.submission.batch_id)
    for chunk in waiting:
        if chunk > target.last_chunk:
            _answer(engine, target, chunk)
    target.last_chunk = max([target.last_chunk, *waiting])
    target.answers.clear()


def _answer(engine: Engine, target: Target, chunk: int) -> None:
    with engine.begin() as connection:
        held = chunks.claim(connection, chunk, owner.me(), now(connection), LEASE_S)
        if held is None:
            return  # a worker was faster, and solves it
        keys, texts = chunks.load_boards(connection, held)
        known = [(key, target.answers[text]) for key, text in zip(keys, texts, strict=True) if text in target.answers]
        if not known:
            chunks.give_back(connection, held)
            return
        left = sorted(set(keys) - {key for key, _ in known})
        chunks.finish(
            connection, held, [key for key, _ in known], [answer for _, answer in known], set(), now(connection)
        )
        if left:
            chunks.requeue(connection, held, left, len(left))
        target.answered += len(known)


def _close_source(target: Target) -> None:
    if target.source is not None:
        target.submission.close_source(SourceEnd(target.format, target.boards, 0, 0))
        target.boards = 0


def _close(target: Target) -> None:
    _close_source(target)
    target.submission.finish()


def summarise(targets: list[Target], boards: int, wrong: int) -> None:
    batches = ", ".join(str(target.submission.batch_id) for target in targets)
    text = f"batch {batches or 'none'}: {many(boards, 'board')}"
    known = sum(target.submission.known for target in targets)
    answered = sum(target.answered for target in targets)
    pending = boards - known - answered
    text += f" ({answered:,} with their answers, {known:,} already known, {pending:,} to be solved)"
    click.echo(text + (f", {wrong:,} not taken as they were" if wrong else ""), err=True)
