"""Boards that a row has shifted, missing or too many: grids with nothing between them, of which the last is short.

Any of the grids may lack the row. All behind it are made of rows of two, and so many have a given twice in a column or
box. Read from the end, all behind it are right instead, and those before it are not:

    from the beginning   right right right wrong right? wrong wrong rest
    from the end         rest  wrong wrong right? right right right right

So the boards up to the first wrong one stand, and from there on those that are right when read from the end; where both
are, it is not known which board lacks the row, and its rows are refused. That is exact for one such row. Where one is
too many, a board beside that place may have taken it in: all rows are refused of which another one may be left out.
Boards are held back until something parts them from the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from math import ceil, isqrt, log
from string import ascii_uppercase, digits
from typing import NamedTuple

from solvers.core import Block, Board, Reject
from solvers.reading.events import Note
from solvers.reading.format import Item, Lines
from solvers.reading.packing import boards, cut
from solvers.sudoku._kernel import clashing
from solvers.sudoku.alphabet import EMPTY, values
from solvers.sudoku.formats.grid_row import split_row

HELD, MOST = 20_000, 200_000  # boards that are held back, and at most, where they look shifted; and those of a block
SIZE = 9  # of boards whose symbols are digits in all alphabets
TAIL = 64  # boards: of so many that are shifted several have a given twice
FEW = 3  # boards with a given twice that say nothing
FAR = 30  # boards for each that has a given twice, where they are shifted: of those with 17 givens every tenth has
LUCK = 0.02  # how likely a shifted board may be taken for a right one
SHORT = "rows missing in one of the boards from line {1} on: {0}; those behind it are shifted"
FOUND = "rows missing or too many from here on; the boards behind them are found again, from the last row on"
DOUBTED = "boards with a given twice from here to line {}: rows may be missing there, and others too many"
LOST = "expected {0} rows a board, got {1} of which a row is missing or too many; nothing tells which"
REFUSED = "expected a board, got one with a given twice, in grids with nothing between them that lack rows"

_ALPHABETS: tuple[Iterable[str], ...] = (
    ascii_uppercase,
    digits[1:] + ascii_uppercase,
    digits + ascii_uppercase,
    [str(at) for at in range(1, 26)],
)
_DOTS = str.maketrans(dict.fromkeys(EMPTY, "."))
Held = list[Board | Block]


class Rows(NamedTuple):
    """How a format spells rows: the givens of one, a dot for each empty cell, and a board anew from its lines."""

    cells: Callable[[str], str]
    board: Callable[[Board, Sequence[str]], Board] | None = None  # None: its givens are all


def settled(items: Iterator[Item], lines: Lines, spelt: Rows | None = None) -> Iterator[Item]:
    """The items, with rejects for boards that are shifted, as far as that shows; ``SHORT`` is noted before them."""
    spelt = spelt or Rows(_cells)
    held: Held = []
    count = end = 0  # boards among those, and their last line
    lost = False  # those before them, in the same stretch, were shifted, and too many to be held
    for each in items:
        item = each
        if isinstance(item, Block) and _are_apart(item):
            yield from _noted(held, lines, lost=lost)
            yield cut(item, 0, len(item.lines) - 1)
            held, item, lost = [], cut(item, len(item.lines) - 1, len(item.lines)), False
        if isinstance(item, Reject):
            short = bool(lines.notes) and lines.notes[-1].text.startswith(SHORT[:12]) and item.line == end + 1
            if short and held:
                yield from _with_rest(held, item, lines, spelt, lost=lost)
            elif item.line == end + 1 and _are_shifted(held):
                yield from chain(_doubted(held, lines, lost=lost), [item])
            else:
                yield from chain(_noted(held, lines, lost=lost), [item])
            held, lost = [], False
            continue
        first, last = _span(item)
        if first != end + 1:
            yield from _noted(held, lines, lost=lost)
            held, lost = [], False
        count = count * bool(held) + _boards_in(item)
        held.append(item)
        end = last
        if not lines.idle() and count <= HELD:
            continue
        tail = _tail(held)
        if not _clash(held[tail:]):  # so nothing before them is shifted
            gone = len(held) if lines.idle() else tail
            yield from _noted(held[:gone], lines, lost=lost)
            held, lost = held[gone:], False
            count = sum(map(_boards_in, held))
        elif count > MOST:
            yield from _doubted(held, lines, lost=lost)
            held, lost = [], True
    yield from _noted(held, lines, lost=lost)


def _clash(held: Held) -> bool:
    """Whether too many boards have a given twice for each to be somebody's mistake."""
    texts = _texts(held)
    found = len(clashing(texts))
    return found >= FEW and FAR * found > len(texts)


