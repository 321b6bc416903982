"""Lonpos and Kanoodle 5x11 as their players write them: five rows of eleven, letters A to L, dots or blanks for empty.

Boards follow each other with or without a line between them. A row of blanks is a row as long as it has all eleven;
one that an editor stripped is refused, because nobody can tell it from the end of a board.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import filterfalse, islice, takewhile

from solvers.beads.board import canonical, variant
from solvers.beads.formats.lines import FLAT_OUTLINE, of_one_set, require, wished_head
from solvers.beads.formats.noi2005 import JUDGE
from solvers.beads.lettering import are_all_whole, are_whole, fitting_set
from solvers.core import Block, Board, MalformedError, Reject
from solvers.reading.alike import Alike, Columns, Found
from solvers.reading.blacks import is_marked
from solvers.reading.format import Format, Item, Lines, Sample, Wish

ROWS, WIDTH = 5, 11
MARKS = frozenset("ABCDEFGHIJKL. ")
LOOK = 500  # rows that are looked at to find boards that follow each other without a line between
BEHIND = 8  # boards that must be right behind those that are read at once: rows too many show there
SEEN = 40  # rows that are looked at to recognise it


def _is_between(line: str) -> bool:
    """Whether a line separates boards."""
    return not line.strip() and len(line) != WIDTH


def _is_row(line: str) -> bool:
    return len(line) == WIDTH and MARKS.issuperset(line)


def sniff(sample: Sample) -> int:
    """94 if all rows are of this kind, in fives, and one has a letter; 72 if most are: what is wrong is told then."""
    if "#" in sample.text and any(line.startswith("#") and ("=" in line or ":" in line) for line in sample.lines):
        return 0  # a rule, of which the native format knows
    rows = list(islice(filterfalse(_is_between, sample.unmarked()), SEEN))
    right = list(map(_is_row, rows))
    if len(rows) < ROWS or not any(any(mark.isalpha() for mark in row) for row in rows if _is_row(row)):
        return 0
    if all(right) and (len(rows) % ROWS == 0 or len(rows) == SEEN):
        return 94
    return 72 if sum(right) * 4 >= len(rows) * 3 else 0


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for five rows, and a reject for rows that make none."""
    head = wished_head(wish)
    alike = Alike(lines, "beads", wished=not wish.variant)
    while (line := lines.peek()) is not None:
        if _is_row(line) and (block := _alike(alike, lines)):
            yield block
            continue
        if not line.strip() and not _is_row(line):
            lines.tally.blank += 1
            next(lines)
        elif is_marked(line):
            lines.tally.comment += 1
            next(lines)
        else:
            # All texts of a run at once were no faster: most runs have boards of several sets.
            for count in _parts(*_run(lines)):
                rows = [next(lines) for _ in range(count)]
                yield _item(lines, rows, lines.number - count + 1, head, wish)


def _run(lines: Lines) -> tuple[list[str], bool]:
    """The rows up to the next line between boards, as far as one looks, and whether these are all."""
    for most in (ROWS + 1, LOOK):
        run = list(takewhile(lambda line: not (_is_between(line) or is_marked(line)), lines.reach(most)))
        if len(run) < most:
            return run, True
    return run, False


def _parts(rows: list[str], whole: bool) -> list[int]:
    """How many rows each board takes, and what makes none.

    If rows are missing or too many, boards are read from the beginning and from the end, as far as their pieces are
    whole. What both reach is left out, since nothing tells where the row belongs that is wrong.
    """
    count = len(rows)
    if whole and count % ROWS == 0:
        return [ROWS] * (count // ROWS)
    before = _whole_boards(rows, range(0, count - ROWS + 1, ROWS))
    if not whole and before * ROWS >= count // 2:
        return [ROWS] * (count // 2 // ROWS)
    ends = (count,) if whole else range(count, count - ROWS, -1)
    end, behind = max(
        ((end, _whole_boards(rows, range(end - ROWS, -1, -ROWS))) for end in ends), key=lambda found: found[1]
    )
    first, last = before * ROWS, end - behind * ROWS
    if first > last:
        first, last = last - last % ROWS, first + (end - first) % ROWS
    gap = [ROWS] * ((last - first) // ROWS) if (last - first) % ROWS == 0 else [last - first]
    found = [ROWS] * (first // ROWS) + gap + [ROWS] * ((end - last) // ROWS if whole else 0)
    return found or [min(ROWS, count)]


def _whole_boards(rows: list[str], starts: range) -> int:
    """How many of the boards that begin in these rows are right, up to the first that is not."""
    boards = (rows[start : start + ROWS] for start in starts)
    return sum(1 for _ in takewhile(lambda board: all(map(_is_row, board)) and are_whole("/".join(board)), boards))


def _alike(alike: Alike, lines: Lines) -> Block | None:
    """The boards that follow, if they are alike, with an empty line behind each or none."""
    apart = lines.ahead(ROWS + 1)[ROWS:] == [""]
    return alike.take(ROWS + apart, _found, leave=0 if apart else BEHIND)


def _found(columns: Columns) -> Found | None:
    """The boards of columns of rows, and perhaps of blank lines, if they are of one set."""
    rows = columns[:ROWS]
    joined = "\n".join(map("/".join, zip(*rows, strict=True))).replace(" ", ".")
    if any(set(map(len, row)) != {WIDTH} for row in rows) or any(map(any, columns[ROWS:])):
        return None
    if len(columns) == ROWS and not are_all_whole(joined.split("\n")):
        return None  # rows are missing, or are too many
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
        raise MalformedError(f"expected boards of {ROWS} rows, got {len(rows)}", 1)
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
