"""The boards of f-puzzles.com: JSON, compressed, in a link or after `fpuzzles` in the links of SudokuPad.

A cell has a value and says whether it is given. Killer cages, both diagonals and irregular boxes are rules that we
know. Every other one that the JSON states is refused by its name with its count: a board read without its arrows and
lines would be another board. So is what was drawn without a tool for rules, as setters do where there is none: lines,
cages, circles, texts and colours may be a rule, and nothing but the setter's words says whether they are.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from math import isqrt
from typing import Any

from solvers.core import Board, MalformedError
from solvers.reading.format import Wish
from solvers.sudoku._kernel import plain_grid
from solvers.sudoku.alphabet import LARGEST, SMALLEST, values
from solvers.sudoku.board import Sudoku, boxes, cell_name, parse
from solvers.sudoku.formats.lzstring import compress, decompress
from solvers.sudoku.formats.making import make
from solvers.sudoku.formats.marks import marks_field, marks_of, placed_of

# Members that say nothing of the rules: what the board is called, how it looks, how the editor stood.
HARMLESS = {
    "size", "grid", "title", "author", "ruleset", "solution", "successMessage", "highlightConflicts", "disabledlogic",
    "truecandidatesoptions", "info", "src", "customRuleConversion",
}  # fmt: skip
# What only its setter knows the meaning of, by what it is called; the rest goes by its own name.
DRAWN = {
    "text": "drawn texts", "line": "drawn lines", "rectangle": "drawn rectangles", "circle": "drawn circles",
    "cage": "drawn cages", "c": "coloured cells", "cArray": "coloured cells",
    "givenPencilMarks": "cells with given pencil marks",
}  # fmt: skip
# Members of a cell that do not restrict its digit.
CELL = {"value", "given", "region", "centerPencilMarks", "cornerPencilMarks", "highlight", "highlights", "candidates"}


def read_load(load: str, wish: Wish) -> Board:
    """The board of the compressed text in a link; raises MalformedError."""
    text = decompress(load)
    cells, rest = plain_grid(text)
    if cells:
        size = isqrt(len(cells))
        with suppress(MalformedError):  # whose place is to be told in the whole text
            puzzle = _object(rest)
            if puzzle["grid"] == [] and puzzle.get("size", size) == size:
                return _finish(puzzle, wish, (), size, cells)
    return read_puzzle(_object(text), wish)


def _object(text: str) -> dict[str, Any]:
    """The JSON; raises MalformedError if it is no object with a grid."""
    try:
        puzzle = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"expected JSON in the link: {error}", 1) from None
    if not isinstance(puzzle, dict) or not isinstance(puzzle.get("grid"), list):
        raise MalformedError("expected an object with a grid in the link, got none", 1)
    return puzzle


def read_puzzle(puzzle: Mapping[str, Any], wish: Wish) -> Board:
    """The board of the JSON."""
    size = puzzle.get("size", len(puzzle["grid"]))
    good = isinstance(size, int) and SMALLEST <= size <= LARGEST
    if not good or [len(_list(row)) for row in puzzle["grid"]] != [size] * size:
        raise MalformedError(f"expected a square of {SMALLEST} to {LARGEST} cells, got size {size!r}", 1)
    cells = [cell if isinstance(cell, dict) else {} for row in puzzle["grid"] for cell in row]
    return _finish(puzzle, wish, cells, size)


def _finish(
    puzzle: Mapping[str, Any], wish: Wish, cells: Sequence[Mapping[str, Any]], size: int, givens: str = ""
) -> Board:
    """The board of these cells, or of ``givens`` where they say nothing else."""
    rules = _rules(puzzle, cells, size)
    fields = {name: str(puzzle[name]) for name in ("author", "ruleset") if puzzle.get(name)}
    if not givens:
        placed = "".join(_symbol(cell, size) for cell in cells)
        givens = "".join(symbol if cell.get("given") else "." for symbol, cell in zip(placed, cells, strict=True))
        fields |= {"placed": placed} if placed != givens else {}
        fields |= marks_field([_marks(cell, size) for cell in cells])
    board = make(givens, wish, label=str(puzzle.get("title") or ""), fields=fields, rules=rules)
    return board._replace(stated=_stated(puzzle.get("solution"), size))


def _rules(puzzle: Mapping[str, Any], cells: Sequence[Mapping[str, Any]], size: int) -> Sudoku | None:
    """The board's rules beyond rows, columns and boxes; None for none. Those that we do not know are refused."""
    diagonals = bool(puzzle.get("diagonal+")) and bool(puzzle.get("diagonal-"))
    cages = _list(puzzle.get("killercage"))
    known = {
        name for name, there in (("diagonal+", diagonals), ("diagonal-", diagonals), ("killercage", cages)) if there
    }
    known |= HARMLESS
    refused = [_named(name, rule) for name, rule in puzzle.items() if rule and name not in known]
    refused += _restricted(cells) if cells else []
    bare = sum(not _is_summed(cage) for cage in cages)
    refused += [f"killer cages without a sum ({bare})"] if bare else []
    if refused:
        raise MalformedError(f"rules that are not supported: {', '.join(refused)}", 1)
    regions = _regions(cells, size)
    if not (diagonals or cages or regions):
        return None
    text = "" if regions or not boxes(size) else boxes(size)[0].prefix()
    text += "." * (size * size) + (";diagonals" if diagonals else "") + (f";regions:{regions}" if regions else "")
    return parse(text + (f";cages:{','.join(map(_cage, cages))}" if cages else ""))


