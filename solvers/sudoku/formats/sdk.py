"""SadMan and SudoCue .sdk: statements about the board, then its rows, perhaps in sections.

#ASetter            author, and likewise #D description, #C comment, #B date, #S source, #L level, #U address
[Puzzle]            the givens; the section's name may be left out
[State]             givens and what was placed; further sections hold pencil marks, colours and the like
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, takewhile

from solvers.core import Block, Board, MalformedError, Reject
from solvers.reading.alike import Alike
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.alphabet import EMPTY, LARGEST
from solvers.sudoku.board import boxes
from solvers.sudoku.formats.columns import alike_of
from solvers.sudoku.formats.grid_row import split_row
from solvers.sudoku.formats.making import make
from solvers.sudoku.formats.marks import line_of, only_cells
from solvers.sudoku.formats.remarks import is_remark, refused
from solvers.sudoku.formats.sdk_columns import FIELDS, STATEMENT, found_of
from solvers.sudoku.formats.shifted import SHORT, settled

_OPENS = re.compile(r"#|\[Puzzle\]$")
_LONGEST = 40  # lines of a board
MOST_ROWS = 100  # of all sections of a board
MOST_TEXT = 1 << 16  # characters of a statement
_PLAIN_BOARDS = re.compile(
    r"(?:#[ABCDLSU]\S.*\n)*+\[Puzzle\]\n(?:[1-9.]{9}\n){9}"
    r"(?:#[ABCDLSU]\S.*\n|\[(?:Puzzle|State)\]\n|[1-9.]{9}\n|\n)*+\Z"
)
_SECTION = re.compile(r"\[([A-Za-z][A-Za-z0-9 _-]*)\]")
_PUZZLE = re.compile(r"puzzle(?: ?([0-9]+))?", re.IGNORECASE)
_BESIDE = re.compile(r"colou?r|mark|pencil|candidate|note|option|setting", re.IGNORECASE)  # sections beside the board
FEWEST = 4  # rows that may be a board's
TELLING = 10  # givens that no other board has by chance
PROGRESS = "rows behind a board have all its givens, and are what was placed"
_PLAIN = re.compile(r"[1-9.0]+")
_BORDER = re.compile(r"(?=.*[-+=]{3})[-+|=*\s]*+")


@dataclass(slots=True)
class _Part:
    """What was read of a board so far; its rows by section."""

    fields: dict[str, str] = field(default_factory=dict)
    section: str = "puzzle"
    rows: dict[str, list[str]] = field(default_factory=lambda: {"puzzle": [], "state": []})
    raw: dict[int, str] = field(default_factory=dict)  # its lines that are rows, also spoilt ones
    start: int = 0
    last: int = 0  # line of its last row
    head: int = 0  # line of its section
    fault: str = ""  # why it is no board
    label: str = ""

    def begun(self) -> bool:
        return bool(self.raw)

    def full(self, section: str = "puzzle") -> bool:
        rows = self.rows[section]
        return bool(rows) and len(rows) >= len(rows[0])

    def spoilt(self, number: int, text: str, *, known: bool) -> str:
        """The cells of a line that must be a row, as it stands right below one or the section's name; else none.

        What is wrong with it is told of the board.
        """
        if (
            known
            or self.section not in self.rows
            or self.full(self.section)
            or number - 1 not in (self.last, self.head)
        ):
            return ""
        return "".join(text.split())

    def add(self, number: int, text: str, row: str) -> None:
        self.start = self.start or number
        self.last = number
        self.raw[number] = text
        self.rows[self.section].append(row)


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each set of statements and rows."""
    return settled(_read(lines, wish), lines)


def _read(lines: Lines, wish: Wish) -> Iterator[Item]:
    part = _Part()
    since = 0  # where boards began that have nothing between them
    alike = alike_of(lines, wish)
    while (text := lines.peek()) is not None:
        if block := _alike(alike, text, lines, part):
            yield from _closed(lines, part, wish, since)
            part, since = _Part(), 0
            yield block
            continue
        if _take_rows(part, lines):
            continue
        row = _row_of(text, chain(part.rows.get(part.section, ()), lines.ahead(LARGEST)) if "---" in text else ())
        if row is not None and _is_next(part, lines):
            near = part.last == lines.number
            yield from _closed(lines, part, wish, since)
            part, since = _Part(), (since or part.start) if near else 0
        next(lines)
        statement = STATEMENT.fullmatch(text.strip())
        section, hidden = _section(text, part, lines)
        opens = statement or hidden or _PUZZLE.fullmatch(section)
        if part.begun() and (opens or len(part.raw) == MOST_ROWS):
            yield from _closed(lines, part, wish, since)
            part, since = _Part(), 0
        if statement:
            _state(part, FIELDS[statement[1]], statement[2].strip(), lines.number)
        elif section:
            _open(part, section, lines.number, hidden=hidden)
        known = bool(statement or section) or is_remark(text)
        row = row or part.spoilt(lines.number, text, known=known)
        if row and part.section in part.rows:
            part.add(lines.number, text, row)
        elif reject := _other(lines, text, part, known=known):
            yield from _closed(lines, part, wish, since)
            yield reject
            part, since = _Part(), 0
    yield from _closed(lines, part, wish, since)


