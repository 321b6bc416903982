"""The list lane, called as Celery's children call it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from db.submissions import Ask
from solvers import registry
from solvers.core import Family, Verdict
from solvers.listing import ascending_key
from tests.db.filling import block, rows, submit
from worker import listing, tasks
from worker.auditing import audit
from worker.settings import Settings

ALL = Ask(solution_limit=10**9, time_limit_s=0.0, listing=True)
GAME = "34-game:1 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0"  # 216 squares, says the statement of the game
UNIQUE = "normal:8 0 0/3 5 0/0 0 0"
NONE = "normal:0 0 0/0 4 0/0 0 0"
INVALID = "normal:5 0 0/0 5 0/0 0 0"


@pytest.fixture
def ready(engine: Engine, database_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Engine:
    settings = Settings(database_url, stop_file=str(tmp_path / "stop"))
    monkeypatch.setattr(tasks, "_settings", lambda: settings)
    monkeypatch.setattr(tasks, "_engine", lambda _: engine)
    return engine


def list_all(engine: Engine, *texts: str, ask: Ask = ALL, family: str = "magic") -> None:
    submit(engine, block(*texts, family=family, variant="v"), ask=ask)
    work_off(engine)


def work_off(engine: Engine) -> None:
    while waiting := rows(engine, "SELECT id FROM chunk WHERE state = 'waiting' ORDER BY id"):
        tasks.solve_chunk(waiting[0][0])


def test_every_verdict_has_its_list(ready: Engine) -> None:
    list_all(ready, GAME, UNIQUE, NONE, INVALID)

    assert rows(ready, "SELECT verdict, count FROM answer ORDER BY board_id") == [
        ("multiple", 216), ("unique", 1), ("none", 0), ("invalid", 0),
    ]  # fmt: skip
    assert rows(ready, "SELECT board_id, count(*) FROM solution GROUP BY board_id ORDER BY 1") == [(1, 216), (2, 1)]
    assert rows(ready, "SELECT text FROM solution WHERE board_id = 1 AND ordinal = 1") == [
        ("1 4 13 16/14 15 2 3/8 5 12 9/11 10 7 6",)
    ]
    assert audit(ready, 1, 1.0, 1, 10.0).faults == []


def test_a_limit_ends_a_list(ready: Engine) -> None:
    list_all(ready, GAME, ask=replace(ALL, solution_limit=100))

    assert rows(ready, "SELECT count, reason FROM answer") == [(100, "stopped at the limit of 100 solutions")]
    assert rows(ready, "SELECT count(*), max(ordinal) FROM solution") == [(100, 100)]


def test_a_list_gives_its_turn_up_and_goes_on(ready: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "TURN_S", 0.0)
    monkeypatch.setattr(listing, "LARGEST_PAGE", 50)

    submit(ready, block(GAME, family="magic", variant="v"), ask=ALL)
    turns = 0
    while waiting := rows(ready, "SELECT id FROM chunk WHERE state = 'waiting'"):
        monkeypatch.setattr(listing, "TURN_S", 0.001 * turns)
        tasks.solve_chunk(waiting[0][0])
        turns += 1

    assert turns > 2
    assert rows(ready, "SELECT count, count_is_exact FROM answer")[0][0] == 216
    assert audit(ready, 1, 1.0, 1, 10.0).faults == []


def test_time_that_is_up_ends_a_list_and_a_retry_goes_on(ready: Engine) -> None:
    semi = "semi:0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0"
    list_all(ready, semi, ask=replace(ALL, time_limit_s=0.3, solution_limit=200_000))

    [(count, reason)] = rows(ready, "SELECT count, reason FROM answer")
    assert reason == "time limit reached"
    assert 0 < int(str(count)) < 200_000
    assert audit(ready, 1, 1.0, 1, 10.0).faults == []


def wrong_pager(after: int) -> Callable[..., tuple[list[str], bool]]:
    def page(_text: str, _after: str = "", limit: int = 1000, *_: object) -> tuple[list[str], bool]:
        return (["1 2 3/4 5 6/7 8 9"] * min(limit, after), True)

    return page


def test_a_wrong_solution_fails_the_list(ready: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    magic = replace(registry.family("magic"), page=wrong_pager(1))
    monkeypatch.setattr(listing.registry, "family", lambda _: magic)

    list_all(ready, "normal:0 0 0/0 0 0/0 0 0")

    [(verdict, reason)] = rows(ready, "SELECT verdict, reason FROM answer")
    assert verdict == "failed"
    assert "does not pass the check" in str(reason)
    assert rows(ready, "SELECT count(*) FROM solution") == [(0,)]


def test_a_list_that_contradicts_the_solver_fails(ready: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    magic = replace(registry.family("magic"), page=wrong_pager(0))
    monkeypatch.setattr(listing.registry, "family", lambda _: magic)

    list_all(ready, "normal:0 0 0/0 0 0/0 0 0")

    [(verdict, reason)] = rows(ready, "SELECT verdict, reason FROM answer")
    assert (verdict, reason) == ("failed", "the list ends after 0 solutions, the solver says multiple")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("DELETE FROM solution WHERE ordinal = 5", "not numbered in a row"),
        ("DELETE FROM solution WHERE ordinal = 216", "215 solutions listed, 216 counted"),
        ("UPDATE solution SET text = (SELECT text FROM solution AS s WHERE s.ordinal = 9) WHERE ordinal = 10",
         "do not ascend"),
        ("UPDATE solution SET text = '1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 16' WHERE ordinal = 1", "a listed solution"),
        ("UPDATE answer SET count = 215", "216 solutions listed, answered with 215"),
    ],
)  # fmt: skip
def test_an_audit_sees_a_damaged_list(ready: Engine, change: str, message: str) -> None:
    list_all(ready, GAME)
    with ready.begin() as connection:
        connection.execute(text(change))

    assert any(message in fault for fault in audit(ready, 1, 0.0, 1, 1.0).faults)


@pytest.mark.parametrize("family", [one for one in registry.families().values() if one.page], ids=lambda one: one.name)
def test_pages_ascend(family: Family) -> None:
    page = family.page
    assert page is not None
    for example in family.examples:
        if example.verdict is Verdict.MULTIPLE:
            found, _ = page(example.text, limit=300, seconds=20.0)
            keys: Sequence[list[tuple[int, str]]] = [ascending_key(solution) for solution in found]
            assert keys == sorted(keys)
            assert len(set(found)) == len(found) > 1
