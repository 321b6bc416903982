"""Diagonals, jigsaw regions and killer cages: text, verdicts against OR-Tools, refusals."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from solvers.core import MalformedError, Verdict
from solvers.sudoku import FAMILY
from solvers.sudoku.alphabet import values
from solvers.sudoku.board import cell_name
from solvers.sudoku.formats.line import LINE
from tests.contract.test_formats import boards_of, read
from tests.sudoku.oracle import box_units, oracle


def regions_of(size: int, rng: random.Random) -> list[int]:
    """Regions of ``size`` cells each: rows whose borders random exchanges of connected cells have bent."""
    region = [cell // size for cell in range(size * size)]
    for _ in range(6000):
        a, b = rng.sample(range(size * size), 2)
        if region[a] == region[b] or not (
            _touches(region, size, a, region[b]) and _touches(region, size, b, region[a])
        ):
            continue
        region[a], region[b] = region[b], region[a]
        if not (_connected(region, size, region[a]) and _connected(region, size, region[b])):
            region[a], region[b] = region[b], region[a]
    return region


def _neighbours(size: int, cell: int) -> list[int]:
    row, column = divmod(cell, size)
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * size + c for r, c in steps if 0 <= r < size and 0 <= c < size]


def _touches(region: list[int], size: int, cell: int, name: int) -> bool:
    return any(region[other] == name for other in _neighbours(size, cell))


def _connected(region: list[int], size: int, name: int) -> bool:
    cells = {cell for cell, other in enumerate(region) if other == name}
    reached, ahead = set(), [min(cells)]
    while ahead:
        cell = ahead.pop()
        reached.add(cell)
        ahead += [other for other in _neighbours(size, cell) if other in cells and other not in reached]
    return reached == cells


def cages_of(size: int, solution: list[int], rng: random.Random) -> list[tuple[list[int], int]]:
    """Cages of one to four cells of different values that cover the board."""
    cages: list[list[int]] = []
    free = set(range(size * size))
    while free:
        cage = [min(free)]
        free.discard(cage[0])
        for _ in range(rng.randint(0, 3)):
            taken = {solution[cell] for cell in cage}
            ahead = [o for cell in cage for o in _neighbours(size, cell) if o in free and solution[o] not in taken]
            if ahead:
                cage.append(rng.choice(ahead))
                free.discard(cage[-1])
        cages.append(sorted(cage))
    return [(cage, sum(solution[cell] + 1 for cell in cage)) for cage in cages]


def cells_of(size: int, givens: dict[int, int]) -> str:
    """The cells of a text from givens by cell."""
    return "".join(values(size)[givens[cell]] if cell in givens else "." for cell in range(size * size))


def some_givens(size: int, solution: list[int], share: float, rng: random.Random) -> dict[int, int]:
    """Some cells of a solution; now and then one is changed, so that often nothing completes them."""
    givens = {cell: solution[cell] for cell in range(size * size) if rng.random() < share}
    if givens and rng.random() < 0.25:
        cell = rng.choice(sorted(givens))
        givens[cell] = (givens[cell] + 1) % size
    return givens


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("size", [4, 5, 6, 7, 9])
def test_jigsaw_agrees_with_or_tools(size: int, seed: int) -> None:
    rng = random.Random(size * 100 + seed)
    regions = regions_of(size, rng)
    units = [[cell for cell in range(size * size) if regions[cell] == name] for name in range(size)]
    diagonals = seed % 3 == 2
    if diagonals:
        units += [list(range(0, size * size, size + 1)), list(range(size - 1, size * size - 1, size - 1))]
    _, solution = oracle(size, units, {})
    givens = some_givens(size, solution, 0.3, rng) if solution else {0: 0}
    text = cells_of(size, givens) + ";diagonals" * diagonals + ";regions:" + "".join(chr(65 + name) for name in regions)
    text = FAMILY.canonical(text)
    (answer,) = FAMILY.solve([text])
    expected, _ = oracle(size, units, givens)

    assert answer.verdict == expected or (answer.verdict is Verdict.INVALID and expected is Verdict.NONE)
    assert not answer.solution or FAMILY.check([text], [answer.solution]) == [""]
    assert FAMILY.variant(text).startswith(f"{size}x{size}/")
    assert [text] == [board.text for board in boards_of(read(LINE, f"{text} a label")[0])]


@pytest.mark.parametrize("seed", range(8))
def test_diagonals_agree_with_or_tools(seed: int) -> None:
    rng = random.Random(seed)
    units = [*box_units(9, 3), list(range(0, 81, 10)), list(range(8, 80, 8))]
    _, solution = oracle(9, units, {rng.randrange(81): rng.randrange(9)})
    givens = some_givens(9, solution, 0.25, rng)
    text = cells_of(9, givens) + ";diagonals"
    (answer,) = FAMILY.solve([text])
    expected, _ = oracle(9, units, givens)

    assert answer.verdict == expected or (answer.verdict is Verdict.INVALID and expected is Verdict.NONE)
    assert not answer.solution or FAMILY.check([text], [answer.solution]) == [""]


@pytest.mark.parametrize("seed", range(10))
def test_killer_agrees_with_or_tools(seed: int) -> None:
    rng = random.Random(seed)
    size, rows = ((9, 3), (6, 2), (4, 2))[seed % 3]
    units = box_units(size, rows)
    _, solution = oracle(size, units, {rng.randrange(size * size): rng.randrange(size)})
    cages = cages_of(size, solution, rng)
    if seed == 7:
        cages[3] = (cages[3][0], cages[3][1] + 1)
    givens = some_givens(size, solution, 0.1 * (seed % 2), rng)
    named = (f"{total}={'+'.join(cell_name(cell, size) for cell in cage)}" for cage, total in cages)
    text = FAMILY.canonical(("2x3:" if size == 6 else "") + cells_of(size, givens) + ";cages:" + ",".join(named))
    (answer,) = FAMILY.solve([text], seconds=20.0)
    expected, _ = oracle(size, units, givens, cages)

    assert answer.verdict == expected or (answer.verdict is Verdict.INVALID and expected is Verdict.NONE)
    assert not answer.solution or FAMILY.check([text], [answer.solution]) == [""]
    assert FAMILY.variant(text).endswith("/killer")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("." * 81 + ";thermo:r1c1", "expected diagonals, regions: or cages:"),
        ("." * 81 + ";diagonals;diagonals", "each once"),
        ("." * 81 + ";regions:" + "A" * 81, "9 regions of 9 cells"),
        ("." * 81 + ";cages:10=r1c1+r1c10", "cells of the board"),
        ("." * 81 + ";cages:10=r1c1+r1c1", "different cells"),
        ("." * 81 + ";cages:", "a cage such as"),
        ("." * 256 + ";cages:10=r1c1+r1c2", "no cages beyond size 9"),
        ("3x3:" + "." * 81 + ";regions:" + "".join(c * 9 for c in "ABCDEFGHI"), "no shape of boxes"),
    ],
)
def test_other_rules_are_refused_by_name(text: str, reason: str) -> None:
    with pytest.raises(MalformedError, match=reason):
        FAMILY.canonical(text)


@pytest.mark.parametrize(
    ("section", "givens", "reason"),
    [
        ("diagonals", {0: 4, 40: 4}, "5 stands twice in diagonal down (r1c1, r5c5)"),
        ("cages:9=r1c1+r9c9", {0: 4, 80: 4}, "5 stands twice in cage r1c1 (r1c1, r9c9)"),
        ("cages:18=r1c1+r1c2", {}, "cage r1c1 asks for 18 in 2 cells, possible is 3 to 17"),
        ("cages:9=r1c1+r1c2", {0: 0, 1: 1}, "cage r1c1 asks for 9, its givens sum to 3"),
    ],
)
def test_rules_broken_by_givens_name_the_cells(section: str, givens: dict[int, int], reason: str) -> None:
    (answer,) = FAMILY.solve([f"{cells_of(9, givens)};{section}"])

    assert answer.verdict is Verdict.INVALID
    assert reason in answer.reason


def test_pages_follow_each_other() -> None:
    """The first grid of all is the well-known one; pages of 5 give the 288 grids of size 4 once each."""
    assert FAMILY.page is not None
    first, _ = FAMILY.page("." * 81, limit=1)
    assert first[0].startswith("123456789456789123789123456214365897")

    grids: list[str] = []
    complete = False
    while not complete:
        page, complete = FAMILY.page("." * 16, grids[-1] if grids else "", 5)
        grids += page
    assert len(grids) == 288
    assert all(a < b for a, b in pairwise(grids))
