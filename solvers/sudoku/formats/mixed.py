"""Boards of several notations in one file, and notations that no other format takes.

Lines of boards and drawn grids are handed to the formats of their own, in runs. Besides, a line may hold rows as JSON
(`[[0,0,1,0],...]`) or two digits for each cell (`0112...`). What looks like a board and is none is refused with its
reason here, so this format is also the last one to be asked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, takewhile

from solvers.core import Board, MalformedError, Reject
from solvers.reading.ahead import Ahead
from solvers.reading.blacks import is_marked
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.alphabet import EMPTY, LARGEST, SMALLEST, values
from solvers.sudoku.board import boxes, size_of
from solvers.sudoku.formats.grid import GRID, are_answers
from solvers.sudoku.formats.grid_row import is_title, split_row
from solvers.sudoku.formats.line import LINE
from solvers.sudoku.formats.line_board import MAY_BE, NUMBERED
from solvers.sudoku.formats.making import PLAIN, make
from solvers.sudoku.formats.pzpr import PZPR
from solvers.sudoku.formats.turns import stretch

LONGEST = 4000  # lines of a run
STEP = 64  # lines that are looked at at once
SEEN = 400  # lines that are looked at to recognise it

_TOKEN = re.compile(r"(?:[0-9]{1,2}x[0-9]{1,2}:)?([^\s;,#]+)")
_ONE = re.compile(r"[-*_?xX]*[1-9.0][-1-9.0*_?xX]*")  # cells without anything else
_BORDER = re.compile(r"[-+|=]*-{3}[-+|=]*")
_BLANKS = re.compile(r"[0-9]*(?: +[0-9]+)+ *| +[0-9]+ *")
_MARKS = ("#", "%")
_PAIRS = {2 * size * size: size for size in range(10, 26) if boxes(size)}


@dataclass(slots=True)
class _Run:
    """Lines of one kind that follow each other."""

    kind: str
    start: int
    texts: list[str] = field(default_factory=list)
    rows: int = 0  # of grids

    def is_over(self, kind: str, following: str) -> bool:
        """Whether a long run may end before this line: between two boards, as far as that is known."""
        if kind != "grid" or self.kind == "spaced":
            return kind in ("", "line", "json", "pairs") or len(self.texts) >= 2 * LONGEST
        row = split_row(following)
        return bool(row and self.rows % len(row) == 0)


def kind_of(text: str) -> str:
    """What a line is: `json`, `pzpr`, `pairs`, `line`, `grid`, `spaced`, `large`; nothing if it goes with others."""
    bare = text.strip()
    if not bare or is_marked(bare, _MARKS):
        return ""
    if _is_long(text):
        return "line"
    return _special(bare) or _usual(text, bare)


def _is_long(text: str) -> bool:
    """Whether a line has nothing but cells, and too many for a row of a grid."""
    return len(text) > LARGEST and len(text) not in _PAIRS and _ONE.fullmatch(text) is not None


def _usual(text: str, bare: str) -> str:
    """The kinds that other formats read."""
    token = _TOKEN.match(bare)
    cells = token[1] if token else ""
    if size_of(len(cells)) and (len(cells) > 16 or _is_small(cells)):
        return "line"
    if (numbered := NUMBERED.match(bare)) and size_of(len(numbered[2])) > 5:
        return "line"
    if _BLANKS.fullmatch(text) and (text[0] == " " or not split_row(text)):
        return "spaced"
    if is_title(text):
        return ""
    row = split_row(text)
    return "grid" if (row and len(row) <= LARGEST) or set(bare) <= set("|+-=*: ") else "line"


def _special(bare: str) -> str:
    """The kinds that no other format reads; nothing for all others."""
    if bare.startswith("[["):
        return "json"
    if bare.startswith("pzprv3"):
        return "pzpr"
    if len(bare) in _PAIRS and bare.isascii() and bare.isdigit():
        return "pairs"
    return "large" if len(bare) > 2 * LARGEST and _is_large(bare) else ""


def _is_large(bare: str) -> bool:
    """True for a row of more cells than any board has here."""
    cells = bare.replace("|", " ").split()
    return len(cells) > LARGEST and all(cell.isdecimal() or cell in EMPTY for cell in cells)


NEAR = 3  # lines above a row
WIDE = 16  # cells of a row, or of a board of 4x4 in one line


def _is_small(cells: str) -> bool:
    """True for 16 symbols that are a board of 4x4 and no row of 16x16."""
    return all(cell in "1234" or cell in EMPTY for cell in cells)


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield what the formats of the runs yield."""
    ahead = Ahead(lines, "sudoku", wished=wish.variant in ("", "9x9"))
    while lines.peek() is not None:
        if block := ahead.take(stretch):
            yield block
        else:
            yield from _items(_run(lines, kind_of), lines, wish)


