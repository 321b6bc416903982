"""Fuzzes the kernel, best built with -DGRIDMILL_SANITIZE=ON: `python -m tests.sudoku.fuzz [SECONDS [SEED]]`.

Random boards of all shapes and variants against a plain solver and the checker, in every code version, alone and in
company; damaged texts, budgets and pages must never do worse than an error. Prints the seed of each round before it
runs, so that a crash can be repeated.
"""

from __future__ import annotations

import random
from contextlib import suppress

from solvers.core import MalformedError, Verdict
from solvers.sudoku import FAMILY, _kernel
from solvers.sudoku.analysis import UnfinishedError, backdoor, canonical_forms
from solvers.sudoku.board import Box, cell_name
from solvers.sudoku.check import explain
from solvers.sudoku.normal import normal_forms
from tests.fuzzing import rounds
from tests.sudoku.oracle import box_units
from tests.sudoku.plain import least_text, solutions
from tests.sudoku.test_canonical import equivalent
from tests.sudoku.test_variants import cages_of, cells_of, regions_of
from tests.sudoku.test_verdicts import random_board

SMALL = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)]
LARGE = [(4, 4), (4, 4), (5, 5), (2, 5), (3, 4), (3, 5), (5, 4)]
MARKS = ".:;=+,x129AZaz-\n\0é"
VERSIONS = _kernel.code_versions()
FIRST = [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE]


def lines(size: int) -> list[list[int]]:
    """Rows and columns."""
    rows = [list(range(i * size, i * size + size)) for i in range(size)]
    return rows + [list(range(i, size * size, size)) for i in range(size)]


def agree(
    text: str, size: int, units: list[list[int]], givens: dict[int, int], cages: list[tuple[list[int], int]]
) -> None:
    """Kernel and plain solver find the same number of solutions, up to three; the first pages hold them."""
    expected = solutions(size, units, givens, cages)
    (answer,) = FAMILY.solve([text], limit=3)
    right(text)
    if expected is None:
        return
    verdict = FIRST[min(2, len(expected))]
    invalid = answer.verdict is Verdict.INVALID and verdict is Verdict.NONE
    assert invalid or (answer.verdict, answer.count) == (verdict, len(expected)), text
    assert FAMILY.page is not None
    listed, complete = FAMILY.page(text, limit=3)
    assert len(listed) == len(expected), text
    assert complete or len(listed) == 3, text
    assert listed == sorted(set(listed)), text
    assert not any(FAMILY.check([text] * len(listed), listed)), text


def right(text: str) -> None:
    """What is given out passes the checker; budgets hold."""
    for nodes in (0, 7, 300):
        (answer,) = FAMILY.solve([text], nodes=nodes, seconds=2.0)
        shown = [shown for shown in (answer.solution, answer.witness) if shown]
        assert not any(FAMILY.check([text] * len(shown), shown)), text
        assert not nodes or answer.nodes <= nodes, text


def small(rng: random.Random) -> None:
    """A plain board of a small size."""
    box = Box(*rng.choice(SMALL))
    text, givens = random_board(box, rng)
    agree(text, box.size, [*lines(box.size), *box_units(box.size, box.rows)], givens, [])


