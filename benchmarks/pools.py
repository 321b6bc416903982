"""Boards to write files of: of each family a few hundred that differ, so that no reader may remember one for the next.

A pool is boards of one kind; a format is measured with the first pool whose boards it can carry.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice

from solvers import registry, solve
from solvers.core import Board

COUNT = 300  # boards of a pool
SUDOKUS = (
    ".13.....22.....48....7...19...9..8..7......2....3.......263.9..4.9.7.6....149...8",
    "........49.1.6.5....8....9.8..4.37.6....1....54...718.....39..7....4..5....7..81.",
    ".5.7.3.6...7...8.....816.......3.....5...1..73..4..869.6...2.4.84.572.93...4.9...",
)
# Boxes of which the first two changed a cell.
REGIONS = "AABBBBCCCAAABBBCCCAAAABBCCC" + "DDDEEEFFF" * 3 + "GGGHHHIII" * 3
KANOODLE = "AALCCCCDDDD/ALLLHICIGDF/ABLHHIIIGFF/BBHHEEGGGKK/BBEEEJJJJKK"
MAGIC = (16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1)

random_ = random.Random(4)  # noqa: S311  # no secret


def sudokus() -> Iterator[str]:
    """Boards of 9x9, the digits of each in another order."""
    while True:
        digits = "".join(random_.sample("123456789", 9))
        yield from (board.translate(str.maketrans("123456789", digits)) for board in SUDOKUS)


def sudokus_16() -> Iterator[str]:
    for board in sudokus():
        yield (board * 4)[:256].translate(str.maketrans("123456789", "ABCDEFGHI"))


def jigsaws() -> Iterator[str]:
    """Boards with regions for boxes."""
    return (f"{board};regions:{REGIONS}" for board in sudokus())


def diagonals() -> Iterator[str]:
    """Boards in which both diagonals hold each digit, too."""
    return (f"{board};diagonals" for board in sudokus())


def killers() -> Iterator[str]:
    """Boards of cages alone, two cells each."""
    while True:
        cages = (f"{random_.randint(3, 17)}=r{r}c{c}+r{r}c{c + 1}" for r in range(1, 10) for c in (1, 3, 5, 7))
        yield f"{'.' * 81};cages:{','.join(cages)}"


def played(board: str) -> dict[str, str]:
    """What somebody left on a board, as its fields: a few digits, and candidates in all other cells."""
    cells = list(board)
    for at in random_.sample([at for at, cell in enumerate(cells) if cell == "."], 5):
        cells[at] = random_.choice("123456789")
    marks = [
        "." if cell != "." else "".join(sorted(random_.sample("123456789", random_.randint(2, 4)))) for cell in cells
    ]
    return {"placed": "".join(cells), "marks": " ".join(marks)}


def kakuros(rows: int = 10, columns: int = 10) -> Iterator[str]:
    """Boards with runs of up to nine cells anywhere, and a sum that each can have."""
    while True:
        white = [[r > 0 < c and random_.random() < 0.7 for c in range(columns)] for r in range(rows)]
        for r in range(rows):
            for c in range(columns):
                across = c >= 9 and all(white[r][c - 9 : c])
                down = r >= 9 and all(white[at][c] for at in range(r - 9, r))
                white[r][c] = white[r][c] and not across and not down
        yield "/".join(" ".join(_word(white, r, c) for c in range(columns)) for r in range(rows))


def _word(white: list[list[bool]], r: int, c: int) -> str:
    if white[r][c]:
        return "."
    down = next((at for at in range(r + 1, len(white)) if not white[at][c]), len(white)) - r - 1
    across = next((at for at in range(c + 1, len(white[r])) if not white[r][at]), len(white[r])) - c - 1
    return f"{_sum(down)}\\{_sum(across)}" if down or across else "#"


def _sum(length: int) -> str:
    return str(random_.randint(length * (length + 1) // 2, length * (19 - length) // 2)) if length else "-"


def futoshikis(size: int = 5) -> Iterator[str]:
    """Boards with the signs and some values of a cyclic square."""
    while True:
        shift, values = random_.randrange(size), random_.sample(range(size), size)
        square = [[values[(r + c + shift) % size] for c in range(size)] for r in range(size)]
        yield "/".join("".join(_signed(square, r, c) for c in range(size)) for r in range(size))


def _signed(square: list[list[int]], r: int, c: int) -> str:
    size, value = len(square), square[r][c]
    cell = str(value + 1) if random_.random() < 0.15 else "."
    right = ("<" if value < square[r][c + 1] else ">") if c + 1 < size and random_.random() < 0.3 else ""
    below = ("^" if value < square[r + 1][c] else "v") if r + 1 < size and random_.random() < 0.3 else ""
    return cell + right + below


def squares() -> Iterator[str]:
    """Squares of order 4 with some numbers of one."""
    while True:
        cells = [str(number) if random_.random() < 0.4 else "0" for number in MAGIC]
        yield "normal:" + "/".join(" ".join(cells[at : at + 4]) for at in range(0, 16, 4))


def positions() -> Iterator[str]:
    """The 34-game with its number 1 anywhere."""
    while True:
        cells = ["0"] * 16
        cells[random_.randrange(16)] = "1"
        yield "34-game:" + "/".join(" ".join(cells[at : at + 4]) for at in range(0, 16, 4))


def ultramagics() -> Iterator[str]:
    """Squares of order 7 with the numbers that Trump's lists have."""
    while True:
        some = list(map(str, random_.sample([*range(1, 25), *range(26, 50)], 12)))
        yield f"ultramagic:{' '.join(some[:6])} 0/{' '.join(some[6:])} 0" + "/0 0 0 0 0 0 0" * 5


def triangles() -> Iterator[str]:
    """Boards of NOI2005 with some pieces of one filling."""
    (filled,) = solve("/".join("." * size for size in range(1, 11)), family="beads", limit=1)
    while True:
        yield filled.solution.translate(str.maketrans("".join(random_.sample("ABCDEFGHIJKL", 7)), "......."))


def kanoodles() -> Iterator[str]:
    """Boards of 5 x 11 with some pieces of one filling."""
    while True:
        yield "kanoodle:" + KANOODLE.translate(str.maketrans("".join(random_.sample("ABCDEFGHIJKL", 6)), "......"))


def empties() -> Iterator[str]:
    """Regions without a piece, for pieces of a named set."""
    while True:
        rows = random_.choice((3, 4, 5, 6))
        yield "pentomino:" + "/".join(["." * (60 // rows)] * rows)


POOLS: dict[str, tuple[Callable[[], Iterator[str]], ...]] = {
    "sudoku": (sudokus, sudokus_16, jigsaws),
    "kakuro": (kakuros,),
    "beads": (triangles, kanoodles, empties),
    "futoshiki": (futoshikis,),
    "magic": (squares, positions, ultramagics),
}


@cache
def pool(family: str, kind: Callable[[], Iterator[str]], count: int = COUNT) -> list[Board]:
    """So many boards of a kind."""
    canonical, variant = registry.family(family).canonical, registry.family(family).variant
    texts = [canonical(text) for text in islice(kind(), count)]
    return [Board(family, variant(text), text) for text in texts]
