"""Writes answers: the first one of a board, one that replaces another, and one that stands beside another."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from operator import attrgetter

from sqlalchemy import Connection, delete, insert, literal, select, text

from db.bulk import insert_rows
from db.engine import is_sqlite
from db.models import Answer as Current
from db.models import OtherAnswer
from solvers.core import Answer, Answers

MAX_INTEGER = 2**63 - 1
COST_WEIGHT = 0.3  # of the newest chunk in the average cost of a variant, at most
FEW = 20  # boards: a chunk of so many weighs half of what it could, if nothing bounded it
COLUMNS = (
    "board_id", "chunk_id", "engine_id", "verdict", "count", "count_is_exact", "big_count", "solution", "witness",
    "reason", "nodes", "solve_ns",
)  # fmt: skip


def insert_answers(
    connection: Connection,
    purpose: str,
    chunk: int,
    keys: Sequence[int],
    answers: Sequence[Answer],
    skipped: Collection[int] = (),
) -> None:
    """Write what a chunk of that purpose found, apart from the boards ``skipped``."""
    columns = Answers(answers)
    engines = _engines(connection, set(columns.column("engine")))
    rows = _rows(keys, chunk, engines, columns)
    if skipped:
        rows = (row for row in rows if row[0] not in skipped)
    if purpose == "rerun":
        _forget_rerun(connection, keys, engines.values())
        _insert_beside(connection, rows, "rerun")
        return
    if purpose == "again":
        _put_aside(connection, [key for key in keys if key not in skipped])
    insert_rows(connection, "answer", COLUMNS, rows)


def keep_tried(connection: Connection, chunk: int, board: int, answers: Sequence[Answer]) -> None:
    """Keep what engines said that did not find out, beside the answer that the board has or will have."""
    engines = _engines(connection, {answer.engine for answer in answers})
    _insert_beside(connection, _rows([board] * len(answers), chunk, engines, Answers(answers)), "tried")


def _insert_beside(connection: Connection, rows: Iterable[tuple[object, ...]], kind: str) -> None:
    insert_rows(connection, "other_answer", (*COLUMNS, "kind"), ((*row, kind) for row in rows))


def _forget_rerun(connection: Connection, keys: Sequence[int], engines: Iterable[int]) -> None:
    """Of each engine the newest rerun is kept."""
    mine = OtherAnswer.board_id.in_(keys), OtherAnswer.engine_id.in_(engines)
    connection.execute(delete(OtherAnswer).where(OtherAnswer.kind == "rerun", *mine))


def other_rows(
    connection: Connection, found: Sequence[tuple[int, str, Answer]]
) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Columns and rows of other_answer for (board, kind, answer) that no chunk of this database found."""
    engines = _engines(connection, {answer.engine for _, _, answer in found})
    rows = _rows([board for board, _, _ in found], 0, engines, Answers([answer for _, _, answer in found]))
    kinds = (kind for _, kind, _ in found)
    return (*COLUMNS, "kind"), [(*row, kind) for row, kind in zip(rows, kinds, strict=True)]


def _put_aside(connection: Connection, keys: Sequence[int]) -> None:
    """The current answers of boards become past ones."""
    mine = Current.board_id.in_(keys)
    columns = [getattr(Current, name) for name in COLUMNS]
    old = select(literal("past"), *columns).where(mine)
    connection.execute(insert(OtherAnswer).from_select(["kind", *COLUMNS], old))
    connection.execute(delete(Current).where(mine))


# Verdicts as plain strings, which drivers take without a detour; asked for its name otherwise, a member of an enum
# answers in Python.
_plain = attrgetter("_value_")


def _rows(
    keys: Sequence[int], chunk: int, engines: Mapping[str, int], answers: Answers
) -> Iterator[tuple[object, ...]]:
    """Rows of COLUMNS, column by column: a loop over answers took half the time of a fast kernel's chunk."""
    counts = answers.column("count")
    big: Iterable[str | None] = repeat(None, len(counts))
    if max(counts, default=0) > MAX_INTEGER:
        big = [None if count <= MAX_INTEGER else str(count) for count in counts]
        counts = [min(count, MAX_INTEGER) for count in counts]
    return zip(
        keys, repeat(chunk, len(keys)), map(engines.__getitem__, answers.column("engine")),
        map(_plain, answers.column("verdict")), counts, answers.column("count_is_exact"), big,
        *([text or None for text in answers.column(name)] for name in ("solution", "witness", "reason")),
        answers.column("nodes"), answers.column("solve_ns"),
        strict=True,
    )  # fmt: skip


def _engines(connection: Connection, names: Iterable[str]) -> dict[str, int]:
    found = {}
    for name in sorted(names):
        connection.execute(text("INSERT INTO engine (name) VALUES (:name) ON CONFLICT DO NOTHING"), {"name": name})
        found[name] = connection.scalars(text("SELECT id FROM engine WHERE name = :name"), {"name": name}).one()
    return found


def learn_cost(connection: Connection, variant: int, answers: Answers) -> None:
    """Move the average cost of a variant; a few boards move it little, because one of them may be a monster."""
    if not answers:
        return
    size = len(answers)
    mean_ns = sum(answers.column("solve_ns")) / len(answers)
    # Every chunk of a variant meets at this row, and who holds it does so until its commit is on the disk. Waiting for
    # it made all workers take turns (measured on PostgreSQL: most waits of 8 workers); a held row is passed by.
    free = "" if is_sqlite(connection) else " FOR UPDATE SKIP LOCKED"
    connection.execute(
        text("UPDATE variant SET mean_ns = CASE WHEN mean_ns = 0 THEN :new"  # noqa: S608 - our own words
             " ELSE mean_ns + :weight * (:new - mean_ns) END"
             f" WHERE id = (SELECT id FROM variant WHERE id = :id{free})"),
        {"new": mean_ns, "weight": min(COST_WEIGHT, size / (size + FEW)), "id": variant},
    )  # fmt: skip