def variant(rng: random.Random) -> None:
    """Regions, diagonals, cages, or some of them together, around a solution if there is one."""
    size = rng.choice([4, 5, 6, 6, 7])
    rows = {4: 2, 6: 2}.get(size, 0)
    regions = [] if rows and rng.random() < 0.5 else regions_of(size, rng)
    groups = (
        box_units(size, rows)
        if not regions
        else [[c for c in range(size * size) if regions[c] == g] for g in range(size)]
    )
    units = [*lines(size), *groups]
    tail = ""
    if rng.random() < 0.4:
        units += [list(range(0, size * size, size + 1)), list(range(size - 1, size * size - 1, size - 1))]
        tail += ";diagonals"
    if regions:
        tail += ";regions:" + "".join(chr(65 + name) for name in regions)
    found = solutions(size, units, {rng.randrange(size * size): rng.randrange(size)}, limit=1)
    solution = found[0] if found else [0] * (size * size)
    cages = cages_of(size, solution, rng)[:: rng.randint(1, 3)] if found and rng.random() < 0.5 else []
    if cages and rng.random() < 0.3:
        cages += cages_of(size, solution, rng)[:: rng.randint(2, 9)]  # which overlap the others
    if cages:
        tail += ";cages:" + ",".join(f"{total}={'+'.join(cell_name(c, size) for c in cage)}" for cage, total in cages)
    kept = rng.sample(range(size * size), rng.randint(0, size * size // 2))
    givens = {cell: solution[cell] if rng.random() < 0.97 else rng.randrange(size) for cell in kept}
    prefix = f"{rows}x{size // rows}:" if not regions and rows != size // (rows or 1) else ""
    agree(FAMILY.canonical(prefix + cells_of(size, givens) + tail), size, units, givens, cages)


def large(rng: random.Random) -> None:
    """Boards of the sizes that have lanes and learner, in every code version, alone and in company."""
    boards = [random_board(Box(*rng.choice(LARGE)), rng)[0] for _ in range(rng.choice([1, 5, 40]))]
    boards += [random_board(Box(3, 3), rng)[0] for _ in range(rng.choice([0, 3, 70]))]
    nodes = rng.choice([50, 400, 1500])
    told = []
    for version in VERSIONS:
        _kernel.use_code_version(version)
        told.append([answer._replace(solve_ns=0) for answer in FAMILY.solve(boards, rng.choice([2]), nodes)])
    _kernel.use_code_version(VERSIONS[0])
    assert all(answers == told[0] for answers in told), boards
    at = rng.randrange(len(boards))
    assert FAMILY.solve([boards[at]], 2, nodes)[0]._replace(solve_ns=0) == told[0][at], boards[at]
    for shown in ([answer.solution for answer in told[0]], [answer.witness for answer in told[0]]):
        known = [(text, solution) for text, solution in zip(boards, shown, strict=True) if solution]
        assert not any(FAMILY.check([text for text, _ in known], [solution for _, solution in known])), boards
    FAMILY.solve(boards[:3], rng.choice([1, 2, 50]), seconds=0.2)


def damage(rng: random.Random) -> None:
    """Anything in, an answer out, or an error that says why."""
    text = random_board(Box(*rng.choice(SMALL + LARGE)), rng)[0] + rng.choice(["", ";diagonals", ";cages:3=r1c1+r1c2"])
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(0, len(text))
        text = text[:at] + "".join(rng.choices(MARKS, k=rng.randint(0, 3))) + text[at + rng.randint(0, 2) :]
    (answer,) = FAMILY.solve([text], rng.choice([1, 2, 50]), nodes=300, seconds=1.0)
    assert answer.verdict in set(Verdict), text
    try:
        _kernel.page(text, rng.choice(["", text]), limit=3, nodes=300)
        _kernel.least_text(text, rng.randbytes(rng.choice([0, 9, 18, 900])))
        _kernel.minlex([text])
        FAMILY.canonical(text)
    except (ValueError, MalformedError):
        return


def checked(rng: random.Random) -> None:
    """Solutions pass in bulk exactly where the plain way finds nothing wrong; what has a variant is canonical."""
    texts, shown = [], []
    for _ in range(rng.randint(1, 30)):
        text = random_board(Box(*rng.choice(SMALL + LARGE)), rng)[0]
        (answer,) = FAMILY.solve([text], nodes=300)
        texts.append(spoilt(text, rng))
        shown.append(spoilt(answer.solution or text, rng))
    assert FAMILY.check(texts, shown) == [explain(*each) for each in zip(texts, shown, strict=True)], texts
    for text, known in zip(texts, _kernel.variants(texts), strict=True):
        assert known in ("", FAMILY.variant(text) if known else ""), text
        assert not known or FAMILY.canonical(text) == text, text


def spoilt(text: str, rng: random.Random) -> str:
    """The text, or in a third of the cases one that differs a little."""
    if rng.random() < 2 / 3:
        return text
    one, other = sorted(rng.sample(range(len(text)), 2))
    middle = text[one + 1 : other]
    new = rng.choice([text[other] + middle + text[one], rng.choice(MARKS) + middle + text[other], middle])
    return text[:one] + new + text[other + 1 :]


def analysed(rng: random.Random) -> None:
    """Equivalent boards fall together, with diagonals those that are turned; small ones where a plain search says."""
    box = Box(*rng.choice(SMALL + LARGE))
    text = random_board(box, rng)[0]
    forms = canonical_forms([text, equivalent(text, rng), *[equivalent(text, rng)] * 2])
    assert len(set(forms)) == 1, text
    if 4 <= box.size <= 8 and box.rows <= box.columns:
        assert forms[0] == box.prefix() + least_text(text.rpartition(":")[2], box.rows, box.columns), text
    cells = text.rpartition(":")[2]
    assert len(set(normal_forms([f"{box.prefix()}{each};diagonals" for each in (cells, cells[::-1])]))) == 1, text
    with suppress(UnfinishedError):
        backdoor(text, seconds=0.5)


def main() -> None:
    """Round after round until the time is up."""
    for rng in rounds():
        for work in (small, variant, damage, checked, rng.choice([large, analysed])):
            work(rng)


if __name__ == "__main__":
    main()
