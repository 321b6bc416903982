"""A board in as many lines as it has rows, the cells close together or apart, with or without borders.

Boards follow each other directly, after blank lines, or after a title line such as `Grid 07`, which becomes the
label. Values above 9 may be decimals with blanks between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from solvers.core import Block, Board, MalformedError
from solvers.reading.alike import Alike, Columns, Found
from solvers.reading.fields import MARKS
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.alphabet import LARGEST, SMALLEST
from solvers.sudoku.board import variant
from solvers.sudoku.formats.columns import alike_of, apart, close, marked
from solvers.sudoku.formats.grid_bands import banded
from solvers.sudoku.formats.grid_border import is_border, is_like
from solvers.sudoku.formats.grid_frame import drawing, lookout
from solvers.sudoku.formats.grid_row import BORDER, TITLE, Look, is_title, split_row
from solvers.sudoku.formats.grid_stanza import Stanza, board_text, certainty, is_answer, is_board
from solvers.sudoku.formats.grid_title import LOOKED, is_numbered, may_be_number, stands_twice
from solvers.sudoku.formats.marks import line_of, only_cells
from solvers.sudoku.formats.remarks import may_be_title, refused
from solvers.sudoku.formats.shifted import SHORT, settled

_PLAIN = re.compile(r"[1-9.0]{81}")
_PLAIN_GRIDS = re.compile(  # without zeros, or under titles, because rows of nothing but digits may be numbers
    r"(?:(?=[1-9\n]*\.)(?:[1-9.]{9}\n){9}\n*+)++\Z|(?:Grid [0-9]+\n(?:[0-9]{9}\n){9}\n*+)++\Z"
)
_EDGE, _INNER = frozenset("-+|=*#%"), frozenset("-+|= ")
LONGEST = 200  # lines of a grid with its borders
SIZE = 9  # of the boards that are read many at once
SEEN = 40  # grids that are looked at to recognise it


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for every grid, and a reject for every stretch of rows that is none."""
    return settled(_read(lines, wish), lines)


def _read(lines: Lines, wish: Wish) -> Iterator[Item]:
    stanza = Stanza()
    since = 0  # where boards began that have nothing between them
    opened = False  # by a frame right above
    plain = wish.variant in ("", "9x9")
    alike = alike_of(lines, wish)
    while (text := lines.peek()) is not None:
        if not (text or stanza.raw):
            next(lines)
            lines.tally.blank += 1
            since, opened = 0, False
            continue
        item = None if stanza.raw else _whole(alike, text, lines, stanza.title, plain=plain, opened=opened)
        if item:
            known = _finish(lines, item, wish, 0) if isinstance(item, Stanza) else item
            yield from () if isinstance(known, str) else (known,)
            stanza = Stanza(title=item) if isinstance(item, str) else Stanza()
            since = unparted(item, since) if isinstance(item, Block | Board) else 0
            opened = False
            continue
        next(lines)
        bare = text.strip().lstrip("\ufeff")
        border = is_like(bare) and is_border(bare, stanza.rows, _below(lines))
        row = None if border or not (bare or stanza.raw) else split_row(text)
        inside = border and bool(stanza.raw)
        if row is not None:
            stanza.add(lines.number, text, row)
        elif inside:
            stanza.raw.append(text)
        if stanza.raw and ((row is None and not border) or stanza.full() or len(stanza.raw) == LONGEST):
            yield _finish(lines, stanza, wish, since)
            since = since or stanza.start
            stanza = Stanza()
        opened = border and not inside
        if row is None and not inside:
            since = 0
            yield from _beside(lines, text, bare, stanza, border=border)
    if stanza.raw:
        yield _finish(lines, stanza, wish, since)


def _beside(lines: Lines, text: str, bare: str, stanza: Stanza, *, border: bool) -> Iterator[Item]:
    """Counts a line that is none of a grid, and keeps the title that it may be; a reject for all others."""
    if not bare:
        lines.tally.blank += 1
    elif border or (TITLE.fullmatch(bare) and may_be_title(bare)):
        lines.tally.comment += 1
        stanza.title = stanza.title if border else bare.lstrip("#% ")
    else:
        yield refused(lines, text, "expected a row of a grid")


def _framed(lines: Lines, text: str, title: str, *, opened: bool) -> Stanza | None:
    """The drawn grid that begins here, its lines taken."""
    if text.isspace() or not (framed := _drawing(lookout(lines), lines.number + 1, opened=opened)):
        return None
    lines.take(len(framed.raw))
    framed.title = title
    return framed


def _drawing(look: Look, number: int, *, opened: bool) -> Stanza | None:
    """The grid that begins here, if borders or empty lines part its bands."""
    return banded(look, number) or drawing(look, number, opened=opened)


def _below(lines: Lines) -> Iterator[str]:
    """The lines that follow, waited for when they are asked for."""
    yield from lines.reach(LARGEST)


