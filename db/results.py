"""Boards with their answers: what to keep of them, in which order, and how to find the few among millions.

A scan of a batch walks boards and answers side by side in the order of their keys and takes a third of a microsecond
a board. What is rare is not scanned for: ``answer_rare``, ``answer_slow`` and ``answer_deep`` index only the answers
that are not unique, took a millisecond, or a thousand nodes, so that the millions of easy boards pay nothing for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    func,
    literal_column,
    or_,
    select,
    text,
    union_all,
)
from sqlalchemy.exc import SQLAlchemyError

from db.engine import is_sqlite
from db.errors import FilterError, NotFoundError
from db.globs import glob
from db.models import DEEP_NODES, SLOW_NS, Answer, Batch, Board, Engine, Source, Variant

AnySelect = Select[*tuple[Any, ...]]
AT_ONCE = 1000  # rows that are fetched together


class Result(NamedTuple):
    """A board with its current answer; the answer's fields are None while the board is pending."""

    batch: int
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


class Span(NamedTuple):
    """Numbers from ``low`` to ``high``, both included; None is no bound."""

    low: float | None = None
    high: float | None = None


OPEN = Span()
_COLUMNS: dict[str, Any] = dict(zip(Result._fields, (
    Source.batch_id, Board.id, Source.name, Board.line, Board.label, Source.format, Variant.family, Variant.name,
    Board.givens, Answer.verdict, Answer.count, Answer.count_is_exact, Board.text, Answer.solution,
    Answer.witness, Answer.reason, Answer.nodes, Answer.solve_ns, Engine.name, Batch.solution_limit,
    Batch.time_limit_s, Board.same_as, Board.stated, Board.fields,
), strict=True))  # fmt: skip
SORTS = ("line", "slowest", "fastest", "nodes", "givens", "count", "label")
STATED = ("right", "wrong", "absent")


@dataclass(frozen=True, slots=True)
class Filter:
    """Which boards, and in which order; what is empty does not filter.

    ``verdict`` may also be ``pending``; ``label`` is a glob; ``stated`` compares with the solution that the source
    claims; ``same_as`` is any board of a group of equal ones; ``where`` is an SQL condition over the fields of Result.
    """

    batch: int | None = None
    verdict: tuple[str, ...] = ()
    family: str = ""
    variant: str = ""
    source: str = ""
    label: str = ""
    engine: str = ""
    givens: Span = OPEN
    nodes: Span = OPEN
    solve_ns: Span = OPEN
    stated: str = ""
    distinct: bool | None = None  # True: without duplicates, False: duplicates alone
    same_as: int = 0
    since: datetime | None = None
    where: str = ""
    sort: str = "line"
    limit: int = 0
    after: int = 0  # only boards with larger numbers


def results(connection: Connection, wanted: Filter) -> Iterator[Result]:
    """Boards with their answers; streams. Raises FilterError where ``where`` is no condition."""
    if wanted.where:
        _only_read(connection)
    if wanted.limit and wanted.sort in ("slowest", "nodes"):
        found = _costliest(connection, wanted)
        if len(found) == wanted.limit:
            yield from found
            return
    yield from _run(connection, _query(connection, wanted))


def _costliest(connection: Connection, wanted: Filter) -> list[Result]:
    """The costly ones alone: if there are enough, all others come after them."""
    if wanted.sort == "slowest":
        low = max(wanted.solve_ns.low or 0, SLOW_NS)
        narrowed = replace(wanted, solve_ns=wanted.solve_ns._replace(low=low))
    else:
        narrowed = replace(wanted, nodes=wanted.nodes._replace(low=max(wanted.nodes.low or 0, DEEP_NODES)))
    return list(_run(connection, _query(connection, narrowed)))


def explain(connection: Connection, wanted: Filter) -> list[str]:
    """The steps by which SQLite answers a question."""
    query = _query(connection, wanted).compile(connection.engine, compile_kwargs={"literal_binds": True})
    return [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}")]


def board(connection: Connection, board_id: int) -> Result:
    """Raises NotFoundError."""
    row = connection.execute(joined(_columns(), ranged=False).where(Board.id == board_id)).one_or_none()
    if row is None:
        raise NotFoundError(f"expected the number of a board, got {board_id}: `gridmill results` lists them")
    return _result(row)


def _only_read(connection: Connection) -> None:
    """From here on the database itself refuses whatever a user's condition tries to write."""
    connection.exec_driver_sql("PRAGMA query_only=ON" if is_sqlite(connection) else "SET TRANSACTION READ ONLY")


def _run(connection: Connection, query: AnySelect) -> Iterator[Result]:
    try:
        for row in connection.execute(query.execution_options(yield_per=AT_ONCE)):
            yield _result(row)
    except SQLAlchemyError as error:
        if "--where" in str(error):  # the mark that _query leaves beside the user's condition
            why = str(getattr(error, "orig", error)).splitlines()[0]
            raise FilterError(f"expected an SQL condition over {', '.join(Result._fields)}: {why}") from None
        raise


def _query(connection: Connection, wanted: Filter) -> AnySelect:
    query = joined(_columns()).where(*_conditions(connection, wanted))
    if wanted.where:
        held = query.subquery("results")
        query = select(*held.c).where(text(f"(/* --where */ {_checked(wanted.where)})"))
        query = query.order_by(*_order(held.c, wanted.sort))
    else:
        query = query.order_by(*_order(_COLUMNS | {"source_id": Source.id}, wanted.sort))
    return query.limit(wanted.limit) if wanted.limit else query


