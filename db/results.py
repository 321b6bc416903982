"""Boards with their answers, found in the order that was asked for.

A scan of a batch walks boards and answers side by side in the order of their keys and takes a third of a microsecond
a board. What is rare is not scanned for (db.finding): each filter first looks through an index of its own, and where it
finds few boards, only those are fetched. A filter that keeps more fills its first page from a scan at once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from db.batches import DROPPING
from db.conditions import NUMBER, TEXT, TRUTH, condition
from db.errors import FilterError, NotFoundError
from db.filters import HEAD, Filter, Question, question
from db.finding import FEW, HEADS, Head, Probe, probes
from db.plain import is_file, rows, value
from db.totals import in_order

if TYPE_CHECKING:
    from db.plain import Asked


class Result(NamedTuple):
    """A board with its current answer; the answer's fields are None while the board is pending."""

    batch: int
    batch_name: str
    board: int
    source: str
    line: int
    label: str | None
    format: str
    family: str
    variant: str
    givens: int
    verdict: str | None
    count: int | None  # type: ignore[assignment]  # hides tuple.count, which nobody misses
    count_is_exact: bool | None
    text: str
    solution: str | None
    witness: str | None
    reason: str | None
    nodes: int | None
    solve_ns: int | None
    engine: str | None
    solution_limit: int
    time_limit_s: float
    same_as: int | None
    stated: str | None
    fields: str | None


COLUMNS = dict(zip(Result._fields, (
    "source.batch_id", "batch.name", "board.id", "source.name", "board.line", "board.label", "source.format",
    "variant.family", "variant.name", "board.givens", "answer.verdict", "answer.count", "answer.count_is_exact",
    "board.text", "answer.solution", "answer.witness", "answer.reason", "answer.nodes", "answer.solve_ns",
    "engine.name", "batch.solution_limit", "batch.time_limit_s", "board.same_as", "board.stated", "board.fields",
), strict=True))  # fmt: skip
TEXTS = {
    "batch_name", "source", "label", "format", "family", "variant", "verdict", "text", "solution", "witness", "reason",
    "engine", "stated", "fields",
}  # fmt: skip
KINDS = {name: TRUTH if name == "count_is_exact" else TEXT if name in TEXTS else NUMBER for name in Result._fields}
ORDERS = {
    "line": "source_id, board", "slowest": "solve_ns DESC NULLS LAST, board", "label": "label NULLS LAST, board",
    "fastest": "solve_ns NULLS LAST, board", "nodes": "nodes DESC NULLS LAST, board", "givens": "givens, board",
    "count": "count DESC NULLS LAST, board",
}  # fmt: skip
SORTS = tuple(ORDERS)
SELECT = (
    "SELECT " + ", ".join(f'{column} AS "{name}"' for name, column in COLUMNS.items()) + ", answer.big_count"
    ", source.id AS source_id"
)
# The order in which tables are read: SQLite keeps to it where CROSS JOIN stands, PostgreSQL knows better.
_BATCH = f"batch ON batch.id = source.batch_id AND batch.control != '{DROPPING}'"
SCAN = (
    "source",
    _BATCH,
    "board ON board.source_id = source.id AND board.id BETWEEN source.first_board AND source.last_board",
)
FETCH = ("board", "source ON source.id = board.source_id", _BATCH)


def results(connection: Asked, wanted: Filter) -> Iterator[Result]:
    """Boards with their answers; streams. Raises FilterError where ``where`` is no condition."""
    if wanted.where:
        _only_read(connection)
    if wanted.like:
        _look_for_likeness(connection, wanted.like)
    few = _few(connection, probes(wanted, sqlite=is_file(connection)))
    if few and (span := _keys(connection, wanted.batch, own=True)):
        few = {key for key in few if span[0] <= key <= span[1]}
    if few is None and wanted.sort == "count" and set(wanted.verdict) == {"unique"}:
        wanted = replace(wanted, sort="line")  # they all have one
    if few is None and wanted.limit and wanted.sort in HEADS:
        for top in HEADS[wanted.sort].tops:
            found = list(_head(connection, wanted, HEADS[wanted.sort], top))
            if len(found) == wanted.limit:
                yield from found
                return
    if few != set():
        yield from _run(connection, wanted, few)


