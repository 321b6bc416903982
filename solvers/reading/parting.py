"""Sheets of grids as spreadsheets save them, spelt so that each board stands alone among blank lines and titles.

1,,,,,,,,           a number or word in a row of its own is a title: read as 1
5,3,,,7,,,,         nine rows of nine fields
...
,,,,,,,,            a row of nothing but marks that parts boards (sheet.py) is read as a blank line
,5,3,,,7,,,,        a column before or behind all grids of a sheet, in which nothing stands, is left out
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise, takewhile
from operator import ne
from typing import NamedTuple

from solvers.reading.fields import MARKS, NOTHING, fields_of
from solvers.reading.format import Page, Respelt, Unreadable, joined
from solvers.reading.sheet import Layout, deviations, layout_of, regular, titled
from solvers.reading.text import Condition

SIZES = range(4, 26)
_EMPTY_ROWS = frozenset(mark * size for mark in MARKS for size in range(min(SIZES) - 1, max(SIZES) + 1))
_DIGITS = str.maketrans("123456789", "0" * 9)
_LENGTHS = frozenset(map(len, _EMPTY_ROWS))
LONGEST_CELL = 2
LOOKED = 60  # lines of a page that show whether it is of a sheet
WINDOW = 2000  # lines that are looked at together
CUT = 2  # rows of marks more or less, by what is cut off at the end of a window
CERTAIN = 10  # boards behind a place that do not change what stands before it

_Around = tuple[int, int]


class Row(NamedTuple):
    """A line of a sheet: how many cells it has, 0 for a line that is no row, and what stands in them.

    E: nothing, N: a number alone, D: cells; for lines that are no rows T: a title, ?: other fields, "": anything.
    ``fields`` is how many fields a title has.
    """

    width: int
    kind: str
    fields: int = 0


def parted(every: Iterator[Page], condition: Condition) -> Iterator[Page]:
    """The pages with sheets spelt so that formats know their boards."""
    held: list[str] = []
    votes: Counter[_Around] = Counter()
    is_sheet = False
    for page in every:
        if isinstance(page, Unreadable):
            yield _read(held, votes, final=True)[0]
            yield page
            held, is_sheet = [], False
            continue
        if not condition.marked:
            yield page
            continue
        whole = joined(held, page) if held else page
        is_sheet = is_sheet or _is_sheet(page if len(page) > LOOKED else whole)
        if not is_sheet:
            kept = len(whole) - _begun(whole)
            yield _cut(whole, whole, 0, kept) if kept < len(whole) else whole
            held = whole[kept:] if kept < len(whole) else []
        elif len(whole) < WINDOW:
            held = whole
        else:
            texts, held, is_sheet = _read(whole, votes, final=False)
            yield texts
    if held:
        yield _read(held, votes, final=True)[0]


def _is_sheet(page: Sequence[str]) -> bool:
    """Whether a page has rows of marks, titles among marks, or a column of nothing beside its rows."""
    if not (_LENGTHS.isdisjoint(map(len, page)) or _EMPTY_ROWS.isdisjoint(page)):
        return True
    first = [text for text in page[:LOOKED] if any(mark in text for mark in MARKS)]
    rows = [*map(_row, first), Row(0, "")]
    if any(row.kind == "N" or row.fields == below.width > 0 for row, below in pairwise(rows)):
        return True
    texts = [text for text, row in zip(first, rows, strict=False) if row.width]
    return bool(texts) and (all(text[0] in MARKS for text in texts) or all(text[-1] in MARKS for text in texts))


def _begun(page: Sequence[str]) -> int:
    """How many rows of a board, or its title, a page without rows of marks ends with."""
    last = page[-1] if page else ""
    width, _, fields = _row(last)
    if not width:
        return int(fields > 0)
    mark, marks, longest = _mark(last), last.count(_mark(last)), (LONGEST_CELL + 1) * width
    return (
        sum(1 for _ in takewhile(lambda text: len(text) <= longest and text.count(mark) == marks, page[::-1])) % width
    )


def _rows(page: Sequence[str]) -> list[Row]:
    """What the lines are, those once that differ in digits alone: a sheet of some thousands has some hundreds."""
    shapes = "\n".join(page).translate(_DIGITS).split("\n")
    known = {shape: _row(shape) for shape in set(shapes)}
    return list(map(known.__getitem__, shapes))


def _row(text: str) -> Row:
    mark = _mark(text)
    if not mark:
        return Row(0, "")
    bare = text.strip(" ")
    if bare in _EMPTY_ROWS:
        return Row(len(bare) + 1, "E")
    marks = bare.count(mark)
    alone = marks >= min(SIZES) - 1 and mark not in bare.strip(f"{mark} ")
    cells = [] if mark != "\t" and marks > max(SIZES) else fields_of(text)  # a line of data may have thousands
    if len(cells) in SIZES and max(map(len, cells)) <= LONGEST_CELL:
        return Row(len(cells), "N" if alone and cells[0].isdigit() else "D")
    return Row(0, "T", marks + 1) if alone else Row(0, "?")


def _read(page: list[str], votes: Counter[_Around], *, final: bool) -> tuple[list[str], list[str], bool]:
    """The lines that are clear, those for which more must be seen, and whether they are of a sheet."""
    rows = _rows(page)
    found = list(page)
    for at, row in enumerate(rows[:-1]):
        if row.kind == "T" and row.fields == rows[at + 1].width:
            found[at] = _title(page[at])
    blocks = list(_blocks(rows))
    end = len(page)
    if not final and blocks and blocks[-1][1] == end:
        end = blocks.pop()[0] if end - blocks[-1][0] < WINDOW else end
    several = [_Block(page[at:stop], rows[at:stop], final=final or stop < len(page)) for at, stop in blocks]
    votes.update(each.layout.around() for each in several if each.is_clear())
    for each, (start, stop) in zip(several, blocks, strict=True):
        each.settle(votes, torn=any(_is_other(row) for row in rows[max(0, start - 1) : start] + rows[stop : stop + 1]))
        found[start:stop] = each.spelt()
        if stop == end == len(page) and not final:
            end = start + each.certain()
    return _cut(page, found, 0, end), _cut(page, page, end, len(page)), bool(blocks) or end < len(page)


def _is_other(row: Row) -> bool:
    """Whether a line may be a row that lost or won a cell."""
    return row.width > 0 or row.kind == "?"


def _blocks(rows: Sequence[Row]) -> Iterator[tuple[int, int]]:
    """Where rows of one width begin and end."""
    start = 0
    for width, group in groupby([row.width for row in rows]):
        end = start + len(list(group))
        if width:
            yield start, end
        start = end


class _Block:
    """Rows of one width that follow each other."""

    def __init__(self, texts: Sequence[str], rows: Sequence[Row], *, final: bool) -> None:
        self.texts = texts
        self.final = final
        self.width = rows[0].width
        self.before = self.behind = 0  # columns that are left out
        self.kinds = "".join(row.kind for row in rows)
        self.layout = titled(self.kinds, self.width, final=final) or layout_of(self.kinds, self.width, final=final)

    def is_clear(self) -> bool:
        return self.layout.boards > 0 and not self.layout.left

    def settle(self, votes: Counter[_Around], *, torn: bool) -> None:
        """Takes a narrower layout, or one with rows of marks at the ends of boards if counting says so.

        ``votes`` are for the rows around the boards of other blocks; one that is ``torn`` has lost rows to them.
        """
        if self.is_clear():
            return
        narrow = self._narrow()
        usual = [around for around, _ in votes.most_common(1)]
        counted = None if torn else _counted(self.layout, self.kinds, self.width, usual, final=self.final)
        if narrow and (counted is None or narrow[0].boards > 1):
            self.layout, self.before, self.behind = narrow
        elif counted and (usual or not narrow):
            self.layout = counted

    def _narrow(self) -> tuple[Layout, int, int] | None:
        """The layout without columns of nothing before and behind, so many each, if the rows come out even so."""
        cells = [_cells(text) for text, kind in zip(self.texts, self.kinds, strict=True) if kind != "E"]
        if not cells or any(len(row) != self.width for row in cells):
            return None
        free = [all(not row[at] for row in cells) for at in range(self.width)]
        before, behind = (len(list(takewhile(bool, side))) for side in (free, reversed(free)))
        largest = max((int(cell) for row in cells for cell in row if cell.isdecimal()), default=0)
        for out in range(1, min(before + behind, self.width - max(largest, min(SIZES))) + 1):
            layout = layout_of(self.kinds, self.width - out, final=self.final)
            layout = _counted(layout, self.kinds, self.width - out, [(-1, -1)], final=self.final) or layout
            ways = range(max(0, out - behind), min(out, before) + 1)
            if layout.boards and not layout.left and len(ways) == 1:
                return layout, ways[0], out - ways[0]
        return None

    def certain(self) -> int:
        """Up to which row the layout will not change, whatever follows."""
        last = max(0, len(self.kinds) - CERTAIN * self.width)
        title, parted = self.layout.roles.rfind("t", 0, last), self.layout.roles.rfind("sb", 0, last)
        return title if title > 0 else parted + 1 or last - last % self.width

    def spelt(self) -> list[str]:
        """The rows as formats know them."""
        roles = self.layout.roles
        if self.before or self.behind or "t" in roles or self.layout.inside(self.kinds):
            return list(map(self._spelt, self.texts, self.kinds, roles))
        return ["" if role == "s" else text for text, role in zip(self.texts, roles, strict=True)]

    def _spelt(self, text: str, kind: str, role: str) -> str:
        if role == "s":
            return ""
        if role == "t":
            return _title(text)
        if kind == "E" and "\t" in text:  # which is blank to others
            return "\t".join([NOTHING] * (self.width - self.before - self.behind))
        if self.before or self.behind:
            return _mark(text).join(_cells(text)[self.before : self.width - self.behind])
        return text


def _counted(layout: Layout, kinds: str, size: int, usual: Sequence[_Around], *, final: bool) -> Layout | None:
    """The layout with boards at the same distance, if without it two rows would be wrong, or a board as usual."""
    sure = layout.wrong + deviations(kinds)[0] > 1
    found = [
        (inside, each)
        for each in (regular(kinds, size, final=final) if layout.left else ())
        if (sure if each.boards > 1 else usual in ([], [each.around()]))
        and (inside := each.inside(kinds)) < layout.left + layout.inside(kinds)
    ]
    fewest = min((inside for inside, _ in found), default=0) + (0 if final else CUT)
    return next((each for inside, each in found if inside <= fewest), None)


def _mark(text: str) -> str:
    return next((mark for mark in MARKS if mark in text), "")


def _cells(text: str) -> list[str]:
    return text.strip(" ").split(_mark(text))


def _title(text: str) -> str:
    """A title without the marks around it; a number is no row of digits so."""
    title = text.strip("".join(MARKS) + " ")
    return f"# {title}" if title[:1].isdigit() else title


def _cut(page: list[str], found: list[str], start: int, end: int) -> list[str]:
    """A stretch of the lines, with what is remembered of their spelling."""
    changed = [] if found is page else map(ne, found[start:end], page[start:end])
    was = {at: page[at] for at, differs in enumerate(changed, start) if differs and found[at]}
    was |= page.was if isinstance(page, Respelt) else {}
    here = {at - start: text for at, text in was.items() if start <= at < end}
    return Respelt(found[start:end], here) if here else found[start:end]
