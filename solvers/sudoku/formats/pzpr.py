"""pzpr and puzz.link: addresses such as `https://puzz.link/p?sudoku/4/4/g1k23k3g`, and pzprv3 files.

In an address `0`-`f` is a value, `-` stands before one of two hexadecimal digits, `g`..`z` is a run of 1 to 20 empty
cells, and `.` a cell whose value is not told. A file has the size, rows of givens and then rows of answers, one a
line or with `/` between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from math import isqrt

from solvers.core import Board, MalformedError
from solvers.reading.alike import Columns, Found, same
from solvers.reading.blacks import is_marked
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.alphabet import LARGEST, values
from solvers.sudoku.board import boxes
from solvers.sudoku.formats.columns import alike_of, apart
from solvers.sudoku.formats.making import make
from solvers.sudoku.formats.marks import only_cells, placed_of

_HEAD = re.compile(r"pzprv3[.0-9]*[/\n]sudoku\b")
_HISTORY = re.compile(
    r"history|\{(?!\s*\"(?:puzzle|board|grid|givens|quiz|id|label|name|solution))"
)  # of some programs
_ITEM = re.compile(r"[0-9a-f]|-[0-9a-f]{2}|[g-z]|\.")
_GIVEN = re.compile(r"([0-9]{1,2})|[.-]")  # `-` is a number that is not told
_ANSWER = re.compile(r"(?:([0-9]{1,2})|[.+=%-])(?:\[[0-9,]*\])?")  # beside it what is noted, in brackets
HEAD, ROW = ["pzprv3", "sudoku", "9"], b"123456789."  # of the files that are read many at once
COMMENTS = ("#", "%", "//")  # of people, before a file
SEEN = 100  # lines that are looked at to recognise it
LONGEST = 2 + 3 * LARGEST  # lines of a file


def body_cells(width: int, height: int, body: str) -> str:
    """The cells of an address; raises MalformedError with the column in ``body``."""
    if width != height or not boxes(width):
        raise MalformedError(f"expected a square of 4 to {LARGEST} cells, got {width}x{height}", 1)
    cells: list[str] = []
    at = 0
    for match in _ITEM.finditer(body):
        if match.start() != at:
            break
        at, item = match.end(), match[0]
        if item == "." or "g" <= item <= "z":
            cells += "." * (1 if item == "." else ord(item) - ord("g") + 1)
        else:
            cells.append(_symbol(int(item.lstrip("-"), 16), width))
    if at != len(body):
        raise MalformedError(f"expected values and runs of empty cells, got {body[at]!r}", 1, at + 1)
    if len(cells) < width * width or set(cells[width * width :]) - {"."}:
        raise MalformedError(f"expected {width * width} cells, got {len(cells)}", 1, at)
    return "".join(cells[: width * width])


def write_body(cells: str) -> str:
    """The cells as an address has them."""
    symbols = values(isqrt(len(cells)))
    parts: list[str] = []
    for run in re.finditer(r"\.{1,20}|[^.]", cells):
        if run[0][0] == ".":
            parts.append(chr(ord("g") + len(run[0]) - 1))
        else:
            value = symbols.index(run[0]) + 1
            parts.append(f"{value:x}" if value < 16 else f"-{value:02x}")
    return "".join(parts)


def _symbol(value: int, size: int) -> str:
    if not 1 <= value <= size:
        raise MalformedError(f"expected values from 1 to {size}, got {value}", 1)
    return values(size)[value - 1]


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each file; several may stand in one source."""
    raw: list[str] = []
    alike = alike_of(lines, wish)
    while (text := lines.peek()) is not None:
        bare = text.strip()
        if bare.startswith("pzprv3") and (block := alike.take(len(HEAD) + 18, _found, leave=1)):
            if raw:
                yield _finish(lines, raw, block.lines[0] - len(raw), wish)
                raw = []
            yield block
            continue
        next(lines)
        begins = bare.startswith("pzprv3") or (len(raw) != 1 and _lacks_head(bare, lines))
        if raw and (begins or len(raw) == LONGEST or _is_over(raw, bare)):
            yield _finish(lines, raw, lines.number - len(raw), wish)
            raw = []
        if raw or begins:
            raw.append(text)
        elif is_marked(bare, COMMENTS):
            lines.tally.comment += 1
        elif bare:
            yield lines.reject("expected a pzprv3 file, got a line before it", text)
        else:
            lines.tally.blank += 1
    if raw:
        yield _finish(lines, raw, lines.number - len(raw) + 1, wish)


def _lacks_head(bare: str, lines: Lines) -> bool:
    """Whether a file begins with the line that was taken last, whose first line is missing or misspelt."""
    return "sudoku" in (bare, (lines.peek() or "").strip()) and _is_headless([bare, *lines.reach(LONGEST)])


def _is_headless(texts: Sequence[str]) -> bool:
    """Whether givens and answers stand below `sudoku` and their size, and above these no right line: nothing else has.

    The answers alone are rows of a grid.
    """
    start = next((at for at, text in enumerate(texts[:2]) if text.strip() == "sudoku"), None)
    said = "" if start is None else "".join(texts[start + 1 : start + 2]).strip()
    if start is None or not re.fullmatch("[0-9]{1,2}", said) or (start and _is_row(texts[0])):
        return False
    rows = takewhile(lambda row: len(row) == int(said), map(str.split, texts[start + 2 :]))
    return sum(1 for row in rows if all(map(_ANSWER.fullmatch, row))) == 2 * int(said) > 0


