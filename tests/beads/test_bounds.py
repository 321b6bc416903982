"""Boards of one line that could take all memory or hours: they end in time, in bounded memory, and say why."""

from __future__ import annotations

import re
import subprocess
import sys
import time

import pytest

from solvers.beads import FAMILY, _kernel
from solvers.core import OUT_OF_TIME, Verdict
from tests.peak import PEAK_KB

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def box(rows: int, columns: int) -> str:
    return "/".join(["." * columns] * rows)


def pieces(shape: str) -> str:
    return ";".join(f"{letter}={shape}" for letter in LETTERS)


CHIPPED = pieces("/".join(["o" * 8] * 7 + ["o" * 7, "o"])) + ":" + box(64, 62)  # 62 pieces of 64 cells
STEPS = pieces("oooooo/ooooo/oooo/o") + ":" + box(16, 62)


PROGRAM = f"""
import sys
from solvers.beads import FAMILY, _kernel
many, steps = sys.stdin.read().split()
answer = FAMILY.solve([many], 2)[0]
FAMILY.solve([steps], 2, 0, 0.5)
try:
    _kernel.page(many)
except RuntimeError as error:
    print(answer.verdict, answer.reason, error, sep="|")
print({PEAK_KB})
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak of memory where Linux shows it")
def test_too_many_placements_are_undecided_and_say_how_many_in_bounded_memory() -> None:
    """In a process of its own: its peak would stay this one's, and with it that of every program started later."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], input=f"{CHIPPED} {STEPS}", capture_output=True, text=True, check=True
    )
    said, peak = done.stdout.splitlines()
    verdict, reason, error = said.split("|")

    assert verdict == Verdict.UNDECIDED
    assert re.fullmatch(r"too many placements: they cover [0-9]+ cells or more in sum, at most 32000000", reason)
    assert error == reason
    assert int(peak) < 500 * 1024


@pytest.mark.parametrize("limit", [1, 2, 10**9])
def test_the_time_limit_holds_while_placements_are_made_and_searched(limit: int) -> None:
    start = time.perf_counter()
    answer = FAMILY.solve([STEPS], limit, 0, 0.2)[0]
    page, complete = _kernel.page(STEPS, limit=1000, seconds=0.2)

    assert (answer.verdict, answer.reason) == (Verdict.UNDECIDED, OUT_OF_TIME)
    assert not page
    assert not complete
    assert time.perf_counter() - start < 2


def test_cancel_is_heard_while_placements_are_made() -> None:
    start = time.perf_counter()
    assert FAMILY.solve([CHIPPED], 2, 0, 0.0, bytearray(b"\1"))[0].reason == "cancelled"
    assert time.perf_counter() - start < 0.5


def test_a_wrong_area_is_seen_before_anything_is_built() -> None:
    start = time.perf_counter()
    answer = FAMILY.solve([pieces("ooo/o") + ":" + box(64, 62)])[0]

    assert (answer.verdict, answer.reason) == (Verdict.NONE, "the pieces have 248 cells, the region has 3968")
    assert time.perf_counter() - start < 0.2
