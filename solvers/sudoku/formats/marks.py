"""What a player left on a board besides its givens, as fields: the digits that were placed, and the pencil marks.

`placed` is the cells with givens and placed digits; `marks` has a word for each cell, its candidates, `.` for none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from solvers.core import Board, MalformedError
from solvers.sudoku.board import Sudoku, boxes, parse

NONE = "."


def marks_field(marks: Sequence[str]) -> dict[str, str]:
    """The field of the pencil marks of all cells; nothing if no cell has any."""
    return {"marks": " ".join(each or NONE for each in marks)} if any(each not in ("", NONE) for each in marks) else {}


def placed_of(board: Board, cells: str) -> str:
    """The cells with what was placed; the givens alone where the board's fields do not say."""
    placed = (board.fields or {}).get("placed", "")
    return placed if len(placed) == len(cells) else cells


def marks_of(board: Board, cells: str) -> list[str]:
    """The pencil marks of each cell, "" for none."""
    marks = (board.fields or {}).get("marks", "").split(" ")
    return ["" if each == NONE else each for each in marks] if len(marks) == len(cells) else [""] * len(cells)


def only_cells(board: Board, size: int = 0, *, usual: bool = True) -> Sudoku:
    """The board, for formats that carry cells and no more.

    Raises MalformedError for further rules, for another ``size`` and, if ``usual``, for boxes of another shape than
    the one that readers assume.
    """
    sudoku = parse(board.text)
    if size not in (0, sudoku.size):
        raise MalformedError(f"expected a board of {size}x{size}, got one of {board.variant}", 1)
    if not sudoku.plain():
        raise MalformedError(f"expected a board without further rules, got one of {board.variant}", 1)
    if usual and sudoku.box != boxes(sudoku.size)[0]:
        raise MalformedError(f"expected boxes of the usual shape, got {board.variant}", 1)
    return sudoku


def rest_of(fields: Mapping[str, str] | None, *known: str) -> dict[str, str]:
    """The fields that have no place of their own in a format."""
    return {name: value for name, value in (fields or {}).items() if name not in known}


def line_of(text: str) -> str:
    """A statement in one line, without control characters."""
    return " ".join(text.split())