def _restricted(cells: Sequence[Mapping[str, Any]]) -> list[str]:
    """What cells state that may restrict their digits, by name with the number of cells."""
    found = Counter(DRAWN.get(name, name) for cell in cells for name, said in cell.items() if name not in CELL and said)
    return [f"{name} ({count})" for name, count in found.items()]


def _regions(cells: Sequence[Mapping[str, Any]], size: int) -> str:
    """A letter for the region of each cell, in place of boxes; "" where the boxes are the usual ones."""
    if not any("region" in cell for cell in cells):
        return ""
    usual = boxes(size)[0] if boxes(size) else None
    own = [usual.of(place // size, place % size) if usual else -1 for place in range(size * size)]
    names = [cell.get("region", own[place]) for place, cell in enumerate(cells)]
    if not all(isinstance(name, int) and 0 <= name < size for name in names):
        raise MalformedError(f"expected regions from 0 to {size - 1}, got another or none", 1)
    return "" if names == own else "".join(chr(ord("A") + name) for name in names)


def _is_summed(cage: object) -> bool:
    parts = cage if isinstance(cage, dict) else {}
    cells = _list(parts.get("cells"))
    return str(parts.get("value", "")).isdecimal() and bool(cells) and all(isinstance(cell, str) for cell in cells)


def _cage(cage: Mapping[str, Any]) -> str:
    """A killer cage as our text has it."""
    return f"{cage['value']}={'+'.join(cell.lower() for cell in cage['cells'])}"


def _marks(cell: Mapping[str, Any], size: int) -> str:
    """The pencil marks in the middle of an empty cell."""
    if "centerPencilMarks" not in cell:
        return ""
    marks = {mark for mark in _list(cell.get("centerPencilMarks")) if isinstance(mark, int) and 1 <= mark <= size}
    return "" if cell.get("value") else "".join(values(size)[mark - 1] for mark in sorted(marks))


def write_load(board: Board) -> str:
    """The board as compressed JSON; raises MalformedError for what f-puzzles has no words for."""
    sudoku = parse(board.text)
    size = sudoku.size
    if not sudoku.regions and sudoku.box != boxes(size)[0]:
        raise MalformedError(f"expected boxes of the usual shape, got {board.variant}", 1)
    cells = [_cell(sudoku, place, *known) for place, known in enumerate(_known(board, sudoku))]
    fields = board.fields or {}
    puzzle: dict[str, Any] = {"size": size, "title": board.label}
    puzzle |= {name: fields[name] for name in ("author", "ruleset") if fields.get(name)}
    puzzle["grid"] = [cells[at : at + size] for at in range(0, size * size, size)]
    puzzle |= {"diagonal+": True, "diagonal-": True} if sudoku.diagonals else {}
    if sudoku.cages:
        puzzle["killercage"] = [
            {"cells": [cell_name(cell, size).upper() for cell in cage.cells], "value": str(cage.sum)}
            for cage in sudoku.cages
        ]
    if len(board.stated) == size * size:
        puzzle["solution"] = [values(size).find(symbol) + 1 for symbol in board.stated]
    return compress(json.dumps(puzzle, separators=(",", ":")))


def _known(board: Board, sudoku: Sudoku) -> Iterator[tuple[str, str, str]]:
    """Given, digit and pencil marks of each cell."""
    return zip(sudoku.cells, placed_of(board, sudoku.cells), marks_of(board, sudoku.cells), strict=True)


def _cell(sudoku: Sudoku, place: int, given: str, digit: str, marks: str) -> dict[str, Any]:
    numbers = {symbol: number for number, symbol in enumerate(values(sudoku.size), 1)}
    cell: dict[str, Any] = {"value": numbers[digit]} if digit in numbers else {}
    cell |= {"given": True} if given != "." else {}
    cell |= {"region": sudoku.group(place)} if sudoku.regions else {}
    noted = [numbers[mark] for mark in marks if mark in numbers]
    return cell | ({"centerPencilMarks": noted} if noted and digit not in numbers else {})


def _list(row: object) -> list[Any]:
    return row if isinstance(row, list) else []


def _named(name: str, rule: object) -> str:
    return f"{DRAWN.get(name, name)} ({len(rule) if isinstance(rule, list | dict) else 1})"


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
