"""What the user said of the boards: their size, the shape of their boxes, and rules that a file may leave unsaid."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from solvers.core import MalformedError
from solvers.reading.format import Wish
from solvers.sudoku.board import Box, Sudoku, boxes, format_board, variant

_VARIANT = re.compile(r"([0-9]{1,2})x\1(?:/([0-9]{1,2})x([0-9]{1,2}))?((?:/(?:diagonals|jigsaw|killer))*)")


@dataclass(frozen=True, slots=True)
class Wished:
    """A variant as the user named it; ``box`` is None where it was not said."""

    name: str
    size: int
    box: Box | None
    rules: frozenset[str]


@cache
def _wished(name: str) -> Wished:
    match = _VARIANT.fullmatch(name)
    size = int(match[1]) if match else 0
    box = Box(int(match[2]), int(match[3])) if match and match[2] else None
    rules = frozenset(match[4].split("/")[1:]) if match else frozenset()
    if not (boxes(size) or "jigsaw" in rules) or (box and box not in boxes(size)):
        raise MalformedError(f"expected a variant such as 9x9, 6x6/3x2 or 9x9/diagonals, got {name!r}", 1)
    return Wished(name, size, box, rules)


def wished(wish: Wish) -> Wished | None:
    """What was wished, None for nothing; raises MalformedError for what is no variant of sudoku."""
    return _wished(wish.variant) if wish.variant else None


def shape(wish: Wish, size: int) -> Box:
    """The boxes of a board of that size where the file does not say: the wished ones, or the usual ones.

    Raises MalformedError where another size was wished.
    """
    wanted = wished(wish)
    if wanted and wanted.size != size:
        raise MalformedError(f"expected {wanted.size} rows of {wanted.size} cells, got {size} of {size}", 1)
    return (wanted and wanted.box) or boxes(size)[0]


def obeying(board: Sudoku, wish: Wish) -> str:
    """The canonical text of a board with the wished rules; raises MalformedError where the file says otherwise."""
    wanted = wished(wish)
    if wanted is None:
        return format_board(board)
    ruled = replace(board, diagonals=board.diagonals or "diagonals" in wanted.rules)
    text = format_board(ruled)
    found = variant(text)
    other_box = wanted.box is not None and not board.regions and board.box != wanted.box
    if wanted.size != board.size or other_box or not wanted.rules.issubset(found.split("/")):
        raise MalformedError(f"expected a board of {wanted.name}, got one of {found}", 1)
    return text