def _are_apart(item: Block) -> bool:
    """Whether something parts the boards of a block."""
    lines = item.lines
    return len(lines) > 1 and _span(item)[1] - lines[-1] + 1 < lines[1] - lines[0]


def _boards_in(item: Board | Block) -> int:
    return 1 if isinstance(item, Board) else len(item.texts)


def _texts(held: Sequence[Board | Block]) -> list[str]:
    return [text for item in held for text in ([item.text] if isinstance(item, Board) else item.texts)]


def _span(item: Board | Block) -> tuple[int, int]:
    """The first line and the last, if a row is a line each; else they follow nothing."""
    numbers = [item.line] if isinstance(item, Board) else item.lines
    text = item.text if isinstance(item, Board) else item.texts[0]
    size = isqrt(len(text.rpartition(":")[2]))
    return numbers[0], numbers[-1] + size - 1


def _tail(held: Held) -> int:
    """Where the last items begin that have so many boards."""
    count, at = 0, len(held)
    while at and count < TAIL:
        at -= 1
        count += _boards_in(held[at])
    return at


def _are_shifted(held: Held) -> bool:
    """Whether boards with a given twice follow each other up to the last one."""
    return bool(held) and len(clashing(_texts(held[_tail(held) :])[-TAIL:])) >= FEW


def _noted(held: Held, lines: Lines, *, lost: bool) -> Iterator[Item]:
    """The boards, all in their rows; a note names those in a row that look shifted nevertheless.

    Behind others that are ``lost`` nothing tells where a board begins.
    """
    if lost:
        return _doubted(held, lines, lost=lost)
    places = clashing(_texts(held)) if len(held) > 1 or (held and isinstance(held[0], Block)) else []
    if len(places) >= FEW and 4 * len(places) > places[-1] - places[0]:
        numbers = list(chain.from_iterable([item.line] if isinstance(item, Board) else item.lines for item in held))
        lines.note(DOUBTED.format(numbers[places[-1]]), numbers[places[0]])
    return iter(held)


def _with_rest(held: Held, rest: Reject, lines: Lines, spelt: Rows, *, lost: bool) -> Iterator[Item]:
    """The boards before and behind the one that lacks a row, and a reject between; if it is ``lost``, those behind."""
    every = _boards(held)
    prefix, colon, cells = every[0].text.rpartition(":")
    size = isqrt(len(cells))
    whole = "".join(board.text.removeprefix(prefix + colon) for board in every)
    respelt = _respelt(every, lines, size) if size > SIZE and spelt.cells is _cells else spelt.cells
    last = list(map(respelt, rest.raw.split("\n")))
    known = _is_plain(every, last, size) and len(last) == rest.lines
    if rest.lines >= size or not known:  # as many rows as a board has are none too few
        return chain(_doubted(held, lines, lost=lost), [rest])
    rows = _Table(whole + "".join(last), size)
    begin, count = rest.lines, len(every)
    behind = [prefix + colon + rows.board(at) for at in range(begin, len(rows), size)]
    places = clashing([board.text for board in every])
    right = 0 if lost else places[0] if places else count
    wrong = max(clashing(behind), default=-1) + 1
    if wrong > right + 1 and not lost:  # more than one board is neither
        return chain(_doubted(held, lines, lost=lost), [rest])
    low, high = sorted((right, wrong))
    if len(places) == 1 and not lost:  # which may be a board that is no puzzle, before one that is cut off
        high = count
    if wrong <= right and 2 * begin < size:  # so few are too many rather than missing
        low, high = _widened(every, behind, rows, begin, low, high)
    if low == count:
        return chain(held, [rest])
    first, gone = every[0].line, rows[low * size : begin + high * size]
    alone = every[0]._replace(label="", stated="", fields=None)
    found = (alone._replace(text=behind[at], line=first + begin + at * size) for at in range(high, count))
    if spelt.board and high < count:
        meant = list(found)
        raws = [lines.between(board.line, board.line + size - 1) for board in meant]
        if not all(raws):
            return chain(_doubted(held, lines, lost=lost), [rest])
        found = (spelt.board(board, raw or ()) for board, raw in zip(meant, raws, strict=True))
    lines.tally.board -= size * (high - low)
    lines.tally.rejected -= rest.lines
    if high < count:
        lines.notes[-1] = Note(lines.source, first + low * size, FOUND)
    reject = _refused(lines, LOST.format(size, len(gone)), gone, first + low * size)
    return chain(every[:low], [reject], found)


