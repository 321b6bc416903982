"""Completion problems of CSPLib 019: order and number of givens, then ``row column value``, counted from 1."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from solvers.core import Block, Board, MalformedError
from solvers.magic.board import ANY, MOST, Equation, make, parse
from solvers.magic.formats.parts import board, filled, note_repeated, skip, some, wished
from solvers.reading.format import Format, Item, Lines, Sample, Wish

_HEAD = re.compile(r"\s*(\d{1,4})\s+(\d{1,5})\s*", re.ASCII)
_APART = re.compile(r"^ |  | $|^$|[0-9]{7}", re.MULTILINE)  # in lines that are not split without a look
LEAST, MOST_LINES, PAUSE = 64, 4096, 16
_GIVEN = re.compile(r"\s*(\d{1,4})\s+(\d{1,4})\s+(\d{1,6})\s*", re.ASCII)


def sniff(sample: Sample) -> int:
    rows = filled(sample)
    if not rows or not _HEAD.fullmatch(rows[0]):
        return 0
    if problems := _problems(rows, sample.whole):
        return 90 if problems < len(rows) else 50
    if len(rows) < 2 or not _GIVEN.fullmatch(rows[1]):
        return 0
    return 90 if all(_HEAD.fullmatch(line) or _GIVEN.fullmatch(line) for line in rows[:-1]) else 30


def _problems(rows: Sequence[str], whole: bool) -> int:
    """How many problems the rows are, if nothing else stands there; 0 otherwise. One of a cut sample may be cut."""
    at = found = 0
    while at < len(rows):
        head = _HEAD.fullmatch(rows[at])
        given = head and rows[at + 1 : at + 1 + int(head[2])]
        if head is None or given is None or int(head[1]) == 0 or not all(map(_GIVEN.fullmatch, given)):
            return 0
        if len(given) < int(head[2]) and whole:
            return 0
        at += 1 + len(given)
        found += 1
    return found


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    room, pause = LEAST, 0  # lines that are tried at once, and problems before that is tried again
    while lines.peek() is not None:
        if pause == 0 and not wish.variant and (block := _plain(lines, room)):
            room = min(MOST_LINES, 2 * room)
            yield block
            continue
        room, pause = LEAST, pause - 1 if pause else PAUSE
        text = next(lines)
        if skip(lines, text):
            continue
        taken = [text]
        try:
            yield _problem(lines, taken, wish)
            lines.tally.board += len(taken)
        except MalformedError as error:
            first = lines.number - len(taken) + 1
            raw = "\n".join(taken)
            yield lines.reject(str(error), raw, line=first, lines=len(taken))


def _plain(lines: Lines, room: int) -> Block | None:
    """The problems that come next, all of one order, as far as each of their givens is a cell's first.

    Whole pages are split into numbers at once; a problem that needs a closer look ends the block before it.
    """
    texts = lines.ahead(room)
    joined = "\n".join(texts)
    blanks = [text.count(" ") for text in texts]
    if not joined.isascii() or joined.encode().translate(None, b"0123456789 \n") or _APART.search(joined):
        return None
    numbers = list(map(int, joined.split()))
    first = lines.number + 1
    order, at, place = numbers[0] if numbers else 0, 0, 0
    found: list[str] = []
    starts: list[int] = []
    while at < len(texts) and blanks[at] == 1 and numbers[place] == order and 0 < order * order <= MOST:
        count = numbers[place + 1]
        behind, end = at + 1 + count, place + 2 + 3 * count
        if blanks[at + 1 : behind].count(2) != count or not (body := _body(numbers[place + 2 : end], order)):
            break
        found.append(body)
        starts.append(first + at)
        at, place = behind, end
    if len(found) < 2:
        return None
    lines.take(at)
    lines.tally.board += at
    return Block("magic", f"normal-{order}", found, starts)


def _body(givens: Sequence[int], order: int) -> str:
    """The text of a square with these rows, columns and values; "" for one that is given twice or lies outside."""
    size = order * order
    cells = ["0"] * size
    for row, column, value in zip(givens[::3], givens[1::3], givens[2::3], strict=True):
        at = (row - 1) * order + column - 1
        if not (0 < row <= order and 0 < column <= order and 0 < value <= size) or cells[at] != "0":
            return ""
        cells[at] = str(value)
    return "normal:" + "/".join([" ".join(cells[start : start + order]) for start in range(0, size, order)])


def _problem(lines: Lines, taken: list[str], wish: Wish) -> Board:
    """The board whose first line is in ``taken``; adds the lines that it takes."""
    line = lines.number
    head = _HEAD.fullmatch(taken[0])
    if not head:
        raise MalformedError(f"expected order and number of givens, got {taken[0][:40]!r}")
    order, count = int(head[1]), int(head[2])
    if not 0 < order * order <= MOST:
        raise MalformedError(f"expected an order from 1 to 32, got {order}")
    equations: dict[Equation, None] = {}
    repeated: dict[str, None] = {}
    for i in range(count):
        given = _take(lines, taken, f"given {i + 1} of {count}")
        if given in equations:
            repeated[f"r{given.cells[0][0]}c{given.cells[0][1]}={given.sum}"] = None
        equations[given] = None
    note_repeated(lines, list(repeated), line)
    fields = {"repeated": some(list(repeated))} if repeated else None
    return board(make(wished(wish, order), [[ANY] * order] * order, equations=equations), lines, line, "", fields)


def _take(lines: Lines, taken: list[str], what: str) -> Equation:
    text = lines.peek()
    match = _GIVEN.fullmatch(text) if text is not None else None
    if not match:
        raise MalformedError(f"expected {what} as row, column, value, got {'the end' if text is None else text[:40]!r}")
    taken.append(next(lines))
    row, column, value = int(match[1]), int(match[2]), int(match[3])
    if value == 0:
        raise MalformedError(f"expected {what} with a value from 1, got 0")
    return Equation(((row, column),), value)


def write(item: Board) -> str:
    """The givens as a completion problem; raises MalformedError where the board says more than those."""
    magic = parse(item.text)
    cells = [(r, c, cell) for r, row in enumerate(magic.rows, 1) for c, cell in enumerate(row, 1) if cell]
    if (
        magic.rule != "normal"
        or any(len(cell) > 1 for _, _, cell in cells)
        or magic.numbers != tuple(range(1, magic.width**2 + 1))
    ):
        raise MalformedError("expected a normal square with numbers as givens")
    givens = [f"{r} {c} {cell[0]}\n" for r, c, cell in cells]
    givens += [f"{cells[0][0]} {cells[0][1]} {total}\n" for cells, total in magic.equations]
    return f"{magic.width} {len(givens)}\n{''.join(givens)}"


COMPLETION = Format(
    name="csplib-019",
    family="magic",
    summary="completion problem of CSPLib 019: order and count, then row, column, value",
    example="3 2\n1 2 7\n2 3 1\n",
    sniff=sniff,
    read=read,
    write=write,
)