def _items(run: _Run, lines: Lines, wish: Wish) -> Iterator[Item]:
    if run.kind == "pzpr":
        yield from _hand_on(PZPR, run, lines, wish)
    elif run.kind == "grid":
        yield from _hand_on(GRID, run, lines, wish)
    elif run.kind == "spaced":
        yield from _spaced(run, lines, wish)
    elif run.kind == "large":
        yield from _large(run, lines)
    elif run.kind in ("json", "pairs"):
        for number, text in enumerate(run.texts, run.start):
            yield from _single(run.kind, number, text, lines, wish)
    else:
        yield from _hand_on(LINE, run, lines, wish)


def _run(lines: Lines, known: Callable[[str], str]) -> _Run:
    """The lines that come next, as far as they are of one kind, which ``known`` tells."""
    run = _Run("", lines.number + 1)
    alike = 1  # long lines that came last: where one is not, the rest of the run is looked at line by line
    while (text := lines.peek()) is not None:
        if alike and run.kind == "line":
            alike = _long(lines, LONGEST - len(run.texts))
            run.texts += lines.take(alike) if alike else []
            continue
        kind = "grid" if _is_row(text, run, lines) else known(text)
        if run.kind == "pzpr" and kind in ("grid", "line") and not size_of(len(text.strip())) > SMALLEST:
            kind = ""  # a row of the file
        if run.kind == "large" and _BORDER.fullmatch(text.strip()):
            kind = ""
        changed = bool(kind) and bool(run.kind) and kind != run.kind and not (kind == "grid" and run.kind == "spaced")
        if run.texts and (changed or (len(run.texts) >= LONGEST and run.is_over(kind, text))):
            break
        next(lines)
        if not run.texts:
            run.start = lines.number
        run.kind = run.kind or kind
        run.rows += kind == "grid" and split_row(text) is not None
        run.texts.append(text)
    return run


def _long(lines: Lines, most: int) -> int:
    """How many of the next lines are long, up to a few."""
    texts = lines.ahead(min(most, STEP)) if most > 0 else []
    return next((at for at, text in enumerate(texts) if not _is_long(text)), len(texts))


def _is_row(text: str, run: _Run, lines: Lines) -> bool:
    """Whether a line that would be a board of 4x4 is a row of 16x16: inside of such a board, or above another row."""
    if not _is_wide(text) or not _is_small(text.strip()):
        return False
    near = takewhile(str.strip, reversed(run.texts[-NEAR:]))  # one may be spoilt, or a word
    if run.kind == "grid" and run.rows % WIDE and any(map(_is_wide, near)):
        return True
    behind = (other for other in lines.ahead(WIDE + 1)[1:] if not (_is_wide(other) and _is_small(other.strip())))
    below = next(behind, "")
    if abs(len(below.strip()) - WIDE) == 1 and split_row(below):  # a spoilt one
        below = next(behind, "")
    return _is_wide(below) and split_row(below) is not None


def _is_wide(text: str) -> bool:
    return len(text.strip()) == WIDE


def _hand_on(form: Format, run: _Run, lines: Lines, wish: Wish) -> Iterator[Item]:
    """What another format reads of the run, with the line numbers of the whole."""
    part = Lines(run.texts, lines.source)
    part.number = run.start - 1
    for item in form.read(part, wish):
        if isinstance(item, Reject) and (raw := lines.written(item.raw)) is not item.raw:
            yield item._replace(raw=raw)
        else:
            yield item
    lines.notes += part.notes
    lines.tally.add(part.tally)


def _single(kind: str, number: int, text: str, lines: Lines, wish: Wish) -> Iterator[Item]:
    """The board of a line of JSON or pairs; other lines in such a run are blank or comment."""
    bare = text.strip()
    if not bare:
        lines.tally.blank += 1
    elif is_marked(bare, _MARKS):
        lines.tally.comment += 1
    else:
        try:
            board = _json(bare, wish) if kind == "json" else _pairs(bare, wish)
        except MalformedError as error:
            yield lines.reject(str(error), text, line=number, column=error.column)
        else:
            lines.tally.board += 1
            yield board._replace(source=lines.source, line=number)


def _json(text: str, wish: Wish) -> Board:
    try:
        rows = json.loads(text)
    except json.JSONDecodeError as error:
        raise MalformedError(f"expected rows in JSON: {error.msg}", 1, error.colno) from None
    except (RecursionError, ValueError):
        raise MalformedError("expected rows in JSON, got something nested too deeply", 1) from None
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == len(rows) for row in rows):
        raise MalformedError("expected as many rows as cells in a row", 1)
    size = len(rows)
    if not boxes(size):
        raise MalformedError(f"expected a size of 4 to 25, got {size}", 1)
    return make("".join(_value(cell, size) for row in rows for cell in row), wish)