def _head(connection: Asked, wanted: Filter, head: Head, top: int) -> Iterator[Result]:
    """What the filter keeps of the first boards of an order; all other boards come after them."""
    own = head.table == "board"  # what it is ordered by is the board's own; answers are shared with copies
    first = list(rows(connection, head.sql(top, _keys(connection, wanted.batch, own=own))))
    keys = {row[0] for row in first}
    keys = keys if own else _with_copies(connection, keys)
    if not keys:
        return iter(())
    # Behind the last one stand copies of the boards before it, and before those boards that were not looked at.
    until = {"last_key": first[-1][0], "last": first[-1][1]} if len(first) == top else {}
    return _run(connection, wanted, keys, head.until() if until else "", until)


def _keys(connection: Asked, batch: int | None, *, own: bool) -> tuple[int, int] | None:
    """Where the boards of a batch lie; where answers are looked for, those of a batch that has all its own."""
    held = (
        "SELECT min(source.first_board), max(source.last_board) FROM batch JOIN source ON source.batch_id = batch.id"
        " WHERE batch.id = :batch AND source.last_board >= source.first_board" + ("" if own else " AND batch.known = 0")
    )
    found = next(rows(connection, held, {"batch": batch}), None) if batch else None
    return (found[0], found[1]) if found and found[0] is not None else None


def _look_for_likeness(connection: Asked, board_id: int) -> None:
    """Raises NotFoundError where nobody compared the board with others yet."""
    batch = board(connection, board_id).batch
    known = f"SELECT 1 FROM likeness WHERE board_id = {HEAD.format(name='like')}"
    if value(connection, known, {"like": board_id}) is None:
        raise NotFoundError(
            f"expected a board that was compared with others, got {board_id}: `gridmill equivalents {batch}` does so"
        )


def board(connection: Asked, board_id: int) -> Result:
    """Raises NotFoundError."""
    sql = f"{SELECT} {_from(FETCH, sqlite=is_file(connection))} WHERE board.id = :board"
    for row in rows(connection, sql, {"board": board_id}):
        return _result(row)
    raise NotFoundError(f"expected the number of a board, got {board_id}: `gridmill results` lists them")


def explain(connection: Asked, wanted: Filter, *, many: bool = False) -> list[str]:
    """The steps by which SQLite answers a question: those of its probes, then those of what follows.

    ``many``: where every probe finds more boards than are fetched one by one.
    """
    asked = [(probe.sql, probe.values) for probe in probes(wanted, sqlite=True)]
    if wanted.sort in HEADS and wanted.limit:
        asked.append((HEADS[wanted.sort].sql(1, (1, 2) if wanted.batch else None), {}))
    asked.append(_query(connection, wanted, {1, 2} if asked and not many else None))
    return [row[3] for sql, values in asked for row in rows(connection, f"EXPLAIN QUERY PLAN {sql}", values)]


def _few(connection: Asked, asked: Iterator[Probe]) -> set[int] | None:
    """The boards of the first probe that finds few; None where all find many."""
    for probe in asked:
        few = {row[0] for row in rows(connection, f"{probe.sql} LIMIT {FEW + 1}", probe.values)} - {None}
        if len(few) > FEW:
            continue
        return _with_copies(connection, few) if few and probe.with_copies else few
    return None


def _with_copies(connection: Asked, keys: set[int]) -> set[int]:
    return keys | {row[0] for row in rows(connection, f"SELECT id FROM board WHERE same_as IN ({_listed(keys)})")}


def _listed(keys: set[int]) -> str:
    return ", ".join(map(str, sorted(keys))) or "NULL"


def _only_read(connection: Asked) -> None:
    """From here on the database itself refuses whatever a user's condition tries to write."""
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA query_only=ON")
    else:
        connection.exec_driver_sql("PRAGMA query_only=ON" if is_file(connection) else "SET TRANSACTION READ ONLY")


