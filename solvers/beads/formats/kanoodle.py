"""Lonpos and Kanoodle 5x11 as their players write them: five rows of eleven, letters A to L, dots or blanks for empty.

Boards follow each other with or without a line between them. A row of blanks is a row as long as it has all eleven;
one that an editor stripped is refused, because nobody can tell it from the end of a board.
"""

from __future__ import annotations

from collections.abc import Iterator

from solvers.beads.board import canonical, variant
from solvers.beads.formats.lines import FLAT_OUTLINE, of_one_set, require, wished_head
from solvers.beads.formats.noi2005 import JUDGE
from solvers.beads.lettering import fitting_set
from solvers.core import Board, MalformedError, Reject
from solvers.reading.alike import Alike, Columns, Found
from solvers.reading.format import Format, Item, Lines, Sample, Wish

ROWS, WIDTH = 5, 11
MARKS = frozenset("ABCDEFGHIJKL. ")
SEEN = 40  # rows that are looked at to recognise it


def _is_between(line: str) -> bool:
    """Whether a line separates boards."""
    return not line.strip() and len(line) != WIDTH


def _is_row(line: str) -> bool:
    return len(line) == WIDTH and MARKS.issuperset(line)


def sniff(sample: Sample) -> int:
    """94 if all rows are of this kind, in fives, and one has a letter; 72 if most are: what is wrong is told then."""
    if any(line.startswith("#") and ("=" in line or ":" in line) for line in sample.lines):
        return 0  # a rule, of which the native format knows
    rows = [line for line in sample.lines if not (_is_between(line) or line.startswith("#"))][:SEEN]
    right = list(map(_is_row, rows))
    if len(rows) < ROWS or not any(any(mark.isalpha() for mark in row) for row in rows if _is_row(row)):
        return 0
    if all(right) and (len(rows) % ROWS == 0 or len(rows) == SEEN):
        return 94
    return 72 if sum(right) * 4 >= len(rows) * 3 else 0


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for five rows, and a reject for rows that make none."""
    head = wished_head(wish)
    rows: list[str] = []
    alike = Alike(lines, "beads", wished=not wish.variant)
    while (ahead := lines.peek()) is not None:
        if not rows and _is_row(ahead) and (block := alike.take(ROWS + (lines.ahead(ROWS + 1)[ROWS:] == [""]), _found)):
            yield block
            continue
        line = next(lines)
        if _is_between(line) or (not rows and not line.strip()):
            lines.tally.blank += 1
        elif line.startswith("#"):
            lines.tally.comment += 1
        else:
            rows.append(line)
        following = lines.peek()
        if rows and (len(rows) == ROWS or following is None or _is_between(following) or following.startswith("#")):
            last = lines.number - (0 if rows[-1] is line else 1)
            yield _item(lines, rows, last - len(rows) + 1, head, wish)
            rows = []


def _found(columns: Columns) -> Found | None:
    """The boards of columns of rows, and perhaps of blank lines, if they are of one set."""
    rows = columns[:ROWS]
    joined = "\n".join(map("/".join, zip(*rows, strict=True))).replace(" ", ".")
    if any(set(map(len, row)) != {WIDTH} for row in rows) or any(map(any, columns[ROWS:])):
        return None
    found = of_one_set(joined.split("\n"), FLAT_OUTLINE)
    return found and found._replace(rows=ROWS, blank=len(columns) - ROWS)


def _item(lines: Lines, rows: list[str], first: int, head: str, wish: Wish) -> Board | Reject:
    try:
        text = _text(rows, head)
        kind = variant(text)
        require(wish, kind)
    except MalformedError as error:
        line = first + max(error.line - 1, 0)
        return lines.reject(str(error), "\n".join(rows), line=line, column=error.column, lines=len(rows))
    lines.tally.board += len(rows)
    return Board("beads", kind, text, lines.source, first)


def _text(rows: list[str], head: str) -> str:
    """The canonical text of a board; raises MalformedError with row and column."""
    for number, row in enumerate(rows, 1):
        if wrong := [at for at, mark in enumerate(row) if mark not in MARKS]:
            reason = f"row {number}: expected A to L, a dot or a blank, got {row[wrong[0]]!r}"
            raise MalformedError(reason, number, wrong[0] + 1)
        if len(row) != WIDTH:
            raise MalformedError(f"row {number} has {len(row)} of {WIDTH} cells", number, len(row) + 1)
    if len(rows) != ROWS:
        raise MalformedError(f"expected {ROWS} rows, got {len(rows)}", 1)
    region = "/".join(rows).replace(" ", ".")
    return canonical(f"{head or fitting_set(canonical(region))}:{region}")


def write(board: Board) -> str:
    """The five rows and an empty line; raises MalformedError for other regions, and sets that no letters tell."""
    region = board.text.rpartition(":")[2]
    rows = region.split("/")
    if [len(row) for row in rows] != [WIDTH] * ROWS or not all(map(_is_row, rows)):
        raise MalformedError(f"expected a board of {ROWS} rows of {WIDTH} cells, got one of {variant(board.text)}", 1)
    if set(region) <= {".", "/"} or _text(rows, "") != board.text:
        raise MalformedError("expected a board whose letters tell its set of pieces, got another one", 1)
    return "".join(f"{row}\n" for row in rows) + "\n"


KANOODLE = Format(
    name="kanoodle",
    family="beads",
    summary="Lonpos and Kanoodle: five rows of eleven, letters A to L, dots or blanks for empty",
    example="AAA........\nA..........\n...........\n...........\n...........\n",
    sniff=sniff,
    read=read,
    write=write,
    judge=JUDGE,
)
