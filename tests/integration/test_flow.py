"""From a file to stored answers, through real commands and workers."""

from __future__ import annotations

import json
import re

from tests.integration.program import Program, until

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = "42719583653168294786934721535427618921693875497845162319256..787438.956.6857...9."
NONE = ".876543212........3........4........5........6........7........8........9........"
INVALID = ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6.."


def relabelled(board: str, size: int) -> list[str]:
    """The board with its digits renamed, in ``size`` different ways."""
    rows = [board]
    for shift in range(1, size):
        digits = "123456789"
        turned = digits[shift % 9 :] + digits[: shift % 9]
        swapped = turned if shift < 9 else turned[::-1]
        rows.append(board.translate(str.maketrans(digits, swapped)))
    return rows


def test_run_stores_a_verdict_for_each_board(program: Program) -> None:
    source = program.boards(EASY, SEVERAL, NONE, INVALID, "no board at all", EASY)

    out, err = program.run("run", source, expected=3)

    assert "no board at all" in err or "rejected" in err
    assert "unique" in out
    rows = [json.loads(line) for line in program.run("results", "--jsonl")[0].splitlines()]
    assert [row["verdict"] for row in rows] == ["unique", "multiple", "none", "invalid", "unique"]
    assert program.ask("SELECT count(*) FROM board") == [(5,)]
    assert program.answered() == 4


def test_the_same_run_again_finds_nothing_new(program: Program) -> None:
    source = program.boards(*relabelled(EASY, 9))
    program.run("run", source)

    _, err = program.run("run", source)

    assert "9 boards (0 new, 9 already known)" in err
    assert program.answered() == 9


def test_submitted_first_solved_later(program: Program) -> None:
    program.run("submit", program.boards(*relabelled(EASY, 9)))
    assert program.answered() == 0

    with program.working():
        until(lambda: program.answered() == 9)

    assert program.verdicts() == {"unique": 9}


def test_a_monster_does_not_delay_the_others(program: Program) -> None:
    lines = ["trial sleep 1.5", *(f"trial fine {n}" for n in range(50)), "trial sleep 99"]

    out, _ = program.run("run", program.boards(*lines), "--time-limit", "2")

    assert program.verdicts() == {"unique": 51, "undecided": 1}
    assert "undecided" in out
    assert program.ask("SELECT count(*) FROM chunk WHERE lane = 'deep'") == [(2,)]


def test_boards_that_misbehave_fail_alone(program: Program) -> None:
    bad = ["trial crash 9", "trial raise 1", "trial wrong 1", "trial crash 11"]
    lines = [f"trial fine {n}" for n in range(12)]
    lines[3:3] = bad

    program.run("run", program.boards(*lines))

    assert program.verdicts() == {"unique": 12, "failed": 4}
    failed = program.ask(
        "SELECT text, reason FROM answer JOIN board ON board.id = board_id WHERE verdict = 'failed' ORDER BY text"
    )
    reasons = {str(board): str(reason) for board, reason in failed}
    assert "SIGSEGV" in reasons["trial crash 11"]
    assert "SIGKILL" in reasons["trial crash 9"]
    assert reasons["trial raise 1"].startswith("RuntimeError: this board raises, in ")
    assert re.search(r"trial/trial\.py:\d+ _solve$", reasons["trial raise 1"])
    assert reasons["trial wrong 1"] == "solution does not pass the check: wrong"


def test_a_board_that_wants_all_memory_fails_alone(served: Program) -> None:
    served.settings["GRIDMILL_MEMORY_MB"] = "1024"

    served.run("run", served.boards("trial fine 1", "trial eat 3000", "trial fine 2", "trial eat 10"))

    assert served.verdicts() == {"unique": 3, "failed": 1}
    [(reason,)] = served.ask("SELECT reason FROM answer WHERE verdict = 'failed'")
    assert str(reason).startswith("out of memory (a worker child gets 1024 MB), in ")
