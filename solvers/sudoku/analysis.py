"""What more can be said of a board: redundant givens, canonical form, backdoor, why it has no solution.

All of it asks the kernel about many small changes of the board in one call.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, islice

from solvers.core import Verdict
from solvers.sudoku._kernel import minlex, solve
from solvers.sudoku.board import cell_name, format_board, parse

CELLS = 81  # of a plain 9x9 board, whose text is its cells
LARGEST_BACKDOOR = 3
BULK = 4096  # boards in a call
_NO_SOLUTION = (Verdict.NONE, Verdict.INVALID)


def redundant(text: str) -> list[str]:
    """The givens that a unique board does not need, each taken away alone, as `r1c1=7`; empty if it is minimal."""
    given = _givens(text)
    answers = solve([_changed(text, {cell: "."}) for cell in given], limit=2)
    needless = (cell for cell, answer in zip(given, answers, strict=True) if answer.verdict is Verdict.UNIQUE)
    return _named(text, needless)


def canonical_forms(texts: Sequence[str]) -> list[str]:
    """For plain 9x9 boards the least text of all that relabeling and the symmetries of the grid make of each.

    Boards are equivalent exactly if their forms are equal.
    """
    return minlex(texts)


def backdoor(text: str) -> list[str] | None:
    """The fewest cells of the solution that, given as well, make the board solvable without a guess, as `r1c1=7`.

    None if the board is not unique, or if more than three are needed. The deductions are the kernel's: naked and
    hidden singles, and on plain boards of 9x9, 16x16 and 25x25 locked candidates.
    """
    (whole,) = solve([text], limit=2)
    if whole.verdict is not Verdict.UNIQUE:
        return None
    if whole.nodes == 0:
        return []
    open_cells = [cell for cell, symbol in enumerate(parse(text).cells) if symbol == "."]
    for count in range(1, LARGEST_BACKDOOR + 1):
        ahead = combinations(open_cells, count)
        while some := list(islice(ahead, BULK)):
            texts = [_changed(text, {cell: whole.solution[cell] for cell in chosen}) for chosen in some]
            for chosen, changed, answer in zip(some, texts, solve(texts, limit=2, nodes=1), strict=True):
                if answer.nodes == 0:
                    return _named(changed, chosen)
    return None


def why_none(text: str) -> list[str]:
    """Givens that have no solution together, although without any one of them they have, as `r1c1=7`.

    Empty if the board has a solution. Givens are tried in reading order, so the answer is one such set of several.
    """
    if solve([text], limit=1)[0].verdict not in _NO_SOLUTION:
        return []
    for cell in _givens(text):
        fewer = _changed(text, {cell: "."})
        if solve([fewer], limit=1)[0].verdict in _NO_SOLUTION:
            text = fewer
    return _named(text, _givens(text))


def _givens(text: str) -> list[int]:
    return [cell for cell, symbol in enumerate(parse(text).cells) if symbol != "."]


def _changed(text: str, symbols: dict[int, str]) -> str:
    """The board with other symbols in some cells."""
    board = parse(text)
    cells = list(board.cells)
    for cell, symbol in symbols.items():
        cells[cell] = symbol
    return format_board(replace(board, cells="".join(cells)))


def _named(text: str, cells: Iterable[int]) -> list[str]:
    board = parse(text)
    return [f"{cell_name(cell, board.size)}={board.cells[cell]}" for cell in cells]
