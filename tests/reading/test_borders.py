"""What parts the bands of a grid: dashes are told from rows of empty cells, and empty lines are no end of it."""

from __future__ import annotations

from math import isqrt

import pytest

from solvers.core import Reject
from solvers.reading import Source, read
from solvers.sudoku.board import boxes

# Rows without a given stand where borders would: the third of all, the last, the first, and two in one board.
NINE = (
    "4.....8.5.3...................7......2.....6.....8.4......1.......6.3.7.5..2.....",
    "......9.7...42.18....7.5.261..9.4....5.....4....5.7..992.1.8....34.59...5.7......",
    ".........1.4...2.7.6...8.....3.5.4........7.16.......5.2........8.1.3........6...",
)
BORDERS = ["---+---+---", "---|---|---", "-----------", "===+===+===", "- - - + - - - + - - -", "--- + --- + ---", ""]


def drawn(cells: str, border: str, bar: str = "|", between: str = "") -> str:
    rows = [cells[at : at + 9] for at in range(0, 81, 9)]
    lines = [bar.join(between.join(row[at : at + 3]) for at in (0, 3, 6)) for row in rows]
    return "\n".join([*lines[:3], border, *lines[3:6], border, *lines[6:]] if border else lines)


def found(text: str) -> tuple[list[str], list[Reject]]:
    rejects: list[Reject] = []
    return [board.text for board in read(Source.of(text), rejects=rejects.append)], rejects


@pytest.mark.parametrize("border", BORDERS)
@pytest.mark.parametrize("empty", "-._")
@pytest.mark.parametrize("apart", ["\n", "\n\n", "\n\nGame 5\n"])
def test_rows_of_dashes_are_no_borders(border: str, empty: str, apart: str) -> None:
    for bar, between in (("|", ""), (" | ", " ")):
        text = apart.join(drawn(cells, border, bar, between).replace(".", empty) for cells in NINE)

        assert found(text + "\n") == (list(NINE), [])


def sixteen(empty: set[int]) -> str:
    """A board of 16x16 with a third of its givens, and none in these rows."""
    filled = ((at, (at // 16 * 4 + at // 64 + at) % 16) for at in range(256))
    return "".join("." if at // 16 in empty or (at + at // 16) % 3 else chr(ord("A") + value) for at, value in filled)


@pytest.mark.parametrize("apart", ["\n", "\n\n"])
@pytest.mark.parametrize("bar", ["", "|"])
def test_rows_of_sixteen_dashes_are_no_borders(bar: str, apart: str) -> None:
    boards = [sixteen(empty) for empty in ({3, 7}, {4, 9, 14}, {0}, {15}, {5, 6, 7})]
    rows = [[cells[at : at + 16] for at in range(0, 256, 16)] for cells in boards]
    lines = [[bar.join(row[at : at + 4] for at in (0, 4, 8, 12)) for row in board] for board in rows]

    assert found(apart.join(map("\n".join, lines)).replace(".", "-") + "\n") == (boards, [])


@pytest.mark.parametrize("border", ["", "---|---|---", "===+===+==="])
@pytest.mark.parametrize("row", [1, 5, 8])
def test_a_row_missing_or_twice_costs_its_board(border: str, row: int) -> None:
    texts = [drawn(cells, border).replace(".", "-").split("\n") for cells in NINE]
    for change in ([], [texts[1][row]] * 2):
        middle = [*texts[1][:row], *change, *texts[1][row + 1 :]]
        boards, rejects = found("\n\n".join(map("\n".join, (texts[0], middle, texts[2]))) + "\n")

        assert (boards[:1], boards[-1:], len(rejects) > 0) == ([NINE[0]], [NINE[2]], True)
        assert set(boards) <= set(NINE)


@pytest.mark.parametrize("cells", [NINE[0], "12...." + "." * 30, "." * 50 + "A......B....L" + "." * 81])
@pytest.mark.parametrize("between", ["", " ", ", "])
def test_empty_lines_between_bands(cells: str, between: str) -> None:
    size = isqrt(len(cells))
    rows = [between.join(cells[at : at + size].replace(".", "x")) for at in range(0, len(cells), size)]
    for height in (box.rows for box in boxes(size)):
        grid = "\n\n".join("\n".join(rows[at : at + height]) for at in range(0, size, height))

        board = cells if size == 9 else f"{height}x{size // height}:{cells}"
        assert found(grid) == ([board], [])
        for apart in ("\n\n\n", "\n\n\n\n", "\n\nGame 5\n", "\n---------------\n"):
            assert found(apart.join([grid] * 3) + "\n") == ([board] * 3, [])


@pytest.mark.parametrize("row", [0, 4, 10])
def test_a_row_missing_in_a_band_costs_its_board(row: int) -> None:
    texts = [drawn(cells, "x").replace("x", "").split("\n") for cells in NINE]
    del texts[1][row]

    boards, rejects = found("\n\n\n".join(map("\n".join, texts)) + "\n")

    assert boards == [NINE[0], NINE[2]]
    assert rejects


@pytest.mark.parametrize("empty", "xX_.0?*")
@pytest.mark.parametrize("comma", [", ", ",", " , "])
def test_a_sudoku_with_commas_is_no_kakuro(empty: str, comma: str) -> None:
    grid = "\n".join(comma.join(NINE[0][at : at + 9].replace(".", empty)) for at in range(0, 81, 9))

    assert found(grid + "\n") == ([NINE[0]], [])


@pytest.mark.parametrize("fault", ["> ------+-------+------", "'------+-------+------'", "----#-+-------+------", ""])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_spoilt_border_costs_its_board(fault: str, at: int) -> None:
    texts = [drawn(cells, "------+-------+------", " | ", " ").split("\n") for cells in NINE]
    texts[at][3] = fault

    boards, rejects = found("\n\n".join(map("\n".join, texts)) + "\n")

    assert boards == [cells for number, cells in enumerate(NINE) if number != at]
    assert rejects


@pytest.mark.parametrize("row", [0, 1, 5, 9])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_two_rows_in_a_line_cost_their_board(row: int, at: int) -> None:
    texts = [drawn(cells, "------+-------+------", " | ", " ").split("\n") for cells in NINE]
    texts[at][row : row + 2] = ["".join(texts[at][row : row + 2])]

    boards, rejects = found("\n\n".join(map("\n".join, texts)) + "\n")

    assert boards == [cells for number, cells in enumerate(NINE) if number != at]
    assert rejects


@pytest.mark.parametrize("between", [" ", "\t", ","])
def test_a_digit_too_many_is_no_cell_among_digits(between: str) -> None:
    rows = [between.join(NINE[0][at : at + 9]).replace(".", "0") for at in range(0, 81, 9)]
    spoilt = [*rows[:4], rows[4] + "5", *rows[5:]]

    boards, rejects = found("\n\n".join(map("\n".join, (rows, spoilt, rows))) + "\n")

    assert boards == [NINE[0]] * 2
    assert rejects[0].line == 11
