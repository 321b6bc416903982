"""Random boards of every kind and verdict."""

from __future__ import annotations

import random

from solvers.magic.board import ANY, Candidates, Equation, format_board, make
from solvers.magic.rules import groups

SQUARES = {
    3: (8, 1, 6, 3, 5, 7, 4, 9, 2),
    4: (16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1),
    5: (17, 24, 1, 8, 15, 23, 5, 7, 14, 16, 4, 6, 13, 20, 22, 10, 12, 19, 21, 3, 11, 18, 25, 2, 9),
}
RULES = ("normal", "normal", "semi", "pandiagonal", "associative", "ultramagic", "bordered", "concentric")


def empty(rule: str, n: int) -> str:
    """The board without givens."""
    return format_board(make(rule, [[ANY] * n] * n))


def random_board(rng: random.Random) -> str:
    """A board of order 3 to 5 whose givens come from a magic square, some of them disturbed."""
    n = rng.choice((3, 4, 4, 4, 5))
    rule = rng.choice(RULES)
    if n == 4 and rng.random() < 0.2:
        rule = "34-game"
    square = list(SQUARES[n])
    fewest = {3: 0, 4: 2, 5: 8}[n]
    kept = rng.sample(range(n * n), rng.randint(fewest, fewest + 2 * n - 2))
    cells: list[Candidates] = [ANY] * (n * n)
    for cell in kept:
        cells[cell] = _cell(rng, square[cell], n)
    if rng.random() < 0.3:
        a, b = rng.sample(range(n * n), 2)
        cells[a], cells[b] = cells[b], cells[a]
    return format_board(
        make(rule, [cells[i : i + n] for i in range(0, n * n, n)], equations=_equations(rng, square, n))
    )


def _cell(rng: random.Random, value: int, n: int) -> Candidates:
    if rng.random() < 0.8:
        return (value,)
    return tuple(sorted({value, *rng.sample(range(1, n * n + 1), rng.randint(1, n))}))


def _equations(rng: random.Random, square: list[int], n: int) -> list[Equation]:
    if rng.random() < 0.8:
        return []
    members = rng.sample(range(n * n), rng.randint(2, n))
    total = sum(square[member] for member in members) + rng.choice((0, 0, 1))
    return [Equation(tuple(sorted((m // n + 1, m % n + 1) for m in members)), total)]


def breaks_a_rule(text_cells: tuple[Candidates, ...], rule: str, n: int, constant: int) -> bool:
    """True if single givens stand twice or fill a group with a wrong sum."""
    singles = [cell[0] for cell in text_cells if len(cell) == 1]
    if len(set(singles)) != len(singles):
        return True
    return any(
        all(len(text_cells[m]) == 1 for m in cells) and sum(text_cells[m][0] for m in cells) != total
        for _, cells, total in groups(rule, n, constant)
    )
