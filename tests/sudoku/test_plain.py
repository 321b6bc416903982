"""What passes plain boards in bulk says the same as the slow and plain ways to say it, whatever is spoilt."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from solvers.core import MalformedError
from solvers.sudoku import FAMILY
from solvers.sudoku._kernel import suspects, variants
from solvers.sudoku.alphabet import LARGEST, SMALLEST, values
from solvers.sudoku.board import Box, boxes, canonical, variant
from solvers.sudoku.check import check, explain
from tests.sudoku.test_verdicts import random_board

BOXES = [box for size in range(SMALLEST, LARGEST + 1) for box in boxes(size)]
ODD = ("\0", ";", ":", " ", "0", ".", "é", "\ud800", "🧩")


def grid(box: Box, rng: random.Random) -> str:
    """A solved board: rows shifted so that boxes are whole, values in random order."""
    names = list(values(box.size))
    rng.shuffle(names)
    shifts = [row % box.rows * box.columns + row // box.rows for row in range(box.size)]
    return "".join(names[(column + shift) % box.size] for shift in shifts for column in range(box.size))


def spoilt(text: str, rng: random.Random) -> Iterator[str]:
    """The text in which one or two symbols are others, or stand elsewhere, or more or fewer of them stand."""
    symbols = [*sorted(set(text)), *ODD, "1", "9", "A", "P", "Y", "Z", "a"]
    a, b = rng.sample(range(len(text)), 2)
    yield text[:a] + rng.choice(symbols) + text[a + 1 :]
    low, high = sorted((a, b))
    yield text[:low] + text[high] + text[low + 1 : high] + text[low] + text[high + 1 :]
    yield text[:a] + text[a + 1 :]
    yield text[:a] + rng.choice(symbols) + text[a:]


@pytest.mark.parametrize("box", BOXES, ids=lambda box: f"{box.rows}x{box.columns}")
def test_right_and_spoilt_solutions_are_told_apart(box: Box) -> None:
    rng = random.Random(box.rows * 100 + box.columns)
    solved = grid(box, rng)
    text = box.prefix() + "".join(symbol if rng.random() < 0.4 else "." for symbol in solved)
    wrong = [(text, each) for _ in range(6) for each in spoilt(solved, rng)]
    wrong += [(each, solved) for _ in range(6) for each in spoilt(text, rng)]
    texts, solutions = zip((text, solved), *wrong, strict=True)

    said = [explain(text, solution) for text, solution in zip(texts, solutions, strict=True)]

    assert suspects([text], [solved]) == []
    assert check(texts, solutions) == said
    assert all(said[place] == "" or place in suspects(texts, solutions) for place in range(len(texts)))


@pytest.mark.parametrize("box", boxes(9) + boxes(16) + boxes(12)[:2])
def test_each_unit_is_looked_at(box: Box) -> None:
    """Two values exchanged inside a row spoil columns or boxes alone; inside a column, rows or boxes alone."""
    solved, size = grid(box, random.Random(1)), box.size
    empty = box.prefix() + "." * size * size
    for step in (1, size):
        for first in range(size * size - step):
            if step == 1 and first % size == size - 1:
                continue
            cells = list(solved)
            cells[first], cells[first + step] = cells[first + step], cells[first]

            assert suspects([empty], ["".join(cells)]) == [0]


def test_only_boxes_are_wrong() -> None:
    """A Latin square: rows and columns are right."""
    latin = "".join("123456789"[(row + column) % 9] for row in range(9) for column in range(9))

    assert suspects(["." * 81], [latin]) == [0]
    assert check(["." * 81], [latin]) == [explain("." * 81, latin)] != [""]


def test_what_has_a_variant_is_canonical() -> None:
    rng = random.Random(3)
    known = [example.text for example in FAMILY.examples] + [random_board(box, rng)[0] for box in BOXES]
    known += [each for text in known for each in spoilt(text, rng)] + ["3x3:" + "." * 81, "02x3:" + "." * 36, ""]
    named = 0
    for text, name in zip(known, variants(known), strict=True):
        if name:
            named += 1
            assert (canonical(text), variant(text)) == (text, name)
        elif ";" not in text:
            assert not is_canonical(text)
    assert named > 100


def is_canonical(text: str) -> bool:
    try:
        return canonical(text) == text
    except MalformedError:
        return False


def test_what_is_no_text() -> None:
    assert variants(["1234341221434321", None, 5]) == ["4x4", "", ""]  # type: ignore[list-item]  # wrong on purpose
    with pytest.raises(ValueError, match="a solution a board"):
        suspects(["." * 81], [])