class _Table:
    """Rows of one size, kept as one text: there may be a million."""

    def __init__(self, cells: str, size: int) -> None:
        self._cells = cells
        self._size = size

    def __len__(self) -> int:
        return len(self._cells) // self._size

    def __getitem__(self, part: slice) -> list[str]:
        return [self._cells[at * self._size : (at + 1) * self._size] for at in range(*part.indices(len(self)))]

    def board(self, at: int) -> str:
        """The cells of the board that begins in a row."""
        return self._cells[at * self._size : (at + self._size) * self._size]


def _widened(
    every: Sequence[Board], behind: Sequence[str], rows: _Table, extra: int, low: int, high: int
) -> tuple[int, int]:
    """From which board to which it is not known what was meant, if the rows too many may stand in one beside these."""
    size = len(rows[:1][0])
    prefix = behind[0].removesuffix(rows.board(extra))

    def is_doubtful(at: int, meant: str) -> bool:
        own = rows[at * size : (at + 1) * size + extra]
        others = {prefix + "".join([*own[:gap], *own[gap + extra :]]) for gap in range(size + 1)} - {meant}
        return len(clashing(sorted(others))) < len(others)

    lower, higher = low, high
    if low and is_doubtful(low - 1, every[low - 1].text):
        lower -= 1
    if high < len(every) and is_doubtful(high, behind[high]):
        higher += 1
    return lower, higher


def _cells(row: str) -> str:
    return "".join(split_row(row) or ()).translate(_DOTS)


def _respelt(every: Sequence[Board], lines: Lines, size: int) -> Callable[[str], str]:
    """How rows of more symbols than digits are spelt in canonical text, which the boards before them tell."""
    seen: dict[str, str] = {}
    for board in reversed(every):
        raw = lines.between(board.line, board.line + size - 1) or ()
        cells = [cell for row in raw for cell in split_row(row) or ()]
        if len(cells) != size * size or len(seen) > size:
            break
        seen |= zip(cells, board.text.rpartition(":")[2], strict=False)
    alphabets = (dict(zip(alphabet, values(size), strict=False)) for alphabet in _ALPHABETS)
    whole = (each for each in alphabets if all(value in (".", each.get(cell)) for cell, value in seen.items()))
    known = dict.fromkeys(EMPTY.replace("0", ""), ".") | next(whole, {}) | seen
    return lambda row: "".join(known.get(cell, "?") for cell in split_row(row) or ())


def _is_plain(every: Sequence[Board], rest: Sequence[str], size: int) -> bool:
    """Whether all are rows of symbols that are known, of boards that say nothing more than these."""
    known = {*values(size), "."}
    heads = {(len(board.text), board.text.rpartition(":")[0]) for board in every}
    rows = all(len(row) == size and known.issuperset(row) for row in rest)
    return len(heads) == 1 and rows and all(known.issuperset(board.text.rpartition(":")[2]) for board in every)


def _boards(held: Sequence[Board | Block]) -> list[Board]:
    return [board for item in held for board in ([item] if isinstance(item, Board) else boards(item))]


def _doubted(held: Held, lines: Lines, *, lost: bool) -> Iterator[Item]:
    """The boards up to where the first may be shifted, if many from there on have a given twice; then rejects."""
    every = _boards(held)
    places = clashing([board.text for board in every])
    first = 0 if lost else places[0] if places else len(every)
    share = len(places) / max(1, len(every) - first)
    if not lost and (len(places) < 2 or FAR * share < 1):
        first = len(every)
    elif first and share < 1:
        first = max(0, first - ceil(log(LUCK) / log(1 - share)) + 1)
    yield from (board._replace(source=lines.source) for board in every[:first])
    for board in every[first:]:
        cells = board.text.rpartition(":")[2].partition(";")[0]
        size = isqrt(len(cells))
        lines.tally.board -= size
        yield _refused(lines, REFUSED, [cells[at : at + size] for at in range(0, size * size, size)], board.line)


def _refused(lines: Lines, reason: str, rows: Sequence[str], line: int) -> Reject:
    """The reject of rows, as they stood if that is still known."""
    raw = lines.between(line, line + len(rows) - 1) or rows
    return lines.reject(reason, "\n".join(raw), line=line, lines=len(rows))
