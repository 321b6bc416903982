"""The number of givens of a board, from its canonical text alone."""

from __future__ import annotations

from collections.abc import Iterable

from solvers.core import cells_of

NO_CELLS = "./#<>^v"
SECTIONS = (";diagonals", ";regions:", ";cages:")  # what may stand behind the cells of a sudoku


def count_givens(texts: Iterable[str]) -> list[int]:
    """For each canonical text the number of filled cells.

    What stands behind the colon are cells (a section behind them holds none), in rows with ``/`` between. In texts
    with blanks a cell is a token: ``.``
    and ``0`` are empty, ``#`` is black, a token with a backslash is a clue and one with ``|`` or ``-`` a domain. In
    texts without blanks a cell is a character: ``.`` is empty, ``#`` is no cell, and signs stand between cells.
    """
    return [_tokens(text) if " " in text else _characters(_cells(text) if ";" in text else text) for text in texts]


def _cells(text: str) -> str:
    for section in SECTIONS:
        text = text.partition(section)[0]
    return text


def _characters(text: str) -> int:
    if "/" not in text and ":" not in text and ";" not in text:
        return len(text) - text.count(".")
    first, last = cells_of(text)
    cells = text[first:last]
    return len(cells) - sum(map(cells.count, NO_CELLS))


def _tokens(text: str) -> int:
    first, last = cells_of(text)
    cells = text[first:last].replace("/", " ").split()
    return sum(cell.isalnum() and cell != "0" for cell in cells)
