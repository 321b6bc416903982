"""Addresses on the web that show a board, where it can be written as one."""

from __future__ import annotations

from collections.abc import Iterator

from solvers import registry
from solvers.core import Board, GridmillError


def links(board: Board) -> list[str]:
    """Nothing is sent anywhere: an address holds the board and does nothing until somebody opens it."""
    return list(_links(board))


def _links(board: Board) -> Iterator[str]:
    for found in registry.family(board.family).formats:
        if found.write is None:
            continue
        try:
            text = found.write(board).strip()
        except (GridmillError, ValueError):
            continue  # this board has no such spelling
        if text.startswith("https://"):
            yield text
    if board.family == "sudoku" and len(board.text) == 81 and set(board.text) <= set("123456789."):
        yield f"https://www.sudokuwiki.org/sudoku.htm?bd={board.text}"
