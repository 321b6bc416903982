from __future__ import annotations

from solvers.drawing import Kind
from solvers.kakuro import FAMILY


def drawn(*texts: str) -> list[list[tuple[str, Kind]]]:
    (drawing,) = FAMILY.draw(*texts)
    return [[(cell.text, cell.kind) for cell in row] for row in drawing.rows]


def test_clues_givens_and_empty_cells() -> None:
    assert drawn("# 3\\4 #/-\\3 1 .") == [
        [("", Kind.BLOCK), ("3\\4", Kind.CLUE), ("", Kind.BLOCK)],
        [("\\3", Kind.CLUE), ("1", Kind.GIVEN), ("", Kind.EMPTY)],
    ]


def test_the_cells_in_which_the_witness_differs_are_marked() -> None:
    rows = drawn("-\\3 . ./# 9 #", "-\\3 1 2/# 9 #", "-\\3 2 1/# 9 #")

    assert rows == [
        [("\\3", Kind.CLUE), ("1/2", Kind.DIFFERS), ("2/1", Kind.DIFFERS)],
        [("", Kind.BLOCK), ("9", Kind.GIVEN), ("", Kind.BLOCK)],
    ]
    assert drawn("-\\3 . .", "-\\3 1 2") == [[("\\3", Kind.CLUE), ("1", Kind.SOLVED), ("2", Kind.SOLVED)]]
