"""A drawn grid taken at once: from its first row to where its frame, or what follows, ends it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from solvers.reading.format import Lines
from solvers.sudoku.alphabet import LARGEST
from solvers.sudoku.board import boxes
from solvers.sudoku.formats.frames import LONGEST, Kinds, extent
from solvers.sudoku.formats.grid_row import BORDER, split_row
from solvers.sudoku.formats.grid_stanza import Stanza
from solvers.sudoku.formats.grid_title import is_date

Look = Callable[[int], str | None]  # the line so many behind the next; None behind the last
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
    rows = [(text, row) for at in range(TELLING) if (text := line(at)) is not None and (row := split_row(text))]
    widths = Counter(len(row) for _, row in rows if boxes(len(row)))
    if not widths:
        return None
    size = widths.most_common(1)[0][0]
    bars = Counter(text.count("|") for text, row in rows if len(row) == size).most_common(1)[0][0]
    dashes = any("-" in row and set(row) != {"-"} for _, row in rows)  # are empty cells
    cells: list[tuple[str, ...]] = []

    def kind(text: str) -> str:
        found, row = _kind(text, size, bars, dashes=dashes)
        cells.append(row)
        return found

    kinds = Kinds(line, kind)
    count = extent(kinds, size, opened=opened) if kinds.at(0) == "r" else 0
    return _stanza(line, kinds, cells, number, count) if count else None


def _has_border(line: Look) -> bool:
    """Whether a border stands behind a few rows."""
    width = len(split_row(line(0) or "") or ())
    for at in range(1, min(width, LARGEST) + 1 + NEAR if boxes(width) or boxes(width - 1) or boxes(width + 1) else 0):
        text = line(at)
        if text is None:
            return False
        if ("--" in text or "==" in text or "-+" in text) and BORDER.fullmatch(text.strip()):
            return True
    return False


def _kind(text: str, size: int, bars: int, *, dashes: bool) -> tuple[str, tuple[str, ...]]:
    """What a line is in a grid of so many cells and bars a row, and its cells, if it is a row."""
    bare = text.strip().lstrip("\ufeff")
    if not bare:
        return " ", ()
    if BORDER.fullmatch(bare) and not (dashes and len(bare) == size and set(bare) == {"-"}):
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
