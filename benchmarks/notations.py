"""The notations that the reading stage is measured with, each from boards made here.

What a reader remembers of one board must not make the next one free, so that boards of which there is a handful differ
in their cells, clues and labels.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, islice

from solvers import registry
from solvers.core import Board
from solvers.reading import formats, write

BOARDS = (
    ".13.....22.....48....7...19...9..8..7......2....3.......263.9..4.9.7.6....149...8",
    "........49.1.6.5....8....9.8..4.37.6....1....54...718.....39..7....4..5....7..81.",
    ".5.7.3.6...7...8.....816.......3.....5...1..73..4..869.6...2.4.84.572.93...4.9...",
)
# Boards of formats that have many bytes for each, or (algospot) at most three digits for their number.
COUNTS = {
    "opensudoku2": 3_000,
    "f-puzzles": 3_000,
    "kakuro-dzn": 3_000,
    "kakuro-pycsp3": 3_000,
    "xmpuzzle": 1_000,
    "algospot": 900,
}
SMALL = {
    "magic-text", "magic-grid", "magic-named", "magic-letters", "csplib-019", "beads-lines", "futoshiki-text",
    "futoshiki-matrices", "futoshiki-picture", "futoshiki-relations", "unequal",
}  # fmt: skip
SOLUTION = "864371259325849761971265843436192587198657432257483916689734125713528694542916378"


def rows(board: str) -> str:
    return "".join(board[at : at + 9] + "\n" for at in range(0, 81, 9))


def opensudoku(boards: Iterator[str]) -> Iterator[str]:
    yield "<opensudoku><name>x</name>\n"
    yield from (f'<game data="{board.replace(".", "0")}" />\n' for board in boards)
    yield "</opensudoku>\n"


def csv(boards: Iterator[str]) -> Iterator[str]:
    yield "quizzes,solutions\n"
    yield from (f"{board.replace('.', '0')},{SOLUTION}\n" for board in boards)


def written(name: str) -> Notation:
    """The boards as `gridmill convert` writes them."""
    form = next(form for form in formats() if form.name == name and form.family in ("sudoku", ""))
    return lambda boards: write((Board("sudoku", "9x9", board) for board in boards), form)


def with_titles(boards: Iterator[str]) -> Iterator[str]:
    return (f"Grid {number:02}\n{rows(board)}" for number, board in enumerate(boards, 1))


def drawn(boards: Iterator[str]) -> Iterator[str]:
    for board in boards:
        lines = [" | ".join(" ".join(board[at : at + 3]) for at in (s, s + 3, s + 6)) for s in range(0, 81, 9)]
        border = "------+-------+------"
        yield "\n".join([*lines[:3], border, *lines[3:6], border, *lines[6:], "", ""])


LETTERS = str.maketrans("123456789.", "ABCDEFGHI-")
Notation = Callable[[Iterator[str]], Iterator[str]]

NOTATIONS: dict[str, Notation] = {
    "line": lambda boards: (f"{board}\n" for board in boards),
    "line, zeros, CRLF": lambda boards: (f"{board.replace('.', '0')}\r\n" for board in boards),
    **{
        f"line, empty is {symbol}": lambda boards, symbol=symbol: (f"{b.replace('.', symbol)}\n" for b in boards)  # type: ignore[misc]  # no type for defaults
        for symbol in "_*-?x"
    },
    "line, labels": lambda boards: (f"{board} # number {n}\n" for n, board in enumerate(boards)),
    "line, ratings": lambda boards: (f"{board} ED=7.1/1.2/1.2\n" for board in boards),
    "line, comments between": lambda boards: (f"# number {n}\n\n{board}\n" for n, board in enumerate(boards)),
    "line, 16x16": lambda boards: ((board * 4)[:256].translate(LETTERS) + "\n" for board in boards),
    "line, 4x4": lambda boards: (".1.....23.....3.\n" for _ in boards),
    "grid": lambda boards: map(rows, boards),
    "grid, titles": with_titles,
    "grid, drawn": drawn,
    "exchange": lambda boards: (f"0000183b305c {board.replace('.', '0')}  1.2\n" for board in boards),
    "csv": csv,
    "jsonl": lambda boards: (json.dumps({"id": n, "puzzle": board}) + "\n" for n, board in enumerate(boards)),
    "opensudoku": opensudoku,
    **{
        name: written(name)
        for name in ("opensudoku2", "sdk", "clipboard", "candidates", "hodoku", "gsf", "pzl7", "tatham", "links",
                     "f-puzzles", "pzpr", "minizinc", "uva989", "poj3074")
    },
}  # fmt: skip


def boards_16(boards: Iterator[str]) -> Iterator[str]:
    form = next(form for form in formats() if form.name == "zoj3122")
    return write((Board("sudoku", "16x16", (board * 4)[:256].translate(FULL)) for board in boards), form)


FULL = str.maketrans("123456789", "ABCDEFGHI")
NOTATIONS["zoj3122"] = boards_16
KANOODLE = "AALCCCCDDDD/ALLLHICIGDF/ABLHHIIIGFF/BBHHEEGGGKK/BBEEEJJJJKK"
TRUMP = "ABCDEFGHIJKLMNOPQRSTUVWXabcdefghijklmnopqrstuvwx"
SIGNED = "{}<{}{}v{}/{}{}>{}{}^/{}{}v{}{}/{}{}{}{}"
MAGIC = (16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1)
KAKURO = (
    r"# C\- C\- # # C\- C\- C\-/-\C . . # C\C . . ./-\C . . C\C . . . ./-\C . . . . . C\- #/"
    r"# -\C . . C\C . . C\-/# C\- C\C . . . . ./-\C . . . . -\C . ./-\C . . . # -\C . ."
)


def triangles() -> Iterator[str]:
    """Boards of NOI2005, some cells with a letter."""
    while True:
        cells = "".join(random.choices("............ABCDEFGHIJKL", k=55))  # noqa: S311  # no secret
        yield "/".join(cells[row * (row + 1) // 2 : (row + 1) * (row + 2) // 2] for row in range(10))


def fillings() -> Iterator[str]:
    """Boards of 5 x 11 with some pieces of one filling."""
    while True:
        yield KANOODLE.translate(str.maketrans("".join(random.sample("ABCDEFGHIJKL", 6)), "......"))


def squares() -> Iterator[str]:
    """Squares of order 4 with some numbers of one."""
    while True:
        cells = [str(number) if random.random() < 0.4 else "0" for number in MAGIC]  # noqa: S311  # no secret
        yield "normal:" + "/".join(" ".join(cells[at : at + 4]) for at in range(0, 16, 4))


def clued() -> Iterator[str]:
    """Kakuro boards of one drawing and any clues."""
    parts = KAKURO.split("C")
    while True:
        yield "".join(f"{part}{random.randint(3, 45)}" for part in parts[:-1]) + parts[-1]  # noqa: S311  # no secret


def of_family(family: str, name: str, texts: Callable[[], Iterator[str]]) -> Callable[[int], Iterator[str]]:
    """The file of so many boards as `gridmill convert` writes it."""
    form = next(form for form in formats() if form.name == name and form.family == family)
    variant = registry.family(family).variant
    return lambda count: write((Board(family, variant(text), text) for text in islice(texts(), count)), form)


def signed() -> Iterator[str]:
    """Futoshiki of 4x4, all with the same signs."""
    while True:
        yield SIGNED.format(*(random.choice("...1234") for _ in range(16)))  # noqa: S311  # no secret


def example(family: str, name: str) -> str:
    return next(form.example for form in formats() if (form.family, form.name) == (family, name))


def repeated(family: str, name: str) -> Callable[[int], Iterable[str]]:
    """The format's own example, with a blank line behind each: clues make these boards what they are."""
    return lambda count: [example(family, name) + "\n"] * count


