"""Game ids of Simon Tatham's Solo: `3x3:a2e9a5b6...`, one a line, and its save files.

Parameters are the columns and rows of a box, then letters; the description gives runs of empty cells as letters
(a = 1 .. z = 26), numbers in decimals, and `_` between two numbers. `x` adds
both diagonals; `j` irregular boxes and `k` cages, whose walls and sums follow after commas.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from math import isqrt

from solvers.core import Block, Board, MalformedError, cells_of
from solvers.reading.alike import Columns, Found
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.alphabet import SMALLEST, values
from solvers.sudoku.board import LARGEST_WITH_CAGES, LARGEST_WITH_REGIONS, Box, boxes, cell_name, parse
from solvers.sudoku.formats.columns import behind, runs
from solvers.sudoku.formats.making import each_line, make, share

_ID = re.compile(r"([0-9]{1,2})(?:x([0-9]{1,2}))?((?:j|x|k|m[0-9]+|r[0-9]+|a|d[a-z])*):([a-z0-9_,]*[a-z_][a-z0-9_,]*)")
_ITEM = re.compile(r"[0-9]+|[a-z]|_")
_DIGITS = bytes.maketrans(b"123456789", b"0" * 9)
_SAVED = re.compile(r"([A-Z]+) *:([0-9]{1,9}):(.*)")
_MOVE = re.compile(r"R([0-9]{1,2}),([0-9]{1,2}),([0-9]{1,2})")  # column and row from 0, the number, 0 for none
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def parse_id(text: str, wish: Wish, note: Callable[[str], None]) -> Board:  # noqa: ARG001  # nothing is assumed here
    match = _ID.fullmatch(text)
    if match is None:
        raise MalformedError("expected a game id such as 3x3:a2e9a5b6", 1)
    columns, rows, letters, description = match.groups()
    flags = re.sub(r"d[a-z]|[mr][0-9]+", "", letters)
    jigsaw = "j" in flags or not rows
    size = int(columns) * int(rows or 1)
    box = Box(1, size) if jigsaw else Box(int(rows), int(columns))
    if not (box in boxes(box.size) or (jigsaw and SMALLEST <= size <= LARGEST_WITH_REGIONS)):
        raise MalformedError(f"expected boxes of 4 to 25 cells, got {columns}x{rows or 1}", 1, 1)
    parts = description.split(",")
    cells = _cells(parts[0], size, match.start(4))
    wanted = 1 + jigsaw + 2 * ("k" in flags)
    if len(parts) != wanted:
        raise MalformedError(f"expected {wanted} parts with commas between, got {len(parts)}", 1, match.start(4) + 1)
    if not (jigsaw or "x" in flags or "k" in flags):
        return make(cells, wish, box=box)
    rules = ("" if jigsaw else box.prefix()) + "." * (size * size) + (";diagonals" if "x" in flags else "")
    rules += f";regions:{_regions(parts[1], size)}" if jigsaw else ""
    rules += f";cages:{_cages(parts[-2], parts[-1], size)}" if "k" in flags else ""
    return make(cells, wish, rules=parse(rules))


def _inner(size: int) -> list[tuple[int, int]]:
    """The pairs of cells with an edge between: those of a row, row by row, then those of a column, column by column."""
    steps = [(row * size + column, 1) for row in range(size) for column in range(size - 1)]
    steps += [(row * size + column, size) for column in range(size) for row in range(size - 1)]
    return [(cell, cell + step) for cell, step in steps]


def _blocks(structure: str, size: int) -> list[int]:
    """The block of each cell: a letter is a run of edges without a wall, after which a wall comes unless it is `z`."""
    edges = _inner(size)
    block = list(range(size * size))
    at = 0
    for letter in structure:
        run = 0 if letter == "_" else ord(letter) - ord("a") + 1
        if not 0 <= run <= len(_LETTERS):
            raise MalformedError(f"expected letters for the walls, got {letter!r}", 1)
        open_edges = run if run < len(_LETTERS) else run - 1
        for one, other in edges[at : at + open_edges]:
            old, new = block[one], block[other]
            block = [new if each == old else each for each in block]
        at += open_edges + (run < len(_LETTERS))
    if at != len(edges) + 1:
        raise MalformedError(f"expected walls of {len(edges)} edges, got {at - 1}", 1)
    return block


def _regions(structure: str, size: int) -> str:
    block = _blocks(structure, size)
    names = {name: chr(ord("A") + number) for number, name in enumerate(dict.fromkeys(block))}
    if len(names) != size:
        raise MalformedError(f"expected {size} regions, got {len(names)}", 1)
    return "".join(names[name] for name in block)


def _cages(structure: str, sums: str, size: int) -> str:
    """The killer cages: each sum stands in the first cell of its cage."""
    if size > LARGEST_WITH_CAGES:
        raise MalformedError(f"expected cages up to size {LARGEST_WITH_CAGES}, got size {size}", 1)
    clues = _clues(sums, size * size)
    cages: dict[int, list[int]] = {}
    for cell, name in enumerate(_blocks(structure, size)):
        cages.setdefault(name, []).append(cell)
    bare = sum(clues[cells[0]] == 0 for cells in cages.values())
    if bare or sum(map(bool, clues)) != len(cages):
        raise MalformedError(f"expected a sum in the first cell of each of {len(cages)} cages, {bare} have none", 1)
    return ",".join(f"{clues[c[0]]}={'+'.join(cell_name(cell, size) for cell in c)}" for c in cages.values())


def _clues(text: str, count: int) -> list[int]:
    """Numbers, and 0 for each cell of a run without one."""
    items = _ITEM.findall(text)
    clues: list[int] = []
    for item in items:
        if item != "_":
            clues += [int(item) if len(item) < 9 else 10**9] if item.isdigit() else [0] * (ord(item) - ord("a") + 1)
    if len(clues) != count or "".join(items) != text:
        raise MalformedError(f"expected sums for {count} cells, got {len(clues)}", 1)
    return clues


def _cells(description: str, size: int, start: int) -> str:
    cells: list[str] = []
    at = 0
    for match in _ITEM.finditer(description):
        if match.start() != at:
            break
        at = match.end()
        item = match[0]
        if item.isdigit() and not (len(item) < 9 and 1 <= int(item) <= size):
            raise MalformedError(f"expected numbers from 1 to {size}, got {item[:20]}", 1, start + match.start() + 1)
        if item != "_":
            cells += [values(size)[int(item) - 1]] if item.isdigit() else ["."] * (ord(item) - ord("a") + 1)
    if at != len(description):
        raise MalformedError(f"expected letters and numbers, got {description[at]!r}", 1, start + at + 1)
    if len(cells) != size * size:
        few = "not enough" if len(cells) < size * size else "too much"
        raise MalformedError(
            f"{few} data to fill the grid: expected {size * size} cells, got {len(cells)}", 1, start + 1
        )
    return "".join(cells)


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each id, or for the game of each save file."""
    first = lines.peek() or ""
    if not first.startswith("SAVEFILE"):
        yield from _LINES(lines, wish)
        return
    raw: list[str] = []
    for text in lines:
        inside = bool(_SAVED.fullmatch(text)) or not text.strip()
        if raw and (text.startswith("SAVEFILE") or not inside):
            yield _saved(lines, raw, lines.number - len(raw), wish)
            raw = []
        if inside and (raw or text.startswith("SAVEFILE")):
            raw.append(text)
        else:
            yield from _hand_on(lines, text, wish)
    if raw:
        yield _saved(lines, raw, lines.number - len(raw) + 1, wish)


