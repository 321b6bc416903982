"""Files of gsf's sudoku program: boards whose cells may stand apart, named in quotes, rated behind `#`.

    #!sudoku -c5            the board stands in column 5 of a table; the next column is its name
    "Easter" 1....7.9..3 ... # 99480 FNBXY C26.m

Blanks, `,`, `|`, `-` and `+` between cells count for nothing, and a board may go over several lines. What follows `#`
is a comment, and a line that does not begin with a cell or a name is none of a board. Source: the program's own page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from solvers.core import Board, MalformedError
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.formats.making import make
from solvers.sudoku.formats.marks import line_of, only_cells
from solvers.sudoku.formats.ratings import rating, spelled

_HEAD = re.compile(r"#!\s*sudoku\b(.*)")
_COLUMN = re.compile(r"-c\s*([0-9]{1,3})\b")
_NAME = re.compile(r'"([^"]*)"')
_BETWEEN = re.compile(r"[\s,|+-]+")
_BETWEEN_ALL = re.compile(r"[\s,|]+")
_BOARD = re.compile(r"[-0-9.*_?xX]{81}")
CELLS = 81
LONGEST = 200  # lines of a board


@dataclass(slots=True)
class _Part:
    """What was read of a board so far."""

    raw: list[str] = field(default_factory=list)
    cells: str = ""
    name: str = ""
    said: str = ""


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each 81 cells; the first line may say in which column they stand."""
    column = 0
    part = _Part()
    for text in lines:
        head = _HEAD.match(text)
        if head:
            column = int(found[1]) if (found := _COLUMN.search(head[1])) else 0
        bare, _, said = text.partition("#")
        begins = bare[:1].isdigit() or bare[:1] in (".", '"')
        if head or not bare.strip() or not (begins or part.raw or column):
            if part.raw and not part.cells:
                lines.tally.comment += len(part.raw)
            elif part.raw:
                yield _finish(lines, part, wish)
            part = _Part()
            if not head and _BOARD.fullmatch(_BETWEEN_ALL.sub("", bare)):
                reason = (
                    f"expected a cell or a name in quotes first, as gsf has it, got {bare[:1]!r} before {CELLS} cells"
                )
                yield lines.reject(reason, text, column=1)
                continue
            lines.tally.comment += bool(text.strip())
            lines.tally.blank += not text.strip()
            continue
        part.raw.append(text)
        part.said = said.strip() or part.said
        if column:
            fields = bare.split(",")
            part.cells = fields[column - 1].strip() if column <= len(fields) else ""
            part.name = fields[column].strip() if column < len(fields) else ""
        else:
            part.name = found[1] if (found := _NAME.search(bare)) else part.name
            part.cells += _BETWEEN.sub("", _NAME.sub("", bare))
        if len(part.cells) >= CELLS or column or len(part.raw) == LONGEST:
            yield _finish(lines, part, wish, lines.number)
            part = _Part()
    if part.raw:
        yield _finish(lines, part, wish, lines.number)


def _finish(lines: Lines, part: _Part, wish: Wish, last: int = 0) -> Item:
    start = (last or lines.number - 1) - len(part.raw) + 1
    try:
        if len(part.cells) != CELLS:
            raise MalformedError(f"expected {CELLS} cells, got {len(part.cells)}", 1)  # noqa: TRY301  # the one way out
        fields = rating(part.said) or ({"comment": part.said} if part.said else {})
        board = make(part.cells, wish, label=part.name, fields=fields)
    except MalformedError as error:
        return lines.reject(str(error), "\n".join(part.raw), line=start, column=error.column, lines=len(part.raw))
    lines.tally.board += len(part.raw)
    return board._replace(source=lines.source, line=start)


def sniff(sample: Sample) -> int:
    """98 if it says that it is one; or 96 if the first line names its board in quotes."""
    filled = sample.filled()
    if filled and _HEAD.match(filled[0]):
        return 98
    cells = _BETWEEN.sub("", _NAME.sub("", filled[0].partition("#")[0])) if filled else ""
    return 96 if filled and filled[0].startswith('"') and re.fullmatch(r"[0-9.]{81}", cells) else 0


def write(board: Board) -> str:
    """The name, the cells, and behind `#` the rating or what else is said."""
    cells = only_cells(board, 9).cells
    fields = board.fields or {}
    said = spelled(fields) or fields.get("comment", "")
    name = line_of(board.label).replace('"', "'").replace("#", "")
    return "".join((f'"{name}" ' if name else "", cells, f" # {line_of(said)}" if line_of(said) else "", "\n"))


GSF = Format(
    name="gsf",
    family="sudoku",
    summary="gsf's sudoku: `#!sudoku -cN` and a table, or boards named in quotes, rated behind #",
    example=(
        "#!sudoku -c2\n"
        "1,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,Paper # 526 FNBXY C26.m\n"
    ),
    sniff=sniff,
    read=read,
    write=write,
)
