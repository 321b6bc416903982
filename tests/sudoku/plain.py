"""Slow and plain: a sudoku solver for small boards and the canonical form, oracles without dependencies for fuzzing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from string import ascii_uppercase

Cages = Sequence[tuple[Sequence[int], int]]
Way = tuple[list[str], tuple[int, ...], tuple[int, ...], dict[str, int]]  # grid, columns, rows so far, names


def solutions(
    size: int,
    units: Sequence[Sequence[int]],
    givens: Mapping[int, int],
    cages: Cages = (),
    limit: int = 3,
    patience: int = 4000,
) -> list[list[int]] | None:
    """Up to ``limit`` solutions, values from 0; None if that takes more than so many nodes. ``units`` are all units."""
    return _Plain(size, units, cages, limit, patience).run(givens)


def least_text(cells: str, rows: int, columns: int) -> str:
    """The least text of a board's equivalents, with boxes of so many rows and columns that do not stand.

    Every order of columns is tried from the first row on; rows are chosen as they give the least text.
    """
    size = rows * columns
    grid = [cells[i : i + size] for i in range(0, size * size, size)]
    grids = [grid, ["".join(column) for column in zip(*grid, strict=True)]][: 1 + (rows == columns)]
    ways: list[Way] = [(each, order, (), {}) for each in grids for order in _orders(rows, columns)]
    text: list[int] = []
    for _ in range(size):
        best: list[int] = []
        found: list[Way] = []
        for each, order, used, names in ways:
            for row in range(size):
                if row in used or not _may_follow(row, used, rows):
                    continue
                new = dict(names)
                values = (each[row][column] for column in order)
                line = [0 if value == "." else new.setdefault(value, len(new) + 1) for value in values]
                if not best or line < best:
                    best, found = line, []
                if line == best:
                    found.append((each, order, (*used, row), new))
        ways = found
        text += best
    return "".join(("." + ascii_uppercase if size > 9 else ".123456789")[name] for name in text)


def _orders(bands: int, each: int) -> Iterator[tuple[int, ...]]:
    """Of lines: bands as wholes, lines inside their band."""
    for order in permutations(range(bands)):
        for inside in product(permutations(range(each)), repeat=bands):
            yield tuple(band * each + line for band, lines in zip(order, inside, strict=True) for line in lines)


def _may_follow(row: int, used: tuple[int, ...], rows: int) -> bool:
    if len(used) % rows:
        return row // rows == used[-1] // rows
    return all(row // rows != other // rows for other in used)


class _Plain:
    def __init__(self, size: int, units: Sequence[Sequence[int]], cages: Cages, limit: int, patience: int) -> None:
        self._size = size
        self._limit = limit
        self._patience = patience
        self._cages = cages
        sets = [*units, *(cells for cells, _ in cages)]
        self._peers = [{other for one in sets if cell in one for other in one} - {cell} for cell in range(size * size)]
        self._cages_of = [[at for at, (cells, _) in enumerate(cages) if cell in cells] for cell in range(size * size)]
        self._grid = [-1] * (size * size)
        self._found: list[list[int]] = []

    def run(self, givens: Mapping[int, int]) -> list[list[int]] | None:
        for cell, value in givens.items():
            if not self._fits(cell, value):
                return []
            self._grid[cell] = value
        self._search()
        return self._found if self._patience > 0 else None

    def _fits(self, cell: int, value: int) -> bool:
        if any(self._grid[other] == value for other in self._peers[cell]):
            return False
        for cage in self._cages_of[cell]:
            cells, total = self._cages[cage]
            others = [self._grid[other] + 1 for other in cells if other != cell and self._grid[other] >= 0]
            left, rest = total - sum(others) - value - 1, len(cells) - len(others) - 1
            if not rest <= left <= rest * self._size or (rest == 0 and left != 0):
                return False
        return True

    def _search(self) -> None:
        self._patience -= 1
        if self._patience <= 0 or len(self._found) == self._limit:
            return
        best: tuple[int, list[int]] | None = None
        for cell, value in enumerate(self._grid):
            if value < 0:
                fitting = [value for value in range(self._size) if self._fits(cell, value)]
                if best is None or len(fitting) < len(best[1]):
                    best = cell, fitting
        if best is None:
            self._found.append(list(self._grid))
            return
        cell, fitting = best
        for value in fitting:
            self._grid[cell] = value
            self._search()
        self._grid[cell] = -1