def _hand_on(lines: Lines, text: str, wish: Wish) -> Iterator[Item]:
    """What an id tells, or another line that is none of a save file."""
    part = Lines([text], lines.source)
    for item in _LINES(part, wish):
        if not isinstance(item, Block):
            yield item._replace(line=lines.number)
    lines.tally.add(part.tally)


def _saved(lines: Lines, raw: list[str], start: int, wish: Wish) -> Item:
    """The game of a save file; blank lines behind it count for themselves."""
    blank = sum(not text.strip() for text in raw)
    said = [(match[1], match[3][: int(match[2])]) for match in map(_SAVED.fullmatch, raw) if match]
    first = dict(reversed(said))
    try:
        if first.get("GAME", "Solo") != "Solo":
            raise MalformedError(f"expected a game of Solo, got one of {first['GAME']}", 1)  # noqa: TRY301  # one way out
        board = parse_id(f"{first.get('PARAMS', '')}:{first.get('DESC', '')}", wish, lines.note)
        placed = _placed(board.text, said, first.get("STATEPOS", "1"))
    except MalformedError as error:
        lines.tally.blank += blank
        return lines.reject(str(error), "\n".join(raw), line=start, lines=len(raw) - blank)
    lines.tally.board += len(raw) - blank
    lines.tally.blank += blank
    return board._replace(source=lines.source, line=start, fields={"placed": placed} if placed else None)


