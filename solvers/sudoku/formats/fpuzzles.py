"""The boards of f-puzzles.com: JSON, compressed, in a link or after `fpuzzles` in the links of SudokuPad.

A cell has a value and says whether it is given. Every other rule that the JSON states is refused by its name with
its count: a board read without its cages and lines would be another board.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from solvers.core import Board, MalformedError
from solvers.reading.format import Wish
from solvers.sudoku.alphabet import LARGEST, values
from solvers.sudoku.board import boxes
from solvers.sudoku.formats.lzstring import decompress
from solvers.sudoku.formats.making import make

# Members that say nothing of the rules: what the board is called, how it looks, how the editor stood.
HARMLESS = {
    "size", "grid", "title", "author", "ruleset", "solution", "successMessage", "highlightConflicts", "disabledlogic",
    "truecandidatesoptions", "text", "line", "rectangle", "circle", "cage", "info", "src", "customRuleConversion",
}  # fmt: skip


def read_load(load: str, wish: Wish) -> Board:
    """The board of the compressed text in a link; raises MalformedError."""
    try:
        puzzle = json.loads(decompress(load))
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"expected JSON in the link: {error}", 1) from None
    if not isinstance(puzzle, dict) or not isinstance(puzzle.get("grid"), list):
        raise MalformedError("expected an object with a grid in the link, got none", 1)
    return read_puzzle(puzzle, wish)


def read_puzzle(puzzle: Mapping[str, Any], wish: Wish) -> Board:
    """The board of the JSON."""
    size = puzzle.get("size", len(puzzle["grid"]))
    if not isinstance(size, int) or not boxes(size) or [len(_list(row)) for row in puzzle["grid"]] != [size] * size:
        raise MalformedError(f"expected a square of 4 to {LARGEST} cells, got size {size!r}", 1)
    refused = [_named(name, rule) for name, rule in puzzle.items() if name not in HARMLESS and rule]
    cells = [cell if isinstance(cell, dict) else {} for row in puzzle["grid"] for cell in row]
    if any("region" in cell for cell in cells):
        refused.append("irregular boxes")
    if refused:
        raise MalformedError(f"rules that are not supported: {', '.join(refused)}", 1)
    placed = "".join(_symbol(cell, size) for cell in cells)
    givens = "".join(symbol if cell.get("given") else "." for symbol, cell in zip(placed, cells, strict=True))
    fields = {name: str(puzzle[name]) for name in ("author", "ruleset") if puzzle.get(name)}
    if placed != givens:
        fields["placed"] = placed
    board = make(givens, wish, label=str(puzzle.get("title") or ""), fields=fields)
    return board._replace(stated=_stated(puzzle.get("solution"), size))


def _list(row: object) -> list[object]:
    return row if isinstance(row, list) else []


def _named(name: str, rule: object) -> str:
    return f"{name} ({len(rule)})" if isinstance(rule, list | dict) else name


def _symbol(cell: Mapping[str, Any], size: int) -> str:
    value = cell.get("value")
    if value in (None, "", 0):
        return "."
    if isinstance(value, str) and value.isdecimal() and len(value) < 3:
        value = int(value)
    if not isinstance(value, int) or not 1 <= value <= size:
        raise MalformedError(f"expected values from 1 to {size}, got {value!r}", 1)
    return values(size)[value - 1]


def _stated(solution: object, size: int) -> str:
    """The solution, if the setter entered all of it."""
    if not isinstance(solution, list) or len(solution) != size * size:
        return ""
    numbers = [int(value) if str(value).isdecimal() and len(str(value)) < 3 else 0 for value in solution]
    return "".join(values(size)[n - 1] for n in numbers) if all(1 <= n <= size for n in numbers) else ""
