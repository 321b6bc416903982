"""The files that the reading stage is measured with: one at least for every format, of boards made here.

A file is some hundreds of boards that differ, again and again until it is large enough, as `gridmill convert` writes
them; what a format has in several spellings, or cannot be written in, is spelt here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import chain, islice

from benchmarks.pools import POOLS, diagonals, jigsaws, kakuros, killers, played, pool, sudokus
from solvers.core import Board, MalformedError
from solvers.reading import formats
from solvers.reading.format import Format
from solvers.reading.writing import framed, text_of

SIZE = 1_500_000  # bytes of a file, or a little more
MOST = {"algospot-kakuro2": 900}  # boards: the number before them has three digits
SHORT = 150  # the board that lacks a row
ALONE = 120  # rows and columns of a board that is a file
FURTHER: dict[str, dict[str, Callable[[], Iterator[str]]]] = {  # boards with rules of their own
    "f-puzzles": {"irregular": jigsaws, "diagonals": diagonals, "cages": killers},
    "penpa": {"irregular": jigsaws},
    "hdu4069": {"irregular": jigsaws},
}
SOLUTION = "864371259325849761971265843436192587198657432257483916689734125713528694542916378"
LETTERS = str.maketrans("123456789.", "ABCDEFGHI-")

File = tuple[str, list[str]]  # a name, and the text in parts
Pools = tuple[Callable[[], Iterator[str]], ...]
Spelling = Callable[[Iterator[str]], Iterator[str]]


def rows(board: str, between: str = "") -> str:
    return "".join(between.join(board[at : at + 9]) + "\n" for at in range(0, 81, 9))


def drawn(boards: Iterator[str]) -> Iterator[str]:
    for board in boards:
        lines = [" | ".join(" ".join(board[at : at + 3]) for at in (s, s + 3, s + 6)) for s in range(0, 81, 9)]
        border = "------+-------+------"
        yield "\n".join([*lines[:3], border, *lines[3:6], border, *lines[6:], "", ""])


def json_rows(board: str) -> str:
    cells = list(map(int, board.replace(".", "0")))
    return json.dumps([cells[at : at + 9] for at in range(0, 81, 9)], separators=(",", ":")) + "\n"


def linked(boards: Iterator[str]) -> Iterator[str]:
    """Addresses of two families in turn."""
    both = {form.name: form for form in formats() if form.name in ("links", "kakuro-pzpr")}
    others = pool("kakuro", kakuros)
    for number, board in enumerate(boards):
        yield text_of(Board("sudoku", "9x9", board), both["links"])
        yield text_of(others[number % len(others)], both["kakuro-pzpr"])


def unparted(family: str, kind: int, name: str) -> Spelling:
    """Boards of a pool as a format writes them, without the empty line behind each."""

    def spell(boards: Iterator[str]) -> Iterator[str]:
        form = next(form for form in formats() if form.name == name)
        for board, _ in zip(pool(family, POOLS[family][kind]), boards, strict=False):
            yield text_of(board, form).rstrip("\n") + "\n"

    return spell


def left(*names: str) -> Spelling:
    """Simple Sudoku's files of boards that somebody played on."""

    def spell(boards: Iterator[str]) -> Iterator[str]:
        form = next(form for form in formats() if form.name == "clipboard")
        for number, board in enumerate(boards):
            fields = {name: text for name, text in played(board).items() if name in names}
            yield text_of(Board("sudoku", "9x9", board, label=f"number {number}", fields=fields), form)

    return spell


def short(boards: Iterator[str]) -> Iterator[str]:
    """Simple Sudoku's grids, of which one lacks a row."""
    form = next(form for form in formats() if form.name == "clipboard")
    for number, board in enumerate(boards):
        text = text_of(Board("sudoku", "9x9", board), form)
        lines = text.splitlines(keepends=True)[1:]  # no title
        yield "".join(lines[:4] + lines[5:] if number == SHORT else lines)


def spoilt(boards: Iterator[str]) -> Iterator[str]:
    """A good board, and then lines with a cell too few."""
    yield next(boards) + "\n"
    yield from (board[:-1] + "\n" for board in boards)


