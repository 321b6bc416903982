"""Questions about boards: every filter on both databases, the plans behind them, and conditions that do harm."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine, select, text

from db import chunks
from db.engine import open_database, reading
from db.errors import FilterError, NotFoundError
from db.filters import Filter, Span
from db.givens import count_givens
from db.globs import regex
from db.models import Chunk
from db.results import board, explain, results
from db.schema import upgrade
from db.submissions import Ask, begin
from solvers.core import Block, Verdict
from solvers.drawing import Kind
from solvers.registry import families
from tests.db.filling import END, answer, submit

TEXTS = ("..34", "1.34", "x=1:..", "1234", "....", "1.34", "12..")
ANSWERS = {
    "..34": answer(nodes=5, solve_ns=5_000_000, solution="1234"),
    "1.34": answer(Verdict.MULTIPLE, 2, nodes=2000, solve_ns=50_000, solution="1234", witness="1134"),
    "x=1:..": answer(Verdict.NONE, 0, solution="", nodes=7, solve_ns=9_000_000),
    "1234": answer(Verdict.INVALID, 0, solution="", reason="r1c1", nodes=0, solve_ns=100),
    "....": answer(Verdict.UNDECIDED, 10**30, solution="", nodes=10**6, solve_ns=10**9, engine="other/2"),
}
LABELS = ("easy 1", "easy 2", "", "hard [x]", "hard 2", "again", "pending")
STATED = ("1234", "9999", "", "", "", "9999", "")


@pytest.fixture
def filled(engine: Engine) -> Engine:
    """Seven boards with keys 1 to 7: five answered, 6 equal to 2, 7 pending; and a batch of one kakuro board, 8."""
    submit(engine, Block("sudoku", "2x2", TEXTS, list(range(1, 8)), LABELS, STATED))
    submit(engine, Block("kakuro", "3x3", ("# 3\\-/-\\4 . .",), [1]))
    with engine.begin() as connection:
        for key in connection.scalars(select(Chunk.id)).all():
            held = chunks.claim(connection, key, "a/1/1", 100.0, 15.0)
            assert held is not None
            keys, texts = chunks.load_boards(connection, held)
            known = [(k, ANSWERS[t]) for k, t in zip(keys, texts, strict=True) if t in ANSWERS]
            if known:
                chunks.finish(connection, held, [k for k, _ in known], [a for _, a in known], set(), 101.0)
            if left := [k for k, t in zip(keys, texts, strict=True) if t not in ANSWERS]:
                chunks.requeue(connection, held, left, len(left))
    return engine


def keys(engine: Engine, /, **wanted: object) -> list[int]:
    with reading(engine) as connection:
        return [found.board for found in results(connection, replace(Filter(1), **wanted))]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({}, [1, 2, 3, 4, 5, 6, 7]),
        ({"batch": None}, [1, 2, 3, 4, 5, 6, 7, 8]),
        ({"batch": 2}, [8]),
        ({"verdict": ("unique",)}, [1]),
        ({"verdict": ("multiple",)}, [2, 6]),
        ({"verdict": ("none", "invalid")}, [3, 4]),
        ({"verdict": ("pending",)}, [7]),
        ({"verdict": ("pending", "unique")}, [1, 7]),
        ({"batch": None, "family": "kakuro"}, [8]),
        ({"variant": "2x2"}, [1, 2, 3, 4, 5, 6, 7]),
        ({"source": "boards.txt", "limit": 2}, [1, 2]),
        ({"source": "oards.txt", "limit": 1}, [1]),
        ({"source": "%"}, []),
        ({"label": "easy*"}, [1, 2]),
        ({"label": "hard [[]x]"}, [4]),
        ({"label": "e?sy [!1]"}, [2]),
        ({"engine": "other"}, [5]),
        ({"engine": "other/2"}, [5]),
        ({"engine": "othe"}, []),
        ({"givens": Span(4, None)}, [4]),
        ({"givens": Span(None, 0)}, [3, 5]),
        ({"givens": Span(2, 3)}, [1, 2, 6, 7]),
        ({"nodes": Span(1000, None)}, [2, 5, 6]),
        ({"nodes": Span(None, 5)}, [1, 4]),
        ({"solve_ns": Span(1_000_000, 10_000_000)}, [1, 3]),
        ({"solve_ns": Span(6_000_000, None)}, [3, 5]),
        ({"stated": "right"}, [1]),
        ({"stated": "absent"}, [3, 4, 5, 7]),
        ({"stated": "wrong"}, []),
        ({"distinct": True}, [1, 2, 3, 4, 5, 7]),
        ({"distinct": False}, [6]),
        ({"same_as": 6}, [2, 6]),
        ({"same_as": 2}, [2, 6]),
        ({"since": datetime.now(UTC) - timedelta(hours=1)}, [1, 2, 3, 4, 5, 6, 7]),
        ({"since": datetime.now(UTC) + timedelta(hours=1)}, []),
        ({"sort": "slowest"}, [5, 3, 1, 2, 6, 4, 7]),
        ({"sort": "slowest", "limit": 2}, [5, 3]),
        ({"sort": "slowest", "limit": 5}, [5, 3, 1, 2, 6]),
        ({"sort": "fastest", "limit": 1}, [4]),
        ({"sort": "nodes", "limit": 3}, [5, 2, 6]),
        ({"sort": "nodes", "limit": 4}, [5, 2, 6, 3]),
        ({"sort": "givens", "limit": 2}, [3, 5]),
        ({"sort": "count", "limit": 3}, [5, 2, 6]),
        ({"where": "nodes > 1000 and givens < 4"}, [2, 5, 6]),
        ({"where": "label like 'easy%' or verdict = 'none'", "sort": "nodes"}, [2, 3, 1]),
        ({"where": "label = 'a:b'"}, []),
    ],
)
def test_filters(wanted: dict[str, object], expected: list[int], filled: Engine) -> None:
    assert expected == keys(filled, **wanted)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("[z-a]*", []), ("[!z-a]asy*", [1, 2]), ("*[\\]*", []), ("[[:bogus:]]", []), ("[", []), ("[]", []), ("[!]", []),
        ("*[]]", [4]), ("*[[]*", [4]), ("hard[- ]2", [5]), ("[e-g]asy [1-9]", [1, 2]), ("(", []), ("*{1}", []),
        ("h?rd *", [4, 5]), ("H*", []), ("*[^]-z]*", [1, 2, 4, 5, 6, 7]), ("\\a*", []),
    ],
)  # fmt: skip
def test_globs_mean_the_same_on_both_databases(pattern: str, expected: list[int], filled: Engine) -> None:
    assert expected == keys(filled, label=pattern)


def test_pages_follow_each_other_where_sources_lie_among_each_other(engine: Engine) -> None:
    submission = begin(engine, "test", Ask(), {})
    keys_of: dict[str, int] = {}
    for turn, name in enumerate(("a", "b", "a", "b")):
        if name in keys_of:
            submission.reopen_source(keys_of[name], 2, 0)
        else:
            submission.open_source(name)
            keys_of[name] = submission.source_id
        submission.add(Block("sudoku", "2x2", (f"{turn}...", f"{turn}.{turn}."), [1, 2]))
        submission.close_source(END)
    submission.finish()
    whole = keys(engine)

    assert whole == [1, 2, 5, 6, 3, 4, 7, 8]
    assert [keys(engine, after=key, limit=3) for key in whole] == [whole[at + 1 : at + 4] for at in range(8)]
    assert keys(engine, after=99) == []


def test_a_count_that_does_not_fit_is_whole(filled: Engine) -> None:
    with reading(filled) as connection:
        assert board(connection, 5).count == 10**30


def test_a_board_that_is_not_there(filled: Engine) -> None:
    with reading(filled) as connection, pytest.raises(NotFoundError, match="got 99"):
        board(connection, 99)


@pytest.mark.parametrize(
    "condition",
    ["bogus > 1", "1); DROP TABLE answer", "1 --", "(", "nodes > 'x' AND", "1 /* */", "board IN (DELETE FROM answer)"],
)
def test_a_condition_that_is_none_is_an_error_and_harms_nothing(condition: str, filled: Engine) -> None:
    with pytest.raises(FilterError, match="expected"):
        keys(filled, where=condition)

    assert len(keys(filled, verdict=("multiple",))) == 2


PLANS = [
    (Filter(), "SEARCH board USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"),
    (Filter(1), "SEARCH board USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"),
    (Filter(since=datetime(2026, 1, 1, tzinfo=UTC)), "SEARCH board USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"),
    (Filter(1, source="x"), "SEARCH board USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"),
    (Filter(1, stated="wrong"), "SEARCH board USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"),
    (Filter(1, verdict=("none",)), "USING COVERING INDEX answer_rare (verdict=?)"),
    (Filter(verdict=("multiple",)), "USING COVERING INDEX answer_rare (verdict=?)"),
    (Filter(verdict=("pending",)), "SEARCH board USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"),
    (Filter(family="kakuro"), "USING COVERING INDEX board_all (variant_id=?)"),
    (Filter(variant="9x9"), "USING COVERING INDEX board_all (variant_id=?)"),
    (Filter(label="easy*"), "USING COVERING INDEX board_label (label>? AND label<?)"),
    (Filter(label="*1"), "USING COVERING INDEX board_label"),
    (Filter(engine="x"), "USING COVERING INDEX answer_all (engine_id=?)"),
    (Filter(givens=Span(17, 17)), "SCAN board USING COVERING INDEX board_all"),
    (Filter(1, nodes=Span(5, 9)), "SCAN answer USING COVERING INDEX answer_all"),
    (Filter(1, solve_ns=Span(None, 9)), "SCAN answer USING COVERING INDEX answer_all"),
    (Filter(1, solve_ns=Span(2e6)), "USING COVERING INDEX answer_slow (solve_ns>?)"),
    (Filter(1, nodes=Span(2000)), "USING COVERING INDEX answer_deep (nodes>?)"),
    (Filter(distinct=False), "USING COVERING INDEX board_same"),
    (Filter(same_as=5), "SEARCH board USING INTEGER PRIMARY KEY (rowid=?)"),
    (Filter(like=5), "USING COVERING INDEX likeness_hash (hash=?)"),
    (Filter(sort="slowest", limit=9), "USING COVERING INDEX answer_slow"),
    (Filter(sort="nodes", limit=9), "USING COVERING INDEX answer_deep"),
    (Filter(sort="count", limit=9), "USING INDEX answer_rare"),
    (Filter(sort="fastest", limit=9), "SCAN answer USING COVERING INDEX answer_all"),
    (Filter(sort="givens", limit=9), "SCAN board USING COVERING INDEX board_all"),
    (Filter(sort="label", limit=9), "USING COVERING INDEX board_label"),
]


@pytest.mark.parametrize(("wanted", "step"), PLANS)
def test_plans_read_no_more_than_they_must(wanted: Filter, step: str, tmp_path: object) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/boards.db")
    upgrade(engine)

    with reading(engine) as connection:
        plan = explain(connection, wanted)

    assert step in "\n".join(plan)
    assert [line for line in plan if re.match("SCAN (board|answer)(?! USING)|.*AUTOMATIC", line)] == []
    engine.dispose()


def test_the_order_of_the_input_needs_no_sorting(tmp_path: object) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/boards.db")
    upgrade(engine)

    with reading(engine) as connection:
        for wanted in (Filter(1), Filter(1, family="sudoku"), Filter(1, variant="9x9", engine="x"), Filter(1, after=9)):
            assert "TEMP B-TREE" not in "\n".join(explain(connection, wanted, many=True)), wanted
    engine.dispose()


def test_givens_are_those_that_are_drawn() -> None:
    for family in families().values():
        for example in family.examples:
            if example.verdict is Verdict.INVALID:
                continue  # what contradicts itself may have givens that no cell can show
            drawn = [cell for page in family.draw(example.text) for row in page.rows for cell in row]

            assert count_givens([example.text]) == [sum(cell.kind is Kind.GIVEN for cell in drawn)], example.text


def test_givens_of_boards_from_before_they_were_counted(engine: Engine) -> None:
    submit(engine, Block("sudoku", "2x2", TEXTS, list(range(1, 8))))
    with engine.begin() as connection:
        for index in ("rare", "slow", "deep", "all"):
            connection.execute(text(f"DROP INDEX answer_{index}"))
        for index in ("same", "copy", "label", "all"):
            connection.execute(text(f"DROP INDEX board_{index}"))
        for table in ("likeness", "taken"):
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text("ALTER TABLE board DROP COLUMN givens"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))

    upgrade(engine)

    with reading(engine) as connection:
        assert count_givens(TEXTS) == [found.givens for found in results(connection, Filter(1))]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("a*b?", "^a.*b.$"),
        ("[!ab]x", "^[^ab]x$"),
        ("a.b", "^a\\.b$"),
        ("[[]", "^[\\[]$"),
        ("(", "^\\($"),
        ("[^z-a]", "^.$"),
        ("[a-cx-]", "^[a-cx\\-]$"),
    ],
)
def test_globs_as_regular_expressions(pattern: str, expected: str) -> None:
    assert expected == regex(pattern)
