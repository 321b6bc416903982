"""The input of NOI2005 "wisdom beads": ten lines of 1 to 10 characters, letters A to L and dots.

Several boards in one file may follow each other with or without blank lines. Blanks inside or around a row are
what web pages leave behind when they are copied; they are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import filterfalse, islice

from solvers.beads.board import EMPTY, parse_head, variant
from solvers.core import Answer, Board, MalformedError, Reject
from solvers.reading.alike import Alike, Columns, Found
from solvers.reading.blacks import is_marked
from solvers.reading.format import Format, Item, Judge, Lines, Sample, Wish

SIZE = 10
FARTHEST = 3 * SIZE  # rows of a board that has too many
SEEN = 50  # rows that are looked at to recognise it
VARIANT = f"triangle{SIZE}"
NO_SOLUTION = "No solution"  # the statement's words
_MARKS = frozenset(parse_head("", False).letters() + EMPTY)

EXAMPLE = """\
.
..
...
....
.....
.....C
...CCC.
EEEHH...
E.HHH....
E.........
"""


def _cells(line: str) -> str:
    return "".join(line.split())


def _is_comment(line: str) -> bool:
    return is_marked(line.lstrip())


def sniff(sample: Sample) -> int:
    """Certain if the first ten rows have 1 to 10 of the marks; likely if nearly all of them have, or most others do."""
    seen = [_cells(line) for line in islice(filterfalse(_is_comment, sample.filled()), SEEN)]
    rows = seen[:SIZE]
    right = _right(rows)
    if right == SIZE:
        return 98
    if len(rows) >= SIZE - 1 and right >= SIZE - 3 and len(rows[0]) == 1:
        return 80
    boards = [at for at in range(len(seen)) if len(seen[at]) == 1 and _right(seen[at : at + SIZE]) == SIZE]
    return 80 if boards and 2 * SIZE * len(boards) >= len(seen) - SIZE else 0


def _right(rows: Sequence[str]) -> int:
    """How many of the rows are as long as they must be, and of nothing but marks."""
    return sum(len(row) == size and _MARKS.issuperset(row) for size, row in enumerate(rows, 1))


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for every ten rows, and a reject for rows that make none."""
    rows: list[str] = []
    alike = Alike(lines, "beads", wished=wish.variant in ("", VARIANT))
    while (line := lines.peek()) is not None:
        if not rows and len(line) == 1 and (block := alike.take(SIZE + (lines.ahead(SIZE + 1)[SIZE:] == [""]), _found)):
            yield block
            continue
        next(lines)
        if not line.strip():
            lines.tally.blank += 1
        elif _is_comment(line):
            lines.tally.comment += 1
        else:
            rows.append(line)
        following = lines.peek()
        if rows and (following is None or _begins(following, rows) or _ends(rows)):
            last = lines.number - (0 if line.strip() and not _is_comment(line) else 1)
            yield _item(lines, rows, last, wish)
            rows = []


def _found(columns: Columns) -> Found | None:
    """The boards of columns of rows, one longer than the other, and perhaps of blank lines."""
    rows = columns[:SIZE]
    if any(set(map(len, row)) != {size} for size, row in enumerate(rows, 1)) or any(map(any, columns[SIZE:])):
        return None
    if not all(map(_MARKS.issuperset, map("".join, rows))):
        return None
    return Found([*map("/".join, zip(*rows, strict=True))], SIZE, blank=len(columns) - SIZE, variant=VARIANT)


def _begins(following: str, rows: list[str]) -> bool:
    """Whether a board ends before this line: at a blank one, or where a row of one cell begins the next."""
    goes_on = len(rows) == 1 == len(_cells(rows[0]))
    return not following.strip() or _is_comment(following) or (len(_cells(following)) == 1 and not goes_on)


def _ends(rows: Sequence[str]) -> bool:
    """Whether a board ends with these rows whatever follows; behind wrong ones the next beginning is looked for."""
    return len(rows) == FARTHEST or (len(rows) == SIZE and _right(list(map(_cells, rows))) == SIZE)


def _item(lines: Lines, rows: list[str], last: int, wish: Wish) -> Board | Reject:
    first = last - len(rows) + 1
    raw = "\n".join(rows)
    for size, row in enumerate(rows, 1):
        cells = _cells(row)
        if len(cells) != size:
            reason = f"row {size} has {len(cells)} of {size} cells"
            return lines.reject(reason, raw, line=first + size - 1, column=len(row.rstrip()) + 1, lines=len(rows))
        wrong = next((mark for mark in cells if mark not in _MARKS), "")
        if wrong:
            reason = f"row {size}: expected A to L or '.', got {wrong!r}"
            return lines.reject(reason, raw, line=first + size - 1, column=row.index(wrong) + 1, lines=len(rows))
    if len(rows) != SIZE:
        return lines.reject(f"expected {SIZE} rows, got {len(rows)}", raw, line=first, lines=len(rows))
    if wish.variant not in ("", VARIANT):
        return lines.reject(
            f"expected a board of {wish.variant}, got one of {VARIANT}", raw, line=first, lines=len(rows)
        )
    lines.tally.board += len(rows)
    return Board("beads", VARIANT, "/".join(map(_cells, rows)), lines.source, first)


def write(board: Board) -> str:
    """The ten rows; the reader does not need a blank line after them, but eyes do."""
    if variant(board.text) != VARIANT:
        raise MalformedError(f"expected a board of {VARIANT}, got one of {variant(board.text)}", 1)
    return rows_of(board.text) + "\n"


def rows_of(region: str) -> str:
    """Rows as lines; a line of dashes between two layers."""
    return region.replace("//", "\n---\n").replace("/", "\n") + "\n"


def judge(text: str, answer: Answer, solutions: Sequence[str]) -> str:
    """The filled triangle, or the statement's words."""
    del text, answer
    return rows_of(solutions[0]) if solutions else f"{NO_SOLUTION}\n"


JUDGE = Judge(judge)

NOI2005 = Format(
    name="noi2005",
    family="beads",
    summary="NOI2005 wisdom beads: ten lines of 1 to 10 characters, letters A to L and dots",
    example=EXAMPLE,
    sniff=sniff,
    read=read,
    write=write,
    judge=JUDGE,
)
