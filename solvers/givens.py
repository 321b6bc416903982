"""How the cells of a text hold givens: as characters, as words between blanks, or as pieces of one letter."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

SIGNS = "<>^v"  # stand between cells
NOTHING = ".#/"


def by_characters(cells: str) -> Iterator[tuple[str, str]]:
    """Each cell is a character; ``/`` ends a row, or the board is a square."""
    side = isqrt(len(cells))
    row = column = 0
    for at, cell in enumerate(cells):
        if cell == "/":
            row, column = row + 1, 0
        elif cell not in SIGNS:
            if cell not in NOTHING:
                yield f"r{row + 1}c{column + 1}={cell}", f"{cells[:at]}.{cells[at + 1 :]}"
            column += 1
            if "/" not in cells and column == side:
                row, column = row + 1, 0


def by_words(cells: str, empty: str) -> Iterator[tuple[str, str]]:
    """Each cell is a word, ``/`` ends a row; ``empty`` is what stands for a cell without a given."""
    rows = [row.split(" ") for row in cells.split("/")]
    for row, words in enumerate(rows):
        for column, cell in enumerate(words):
            if cell.isalnum() and cell != "0":
                less = [*rows[:row], [*words[:column], empty, *words[column + 1 :]], *rows[row + 1 :]]
                yield f"r{row + 1}c{column + 1}={cell}", "/".join(" ".join(each) for each in less)


def by_letters(cells: str) -> Iterator[tuple[str, str]]:
    """All cells of one letter are one given, a piece that is placed."""
    for piece in sorted({cell for cell in cells if cell not in NOTHING}):
        yield piece, cells.replace(piece, ".")
