"""Canonical text of a magic board: parse, format, variant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from solvers.core import MalformedError
from solvers.magic.rules import RULES, Group, groups, ring_ranks

MOST = 1024  # cells of a board, and the span of its numbers
EMPTY = frozenset("0._*")

Candidates = tuple[int, ...]  # of a cell, ascending; () stands for any number
ANY: Candidates = ()

_RANGE = re.compile(r"(\d{1,7})(?:-(\d{1,7}))?", re.ASCII)
_CELL = re.compile(r"r(\d{1,4})c(\d{1,4})", re.ASCII)


class Equation(NamedTuple):
    """One more group: cells as (row, column) from 1, ascending, and their sum.

    A single cell is one more given; it stands here only if it contradicts the cell or lies outside the board.
    """

    cells: tuple[tuple[int, int], ...]
    sum: int


@dataclass(frozen=True, slots=True)
class Board:
    """A magic board; ``constant`` is the magic constant, 0 for the rule set ``custom``."""

    rule: str
    rows: tuple[tuple[Candidates, ...], ...]
    numbers: tuple[int, ...]
    constant: int
    equations: tuple[Equation, ...] = ()

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def cells(self) -> tuple[Candidates, ...]:
        """The cells row by row."""
        return tuple(cell for row in self.rows for cell in row)

    def domains(self) -> list[Candidates]:
        """The numbers that each cell may take, row by row: givens, and what the rule set says of single cells."""
        given = [cell or self.numbers for cell in self.cells]
        if self.rule != "bordered":
            return given
        rings = [{self.numbers[rank] for rank in ranks} for ranks in ring_ranks(self.width)]
        return [tuple(number for number in cell if number in ring) for cell, ring in zip(given, rings, strict=True)]

    def groups(self) -> tuple[Group, ...]:
        """The groups of the rule set, then those of the equations of several cells."""
        own = groups(self.rule, len(self.rows), self.constant)
        return own + tuple(
            Group("+".join(map(_name, cells)), tuple((r - 1) * self.width + c - 1 for r, c in cells), total)
            for cells, total in self.equations
            if len(cells) > 1 and all(self.holds(cell) for cell in cells)
        )

    def holds(self, cell: tuple[int, int]) -> bool:
        """True if the cell lies inside the board."""
        return 1 <= cell[0] <= len(self.rows) and 1 <= cell[1] <= self.width


def make(
    rule: str,
    rows: Sequence[Sequence[Candidates]],
    *,
    numbers: Iterable[int] = (),
    constant: int | None = None,
    equations: Iterable[Equation] = (),
) -> Board:
    """A board from its parts, with the defaults filled in; raises MalformedError if they do not fit together."""
    if rule not in RULES:
        raise MalformedError(f"expected a rule set ({', '.join(RULES)}), got {rule!r}")
    size = _size(rule, rows)
    chosen = tuple(sorted(set(numbers))) or tuple(range(1, size + 1))
    if len(chosen) < size:
        raise MalformedError(f"expected a number for each of {size} cells, got {len(chosen)} numbers")
    if chosen[0] < 1 or chosen[-1] - chosen[0] >= MOST:
        raise MalformedError(f"expected numbers above 0 that span at most {MOST}, got {chosen[0]} to {chosen[-1]}")
    if rule == "bordered" and len(chosen) != size:
        raise MalformedError(f"bordered: expected as many numbers as cells, got {len(chosen)}")
    shared = _share(rule, chosen, len(rows), size) if constant is None else constant
    groups(rule, len(rows), shared)  # raises if this rule set cannot have this constant
    cells = tuple(tuple(ANY if cell == chosen and len(cell) > 1 else cell for cell in row) for row in rows)
    return _merge(Board(rule, cells, chosen, 0 if rule == "custom" else shared), equations)


def _size(rule: str, rows: Sequence[Sequence[Candidates]]) -> int:
    lengths = {len(row) for row in rows}
    if len(lengths) != 1 or 0 in lengths:
        raise MalformedError(f"expected rows of one length, got {', '.join(str(len(row)) for row in rows)} cells")
    if rule != "custom" and len(rows) != len(rows[0]):
        raise MalformedError(f"expected a square, got {len(rows)} rows of {len(rows[0])} cells")
    size = len(rows) * len(rows[0])
    if size > MOST:
        raise MalformedError(f"expected at most {MOST} cells, got {size}")
    return size


def _share(rule: str, numbers: tuple[int, ...], rows: int, size: int) -> int:
    if rule == "custom":
        return 0
    constant, left = divmod(sum(numbers), rows)
    if left or len(numbers) != size:
        raise MalformedError("expected sum= for these numbers, which do not give the magic constant by themselves")
    return constant


def _merge(board: Board, equations: Iterable[Equation]) -> Board:
    """Equations of a single cell become givens where they agree with the cell."""
    rows = [list(row) for row in board.rows]
    kept: set[Equation] = set()
    for cells, total in equations:
        if not cells or len(set(cells)) != len(cells):
            raise MalformedError(f"expected different cells in {'+'.join(map(_name, cells))}={total}")
        if len(cells) == 1 and board.holds(cells[0]):
            row, column = cells[0][0] - 1, cells[0][1] - 1
            if rows[row][column] == ANY or total in rows[row][column]:
                rows[row][column] = (total,)
                continue
        kept.add(Equation(tuple(sorted(cells)), total))
    filled = tuple(tuple(row) for row in rows)
    return Board(board.rule, filled, board.numbers, board.constant, tuple(sorted(kept)))


@lru_cache(maxsize=1024)
def parse(text: str) -> Board:
    """The board of a canonical text or of a looser spelling of it; raises MalformedError."""
    header, colon, body = text.strip().partition(":")
    if not colon:
        raise MalformedError(f"expected rule:rows, got {text[:40]!r}")
    rule, *options = (part.strip() for part in header.split(";"))
    numbers: Candidates = ()
    constant: int | None = None
    equations = []
    for option in options:
        left, _, right = option.partition("=")
        if left == "numbers":
            numbers = number_set(right)
        elif left == "sum":
            constant = _number(right)
        else:
            equations.append(Equation(tuple(sorted(map(_cell, left.split("+")))), _number(right)))
    rows = [[candidates(cell) for cell in row.split()] for row in body.split("/")]
    return make(rule.lower(), rows, numbers=numbers, constant=constant, equations=equations)


def candidates(text: str) -> Candidates:
    """A cell: ``0`` (also ``.``, ``_``, ``*``) for empty, a number, or a domain such as ``2|5-9``."""
    return ANY if text in EMPTY else number_set(text)


def number_set(text: str) -> Candidates:
    """Numbers and ranges joined by ``|``, ascending; raises MalformedError."""
    numbers: set[int] = set()
    for part in text.split("|"):
        match = _RANGE.fullmatch(part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 0 < first <= last < first + MOST or last > 1 << 20:
            raise MalformedError(f"expected a number, a range or several joined by |, got {text[:40]!r}")
        numbers.update(range(first, last + 1))
    return tuple(sorted(numbers))


def _number(text: str) -> int:
    if not re.fullmatch(r"\d{1,7}", text, re.ASCII) or int(text) > 1 << 20:
        raise MalformedError(f"expected a number, got {text[:40]!r}")
    return int(text)


def _cell(text: str) -> tuple[int, int]:
    match = _CELL.fullmatch(text.strip())
    if not match:
        raise MalformedError(f"expected a cell such as r1c1, got {text[:40]!r}")
    return int(match[1]), int(match[2])


def _name(cell: tuple[int, int]) -> str:
    return f"r{cell[0]}c{cell[1]}"


def format_board(board: Board) -> str:
    """The canonical text; parse(format_board(b)) == b."""
    parts = [board.rule]
    size = len(board.rows) * board.width
    if board.numbers != tuple(range(1, size + 1)):
        parts.append(f"numbers={format_numbers(board.numbers)}")
    whole = len(board.numbers) == size and sum(board.numbers) == board.constant * len(board.rows)
    if board.rule != "custom" and not whole:
        parts.append(f"sum={board.constant}")
    parts += [f"{'+'.join(map(_name, cells))}={total}" for cells, total in board.equations]
    body = "/".join(" ".join(format_numbers(cell) if cell else "0" for cell in row) for row in board.rows)
    return f"{';'.join(parts)}:{body}"


def format_numbers(numbers: Candidates) -> str:
    """Numbers as the shortest list: three or more in a row become a range."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [f"{run[0]}-{run[-1]}" if len(run) > 2 else "|".join(map(str, run)) for run in runs]
    return "|".join(parts)


def canonical(text: str) -> str:
    """The canonical form of any spelling that ``parse`` knows."""
    return format_board(parse(text))


def variant(text: str) -> str:
    """Rule set and order, such as ``normal-4``; ``/special`` follows where the board states more rules of its own."""
    header, _, body = text.partition(":")
    rule, _, options = header.partition(";")
    rows = body.count("/") + 1
    special = "/special" if options and any(_is_rule(option) for option in options.split(";")) else ""
    if rule == "custom":
        return f"custom-{rows}x{body.partition('/')[0].count(' ') + 1}"
    return f"{rule}{special}" if rule == "34-game" else f"{rule}-{rows}{special}"


def _is_rule(option: str) -> bool:
    return "+" in option or not option.startswith("r")
