"""Writes answers: the first one of a board, one that replaces another, and one that stands beside another."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import compress, repeat
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, delete, insert, literal, select, text

from db.bulk import insert_columns
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
    written = _columns(keys, chunk, engines, columns)
    if skipped:
        kept = [key not in skipped for key in keys]
        written = {name: column and list(compress(column, kept)) for name, column in written.items()}
    if purpose == "rerun":
        _forget_rerun(connection, keys, engines.values())
        insert_columns(connection, "other_answer", written | {"kind": repeat("rerun")})
        return
    if purpose == "again":
        _put_aside(connection, [key for key in keys if key not in skipped])
    insert_columns(connection, "answer", written)


def keep_tried(connection: Connection, chunk: int, board: int, answers: Sequence[Answer]) -> None:
    """Keep what engines said that did not find out, beside the answer that the board has or will have."""
    engines = _engines(connection, {answer.engine for answer in answers})
    written = _columns([board] * len(answers), chunk, engines, Answers(answers))
    insert_columns(connection, "other_answer", written | {"kind": repeat("tried")})


def _forget_rerun(connection: Connection, keys: Sequence[int], engines: Iterable[int]) -> None:
    """Of each engine the newest rerun is kept."""
    mine = OtherAnswer.board_id.in_(keys), OtherAnswer.engine_id.in_(engines)
    connection.execute(delete(OtherAnswer).where(OtherAnswer.kind == "rerun", *mine))


def add_others(connection: Connection, found: Sequence[tuple[int, str, Answer]]) -> None:
    """(board, kind, answer) beside the current answers, of answers that no chunk of this database found."""
    engines = _engines(connection, {answer.engine for _, _, answer in found})
    written = _columns([board for board, _, _ in found], 0, engines, Answers([answer for _, _, answer in found]))
    insert_columns(connection, "other_answer", written | {"kind": [kind for _, kind, _ in found]})


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


def _columns(
    keys: Sequence[int], chunk: int, engines: Mapping[str, int], answers: Answers
) -> dict[str, list[Any] | None]:
    """What COLUMNS hold, in forms that drivers take without a detour; None where all are NULL."""
    counts = answers.column("count")
    big = None
    if max(counts, default=0) > MAX_INTEGER:
        big = [None if count <= MAX_INTEGER else str(count) for count in counts]
        counts = [min(count, MAX_INTEGER) for count in counts]
    texts = ([text or None for text in answers.column(name)] for name in ("solution", "witness", "reason"))
    solutions, witnesses, reasons = (found if any(found) else None for found in texts)
    return dict(zip(COLUMNS, (
        list(keys), [chunk] * len(keys), list(map(engines.__getitem__, answers.column("engine"))),
        list(map(_plain, answers.column("verdict"))), counts, list(map(int, answers.column("count_is_exact"))), big,
        solutions, witnesses, reasons, answers.column("nodes"), answers.column("solve_ns"),
    ), strict=True))  # fmt: skip


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
