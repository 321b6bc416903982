"""The one task, called as Celery's children call it."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from db import chunks
from solvers.core import CANCELLED, Verdict
from tests.db.filling import block, rows, submit, take
from tests.integration.test_flow import EASY, INVALID, NONE, SEVERAL
from worker import tasks
from worker.settings import Settings

DIGITS = "123456789"
RELABELLED = [EASY.translate(str.maketrans(DIGITS, DIGITS[n:] + DIGITS[:n])) for n in range(len(DIGITS))]


@pytest.fixture
def ready(engine: Engine, database_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Engine:
    settings = Settings(database_url, stop_file=str(tmp_path / "stop"))
    monkeypatch.setattr(tasks, "_settings", lambda: settings)
    monkeypatch.setattr(tasks, "_engine", lambda _: engine)
    return engine


def test_a_chunk_is_solved(ready: Engine) -> None:
    submit(ready, block(EASY, SEVERAL, NONE, INVALID))

    tasks.solve_chunk(1)

    assert rows(ready, "SELECT verdict FROM answer ORDER BY board_id") == [
        ("unique",), ("multiple",), ("none",), ("invalid",),
    ]  # fmt: skip
    assert rows(ready, "SELECT state, attempts FROM chunk") == [("done", 1)]
    [(mean,)] = rows(ready, "SELECT mean_ns FROM variant")
    assert mean > 0  # type: ignore[operator]


def test_a_second_message_changes_nothing(ready: Engine) -> None:
    submit(ready, block(EASY))

    tasks.solve_chunk(1)
    tasks.solve_chunk(1)

    assert rows(ready, "SELECT count(*), sum(attempts) FROM answer, chunk") == [(1, 1)]


@pytest.mark.parametrize("message", ["1", None, [1], {"chunk": 1}, 1.0, True, 2**70, -1])
def test_messages_that_are_none_of_ours_are_dropped(
    ready: Engine, message: object, caplog: pytest.LogCaptureFixture
) -> None:
    submit(ready, block(EASY))

    with caplog.at_level(logging.INFO):
        tasks.solve_chunk(message)

    assert rows(ready, "SELECT count(*) FROM answer") == [(0,)]
    assert caplog.messages


def test_a_claim_of_another_is_respected(ready: Engine) -> None:
    submit(ready, block(EASY))
    with ready.begin() as connection:
        take(connection, 1, now_s=1e12)

    tasks.solve_chunk(1)

    assert rows(ready, "SELECT count(*) FROM answer") == [(0,)]


def test_what_a_cancel_leaves_has_no_holes() -> None:
    answers = [
        tasks.Answer(Verdict.UNIQUE, 1, True, "", "", why, 0, 0, "test/1") for why in ("", "", CANCELLED, "", "")
    ]
    work = tasks.Work()

    work.take([11, 12, 13, 15, 16], answers)

    assert work.keys == [11, 12]
    assert work.left == [13, 15, 16]


def test_a_run_that_is_stopped_among_lanes_goes_on(ready: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    submit(ready, block(*RELABELLED))
    solve = tasks.solve_with

    def among_lanes(*arguments: Any) -> list[tasks.Answer]:
        answers = solve(*arguments[:4])
        return [
            answer if at % 3 else answer._replace(verdict=Verdict.UNDECIDED, reason=CANCELLED, solution="")
            for at, answer in enumerate(answers, 2)
        ]

    with monkeypatch.context() as stopped:
        stopped.setattr(tasks, "solve_with", among_lanes)
        tasks.solve_chunk(1)
    for chunk in range(2, 30):
        tasks.solve_chunk(chunk)

    assert rows(ready, "SELECT count(*) FROM answer") == [(len(RELABELLED),)]
    assert rows(ready, "SELECT count(*) FROM chunk WHERE state <> 'done'") == [(0,)]


@pytest.mark.parametrize(("verdict", "found"), [(Verdict.UNDECIDED, 0), (Verdict.MULTIPLE, 7)])
def test_told_to_stop_the_chunk_is_given_back(
    verdict: Verdict, found: int, ready: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit(ready, block(EASY))
    cancelled = [tasks.Answer(verdict, found, False, "", "", CANCELLED, 0, 0, "test/1")]
    monkeypatch.setattr(tasks, "solve_with", lambda *_: cancelled)

    tasks.solve_chunk(1)

    assert rows(ready, "SELECT state, attempts, attempts_allowed FROM chunk") == [("waiting", 1, 4)]
    assert not (tmp_path / "stop").exists()


def test_an_unknown_family_fails_with_its_name(ready: Engine) -> None:
    submit(ready, block("x", family="solitaire"))

    for _ in range(3):
        tasks.solve_chunk(1)

    [(verdict, reason)] = rows(ready, "SELECT verdict, reason FROM answer")
    assert verdict == "failed"
    assert "solitaire" in str(reason)


def test_the_rest_of_a_slow_chunk_is_cut_again(ready: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "FIRST_SLICE", 2)
    monkeypatch.setattr(tasks, "CHUNK_PATIENCE_S", 0.0)
    submit(ready, block(EASY, SEVERAL, NONE, INVALID, EASY[::-1]))

    tasks.solve_chunk(1)

    assert rows(ready, "SELECT count(*) FROM answer") == [(2,)]
    assert rows(ready, "SELECT first_board, last_board, state FROM chunk WHERE id > 1 LIMIT 1") == [(3, 5, "waiting")]
    with ready.begin() as connection:
        assert chunks.take_waiting(connection, 9, 1.0)
