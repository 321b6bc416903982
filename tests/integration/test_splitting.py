"""Boards that are split over workers: counts add up, and kills in the middle change nothing."""

from __future__ import annotations

import time

import pytest

from tests.integration.program import Program, kill, until

SPLIT_SOON = {"GRIDMILL_SPLIT_S": "0.3"}


@pytest.fixture
def splitting(program: Program) -> Program:
    program.settings |= SPLIT_SOON
    return program


def answers(program: Program) -> list[tuple[object, ...]]:
    return program.ask("SELECT text, verdict, count, count_is_exact FROM answer JOIN board ON board.id = board_id")


def test_counts_of_parts_add_up(splitting: Program) -> None:
    splitting.run("run", splitting.boards("trial span 0 3000"), "--limit", "100000", "--time-limit", "0")

    assert answers(splitting) == [("trial span 0 3000", "multiple", 3000, True)]
    [(parts,)] = splitting.ask("SELECT count(*) FROM chunk WHERE lane = 'part'")
    assert int(str(parts)) >= 64
    assert splitting.ask("SELECT count(*) FROM part") == [(0,)]
    assert splitting.ask("SELECT count(*) FROM chunk WHERE state != 'done'") == [(0,)]
    assert splitting.ask("SELECT sum(boards) FROM chunk") == [(1,)]


def test_a_limit_calls_off_the_rest(served: Program) -> None:
    served.settings |= SPLIT_SOON

    served.run("run", served.boards("trial span 0 500000"), "--limit", "700", "--time-limit", "0")

    assert answers(served) == [("trial span 0 500000", "multiple", 700, False)]  # all of it would take ten minutes


def test_the_time_limit_is_one_of_work(served: Program) -> None:
    served.settings |= SPLIT_SOON

    served.run("run", served.boards("trial span 0 500000"), "--limit", "1000000", "--time-limit", "2")

    [(_, verdict, count, exact)] = answers(served)
    assert (verdict, exact) == ("multiple", False)
    assert 0 < int(str(count)) < 10_000
    assert served.ask("SELECT reason FROM answer") == [("time limit reached",)]


def test_kills_change_no_count(served: Program) -> None:
    served.settings |= SPLIT_SOON
    served.run("submit", served.boards("trial span 0 3000"), "--limit", "100000", "--time-limit", "0")

    with served.working():
        until(lambda: served.ask("SELECT count(*) FROM part WHERE verdict IS NOT NULL")[0][0])
        for _ in range(5):
            until(lambda: served.holders() or served.answered())
            for pid in served.holders()[:1]:
                kill(pid)
            time.sleep(0.1)
        until(served.answered)

    assert answers(served) == [("trial span 0 3000", "multiple", 3000, True)]


def test_a_part_that_kills_its_worker_fails_the_board(served: Program) -> None:
    served.settings |= SPLIT_SOON

    served.run("run", served.boards("trial trap 0 2000"), "--limit", "100000", "--time-limit", "0")

    [(_, verdict, _, exact)] = answers(served)
    assert (verdict, exact) == ("multiple", False)  # the other parts' solutions are proof enough
    assert "SIGKILL" in str(served.ask("SELECT reason FROM answer"))
