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
from functools import cache
from math import isqrt
from typing import Any, NamedTuple

from solvers.core import Board, MalformedError
from solvers.reading.format import Wish
from solvers.sudoku._kernel import plain_cages, plain_grid
from solvers.sudoku.alphabet import LARGEST, SMALLEST, values
from solvers.sudoku.board import LARGEST_WITH_REGIONS, Sudoku, boxes, cell_name, parse, renamed, variant
from solvers.sudoku.formats.lzstring import compress, decompress
from solvers.sudoku.formats.making import make
from solvers.sudoku.formats.marks import marks_field, marks_of, placed_of
from solvers.sudoku.formats.wished import obeying

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
_DIAGONALS = {"diagonal+", "diagonal-"}
CELL = {"value", "given", "region", "centerPencilMarks", "cornerPencilMarks", "highlight", "highlights", "candidates"}


class _Grid(NamedTuple):
    """What the cells say: a symbol for each, pencil marks as a field has them, and a letter for each region.

    Marks and regions are "" where no cell has any.
    """

    givens: str
    digits: str
    marks: str
    regions: str


def read_load(load: str, wish: Wish) -> Board:
    """The board of the compressed text in a link; raises MalformedError."""
    text = decompress(load)
    if plain := plain_grid(text):
        *grid, rest = plain
        size = isqrt(len(plain[0]))
        cages, rest = plain_cages(rest, size) or ("", rest)
        with suppress(MalformedError):  # whose place is to be told in the whole text
            puzzle = _object(rest)
            listed = puzzle.get("killercage") == [] if cages else not puzzle.get("killercage")
            known = size <= LARGEST_WITH_REGIONS if plain[3] else boxes(size)
            if listed and known and puzzle["grid"] == [] and puzzle.get("size", size) == size:
                _require_known(puzzle, ())
                return _board(puzzle, _Grid(*grid), size, wish, cages)
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
    _require_known(puzzle, cells)
    regions = _named_regions(cells, size)
    digits = "".join(_symbol(cell, size) for cell in cells)
    givens = "".join(symbol if cell.get("given") else "." for symbol, cell in zip(digits, cells, strict=True))
    marks = marks_field([_marks(cell, size) for cell in cells]).get("marks", "")
    return _board(puzzle, _Grid(givens, digits, marks, regions), size, wish)


def _board(puzzle: Mapping[str, Any], grid: _Grid, size: int, wish: Wish, cages: str | None = None) -> Board:
    """The board of a grid; ``cages`` are its cages in canonical text, if the cells are in such a text, too."""
    fields = {name: str(puzzle[name]) for name in ("author", "ruleset") if puzzle.get(name)}
    fields |= {"placed": grid.digits} if grid.digits != grid.givens else {}
    fields |= {"marks": grid.marks} if grid.marks else {}
    label, stated = str(puzzle.get("title") or ""), _stated(puzzle.get("solution"), size)
    rules = _rules(puzzle, grid.regions, size, cages)
    if not rules:
        return make(grid.givens, wish, label=label, fields=fields)._replace(stated=stated)
    prefix = "" if ";regions:" in rules or not boxes(size) else boxes(size)[0].prefix()
    text = prefix + grid.givens + rules
    if cages is None or wish.variant:
        text = obeying(parse(text), wish)
    return Board("sudoku", variant(text), text, label=label, stated=stated, fields=fields or None)


def _require_known(puzzle: Mapping[str, Any], cells: Sequence[Mapping[str, Any]]) -> None:
    """Raises MalformedError for rules that we do not know, by name with their count."""
    cages = _list(puzzle.get("killercage"))
    refused = [_named(name, rule) for name, rule in puzzle.items() if rule and name not in HARMLESS]
    if refused:
        known = (_DIAGONALS if _has_diagonals(puzzle) else set()) | ({"killercage"} if cages else set())
        refused = [_named(name, rule) for name, rule in puzzle.items() if rule and name not in HARMLESS | known]
    refused += _restricted(cells)
    bare = sum(not _is_summed(cage) for cage in cages)
    refused += [f"killer cages without a sum ({bare})"] if bare else []
    if refused:
        raise MalformedError(f"rules that are not supported: {', '.join(refused)}", 1)


def _has_diagonals(puzzle: Mapping[str, Any]) -> bool:
    return bool(puzzle.get("diagonal+")) and bool(puzzle.get("diagonal-"))


def _rules(puzzle: Mapping[str, Any], named: str, size: int, cages: str | None) -> str:
    """The board's rules beyond rows, columns and boxes, as the canonical text has them behind its cells."""
    regions = _regions(named, size)
    if cages is None:
        cages = ",".join(map(_cage, _list(puzzle.get("killercage"))))
    elif regions:
        regions = renamed(regions, size)
    text = (";diagonals" if _has_diagonals(puzzle) else "") + (f";regions:{regions}" if regions else "")
    return text + (f";cages:{cages}" if cages else "")


def _restricted(cells: Sequence[Mapping[str, Any]]) -> list[str]:
    """What cells state that may restrict their digits, by name with the number of cells."""
    found = Counter(DRAWN.get(name, name) for cell in cells for name, said in cell.items() if name not in CELL and said)
    return [f"{name} ({count})" for name, count in found.items()]


def _named_regions(cells: Sequence[Mapping[str, Any]], size: int) -> str:
    """A letter for the region that each cell names, `.` for none; "" if none does."""
    named = [cell["region"] for cell in cells if "region" in cell]
    if not all(isinstance(name, int) and 0 <= name < size for name in named):
        raise MalformedError(f"expected regions from 0 to {size - 1}, got another or none", 1)
    letters = (chr(ord("A") + cell["region"]) if "region" in cell else "." for cell in cells)
    return "".join(letters) if named else ""


def _regions(named: str, size: int) -> str:
    """A letter for the region of each cell, in place of boxes; "" where the boxes are the usual ones."""
    if not named:
        return ""
    usual = _usual(size)
    pairs = zip(named, usual, strict=True)
    regions = "".join([own if name == "." else name for name, own in pairs]) if "." in named else named
    if "." in regions:
        raise MalformedError(f"expected regions from 0 to {size - 1}, got another or none", 1)
    return "" if regions == usual else regions


@cache
def _usual(size: int) -> str:
    """A letter for the box of each cell, `.` where no size of box is usual."""
    box = boxes(size)[0] if boxes(size) else None
    return "".join(chr(ord("A") + box.of(*divmod(at, size))) if box else "." for at in range(size * size))


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
