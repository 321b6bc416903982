"""The normal form of boards with further rules: the least of all texts that a plain search of the symmetries finds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations

import pytest

from solvers.sudoku import FAMILY
from solvers.sudoku.crossed import _ways, least_crossed
from solvers.sudoku.normal import normal_forms, structures

Move = Callable[[int, int], tuple[int, int]]  # from the place of a cell to its new one
Cages = list[tuple[int, list[tuple[int, int]]]]


def turns(size: int) -> list[Move]:
    """The square turned and mirrored in eight ways."""
    last = size - 1
    return [
        lambda r, c: (r, c), lambda r, c: (c, last - r), lambda r, c: (last - r, last - c), lambda r, c: (last - c, r),
        lambda r, c: (c, r), lambda r, c: (r, last - c), lambda r, c: (last - c, last - r), lambda r, c: (last - r, c),
    ]  # fmt: skip


def moved(cells: str, size: int, move: Move) -> str:
    found = ["?"] * len(cells)
    for at, symbol in enumerate(cells):
        row, column = move(*divmod(at, size))
        found[row * size + column] = symbol
    return "".join(found)


def relabelled(cells: str, size: int) -> Iterator[str]:
    names = "123456789"[:size]
    for others in permutations(names):
        yield cells.translate(str.maketrans(names, "".join(others)))


def board(size: int, clues: int, rng: random.Random) -> str:
    cells = ["."] * (size * size)
    for at in rng.sample(range(size * size), clues):
        cells[at] = str(rng.randint(1, size))
    return "".join(cells)


def crossed_moves() -> list[Move]:
    """Orders of rows and columns of 4x4, exchanged or not, that turn all units of X-sudoku into such units."""
    span = range(4)
    units = [[(i, j) for j in span] for i in span] + [[(j, i) for j in span] for i in span]
    units += [[(r + i, c + j) for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
    units += [[(i, i) for i in span], [(i, 3 - i) for i in span]]
    known = {frozenset(unit) for unit in units}
    moves: list[Move] = []
    for rows in permutations(span):
        for columns in permutations(span):
            for swap in (False, True):

                def move(r: int, c: int, rows=rows, columns=columns, swap=swap) -> tuple[int, int]:
                    return (columns[c], rows[r]) if swap else (rows[r], columns[c])

                if {frozenset(move(*cell) for cell in unit) for unit in units} == known:
                    moves.append(move)
    return moves


def test_x_sudoku_of_four_against_all_orders_of_its_lines() -> None:
    rng, moves = random.Random(4), crossed_moves()
    assert len(moves) == 16
    for clues in (1, 3, 5, 8):
        cells = board(4, clues, rng)
        copies = {each + ";diagonals" for move in moves for each in relabelled(moved(cells, 4, move), 4)}

        assert set(normal_forms(sorted(copies))) == {min(copies)}
        assert list(structures(min(copies))) == []
        others = [cells[:at] + ("." if cells[at] != "." else "1") + cells[at + 1 :] for at in range(16)]
        near = [other + ";diagonals" for other in others if other + ";diagonals" not in copies]
        assert min(copies) not in normal_forms(near)


@pytest.mark.parametrize(("prefix", "size", "count"), [("", 9, 96), ("2x3", 6, 8), ("3x2", 6, 8), ("", 16, 18_432)])
def test_so_many_symmetries_keep_both_diagonals(prefix: str, size: int, count: int) -> None:
    """9x9: two orders of bands, six of the outer rows, two of the middle ones; diagonals, and rows with columns."""
    assert len(_ways(prefix, size)[1]) == count * (1 + 2 * size)


def exchanged(cells: str, size: int, pairs: Sequence[tuple[int, int]]) -> str:
    """Rows, and columns with them, in each other's places."""
    order = list(range(size))
    for one, other in pairs:
        order[one], order[other] = order[other], order[one]
    return "".join(cells[row * size + column] for row in order for column in order)


