"""Throws boards at the kernel until the time is over: `python -m tests.kakuro.fuzz SECONDS [SEED]`.

Made for a sanitizer build, where the kernel's own faults end the process. Here every answer must obey the rules of
the contract: solutions pass the checker and differ, a text that is no board fails alone, and one board gives the same
verdict whatever the limit.
"""

from __future__ import annotations

import random
import sys
import time
from itertools import pairwise
from typing import Any

from solvers.core import MalformedError, Verdict
from solvers.kakuro import FAMILY
from solvers.kakuro.board import format_board
from tests.kakuro.test_oracle import random_board

SIGNS = r".#-\/ 0123456789digits=:x"


def broken(rng: random.Random, text: str) -> str:
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(0, len(text))
        text = text[:at] + "".join(rng.choices(SIGNS, k=rng.randint(0, 3))) + text[at + rng.randint(0, 3) :]
    return text


def wide_board(rng: random.Random) -> str:
    """A larger board of random clues that nobody made from a filling."""
    height, width, digits = rng.randint(2, 24), rng.randint(2, 24), rng.choice([9, 9, 9, 5, 12, 16])
    black, clueless = rng.choice([0.2, 0.3, 0.5]), rng.choice([0.1, 0.6, 1.0])

    def clue() -> str:
        return "-" if rng.random() < clueless else str(rng.randint(1, digits * 3))

    def cell() -> str:
        return f"{clue()}\\{clue()}" if rng.random() < black else "."

    rows = [" ".join(cell() for _ in range(width)) for _ in range(height)]
    return f"digits={digits}:" * (digits != 9) + "/".join(rows)


def check_board(rng: random.Random, text: str) -> None:
    budget = {"nodes": rng.choice([1, 50, 1500, 4000]), "seconds": 1.0}
    limits = (1, 2, rng.randint(3, 50), 2**64 - 1)
    answers = [FAMILY.solve([text], limit, **budget)[0] for limit in limits]
    try:
        canonical = FAMILY.canonical(text)
    except MalformedError:
        assert {answer.verdict for answer in answers} == {Verdict.FAILED}, text
        return
    for limit, answer in zip(limits, answers, strict=True):
        found = [solution for solution in (answer.solution, answer.witness) if solution]
        assert FAMILY.check([text] * len(found), found) == [""] * len(found), text
        assert len(set(found)) == min(answer.count, 2) <= limit, text
    if canonical == text:
        check_page(text, budget)
    decided = {answer.verdict for answer in answers} - {Verdict.UNDECIDED}
    assert len(decided) <= 1, (text, decided)


def check_page(text: str, budget: dict[str, Any]) -> None:
    """A page obeys the rules and its order: behind a solution of it comes the next."""
    listed, _ = FAMILY.page(text, "", 3, **budget)  # type: ignore[misc]  # declared
    assert FAMILY.check([text] * len(listed), listed) == [""] * len(listed), text
    for before, after in pairwise(listed):
        assert [after] == FAMILY.page(text, before, 1, seconds=3.0)[0], text  # type: ignore[misc]  # declared


def main() -> None:
    seconds, seed = float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng = random.Random(seed)  # boards that can be had again, nothing secret
    end, boards = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        text = format_board(random_board(rng)) if rng.random() < 0.5 else wide_board(rng)
        check_board(rng, broken(rng, text) if rng.random() < 0.3 else text)
        boards += 1
    sys.stdout.write(f"{boards} boards, seed {seed}: no fault\n")


if __name__ == "__main__":
    main()
