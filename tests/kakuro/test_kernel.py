"""The kernel against boards whose verdict is known from elsewhere."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import factorial
from pathlib import Path
from typing import Any

import pytest

from solvers.core import Verdict
from solvers.kakuro import FAMILY
from solvers.kakuro.board import Black, Cell, Kakuro, White, format_board, parse
from tests.kakuro.test_oracle import random_board
from tests.peak import PEAK_KB

# By the README of the data; two independent programs agreed on each.
KNOWN = {
    "bench_real50": (50, Verdict.UNIQUE),
    "bench_named": (15, Verdict.UNIQUE),
    "gen_unique_06": (40, Verdict.UNIQUE),
    "gen_unique_09": (60, Verdict.UNIQUE),
    "gen_unique_15": (12, Verdict.UNIQUE),
    "gen_unique_20x30": (5, Verdict.UNIQUE),
    "gen_given_20": (15, Verdict.UNIQUE),
    "gen_multi_10": (20, Verdict.MULTIPLE),
    "gen_unsat_09": (20, Verdict.NONE),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_boards_get_their_verdicts(name: str, shared: Path, read_boards: Any) -> None:
    number, verdict = KNOWN[name]
    texts = [board.text for board in read_boards((shared / f"data/kakuro/{name}.kkt").read_text())]

    answers = FAMILY.solve(texts, seconds=20)

    assert [verdict] * number == [answer.verdict for answer in answers]
    for text, answer in zip(texts, answers, strict=True):
        found = [solution for solution in (answer.solution, answer.witness) if solution]
        assert FAMILY.check([text] * len(found), found) == [""] * len(found)
        assert len(set(found)) == {Verdict.UNIQUE: 1, Verdict.MULTIPLE: 2, Verdict.NONE: 0}[verdict]


def test_the_examples_hold() -> None:
    for example in FAMILY.examples:
        (answer,) = FAMILY.solve([example.text])

        assert example.verdict == answer.verdict, example
        assert example.solution in {"", answer.solution}


def test_counting_is_exact_when_the_search_ends() -> None:
    # 9 * 8: no clue, two different digits
    assert [(a.count, a.count_is_exact) for a in FAMILY.solve([". ."], limit=100)] == [(72, True)]
    assert [(a.count, a.count_is_exact) for a in FAMILY.solve([". ."], limit=73)] == [(72, True)]
    assert [(a.count, a.count_is_exact) for a in FAMILY.solve([". ."], limit=71)] == [(71, False)]


def test_every_reason_of_an_invalid_board_is_named() -> None:
    (answer,) = FAMILY.solve([r"# 4\9/-\2 ./-\99 #"])

    assert answer.verdict == Verdict.INVALID
    assert answer.reason == (
        "r1c2: the clue across is 9, but no cell follows it; r3c1: the clue across is 99, but no cell follows it"
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (r"-\2 . .", "r1c1: the clue across is 2, but 2 cells can sum to 3..17"),
        (r"-\0 . .", "r1c1: the clue across is 0, but 2 cells can sum to 3..17"),
        (r"30\-/./.", "r1c1: the clue down is 30, but 2 cells can sum to 3..17"),
        (". " * 9 + ".", "r1c1: the run across of 10 cells is longer than the 9 digits"),
        ("# 1 . 1", "r1c2 and r1c4: the digit 1 is given twice in the run across"),
        (r"-\5 1 2", "r1c1: the clue across is 5, but the givens of its run sum to 3"),
        (r"digits=4:-\8 . .", "r1c1: the clue across is 8, but 2 cells can sum to 3..7"),
        (r"# #/# 4\-", "r2c2: the clue down is 4, but no cell follows it"),
    ],
)
def test_invalid_boards_name_cell_and_possible_range(text: str, reason: str) -> None:
    (answer,) = FAMILY.solve([text])

    assert (Verdict.INVALID, reason) == (answer.verdict, answer.reason)


@pytest.mark.parametrize("text", ["", ". ./.", "./. .", ". x", ".  .", "3\\", "\\3", "10", "digits=99:.", "./", ". "])
def test_a_text_that_is_not_canonical_fails_alone(text: str) -> None:
    broken, sound = FAMILY.solve([text, r"3\- 2\-/. ."])

    assert broken.verdict == Verdict.FAILED
    assert sound.verdict == Verdict.UNIQUE


def test_a_large_empty_board_is_no_danger() -> None:
    row = " ".join((["."] * 9 + ["#"]) * 20)
    blocked = " ".join(["#"] * 200)
    text = "/".join(([row] * 9 + [blocked]) * 20)

    (answer,) = FAMILY.solve([text], seconds=20)

    assert answer.verdict == Verdict.MULTIPLE
    assert FAMILY.check([text, text], [answer.solution, answer.witness]) == ["", ""]


def test_a_budget_ends_undecided() -> None:
    row = " ".join(["#"] + ["."] * 8)
    text = "/".join([" ".join(["#"] + ["36\\-"] * 8)] + [row.replace("#", "-\\36", 1)] * 8)

    (answer,) = FAMILY.solve([text], nodes=1)

    assert (answer.verdict, answer.reason) == (Verdict.UNDECIDED, "node limit reached")


@pytest.mark.parametrize(("order", "squares"), [(2, 2), (3, 12), (4, 576), (5, 161280)])
def test_counting_by_parts_gives_the_published_number_of_latin_squares(order: int, squares: int) -> None:
    text = f"digits={order}:" + "/".join([" ".join("." * order)] * order)

    (answer,) = FAMILY.solve([text], limit=2**64 - 1)

    assert (answer.count, answer.count_is_exact) == (squares, True)


def test_counts_of_independent_parts_are_multiplied_beyond_64_bits() -> None:
    part = " ".join("." * 9)
    text = f"/{' '.join('#' * 9)}/".join([part] * 4)

    exact, capped = (FAMILY.solve([text], limit=limit)[0] for limit in (2**64 - 1, 10**6))

    assert (exact.count, exact.count_is_exact) == (362880**4, True)
    assert FAMILY.solve([text], limit=10**18)[0].count == 362880**4  # what --count asks for
    assert (capped.count, capped.count_is_exact) == (10**6, False)


def only(text: str, named: Sequence[str]) -> str:
    """The board with no other clues and givens than those named, such as "r1c2 down 17" and "r2c2 given 2"."""
    board = parse(text)
    rows: list[list[Cell]] = [[Black() if isinstance(c, Black) else White() for c in row] for row in board.rows]
    for item in named:
        match = re.fullmatch(r"r(\d+)c(\d+) (down|across|given) (\d+)", item)
        assert match is not None, item
        r, c, number = int(match[1]) - 1, int(match[2]) - 1, int(match[4])
        cell = rows[r][c]
        if isinstance(cell, White):
            rows[r][c] = White(number)
        else:
            rows[r][c] = cell._replace(**{match[3]: number})
    return format_board(Kakuro(tuple(map(tuple, rows)), board.digits))


@pytest.mark.parametrize(
    "text",
    [
        r"# 3\- 5\-/-\3 . ./-\4 . .",
        r"# 7\- 7\- 9\-/-\16 2 . ./-\7 . 3 #",
        r"digits=4:# 5\- 7\-/-\7 . ./-\3 . .",
    ],
)
def test_the_named_clues_contradict_each_other_and_none_can_be_left_out(text: str) -> None:
    (answer,) = FAMILY.solve([text])

    assert answer.verdict == Verdict.NONE
    named, smallest = named_items(answer.reason)
    assert smallest
    assert FAMILY.solve([only(text, named)])[0].verdict == Verdict.NONE
    for item in named:
        weaker = only(text, [other for other in named if other != item])
        (other,) = FAMILY.solve([weaker], limit=1)
        assert FAMILY.check([weaker], [other.solution]) == [""], item


def named_items(reason: str) -> tuple[list[str], bool]:
    """The clues and givens that a reason names, and whether it says that no fewer contradict each other."""
    items, _, said = reason.removeprefix("no filling meets ").partition("; ")
    return items.split(", "), said == "no fewer clues contradict each other"


def all_items(text: str) -> list[str]:
    """The names of all clues and givens of a board."""
    items = []
    for r, row in enumerate(parse(text).rows, 1):
        for c, cell in enumerate(row, 1):
            if isinstance(cell, White):
                items += [f"r{r}c{c} given {cell.given}"] * bool(cell.given)
            else:
                items += [f"r{r}c{c} {side} {n}" for side, n in (("down", cell.down), ("across", cell.across)) if n]
    return items


def test_the_named_clues_are_as_few_as_contradict_each_other() -> None:
    """Every smaller set of clues has a filling, which the checker, no part of the kernel, passes."""
    rng = random.Random(3)  # the same boards every time, nothing secret
    sizes = Counter[int]()
    while sizes.total() < 40:
        text = format_board(random_board(rng))
        (answer,) = FAMILY.solve([text])
        items = all_items(text)
        if answer.verdict is not Verdict.NONE or len(items) > 14 or not answer.reason.startswith("no filling meets"):
            continue
        named, smallest = named_items(answer.reason)
        assert smallest, text
        assert FAMILY.solve([only(text, named)])[0].verdict is Verdict.NONE, text
        fewer = [only(text, some) for some in combinations(items, len(named) - 1)]
        solutions = [other.solution for other in FAMILY.solve(fewer, limit=1)]
        assert FAMILY.check(fewer, solutions) == [""] * len(fewer), text
        sizes[len(named)] += 1

    assert len(sizes) > 3, sizes  # sets of several sizes were met


def test_searched_boards_without_solution_name_a_smallest_set(shared: Path, read_boards: Any) -> None:
    texts = [board.text for board in read_boards((shared / "data/kakuro/gen_unsat_09.kkt").read_text())]

    answers = FAMILY.solve(texts)

    for text, answer in zip(texts, answers, strict=True):
        named, smallest = named_items(answer.reason)
        assert smallest, answer.reason
        assert FAMILY.solve([only(text, named)])[0].verdict is Verdict.NONE
        weaker = [only(text, [other for other in named if other != item]) for item in named]
        solutions = [other.solution for other in FAMILY.solve(weaker, limit=1)]
        assert FAMILY.check(weaker, solutions) == [""] * len(weaker)


def tiled(text: str, times: int) -> str:
    """A board of so many copies of one beside and below each other."""
    rows = text.split("/")
    return "/".join([" ".join([row] * times) for row in rows] * times)


def test_a_board_of_200_by_200_is_proven_in_memory_that_grows_with_its_cells() -> None:
    code = (
        "import sys\n"
        "from solvers.kakuro import FAMILY\n"
        "text = sys.stdin.read()\n"
        f"before = {PEAK_KB}\n"
        "answer, = FAMILY.solve([text])\n"
        f"print(answer.verdict, {PEAK_KB} - before)\n"
    )
    used = []
    for times in (12, 25):  # 96x96 and 200x200
        done = subprocess.run(
            [sys.executable, "-c", code],
            input=tiled(FAMILY.examples[0].text, times), capture_output=True, text=True, check=True,
        )  # fmt: skip
        verdict, kibibytes = done.stdout.split()
        assert verdict == Verdict.UNIQUE
        used.append(int(kibibytes))

    small, large = used
    assert large < 6 * small + 4096, used  # four times the cells
    assert large < 64 * 1024, used


@pytest.mark.parametrize("digits", [1, 2, 5, 12, 16])
def test_a_run_of_all_digits_has_one_sum_and_every_order(digits: int) -> None:
    total = digits * (digits + 1) // 2
    run = " ".join("." * digits)

    (right,) = FAMILY.solve([f"digits={digits}:-\\{total} {run}"], limit=2**64 - 1)
    (wrong,) = FAMILY.solve([f"digits={digits}:-\\{total + 1} {run}"])

    assert (right.count, right.count_is_exact) == (factorial(digits), True)
    assert wrong.verdict == Verdict.INVALID


def test_a_time_limit_holds_where_single_steps_are_long() -> None:
    """A board of runs of sixteen open cells, without a clue: every node sets off thousands of long runs."""
    rows = (" ".join("#" if (r + c) % 17 == 16 else "." for c in range(187)) for r in range(187))

    (answer,) = FAMILY.solve(["digits=16:" + "/".join(rows)], limit=2**64 - 1, seconds=0.3)

    assert not answer.count_is_exact
    assert answer.solve_ns < 0.9e9