def test_copies_of_x_sudoku_fall_together_and_near_misses_do_not() -> None:
    rng = random.Random(9)
    cells = board(9, 20, rng)
    good = [[(0, 1), (8, 7)], [(3, 5)], [(0, 8), (1, 7), (2, 6)], [(0, 2), (6, 8)]]
    bad = [[(0, 1)], [(3, 4)], [(0, 3), (1, 4), (2, 5)], [(0, 2), (7, 8)]]
    turned = moved(cells, 9, turns(9)[1]).translate(str.maketrans("123456789", "987654321"))

    forms = normal_forms(
        [each + ";diagonals" for each in (cells, turned, *(exchanged(cells, 9, pairs) for pairs in good))]
    )
    others = normal_forms([exchanged(cells, 9, pairs) + ";diagonals" for pairs in bad])

    assert len(set(forms)) == 1
    assert len({*forms, *others}) == 1 + len(bad)
    assert normal_forms(forms[:1]) == forms[:1]


def test_x_sudoku_with_boxes_that_lie_or_stand() -> None:
    cells = board(6, 9, random.Random(6))
    lying, standing = f"2x3:{cells};diagonals", f"3x2:{moved(cells, 6, turns(6)[4])};diagonals"

    assert normal_forms([lying]) == normal_forms([standing])
    assert normal_forms([lying]) != normal_forms([f"3x2:{cells};diagonals"])


def test_where_symmetries_are_too_many_the_square_is_left() -> None:
    text = "A" + "." * 600 + "B" + "." * 23 + ";diagonals"

    assert least_crossed(text) == ""
    assert normal_forms([text]) == normal_forms([moved(text[:625], 25, turns(25)[2]) + ";diagonals"])
    assert len(list(structures(text))) == 1


def renamed(regions: str) -> str:
    """By first appearance."""
    return regions.translate(str.maketrans(dict(zip(dict.fromkeys(regions), "ABCDE", strict=False))))


@pytest.mark.parametrize("regions", ["AAABACBBCCDBCDDD", "AABBBCADBBCADDDCAEEDCCEEE"])
@pytest.mark.parametrize("tail", ["", ";diagonals"])
def test_jigsaws_against_all_turns_and_names(regions: str, tail: str) -> None:
    size, rng = (4 if len(regions) == 16 else 5), random.Random(len(regions))
    cells = board(size, 6, rng)
    copies = {
        f"{each}{tail};regions:{renamed(moved(regions, size, turn))}"
        for turn in turns(size)
        for each in relabelled(moved(cells, size, turn), size)
    }
    some = rng.sample(sorted(copies), 40)

    assert set(normal_forms(some)) == {min(copies)}
    others = [f"{board(size, 6, rng)}{tail};regions:{regions}" for _ in range(10)]
    others.append(f"{cells}{tail};regions:{regions[1:2] + 'B' + regions[2:3] + 'A' + regions[4:]}")  # another jigsaw
    near = [FAMILY.canonical(other) for other in others]
    assert min(copies) not in normal_forms([other for other in near if other not in copies])


def caged(cells: str, cages: Cages) -> str:
    named = sorted((sorted(places), total) for total, places in cages)
    return f"{cells};cages:" + ",".join(
        f"{total}=" + "+".join(f"r{r + 1}c{c + 1}" for r, c in places) for places, total in named
    )


def test_killers_against_all_turns_and_the_complement() -> None:
    cells = board(4, 3, random.Random(2))
    cages: Cages = [(5, [(0, 0), (0, 1)]), (9, [(1, 1), (1, 2), (2, 2)]), (3, [(3, 3), (3, 2)])]
    copies = set()
    for turn in turns(4):
        there = [(total, [turn(*place) for place in places]) for total, places in cages]
        copies.add(caged(moved(cells, 4, turn), there))
        other = [(5 * len(places) - total, places) for total, places in there]
        copies.add(caged(moved(cells, 4, turn).translate(str.maketrans("1234", "4321")), other))

    assert len(copies) == 16
    assert set(normal_forms(sorted(copies))) == {min(copies)}
    near = [caged(cells, [(6, cages[0][1]), *cages[1:]]), caged(cells, cages[:2])]
    near += [caged(cells.translate(str.maketrans("1234", "4321")), cages), caged("." * 16, cages)]
    assert min(copies) not in normal_forms(near)