def _placed(text: str, said: Sequence[tuple[str, str]], position: str) -> str:
    """The cells with what was placed by the moves up to the position; "" if that is nothing."""
    start, end = cells_of(text)
    givens = text[start:end]
    size = isqrt(len(givens))
    cells = list(givens)
    moves = [(kind, move) for kind, move in said if kind in ("MOVE", "SOLVE", "RESTART")]
    for kind, move in moves[: int(position) - 1 if re.fullmatch("[1-9][0-9]{0,6}", position) else 0]:
        if kind == "RESTART":
            cells = list(givens)
        elif match := _MOVE.fullmatch(move):
            column, row, number = map(int, match.groups())
            if max(column + 1, row + 1, number) <= size:
                cells[row * size + column] = ("." + values(size))[number]
    both = "".join(cell if given == "." else given for given, cell in zip(givens, cells, strict=True))
    return both if both != givens else ""


def _found(columns: Columns) -> Found | None:
    """The boards of ids of 9x9 without further rules."""
    bodies = behind("3x3:", columns[0], b"abcdefghijklmnopqrstuvwxyz123456789_")
    together = b"00" in bodies.encode().translate(_DIGITS)  # a number of two digits
    texts = None if not bodies or together else runs(bodies.replace("_", ""), _LETTERS)
    return Found(texts, 1) if texts else None


_LINES = each_line(parse_id, find=_found)


def sniff(sample: Sample) -> int:
    """97 if all lines are ids, or if it is a save file of Solo."""
    if any(line.startswith("SAVEFILE") for line in sample.lines[:1]):
        return 97 if any(line.startswith("GAME") and line.endswith(":Solo") for line in sample.lines) else 0
    return share(sample, _ID.fullmatch, 97)


def write(board: Board) -> str:
    """The game id, with what it needs to say of diagonals, regions and cages."""
    sudoku = parse(board.text)
    size = sudoku.size
    every = range(size * size)
    flags = ("j" if sudoku.regions else "") + ("x" if sudoku.diagonals else "") + ("k" if sudoku.cages else "")
    parts = [_runs([values(size).find(cell) + 1 for cell in sudoku.cells])]
    if sudoku.regions:
        parts.append(_walls([sudoku.group(cell) for cell in every], size))
    if sudoku.cages:
        cage = {cell: number for number, each in enumerate(sudoku.cages) for cell in each.cells}
        if len(cage) != len(every) or sum(len(each.cells) for each in sudoku.cages) != len(every):
            raise MalformedError("expected cages that cover every cell once", 1)
        sums = {each.cells[0]: each.sum for each in sudoku.cages}
        if not all(sums.values()):
            raise MalformedError("expected cages with a sum above 0", 1)
        parts += [_walls([cage[cell] for cell in every], size), _runs([sums.get(cell, 0) for cell in every])]
    shape = str(size) if sudoku.regions else f"{sudoku.box.columns}x{sudoku.box.rows}"
    return f"{shape}{flags}:{','.join(parts)}\n"


def _runs(numbers: Sequence[int]) -> str:
    """Numbers, and letters for runs of 0."""
    parts: list[str] = []
    for empty, run in groupby(numbers, lambda number: number == 0):
        if empty:
            full, rest = divmod(len(list(run)), len(_LETTERS))
            parts.append(_LETTERS[-1] * full + (_LETTERS[rest - 1] if rest else ""))
        else:
            parts.append("_".join(map(str, run)))
    return "".join(parts)


def _walls(block: Sequence[int], size: int) -> str:
    """The runs of edges without a wall, as ``_blocks`` reads them; a block must be of one piece."""
    parts, run = [], 0
    for one, other in _inner(size):
        if block[one] == block[other]:
            run += 1
        else:
            parts.append(_run(run))
            run = 0
    text = "".join([*parts, _run(run)])
    if len(set(_blocks(text, size))) != len(set(block)):
        raise MalformedError("expected regions and cages of one piece each", 1)
    return text


def _run(count: int) -> str:
    full, rest = divmod(count, len(_LETTERS) - 1)
    return _LETTERS[-1] * full + (_LETTERS[rest - 1] if rest else "_")


TATHAM = Format(
    name="tatham",
    family="sudoku",
    summary="game ids and save files of Simon Tatham's Solo",
    example="3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9\n",
    signs=":",
    sniff=sniff,
    read=read,
    write=write,
)
