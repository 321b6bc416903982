"""A drawn grid taken at once: from its first row to where its frame, or what follows, ends it."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile

from solvers.reading.format import Lines
from solvers.sudoku.alphabet import LARGEST
from solvers.sudoku.board import boxes
from solvers.sudoku.formats.frames import LONGEST, Kinds, extent
from solvers.sudoku.formats.grid_border import EDGES, ROWS, Dashes, are_empty, dashed, empties, is_like
from solvers.sudoku.formats.grid_row import Look, split_row
from solvers.sudoku.formats.grid_stanza import Stanza
from solvers.sudoku.formats.grid_title import is_date

TELLING = 5  # rows that tell how many cells a row has
NEAR = 2  # cells that a spoilt row without bars may have too many or too few


def lookout(lines: Lines) -> Look:
    """The lines ahead by their place; those that are not there yet are waited for."""
    texts = lines.ahead(LONGEST)

    def line(at: int) -> str | None:
        nonlocal texts
        if at >= len(texts):
            texts = lines.reach(at + 1)
        return texts[at] if at < len(texts) else None

    return line


def drawing(line: Look, number: int, *, opened: bool) -> Stanza | None:
    """The drawn grid that begins with line ``number``, right below a frame if ``opened``; None for any other line."""
    if not (opened or _has_border(line)):
        return None
    rows = [(text, row) for at in range(TELLING) if (text := line(at)) is not None and (row := _cells(text))]
    widths = Counter(len(row) for _, row in rows if boxes(len(row)))
    if not widths:
        return None
    size = widths.most_common(1)[0][0]
    bars = Counter(text.count("|") for text, row in rows if len(row) == size).most_common(1)[0][0]
    dashes = _dashes(line, size)
    if dashes and dashes.doubtful:
        return _doubtful(line, size, number, dashes.doubtful)
    cells: list[tuple[str, ...]] = []

    def kind(text: str) -> str:
        row = dashes is not None and not dashes.has(len(cells))
        found, row_cells = _kind(text, size, bars, dashes=row)
        cells.append(row_cells)
        return found

    kinds = Kinds(line, kind)
    count = extent(kinds, size, opened=opened) if kinds.at(0) == "r" else 0
    if not opened and not any(kinds.at(at) == "b" for at in range(count + 1)):
        return None
    return _stanza(line, kinds, cells, number, count)


def _cells(text: str) -> tuple[str, ...]:
    """The cells of a row; nothing for a border that cannot be one."""
    row = split_row(text) or ()
    return () if row and row[0] in EDGES and is_like(text) and not empties(text) else row


def _has_border(line: Look) -> bool:
    """Whether a border stands behind a few rows."""
    width = len(_cells(line(0) or ""))
    for at in range(1, min(width, LARGEST) + 1 + NEAR if boxes(width) or boxes(width - 1) or boxes(width + 1) else 0):
        text = line(at)
        if text is None:
            return False
        if is_like(text):
            return True
    return False


def _dashes(line: Look, size: int) -> Dashes | None:
    """What lines of dashes are, if dashes are empty cells; None if they are not."""
    near = takewhile(bool, map(line, range(size + NEAR)))
    texts = [text for text in near if text and "-" in text]
    rows = [row for text in texts if not is_like(text) and (row := split_row(text)) and len(row) == size]
    if not rows or not are_empty(rows):
        return None
    return dashed(line, size) if any(empties(text) == size for text in texts) else ROWS


def _doubtful(line: Look, size: int, number: int, count: int) -> Stanza:
    raw = [line(at) or "" for at in range(count)]
    rows = [split_row(text) or () for text in raw]
    fault = f"expected {size} rows, got {count} of which some may be borders"
    return Stanza(start=number, raw=raw, rows=rows, good=False, size=size, fault=fault)


def _kind(text: str, size: int, bars: int, *, dashes: bool) -> tuple[str, tuple[str, ...]]:
    """What a line is in a grid of so many cells and bars a row, and its cells, if it is a row."""
    bare = text.strip().lstrip("\ufeff")
    if not bare:
        return " ", ()
    if is_like(bare) and not (dashes and empties(bare) == size):
        return "b", ()
    row = split_row(text) or ()
    barred = abs(text.count("|") - bars) <= 1 and "|" in text
    near = not bars and abs(len(row) - size) <= NEAR and not is_date(bare)
    return ("r", row) if len(row) == size or barred or near else ("?", ())


def _stanza(line: Look, kinds: Kinds, cells: list[tuple[str, ...]], number: int, count: int) -> Stanza | None:
    sizes = Counter(len(row) for row in cells[:count] if boxes(len(row)))
    if not sizes:
        return None  # bars and borders without a row of any board
    size = sizes.most_common(1)[0][0]
    stanza = Stanza(start=number, raw=[line(at) or "" for at in range(count)])
    stanza.rows = [cells[at] for at in range(count) if kinds.at(at) == "r"]
    spoilt = (at for at in range(count) if kinds.at(at) != "b" and len(cells[at]) != size)
    stanza.bad = next((stanza.raw[at].strip() or " " for at in spoilt), "")
    stanza.good = not stanza.bad
    stanza.size = size
    return stanza