def _is_row(text: str) -> bool:
    """Whether a line is blank, or a row of the file before."""
    return all(map(_ANSWER.fullmatch, text.split()))


def _is_over(raw: Sequence[str], bare: str) -> bool:
    """Whether a file ends before this line, which is neither one of its rows nor of the history behind them."""
    if not bare or _HISTORY.match(bare):
        return False
    parts = "/".join(raw).strip("/").split("/") if "/" in raw[0] else raw
    parts = ["", *parts] if parts[0].strip() == "sudoku" else parts
    said = parts[2].strip() if len(parts) > 2 else ""
    size = int(said) if re.fullmatch("[0-9]{1,2}", said) else 0
    if not size or len(parts) < 3 + size or any(map(_HISTORY.match, raw)):
        return False
    return len(bare.split()) != size or not all(map(_ANSWER.fullmatch, bare.split()))


def _found(columns: Columns) -> Found | None:
    """The boards of 9x9 files, of which each is as long as it may be and no longer."""
    if [column[0] for column in columns[:3]] != HEAD or not all(map(same, columns[:3])):
        return None
    givens, answers = apart(columns[3:12], ROW, ""), apart(columns[12:], ROW, "")
    if givens is None or answers is None:
        return None
    open_cells = "." * 81
    fields = None if same([open_cells, *answers]) else [*map(_placed, givens, answers)]
    return Found(givens, len(columns), fields=fields)


def _placed(givens: str, answers: str) -> dict[str, str] | None:
    both = "".join(answer if given == "." else given for given, answer in zip(givens, answers, strict=True))
    return {"placed": both} if both != givens else None


def _finish(lines: Lines, raw: list[str], start: int, wish: Wish) -> Item:
    try:
        board = _board("/".join(raw), wish)
    except MalformedError as error:
        return lines.reject(str(error), "\n".join(raw), line=start, lines=len(raw))
    lines.tally.board += len(raw)
    return board._replace(source=lines.source, line=start)


def _board(text: str, wish: Wish) -> Board:
    parts = [part.strip() for part in text.split("/")]
    if not text.lstrip().startswith("pzprv3"):
        raise MalformedError(f"expected pzprv3 above sudoku and the size, got {parts[0][:40]!r}", 1)
    if len(parts) < 3 or parts[1] != "sudoku" or not parts[2].isdecimal() or len(parts[2]) > 3:
        raise MalformedError("expected pzprv3, sudoku and the size", 1)
    size = int(parts[2])
    givens = _rows(parts[3 : 3 + size], size, _GIVEN)
    rest = takewhile(lambda row: not _HISTORY.match(row), parts[3 + size :])
    answers = [row for row in rest if row]
    if len(answers) not in (0, size):
        raise MalformedError(f"expected {size} rows of givens and {size} of answers, got {size + len(answers)} rows", 1)
    placed = _rows(answers, size, _ANSWER) if answers else ""
    both = "".join(answer if given == "." else given for given, answer in zip(givens, placed, strict=False))
    return make(givens, wish, fields={"placed": both} if both and both != givens else None)


def _rows(rows: list[str], size: int, known: re.Pattern[str]) -> str:
    cells = [cell for row in rows for cell in row.split()]
    if len(rows) != size or len(cells) != size * size or not boxes(size):
        raise MalformedError(f"expected {size} rows of {size} cells, got {len(cells)} cells in {len(rows)} rows", 1)
    found = list(map(known.fullmatch, cells))
    if None in found:
        at = found.index(None)
        place = f"r{at // size + 1}c{at % size + 1}"
        raise MalformedError(f"expected a number or . at {place}, got {cells[at][:20]!r}", 1)
    return "".join(_symbol(int(match[1]), size) if match[1] else "." for match in found if match)


def sniff(sample: Sample) -> int:
    """97 for a pzprv3 file of sudoku, 98 for one of which all but the first line is right."""
    bare = (line.strip() for line in sample.filled()[:SEEN])
    texts = list(islice((line for line in bare if not is_marked(line, COMMENTS)), LONGEST))
    return 97 if _HEAD.match("/".join(texts[:2])) else 98 if _is_headless(texts) else 0


def write(board: Board) -> str:
    """The file, with what was placed as answers."""
    sudoku = only_cells(board)
    placed = placed_of(board, sudoku.cells)
    answers = "".join("." if given != "." else answer for given, answer in zip(sudoku.cells, placed, strict=True))
    size = sudoku.size
    numbers = {symbol: str(number) for number, symbol in enumerate(values(size), 1)} | {".": "."}
    rows = [
        "".join(f"{numbers[cell]} " for cell in cells[at : at + size])
        for cells in (sudoku.cells, answers)
        for at in range(0, size * size, size)
    ]
    return "\n".join(["pzprv3", "sudoku", str(size), *rows]) + "\n"


PZPR = Format(
    name="pzpr",
    certain=_HEAD,
    family="sudoku",
    summary="pzprv3 files of sudoku",
    example="pzprv3\nsudoku\n4\n. 1 . . \n. . 2 3 \n. . . . \n. 3 . . \n. . . . \n. . . . \n. . . . \n. . . . \n",
    sniff=sniff,
    read=read,
    write=write,
)