def unparted(item: Block | Board, since: int) -> int:
    """Where the boards began that follow each other with nothing between, up to this item; 0 if something is."""
    if isinstance(item, Board):
        return since or item.line
    first, last = item.lines[0], item.lines[-1]
    if last - first == (SIZE + 1) * (len(item.lines) - 1) and item.labels:
        return last  # titles part them, and nothing the last one from what follows
    return (since or first) if last - first == SIZE * (len(item.lines) - 1) else 0


def _whole(
    alike: Alike, text: str, lines: Lines, title: str, *, plain: bool, opened: bool
) -> Block | Board | Stanza | str | None:
    """The grids that follow, if they are alike, or a number that is a title, or the one that begins here."""
    if block := _alike(alike, text, lines, title):
        return block
    if _is_numbered(text, lines):
        lines.tally.comment += 1
        return next(lines).strip()
    if not plain or not (found := _at_once(text, lines, opened=opened)):
        return _framed(lines, text, title, opened=opened)
    taken, cells = found
    lines.take(taken)
    lines.tally.board += taken
    return Board("sudoku", "9x9", cells, lines.source, lines.number - taken + 1, title)


def _is_numbered(text: str, lines: Lines) -> bool:
    """Whether a number is a title; most are rows, like those behind them."""
    if not may_be_number(text) or (len((lines.ahead(2) or [""])[-1]) == len(text) and not stands_twice(text)):
        return False
    return is_numbered(lines.reach(LOOKED))


def _alike(alike: Alike, text: str, lines: Lines, title: str) -> Block | None:
    """The grids that follow, if all are of nine plain rows, with a title before each or none, and apart or not."""
    titled = _is_label(text)
    row = text if len(text) == SIZE else text[::2] if _is_spaced(text) else _marked_row(text)
    if not titled and (title or len(row) != SIZE or stands_twice(row)):
        return None
    ahead = lines.ahead(titled + 10)
    return alike.take(titled + 9 + (ahead[titled + 9 :] == [""]), _titled if titled else _untitled)


def _is_spaced(text: str) -> bool:
    """Whether it may be a row of nine cells with a blank between two, and perhaps one behind the last."""
    return 2 * SIZE - 1 <= len(text) <= 2 * SIZE and not text[1::2].strip(" ")


def _marked_row(text: str) -> str:
    """The cells of a row that has a mark between two of nine cells, and perhaps nothing between the marks."""
    if len(text) >= 2 * SIZE or not any(text.count(mark) == SIZE - 1 for mark in MARKS):
        return ""
    return "".join(split_row(text) or ())


def _untitled(columns: Columns) -> Found | None:
    texts = close(columns[:9]) or apart(columns[:9]) or marked(columns[:9])
    return None if texts is None or any(map(any, columns[9:])) else Found(texts, 9, blank=len(columns) - 9)


def _titled(columns: Columns) -> Found | None:
    found = _untitled(columns[1:])
    if found is None or not all(map(_is_label, columns[0])):
        return None
    labels = [title.strip().lstrip("#% ") for title in columns[0]]
    return found._replace(comment=1, first=1, labels=labels)


def _is_label(text: str) -> bool:
    """Whether a line is a title and no row of nine cells."""
    return is_title(text) or (len(text) < SIZE and may_be_number(text))


def _at_once(text: str, lines: Lines, *, opened: bool) -> tuple[int, str] | None:
    """How many lines a plain or drawn grid of 9x9 takes that begins here, and its cells; None for all others."""
    if len(text) == 9 and (cells := _plain_cells(lines.ahead(9))):
        behind = lines.ahead(19)[9:]
        framed = bool(behind) and len(behind[0]) == SIZE and (opened or "--" in "".join(behind))
        return None if framed else (9, cells)  # with a row too many, perhaps
    return _drawn(lines.ahead(15)) if len(text) > 9 else None


def _drawn(texts: Sequence[str]) -> tuple[int, str] | None:
    """How many lines a drawn grid of 9x9 takes, and its cells; None for anything else.

    Its rows have one width, the borders between them have one, too; one above the first row is left to others.
    """
    if (
        len(texts) < 11
        or texts[0][:1] in _EDGE
        or not (texts[3] and texts[3] == texts[7] and _INNER.issuperset(texts[3]))
    ):
        return None
    rows = [*texts[0:3], *texts[4:7], *texts[8:11]]
    cells = "".join(rows).replace("|", "").replace(" ", "")
    if len(set(map(len, rows))) != 1 or not _PLAIN.fullmatch(cells) or "-" not in texts[3]:
        return None
    if len(texts) == 11 or (texts[11].strip() and not is_title(texts[11]) and texts[14:15] != [texts[3]]):
        return None  # a border below belongs to the grid, and so may a row
    return 11, cells.replace("0", ".")