SPELLINGS: dict[str, Spelling] = {
    "line": lambda boards: (f"{board}\n" for board in boards),
    "line, zeros, CRLF": lambda boards: (f"{board.replace('.', '0')}\r\n" for board in boards),
    "line, empty is _": lambda boards: (f"{board.replace('.', '_')}\n" for board in boards),
    "line, labels": lambda boards: (f"{board} # number {n}\n" for n, board in enumerate(boards)),
    "line, ratings": lambda boards: (f"{board} ED=7.1/1.2/1.2\n" for board in boards),
    "line, comments between": lambda boards: (f"# number {n}\n\n{board}\n" for n, board in enumerate(boards)),
    "line, 16x16": lambda boards: ((board * 4)[:256].translate(LETTERS) + "\n" for board in boards),
    "line, 4x4": lambda boards: (".1.....23.....3.\n" for _ in boards),
    "line, mostly rejects": spoilt,
    "grid, titles": lambda boards: (f"Grid {n:02}\n{rows(board)}" for n, board in enumerate(boards, 1)),
    "grid, drawn": drawn,
    "grid, nothing between": lambda boards: map(rows, boards),
    "grid, blanks": lambda boards: (f"{rows(board, ' ')}\n" for board in boards),
    "grid, sheet": lambda boards: (
        f"{rows(board.replace('.', ' '), ',').replace(' ', '')},,,,,,,,\n" for board in boards
    ),
    "clipboard, a row missing": short,
    "clipboard, progress": left("placed"),
    "clipboard, marks": left("placed", "marks"),
    "kanoodle, nothing between": unparted("beads", 1, "kanoodle"),
    "magic-grid, nothing between": unparted("magic", 0, "magic-grid"),
    "csv, solutions": lambda boards: chain(
        ["quizzes,solutions\n"], (f"{board.replace('.', '0')},{SOLUTION}\n" for board in boards)
    ),
    "jsonl, bare": lambda boards: (json.dumps({"id": n, "puzzle": board}) + "\n" for n, board in enumerate(boards)),
    "json": lambda boards: chain(
        ["[\n"], (json.dumps({"id": n, "puzzle": board}, indent=1) + ",\n" for n, board in enumerate(boards))
    ),
    "mixed": lambda boards: (f"{board}\n{rows(board)}\n{json_rows(board)}" for board in boards),
    "addresses": linked,
    "beads-lines, 5x11": lambda boards: (
        board.text.partition(":")[2].replace("/", "") + "\n"
        for board, _ in zip(pool("beads", POOLS["beads"][1]), boards, strict=False)
    ),
}
HEADED = {"csv, solutions", "json", "line, mostly rejects"}  # what comes first comes once

NAMED = {"jsonl, bare", "json"}  # every board has a name of its own


def spelled(name: str) -> File:
    """A file of one of the spellings."""
    boards = list(SPELLINGS[name](islice(sudokus(), 15_000 if name in NAMED else 300)))
    head = boards[:1] if name in HEADED else []
    body = boards[len(head) :]
    return name, head + body * max(1, SIZE // sum(map(len, body)))


def written(form: Format, pools: Pools = ()) -> File | None:
    """A file of the format as it is written, of boards of one of the pools; None if it cannot be."""
    pools = pools or POOLS[form.family or "sudoku"]
    found = _alone(form) if form.alone and form.family == "kakuro" else _texts(form, pools)
    if not found:
        return None
    times = 1 if form.alone else max(1, SIZE // sum(map(len, found)))
    return form.name, list(framed((found * times)[: MOST.get(form.name)], form))


def _texts(form: Format, pools: Pools) -> list[str]:
    """The boards of the first pool that the format can carry."""
    for kind in pools if form.write else ():
        boards = pool(form.family or "sudoku", kind, 300)
        try:
            return [text_of(board, form) for board in boards[: 1 if form.alone else None]]
        except MalformedError:
            continue
    return []


def _alone(form: Format) -> list[str]:
    """One large board."""
    (board,) = pool("kakuro", lambda: kakuros(ALONE, ALONE), 1)
    return [text_of(board, form)]


def files() -> Iterator[File]:
    """Every file, those of one format behind each other."""
    for form in formats():
        names = [name for name in SPELLINGS if name.partition(",")[0] == form.name]
        if form.name not in SPELLINGS and (file := written(form)):
            yield file
        for kind, boards in FURTHER.get(form.name, {}).items():
            if file := written(form, (boards,)):
                yield f"{form.name}, {kind}", file[1]
        yield from map(spelled, names)