def _value(cell: object, size: int) -> str:
    if isinstance(cell, str) and cell.isdecimal() and len(cell) < 3:
        cell = int(cell)
    if cell is None or cell == 0 or (isinstance(cell, str) and (not cell or cell in EMPTY)):
        return "."
    if isinstance(cell, int) and 1 <= cell <= size:
        return values(size)[cell - 1]
    raise MalformedError(f"expected values from 1 to {size}, got {cell!r}", 1)


def _pairs(text: str, wish: Wish) -> Board:
    size = _PAIRS.get(len(text), 0)
    if not size:
        raise MalformedError(f"expected two digits for each cell, got {len(text)} symbols", 1, len(text))
    return make("".join(_value(text[at : at + 2], size) for at in range(0, len(text), 2)), wish)


def _large(run: _Run, lines: Lines) -> Iterator[Item]:
    """Rows of a board that is too large, with the borders between them."""
    last = max(at for at, text in enumerate(run.texts) if kind_of(text)) + 1
    cells = len(run.texts[0].replace("|", " ").split())
    reason = f"expected boards of size {SMALLEST} to {LARGEST}, got rows of {cells} cells"
    yield lines.reject(reason, "\n".join(run.texts[:last]), line=run.start, lines=last)
    for text in run.texts[last:]:
        lines.tally.blank += not text.strip()
        lines.tally.comment += bool(text.strip())


def _spaced(run: _Run, lines: Lines, wish: Wish) -> Iterator[Item]:
    """Rows in which blanks seem to stand for empty cells: they are not counted, because editors strip them.

    Lines with nothing part one board from the next.
    """
    last = max(at for at, text in enumerate(run.texts) if kind_of(text)) + 1
    rest = run.texts[last:]
    start = run.start
    for empty, group in groupby(run.texts[:last], key=lambda text: not text.strip()):
        raw = list(group)
        if empty:
            lines.tally.blank += len(raw)
        else:
            yield _blanks(raw, start, lines)
        start += len(raw)
    yield from _hand_on(LINE, _Run("", run.start + last, rest), lines, wish)


def _blanks(raw: list[str], start: int, lines: Lines) -> Reject:
    seen = ", ".join(str(len(text)) for text in raw[:LARGEST])
    more = f" and {len(raw) - LARGEST} more" if len(raw) > LARGEST else ""
    size = max(len(text) for text in raw)
    reason = f"expected rows of {size} cells, got lines of {seen}{more} characters; a blank is no empty cell"
    return lines.reject(reason, "\n".join(raw), line=start, lines=len(raw))


def sniff(sample: Sample) -> int:
    """97 for boards of two notations, 80 for one that only this format knows, 30 for what looks like boards."""
    texts = sample.lines[:SEEN]
    if texts and all(map(PLAIN.fullmatch, texts)):
        return 30
    known = {text: kind_of(text) for text in texts}
    kinds = [known[text] for text in texts if known[text]]
    if not kinds:
        return 0
    found = _boards(texts, known)
    if len(found) > 1 or found & {"json", "pairs"}:
        return 97 if len(found) > 1 else 80
    if found or any(size_of(len(token)) > 4 and _looks(token) for text in texts for token in text.split()):
        return 30
    if kinds.count("large") > LARGEST:
        return 20
    return 10 if _are_spaced(texts, kinds) else 0


def _boards(texts: Sequence[str], known: Mapping[str, str]) -> set[str]:
    """The kinds of the runs that give boards; two are enough."""
    lines, found = Lines(texts), set[str]()
    while lines.peek() is not None and len(found) < 2:
        run = _run(lines, known.__getitem__)
        own = [text for text in run.texts if MAY_BE.match(text)] if run.kind == "line" else run.texts
        if run.kind in found or (run.kind == "grid" and are_answers(own)):
            continue
        if any(not isinstance(item, Reject) for item in read(Lines(own), Wish())):
            found.add(run.kind)
    return found


def _looks(token: str) -> bool:
    """True if nearly all symbols may be cells."""
    good = sum(symbol.isdigit() or symbol in EMPTY or "A" <= symbol <= "Y" for symbol in token)
    return good * 10 >= len(token) * 9


def _are_spaced(texts: Sequence[str], kinds: Sequence[str]) -> bool:
    """True for at least four rows of digits and blanks, of which one is indented."""
    sizes = {len(text) for text in texts if text.strip()}
    indented = any(text.startswith(" ") for text in texts)
    return len(kinds) >= 4 and kinds.count("spaced") * 2 > len(kinds) and indented and bool(boxes(max(sizes)))


MIXED = Format(
    name="mixed",
    family="sudoku",
    summary="boards of several notations in one file, rows as JSON, two digits for each cell",
    example="[[0,1,0,0],[0,0,2,3],[0,0,0,0],[0,3,0,0]]\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
    sniff=sniff,
    read=read,
)
