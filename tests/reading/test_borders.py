"""Rows of dashes and borders of dashes are told from each other, whatever stands for an empty cell."""

from __future__ import annotations

import pytest

from solvers.core import Reject
from solvers.reading import Source, read

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