def _checked(condition: str) -> str:
    """One condition and nothing after it; the connection itself refuses to write."""
    if ";" in condition or "--" in condition or "/*" in condition:
        raise FilterError(f"expected one SQL condition without ; and comments, got {condition!r}")
    return condition.replace(":", "\\:")  # a colon is no parameter


def _order(columns: Any, sort: str) -> list[Any]:
    first = {
        "line": [], "slowest": [columns["solve_ns"].desc().nulls_last()], "label": [columns["label"].nulls_last()],
        "fastest": [columns["solve_ns"].nulls_last()], "nodes": [columns["nodes"].desc().nulls_last()],
        "givens": [columns["givens"]], "count": [columns["count"].desc().nulls_last()],
    }[sort]  # fmt: skip
    return [*first, columns["board"]] if first else [columns["source_id"], columns["board"]]


def _conditions(connection: Connection, wanted: Filter) -> Iterator[ColumnElement[bool]]:
    if wanted.batch is not None:
        yield Source.batch_id == wanted.batch
    if wanted.after:
        yield Board.id > wanted.after
    if wanted.since:
        yield Batch.created_at >= wanted.since
    if wanted.source:
        yield or_(Source.name == wanted.source, Source.name.endswith(wanted.source, autoescape=True))
    if wanted.label:
        yield glob(Board.label, wanted.label, sqlite=is_sqlite(connection))
    for column, value in ((Variant.family, wanted.family), (Variant.name, wanted.variant)):
        if value:
            yield column == value
    if wanted.engine:
        yield or_(Engine.name == wanted.engine, Engine.name.startswith(wanted.engine + "/", autoescape=True))
    yield from _between(Board.givens, wanted.givens)
    yield from _answer_conditions(wanted)
    yield from _group_conditions(wanted)


def _answer_conditions(wanted: Filter) -> Iterator[ColumnElement[bool]]:
    if wanted.verdict:
        kept = Answer.verdict.in_(wanted.verdict)
        if "pending" in wanted.verdict:
            yield or_(kept, Answer.verdict.is_(None))
        elif "unique" in wanted.verdict:
            yield kept
        else:
            yield kept
            yield _candidates(and_(Answer.verdict != literal_column("'unique'"), kept))
    for column, span, rare in ((Answer.solve_ns, wanted.solve_ns, SLOW_NS), (Answer.nodes, wanted.nodes, DEEP_NODES)):
        conditions = list(_between(column, span))
        yield from conditions
        if span.low is not None and span.low >= rare:
            yield _candidates(and_(column >= literal_column(str(rare)), *conditions))
    if wanted.stated == "absent":
        yield Board.stated.is_(None)
    elif wanted.stated == "right":
        yield or_(Board.stated == Answer.solution, Board.stated == Answer.witness)
    elif wanted.stated == "wrong":
        yield and_(
            Board.stated.is_not(None),
            Answer.verdict.in_(("unique", "none", "invalid")),
            or_(Answer.solution.is_(None), Answer.solution != Board.stated),
        )


def _group_conditions(wanted: Filter) -> Iterator[ColumnElement[bool]]:
    if wanted.distinct is not None:
        yield Board.same_as.is_(None) if wanted.distinct else Board.same_as.is_not(None)
    if wanted.same_as:
        head = select(func.coalesce(Board.same_as, Board.id)).where(Board.id == wanted.same_as).scalar_subquery()
        copies = select(Board.id).where(Board.same_as.is_not(None), Board.same_as == head)
        yield Board.id.in_(union_all(select(head), copies))


def _candidates(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    """The boards whose answer fulfils a condition that an index answers, and the duplicates of those boards."""
    own = select(Answer.board_id).where(condition)
    copies = (
        select(Board.id).join(Answer, Answer.board_id == Board.same_as).where(Board.same_as.is_not(None), condition)
    )
    return Board.id.in_(union_all(own, copies))


def _between(column: Any, span: Span) -> Iterator[ColumnElement[bool]]:
    if span.low is not None:
        yield column >= span.low
    if span.high is not None:
        yield column <= span.high


def _result(row: Row[*tuple[Any, ...]]) -> Result:
    """Behind the fields stand the count that does not fit 64 bits, and what only the order needs."""
    *values, big_count, _ = row
    found = Result(*values)
    return found._replace(count=int(big_count)) if big_count else found


def _columns() -> AnySelect:
    columns = [column.label(name) for name, column in _COLUMNS.items()]
    return select(*columns, Answer.big_count, Source.id.label("source_id"))


def joined(query: AnySelect, *, ranged: bool = True) -> AnySelect:
    """Join boards to where they came from and to the answer that stands for them."""
    joined = (
        query.select_from(Source)
        .join(Batch, Batch.id == Source.batch_id)
        .join(Board, Board.source_id == Source.id)
        .join(Variant, Variant.id == Board.variant_id)
        .outerjoin(Answer, Answer.board_id == func.coalesce(Board.same_as, Board.id))
        .outerjoin(Engine, Engine.id == Answer.engine_id)
    )
    return joined.where(Board.id.between(Source.first_board, Source.last_board)) if ranged else joined
