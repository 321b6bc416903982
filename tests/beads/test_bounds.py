"""Boards of one line that could take all memory or hours: they end in time, in bounded memory, and say why."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from solvers.beads import FAMILY, _kernel
from solvers.core import OUT_OF_TIME, Verdict

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def box(rows: int, columns: int) -> str:
    return "/".join(["." * columns] * rows)


def pieces(shape: str) -> str:
    return ";".join(f"{letter}={shape}" for letter in LETTERS)


CHIPPED = pieces("/".join(["o" * 8] * 7 + ["o" * 7, "o"])) + ":" + box(64, 62)  # 62 pieces of 64 cells
STEPS = pieces("oooooo/ooooo/oooo/o") + ":" + box(16, 62)


def test_too_many_placements_are_undecided_and_say_how_many() -> None:
    answer = FAMILY.solve([CHIPPED], 2)[0]

    assert answer.verdict is Verdict.UNDECIDED
    assert answer.reason.startswith("too many placements: ")
    assert answer.reason.endswith("at most 64000000")
    with pytest.raises(RuntimeError, match="too many placements"):
        _kernel.page(CHIPPED)


def test_memory_is_bounded() -> None:
    program = (
        "import resource, sys; from solvers.beads import FAMILY\n"
        "for text in sys.stdin.read().split(): FAMILY.solve([text], 2, 0, 1.0)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    texts = f"{CHIPPED}\n{STEPS}"
    done = subprocess.run([sys.executable, "-c", program], input=texts, capture_output=True, text=True, check=True)
    unit = 1 if sys.platform == "darwin" else 1024

    assert int(done.stdout) * unit < 600 * 1024 * 1024


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