def _take_rows(part: _Part, lines: Lines) -> bool:
    """Takes nine plain rows at once, where a section begins with them."""
    if part.section not in part.rows or part.rows[part.section] or not _is_plain(ahead := lines.ahead(9)):
        return False
    lines.take(9)
    for number, cells in enumerate(ahead, lines.number - 8):
        part.add(number, cells, cells)
    return True


def _row_of(text: str, among: Iterable[str] = ()) -> str | None:
    """The cells of a row, or None; dashes alone are a row ``among`` others of that width with dashes."""
    bare = text.strip()
    if STATEMENT.fullmatch(bare) or _SECTION.fullmatch(bare):
        return None
    if _BORDER.fullmatch(bare):
        empty = set(bare) == {"-"} and any("-" in row and len(row) == len(bare) and set(row) > {"-"} for row in among)
        return bare if empty else None
    row = split_row(bare)
    return None if row is None else "".join(row)


def _state(part: _Part, name: str, text: str, line: int) -> None:
    part.fields[name] = " ".join(filter(None, (part.fields.get(name), text)))[:MOST_TEXT]
    part.head = line


def _open(part: _Part, name: str, line: int, *, hidden: bool) -> None:
    """Begins a section; what may be a board and is called otherwise is kept, to be refused."""
    puzzle = _PUZZLE.fullmatch(name)
    part.section = "puzzle" if puzzle or hidden else name.lower()
    part.head = line if puzzle or hidden or not part.begun() else part.head
    part.label = f"Puzzle {puzzle[1]}" if puzzle and puzzle[1] else part.label
    if hidden:
        part.fault = f"expected the section [Puzzle] or [State], got [{name}] with rows of a board"


def _section(text: str, part: _Part, lines: Lines) -> tuple[str, bool]:
    """The name of the section that the line taken last begins, "" for none, and whether it hides a board."""
    found = _SECTION.fullmatch(text.strip())
    if not found or not _is_hidden(found[1], lines):
        return found[1] if found else "", False
    return ("state", False) if _is_progress(part.rows["puzzle"], lines) else (found[1], True)


def _is_hidden(name: str, lines: Lines) -> bool:
    """Whether a section of another name has the rows of a board."""
    if _PUZZLE.fullmatch(name) or name.lower() == "state" or _BESIDE.search(name):
        return False
    return _rows_ahead(lines) >= FEWEST


def _rows_ahead(lines: Lines) -> int:
    """How many rows follow directly, all of one length that boards have; more than any board has are not counted."""
    texts = lines.reach(2 * _LONGEST)
    first = _row_of(texts[0], texts[:LARGEST]) if texts else None
    if first is None or not boxes(len(first)):
        return 0
    rows = takewhile(lambda text: len(_row_of(text, texts[:LARGEST]) or "") == len(first), texts[: LARGEST + 1])
    return sum(1 for _ in rows)


def _is_next(part: _Part, lines: Lines) -> bool:
    """Whether the row that follows is one of the next board, although no section begins there."""
    rows = part.rows["puzzle"]
    if part.section != "puzzle" or not rows:
        return False
    size, near = len(rows[0]), part.last == lines.number
    if len(rows) < size:
        return not near and len(rows) + _rows_ahead(lines) > size
    if len(rows) > size:
        return not near
    if not near:
        return True
    ahead = _rows_ahead(lines)
    if ahead == size and _is_progress(rows, lines):
        part.section = "state"
        return False
    return ahead >= size


def _is_progress(rows: Sequence[str], lines: Lines) -> bool:
    """Whether the rows that follow are what became of a board, with a note: they have all its givens, and more."""
    givens, now = "".join(rows), "".join(_row_of(text) or "" for text in lines.ahead(len(rows)))
    given = [at for at, cell in enumerate(givens) if cell not in EMPTY]
    held = len(given) >= TELLING and len(now) == len(givens) and all(now[at] == givens[at] for at in given)
    if not held or sum(cell not in EMPTY for cell in now) <= len(given):
        return False
    lines.note(PROGRESS, lines.number + 1)
    return True


def _other(lines: Lines, text: str, part: _Part, *, known: bool) -> Reject | None:
    """Counts a line that is no row; a reject for one where those of a board stand, and nothing says what it is."""
    if part.section in part.rows and not known:
        return refused(lines, text)
    lines.tally.blank += not text.strip()
    lines.tally.comment += bool(text.strip())
    return None