def _plain_cells(texts: Sequence[str]) -> str:
    """The cells of nine rows of nine digits and dots, or zeros, close together; nothing for all other lines."""
    cells = "".join(texts)
    if len(texts) != 9 or set(map(len, texts)) != {9} or not _PLAIN.fullmatch(cells):
        return ""
    return cells.replace("0", ".")


def _finish(lines: Lines, stanza: Stanza, wish: Wish, since: int) -> Item:
    """The board of a stanza, or the reject that says why it is none.

    If rows are missing, it may be any of the boards directly before it that lacks them; all behind that are shifted.
    """
    try:
        text = board_text(stanza, wish)
    except MalformedError as error:
        if since and stanza.good and not stanza.full():
            lines.note(SHORT.format(len(stanza.rows[0]) - len(stanza.rows), since), since)
        return lines.reject(
            str(error), "\n".join(stanza.raw), line=stanza.start, column=error.column, lines=len(stanza.raw)
        )
    lines.tally.board += len(stanza.raw)
    return Board("sudoku", variant(text), text, lines.source, stanza.start, stanza.title)


def sniff(sample: Sample) -> int:
    """85 if the sample begins with a grid, or is cut off in one, less by the share of those that are none.

    60 where rows of numbers have too few givens to be told from any list, and 20 where they are like one.
    """
    if _PLAIN.fullmatch(next(iter(sample.filled()), "")):
        return 0  # a board a line: not even the first row is one
    stanzas = list(islice(_stanzas(sample), SEEN))
    good = [stanza for stanza in stanzas if stanza.good and is_board(stanza)]
    first = stanzas[0] in good or (bool(good) and stanzas[0].size > 0) if stanzas else False
    if not first or all(map(is_answer, good)):
        return 0
    return min(85 * len(good) // len(stanzas), certainty([stanza for stanza in good if stanza.is_bare()]))


def are_answers(texts: Sequence[str]) -> bool:
    """Whether all grids of these lines are solutions as a judge of kakuro wants them."""
    return all(map(is_answer, _stanzas(Sample(tuple(texts)))))


def _stanzas(sample: Sample) -> Iterator[Stanza]:
    """The grids of a sample; one that is cut off at its end only if it is the first."""
    stanza = Stanza()
    whole = at = 0
    opened = False
    texts = sample.lines
    while at < len(texts):
        text, behind = texts[at], texts[at + 1 : at + LOOKED]
        if not stanza.raw and may_be_number(text) and is_numbered((text, *behind)):
            at += 1
            continue
        if not stanza.raw and (framed := _drawing(_among(texts, at), 1, opened=opened)):
            at += len(framed.raw)
            if at < len(texts) or sample.whole or not whole:
                yield framed
            opened, whole = False, whole + 1
            continue
        bare = text.strip().lstrip("\ufeff")
        border = is_border(bare, stanza.rows, behind)
        row = None if border or not (bare or stanza.raw) else split_row(text)
        opened = border and not stanza.raw
        if row is not None:
            stanza.add(1, text, row)
        elif border and stanza.raw:
            stanza.raw.append(text)
        if stanza.raw and ((row is None and not border) or stanza.full() or not stanza.good):
            yield stanza
            stanza, whole = Stanza(), whole + 1
        at += 1
    if stanza.raw and not whole:
        yield stanza


def _among(texts: Sequence[str], start: int) -> Look:
    return lambda at: texts[start + at] if start + at < len(texts) else None


def write(board: Board) -> str:
    """The cells row by row, an empty line after them; the title before them, behind # if it looks like a row."""
    sudoku = only_cells(board)
    # Sixteen rows of sixteen dots are sixteen boards of 4x4 as well; cells that stand apart are rows.
    between = " " if sudoku.size == SMALLEST**2 and set(sudoku.cells) == {"."} else ""
    rows = [between.join(sudoku.cells[i : i + sudoku.size]) for i in range(0, len(sudoku.cells), sudoku.size)]
    title = line_of(board.label)
    if title and (title[0] in "#%" or not TITLE.fullmatch(title) or split_row(title) or BORDER.fullmatch(title)):
        title = f"# {title}"
    return "".join(f"{line}\n" for line in (*([title] if title else []), *rows, ""))


GRID = Format(
    name="grid",
    certain=_PLAIN_GRIDS,
    family="sudoku",
    summary="a board in as many lines as it has rows, with or without borders and titles",
    example="""\
5 3 . | . 7 . | . . .
6 . . | 1 9 5 | . . .
. 9 8 | . . . | . 6 .
------+-------+------
8 . . | . 6 . | . . 3
4 . . | 8 . 3 | . . 1
7 . . | . 2 . | . . 6
------+-------+------
. 6 . | . . . | 2 8 .
. . . | 4 1 9 | . . 5
. . . | . 8 . | . 7 9
""",
    sniff=sniff,
    read=read,
    write=write,
)
