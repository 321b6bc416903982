"""Grids drawn with box characters, as Gridmill shows boards: read as if drawn with | - +, and empty cells as dots.

    ┌─────────┬─────────┬─────────┐        +---------+---------+---------+
    │ 5  3    │    7    │         │        | 5 3 . | . 7 . | . . . |
    │ 6       │ 1  9  5 │         │        | 6 . . | 1 9 5 | . . . |

Cells are told by their width, which is the same for all. Where boxes are irregular, or higher than wide, or more stands
beside the rows, only the characters are changed: a board that blanks do not tell is refused, not guessed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from solvers.reading.format import Page, Unreadable, joined, respelt
from solvers.reading.text import Condition

LONGEST = 60  # lines of a drawing
CLOSE = 2  # signs of a cell with one blank behind it, and one before the first of a box
NARROWEST, WIDEST = 3, 6  # signs of a cell, with those around it
SIZES = range(4, 26)
NOTE = "a drawing was read: rules that it does not show are not known"
_SIGNS = {
    **dict.fromkeys(map(ord, "│┃║╎╏┆┇┊┋╷╵╿╽"), "|"),
    **dict.fromkeys(map(ord, "─━═╌╍┄┅┈┉╴╶╼╾"), "-"),
    **dict.fromkeys((*range(0x250C, 0x254C), *range(0x2552, 0x2571)), "+"),
}
_DRAWN = re.compile("[\u2500-\u257f]")
_TOP, _BOTTOM = re.compile(r"\s*[┌┏╔╭]"), re.compile(r"\s*[└┗╚╰]")


def undrawn(every: Iterator[Page], condition: Condition) -> Iterator[Page]:
    """The pages with drawings spelt so that formats know them."""
    held: list[str] = []
    for page in every:
        if not condition.drawn:
            yield page
        elif isinstance(page, Unreadable):
            yield _spelt(held, condition)
            yield page
            held = []
        else:
            whole = joined(held, page) if held else page
            begun = _unfinished(whole)
            yield _spelt(whole[:begun] if begun < len(whole) else whole, condition)
            held = whole[begun:]
    if held:
        yield _spelt(held, condition)


def _unfinished(page: Sequence[str]) -> int:
    """Where a drawing begins that goes on behind the page; its length if none does."""
    for at in range(len(page) - 1, max(-1, len(page) - LONGEST), -1):
        if _BOTTOM.match(page[at]):
            break
        if _TOP.match(page[at]):
            return at
    return len(page)


def _spelt(page: list[str], condition: Condition) -> list[str]:
    found: dict[int, str] = {}
    top = -1
    for at, text in enumerate(page):
        if not _DRAWN.search(text):
            top = top if at - top < LONGEST else -1
            continue
        found[at] = text.translate(_SIGNS)
        top = at if _TOP.match(text) else top
        if top >= 0 and _BOTTOM.match(text):
            drawn = [n for n in range(top, at + 1) if n in found]
            found |= dict(zip(drawn, _grid([found[n] for n in drawn]), strict=True))
            top = -1
    if not found:
        return page
    condition.note(NOTE)
    return respelt(page, found)


def _grid(lines: list[str]) -> list[str]:
    """The lines of a drawing with a dot for each empty cell, where its boxes are all alike and no higher than wide.

    A row too many or too few, or one that is drawn otherwise, is left for the format to refuse.
    """
    bare = [line.strip() for line in lines]
    rows = [line for line in bare if line.startswith("|")]
    parts = {row: row[1:-1].split("|") for row in rows if row.endswith("|")}
    bands = Counter(map(len, "".join("r" if line.startswith("|") else " " for line in bare).split()))
    widths = Counter(tuple(map(len, parts[row])) for row in rows if row in parts)
    if not widths:
        return lines
    ((boxes, _),) = widths.most_common(1)
    ((height, _),) = bands.most_common(1)
    for width in (CLOSE, *range(NARROWEST, WIDEST + 1)):
        edge, across = width == CLOSE, sum(box // width for box in boxes)
        if across not in SIZES or abs(across - len(rows)) > 1 or height * (boxes[0] // width) != across:
            continue
        if len(set(boxes)) > 1 or boxes[0] % width != edge or height > boxes[0] // width:
            continue
        alike = [row for row in parts if tuple(map(len, parts[row])) == boxes]
        spelt = {row: [_cells(box[edge:], width) for box in parts[row]] for row in alike}
        if all("" not in box for row in spelt.values() for box in row):
            return [f"| {' | '.join(map(' '.join, spelt[line]))} |" if line in spelt else line for line in bare]
    return lines


def _cells(part: str, width: int) -> list[str]:
    """The cells of a box in a row; "" for what is none. Marks behind them say what is given, found or wrong."""
    found = [part[at : at + width].strip().rstrip("'!*") or "." for at in range(0, len(part), width)]
    return [cell if cell.isalnum() or cell == "." else "" for cell in found]