def _run(
    connection: Asked, wanted: Filter, few: set[int] | None, until: str = "", last: Mapping[str, Any] | None = None
) -> Iterator[Result]:
    sql, values = _query(connection, wanted, few, until)
    values |= last or {}
    try:
        yield from map(_result, rows(connection, sql, values, many=True))
    except Exception as error:
        if not wanted.where or not _is_of_database(error):
            raise
        why = str(getattr(error, "orig", error)).splitlines()[0]
        raise FilterError(f"expected a condition that the database can answer, got {wanted.where!r}: {why}") from None


def _is_of_database(error: Exception) -> bool:
    """Told by module, because SQLAlchemy need not have been imported."""
    return isinstance(error, sqlite3.Error) or type(error).__module__.partition(".")[0] == "sqlalchemy"


def _query(connection: Asked, wanted: Filter, few: set[int] | None, until: str = "") -> tuple[str, dict[str, Any]]:
    sqlite = is_file(connection)
    asked = question(wanted, sqlite=sqlite)
    ordered = not sqlite and few is None and in_order(connection, wanted.batch)
    if ordered and (keys := _keys(connection, wanted.batch, own=True)):
        asked.add("board.id BETWEEN :first_key AND :last_key", first_key=keys[0], last_key=keys[1])
    if few is not None:
        asked.add(f"board.id IN ({_listed(few)})")
    if until:
        asked.add(until)
    start = _from(SCAN if few is None else FETCH, sqlite=sqlite)
    if wanted.after:
        start = _behind(connection, asked, wanted.after, start, sqlite=sqlite)
    sql = f"{SELECT} {start} WHERE {asked.where}"
    if wanted.where:
        told, values = condition(wanted.where, KINDS, sqlite=sqlite)
        sql = f"SELECT * FROM ({sql}) AS results WHERE {told}"
        asked.values |= values
    sql += f" ORDER BY {'board' if ordered and wanted.sort == 'line' else ORDERS[wanted.sort]}"
    return sql + (f" LIMIT {wanted.limit}" if wanted.limit else ""), asked.values


def _behind(connection: Asked, asked: Question, after: int, start: str, *, sqlite: bool) -> str:
    """Boards behind one in the order of the input; its source begins there, so that nothing is passed a second time."""
    source = value(connection, "SELECT source_id FROM board WHERE id = :after", {"after": after})
    if source is None:
        asked.add("board.id > :after", after=after)
        return start
    asked.add("(source.id > :after_source OR board.id > :after)", after=after, after_source=source)
    asked.add("source.id >= :after_source")
    later = f"{'max' if sqlite else 'greatest'}(source.first_board, :after + 1)"
    first = f"CASE WHEN source.id = :after_source THEN {later} ELSE source.first_board END"
    return start.replace("BETWEEN source.first_board", f"BETWEEN {first}")


def _from(order: tuple[str, ...], *, sqlite: bool) -> str:
    first, *others = order
    joins = " ".join(f"{'CROSS ' if sqlite else ''}JOIN {each}" for each in others)
    if sqlite:  # the range finds the boards of a source; without the sign, SQLite makes an index first
        joins = joins.replace("board ON board.source_id", "board ON +board.source_id")
    return (
        f"FROM {first} {joins} {'CROSS ' if sqlite else ''}JOIN variant ON variant.id = board.variant_id"
        " LEFT JOIN answer ON answer.board_id = coalesce(board.same_as, board.id)"
        " LEFT JOIN engine ON engine.id = answer.engine_id"
    )


def _result(row: tuple[Any, ...]) -> Result:
    """Behind the fields stand the count that does not fit 64 bits, and what only the order needs."""
    *values, big_count, _ = row
    values[EXACT] = None if values[EXACT] is None else bool(values[EXACT])
    found = Result(*values)
    return found._replace(count=int(big_count)) if big_count else found


EXACT = Result._fields.index("count_is_exact")
