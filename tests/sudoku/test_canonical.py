"""The canonical form of plain boards, against a plain search and published counts."""

from __future__ import annotations

import gzip
import random

import pytest

from solvers.likeness import kinship, likeness
from solvers.sudoku import FAMILY, _kernel
from solvers.sudoku.alphabet import values
from solvers.sudoku.analysis import canonical_forms
from solvers.sudoku.board import Box, parse
from solvers.sudoku.normal import normal_forms
from tests.shared import shared
from tests.sudoku.plain import least_text
from tests.sudoku.test_verdicts import random_board

SHAPES = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (3, 4), (4, 4), (5, 4), (5, 5)]


def equivalent(text: str, rng: random.Random) -> str:
    """The board relabelled, with rows and columns in another order, perhaps turned; boxes that lie may stand then."""
    board = parse(text)
    size, box, cells = board.size, board.box, board.cells
    rows, columns = (
        [depth * band + i for band in _shuffled(size // depth, rng) for i in _shuffled(depth, rng)]
        for depth in (box.rows, box.columns)
    )
    names = dict(zip("." + values(size), "." + "".join(rng.sample(values(size), size)), strict=True))
    moved = [[names[cells[row * size + column]] for column in columns] for row in rows]
    if rng.random() < 0.5:
        moved, box = [list(column) for column in zip(*moved, strict=True)], Box(box.columns, box.rows)
    return box.prefix() + "".join("".join(row) for row in moved)


def _shuffled(count: int, rng: random.Random) -> list[int]:
    return rng.sample(range(count), count)


def solved(box: Box, rng: random.Random) -> str:
    """A solution grid of many: the first one that a search finds from a shuffled first row."""
    cells = "".join(rng.sample(values(box.size), box.size)) + "." * (box.size * (box.size - 1))
    (answer,) = FAMILY.solve([box.prefix() + cells], limit=1)
    return box.prefix() + answer.solution


def without(text: str, clues: int, rng: random.Random) -> str:
    """A board of so many givens."""
    cells = list(text)
    for cell in rng.sample(range(len(cells)), len(cells) - clues):
        cells[cell] = "."
    return "".join(cells)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape[0]}x{shape[1]}")
def test_equivalent_boards_have_one_form_and_near_misses_another(shape: tuple[int, int]) -> None:
    box, rng = Box(*shape), random.Random(9)
    for text in (random_board(box, rng)[0], solved(box, rng)):
        forms = canonical_forms([text, *(equivalent(text, rng) for _ in range(2))])
        first = text.rfind(":") + 1
        given = rng.choice([i for i, symbol in enumerate(text) if i >= first and symbol != "."])
        near = text[:given] + "." + text[given + 1 :]

        assert len(set(forms)) == 1
        assert forms[0] != ""
        assert canonical_forms(forms[:1]) == forms[:1]
        assert canonical_forms([near]) != forms[:1]


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (2, 4)], ids=lambda shape: f"{shape[0]}x{shape[1]}")
def test_forms_are_those_of_a_plain_search(shape: tuple[int, int]) -> None:
    """Of boards with few givens and many, and of some that break the rules."""
    box, rng = Box(*shape), random.Random(6)
    for clues in (box.size, box.size * 2, box.size**2 // 2, box.size**2 - 1):
        cells = without(solved(box, rng).rpartition(":")[2], clues, rng)
        broken = "".join(rng.choice("123.." if cell == "." else cell) for cell in cells)
        for each in (cells, broken):
            assert canonical_forms([box.prefix() + each]) == [box.prefix() + least_text(each, *shape)]


@pytest.mark.parametrize("clues", [28, 81])
def test_forms_of_nine_are_those_of_a_plain_search(clues: int) -> None:
    rng = random.Random(clues)
    cells = without(solved(Box(3, 3), rng), clues, rng)

    assert canonical_forms([cells]) == [least_text(cells, 3, 3)]


@pytest.mark.parametrize(("first", "grids", "kinds"), [("." * 16, 288, 2), ("2x3:123456" + "." * 30, 39_168, 49)])
def test_grids_of_four_and_six_are_of_so_many_kinds(first: str, grids: int, kinds: int) -> None:
    """The numbers are published: of grids (6x6 has 28,200,960, or this many with the first row given) and of kinds."""
    assert FAMILY.page is not None
    found, _ = FAMILY.page(first, limit=50_000)
    shape = first[: first.find(":") + 1]

    assert len(found) == grids
    assert len(set(canonical_forms([shape + grid for grid in found]))) == kinds


def test_published_boards_are_in_canonical_form_already() -> None:
    """Royle's list of 17 givens keeps nearly all of its boards so, and no two that are equivalent."""
    lines = gzip.decompress(shared("data/sudoku/9x9/puzzles2_17_clue.gz").read_bytes()).decode().split()
    texts = [line for line in lines if len(line) == 81]
    forms = canonical_forms(texts)

    assert len(set(forms)) == len(texts)
    assert sum(form == text for form, text in zip(forms, texts, strict=True)) > 0.96 * len(texts)
    assert all(form <= text for form, text in zip(forms, texts, strict=True))


def test_forms_are_for_plain_boards() -> None:
    with pytest.raises(ValueError, match="plain boards"):
        _kernel.minlex(["." * 16 + ";diagonals"])


@pytest.mark.parametrize("shape", [(3, 6), (4, 5)])
def test_large_grids_with_a_value_twice_take_no_time(shape: tuple[int, int]) -> None:
    """A shifted grid with one cell changed took minutes; its copies are kin, though nobody calls them equivalent."""
    box, rng = Box(*shape), random.Random(18)
    names, size = values(box.size), box.size
    shifts = [row % box.rows * box.columns + row // box.rows for row in range(size)]
    cells = [names[(shift + column) % size] for shift in shifts for column in range(size)]
    cells[size + 3] = cells[size + 4]
    text = box.prefix() + "".join(cells)
    copy = equivalent(text, rng)

    assert canonical_forms([text, copy], seconds=1.0) == ["", ""]
    assert kinship("sudoku", text) == kinship("sudoku", copy)


def test_forms_that_are_not_finished_are_empty() -> None:
    small = ["1" + "." * 15, "." * 16 + ";diagonals"]
    texts = [small[0], solved(Box(5, 5), random.Random(1)), *small]

    hasty = normal_forms(texts, seconds=1e-9)
    patient = normal_forms(texts, seconds=60.0)

    assert patient == normal_forms(texts)
    assert all(patient)
    assert hasty[:3] == ["", "", ""]
    assert normal_forms(texts, cancel=bytearray(b"\1")) == [""] * 4


def test_boards_with_too_many_symmetries_are_still_kin() -> None:
    """Sixteen values on a diagonal of 16x16: their rows can stand in millions of orders, and none differs."""
    diagonal = "".join(chr(65 + i) + "." * 16 for i in range(16))[:256]
    moved = diagonal[64:128] + diagonal[:64] + diagonal[128:]

    assert canonical_forms([diagonal, moved]) == ["", ""]
    assert likeness("sudoku", diagonal) != likeness("sudoku", moved)  # nobody says that they are equivalent
    assert kinship("sudoku", diagonal) == kinship("sudoku", moved)