def _closed(lines: Lines, part: _Part, wish: Wish, since: int) -> Iterator[Item]:
    if part.begun():
        yield _finish(lines, part, wish, since)


def _alike(alike: Alike, text: str, lines: Lines, part: _Part) -> Block | None:
    """The boards that follow, if all have the same statements and sections."""
    if not _OPENS.match(text) or (part.fields and not part.begun()):
        return None
    heads = [at for at, text in enumerate(lines.ahead(2 * _LONGEST)) if text == "[Puzzle]"][:2]
    return alike.take(heads[1] - heads[0], partial(found_of, heads[0]), leave=1) if len(heads) == 2 else None


def _is_plain(rows: list[str]) -> bool:
    """Whether these are nine rows with nothing but their cells."""
    return len(rows) == 9 and set(map(len, rows)) == {9} and bool(_PLAIN.fullmatch("".join(rows)))


def _finish(lines: Lines, part: _Part, wish: Wish, since: int) -> Item:
    try:
        board = _board(part, wish)
    except MalformedError as error:
        rows = list(part.raw.values())
        missing = len(rows[0]) - len(rows)
        if since and missing > 0:
            lines.note(SHORT.format(missing, since), since)
            return lines.reject(str(error), "\n".join(rows), line=part.start, lines=len(rows))
        return _refuse(lines, part, str(error))
    lines.tally.board += len(part.raw)
    given, state = (sum(map(len, part.rows[name])) for name in ("puzzle", "state"))
    if state not in (0, given):
        lines.note(f"expected {given} cells behind [State], got {state}, which say nothing", part.start)
    return board._replace(source=lines.source, line=part.start)


def _refuse(lines: Lines, part: _Part, reason: str) -> Reject:
    """The reject of all lines of a board with their sections, without which they would be other boards."""
    head = part.head if part.head == part.start - 1 else part.start
    texts = lines.between(head, part.last)
    if not texts:
        return lines.reject(reason, "\n".join(part.raw.values()), line=part.start, lines=len(part.raw))
    beside = [text for number, text in enumerate(texts, head) if number not in part.raw]
    blank = sum(not text.strip() for text in beside)
    lines.tally.blank -= blank
    lines.tally.comment -= len(beside) - blank
    return lines.reject(reason, "\n".join(texts), line=head, lines=len(texts))


def _board(part: _Part, wish: Wish) -> Board:
    givens, state = part.rows["puzzle"], "".join(part.rows["state"])
    if part.fault:
        raise MalformedError(part.fault, 1)
    if {len(row) for row in givens} != {len(givens)}:
        seen = ", ".join(str(len(row)) for row in givens) or "none"
        raise MalformedError(f"expected as many rows as cells in a row, got in [Puzzle] rows of {seen} cells", 1)
    fields = part.fields | ({"placed": state} if len(state) == sum(map(len, givens)) else {})
    return make("".join(givens), wish, label=part.fields.get("description", part.label), fields=fields)


def sniff(sample: Sample) -> int:
    """97 if it begins with a statement or the section of the puzzle, or has one of what was placed, and rows follow."""
    filled = [line.strip() for line in sample.filled()]
    progress = any(line.lower() == "[state]" for line in filled[: 2 * _LONGEST])
    if not filled or not (STATEMENT.fullmatch(filled[0]) or _is_puzzle(filled[0]) or progress):
        return 0
    first = [line for line in filled if line[0] not in "#[" and not _BORDER.fullmatch(line)][:2]
    return 97 if any((row := split_row(line)) and len(row) <= LARGEST for line in first) else 0


def _is_puzzle(text: str) -> bool:
    section = _SECTION.fullmatch(text)
    return section is not None and _PUZZLE.fullmatch(section[1]) is not None


def write(board: Board) -> str:
    """Statements that are known, the givens and, where it is known, what was placed."""
    fields = {"description": board.label} | dict(board.fields or {})
    sudoku = only_cells(board)
    said = {letter: line_of(fields.get(name, "")) for letter, name in FIELDS.items()}
    parts = [f"#{letter}{text}" for letter, text in said.items() if text]
    for section, cells in (("[Puzzle]", sudoku.cells), ("[State]", fields.get("placed", ""))):
        rows = [cells[at : at + sudoku.size] for at in range(0, len(cells), sudoku.size)]
        parts += [section, *rows] if rows else []
    return "\n".join(parts) + "\n\n"


SDK = Format(
    name="sdk",
    certain=_PLAIN_BOARDS,
    family="sudoku",
    summary="SadMan and SudoCue .sdk: statements about the board, then its rows, perhaps in sections",
    example="""\
#ANewspaper
#LEasy
[Puzzle]
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
""",
    sniff=sniff,
    read=read,
    write=write,
)