# In other families a file takes its number of boards.
OTHERS: dict[str, Callable[[int], Iterable[str]]] = {
    "5x11, flat": lambda count: (text.replace("/", "") + "\n" for text in islice(fillings(), count)),
    "kakuro, table": lambda count: (
        text.replace("/", "\n").replace("-", "").replace(".", "_") + "\n\n" for text in islice(clued(), count)
    ),
    **{name: of_family("beads", name, triangles) for name in ("noi2005", "beads-lines", "beads")},
    "xmpuzzle": of_family("beads", "xmpuzzle", lambda: cycle(("kanoodle:" + "/".join(["." * 11] * 5),))),
    **{name: of_family("magic", name, squares)
       for name in ("magic-text", "magic-grid", "magic-named", "csplib-019")},
    "magic-letters": lambda count: ("".join(random.sample(TRUMP, 12)) + "\n" for _ in range(count)),
    **{name: of_family("kakuro", name, clued) for name in ("kkt", "gym-101252b", "kakuro-line", "kakuro-pzpr")},
    **{name: of_family("futoshiki", name, signed)
       for name in ("futoshiki-text", "futoshiki-matrices", "futoshiki-picture", "futoshiki-relations", "unequal")},
    "run-list": repeated("kakuro", "run-list"),
    "cell-list": repeated("kakuro", "cell-list"),
    "hdu3111": lambda count: (f"{count}\n", *(rows(board.replace(".", "?")) for board in islice(cycle(BOARDS), count))),
    "hdu4069": lambda count: (f"{count}\n", *[example("sudoku", "hdu4069").partition("\n")[2]] * count),
    "algospot": lambda count: (f"{count}\n", *[example("kakuro", "algospot-kakuro2").partition("\n")[2]] * count),
}  # fmt: skip


def files(lines: int) -> Iterator[tuple[str, int, Iterator[str]]]:
    """Each notation with its number of boards, for files of so many boards where a line has one, and its text."""
    random.seed(4)
    for name, notation in NOTATIONS.items():
        number = COUNTS.get(name, lines if name.startswith("line") else lines // 10)
        yield name, number, notation(islice(cycle(BOARDS), number))
    for name, other in OTHERS.items():
        # Boards of forty bytes: of fewer, finding out which format it is would be what is measured.
        number = COUNTS.get(name, lines // 2 if name in SMALL else lines // 10)
        yield name, number, iter(other(number))
