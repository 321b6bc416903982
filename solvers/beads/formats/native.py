"""The native file, to be written by hand: any region and any pieces.

::

    # a comment
    set: pentomino              a named set; without set and pieces it is noi2005
    AB = oo/oo                  a piece (of two copies), rows joined by /, layers by //
    flip: no                    pieces may be turned but not flipped
    spare: yes                  some pieces may stay unused
    grid: hex                   square, hex, cubic, pyramid

    board: level 1              a label; optional
    FF....
    .F....                      '.' or a letter is a cell; '#' or a blank inside or before a row is none
    ---                         between two layers

A blank line ends a board. Rules stay for the boards that follow; a new ``set`` or piece after a board begins new
rules. ``# flips: no`` is understood as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from solvers.beads.board import canonical, parse, variant
from solvers.beads.formats.lines import require, wished_head
from solvers.beads.formats.noi2005 import JUDGE, rows_of
from solvers.beads.lettering import fitting_set, set_by_letters
from solvers.beads.pieces import format_shape
from solvers.beads.sets import DEFAULT
from solvers.core import Board, MalformedError, Reject
from solvers.reading.format import Format, Item, Lines, Sample, Wish

EXAMPLE = """\
set: kanoodle
board: level 1
AAA........
A..........
...........
...........
...........
"""

_RULE = re.compile(r"#?\s*(set|flip|spare|grid)s?\s*[:=]\s*(\S.*?)\s*", re.IGNORECASE)
_LABEL = re.compile(r"board\s*[:=]\s*(.*?)\s*", re.IGNORECASE)
_PIECE = re.compile(r"([A-Za-z0-9]+)\s*=\s*([^=:]+?)\s*")
_LAYER = re.compile(r"-{2,}\s*")


def _is_comment(line: str) -> bool:
    stripped = line.strip()
    if stripped[:1] != "#":
        return False
    return stripped == "#" or bool(re.match(r"#+[\s!-]", stripped)) or stripped.startswith("#!")


def _is_rule(line: str) -> bool:
    return bool(_RULE.fullmatch(line) or _PIECE.fullmatch(line) or _LABEL.fullmatch(line))


def sniff(sample: Sample) -> int:
    """Sure where a rule of the family stands; likely where 55 cells hold nothing but A to L and dots, or 60
    nothing but capitals."""
    filled = sample.filled()
    if any(_RULE.fullmatch(line) for line in filled[:20]):
        return 92
    if any(_PIECE.fullmatch(line) for line in filled[:20]):
        return 60
    rows: list[str] = []
    for line in sample.lines:
        if line.strip() and not _is_comment(line):
            rows.append(line.rstrip())
        elif rows:
            break
    if rows and all(re.fullmatch(r"[A-L.# ]+", row) for row in rows):
        cells = sum(len(row) - row.count("#") - row.count(" ") for row in rows)
        return 70 if cells == 55 else 60 if cells == 60 else 0
    if rows and all(re.fullmatch(r"[A-Z.#]+", row) for row in rows):
        cells = sum(len(row) - row.count("#") for row in rows)
        return 60 if cells == 60 else 0
    return 0


@dataclass(slots=True)
class _Reader:
    """The rules that hold, and the rows of the board that is being read."""

    wished: str
    names: list[str] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    label: str = ""
    rows: list[str] = field(default_factory=list)
    first: int = 0
    used: bool = False  # a board has been read under these rules
    guess: str = DEFAULT  # the set that fits the letters, where none is stated

    def head(self) -> str:
        stated = [*self.names, *self.pieces] or [self.wished or self.guess]
        return ";".join([*stated, *(f"{key}={value}" for key, value in self.options.items())])

    def guesses(self) -> bool:
        """Whether the set is to be found by the letters."""
        return not (self.names or self.pieces or self.wished)

    def rule(self, line: str) -> bool:
        """Take a line that states a rule, a piece or a label; False if it does none of these."""
        if match := _LABEL.fullmatch(line):
            self.label = match[1]
        elif match := _RULE.fullmatch(line):
            self._set(match[1].lower(), match[2])
        elif match := _PIECE.fullmatch(line):
            self._renew()
            self.pieces.append(f"{match[1]}={match[2].replace(' ', '')}")
        else:
            return False
        return True

    def _set(self, key: str, value: str) -> None:
        if key == "set":
            self._renew()
            self.names += [name.strip() for name in value.split(",")]
        else:
            self.options[key] = value.lower()

    def _renew(self) -> None:
        if self.used:
            self.names, self.pieces, self.options, self.used = [], [], {}, False

    def text(self) -> str:
        layers: list[list[str]] = [[]]
        for row in self.rows:
            if _LAYER.fullmatch(row):
                layers.append([])
            else:
                layers[-1].append(row.replace(" ", "#"))
        return f"{self.head()}:" + "//".join("/".join(rows) for rows in layers)


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield the boards of a file under the rules that stand before each; rules count as comments in the tally."""
    reader = _Reader(wished_head(wish))
    for line in lines:
        if not line.strip():
            lines.tally.blank += 1
        elif reader.rule(line) or _is_comment(line):
            lines.tally.comment += 1
        else:
            reader.first = reader.first or lines.number
            reader.rows.append(line.rstrip())
        following = lines.peek()
        if reader.rows and (following is None or not following.strip() or _is_rule(following)):
            yield _item(lines, reader, wish)
            reader.rows, reader.first, reader.label, reader.used = [], 0, "", True


def _item(lines: Lines, reader: _Reader, wish: Wish) -> Board | Reject:
    rows = reader.rows
    fields = None
    try:
        text = _guess(reader) if reader.guesses() else canonical(reader.text())
        if reader.guess != DEFAULT and reader.guesses():
            fields = {"set": f"{reader.guess}, found by the letters"}
        require(wish, variant(text))
    except MalformedError as error:
        line, column = _where(reader, error.column)
        return lines.reject(str(error), "\n".join(rows), line=line, column=column, lines=len(rows))
    lines.tally.board += len(rows)
    return Board("beads", variant(text), text, lines.source, reader.first, reader.label, "", fields)


def _guess(reader: _Reader) -> str:
    try:
        text = canonical(reader.text())
    except MalformedError:
        other = set_by_letters("/".join(reader.rows).replace(" ", "#"))
        if not other or reader.options:
            raise
        reader.guess = other
        text = canonical(reader.text())
    found = fitting_set(text, reader.guess)
    if found != reader.guess:
        reader.guess = found
        text = canonical(reader.text())
    return text


def _where(reader: _Reader, column: int) -> tuple[int, int]:
    """Line and column in the file of a column in the board's text."""
    left = column - len(reader.head()) - 1
    if column == 0 or left <= 0:
        return reader.first, 0
    for offset, row in enumerate(reader.rows):
        length = 0 if _LAYER.fullmatch(row) else len(row)
        if left <= length:
            return reader.first + offset, left
        left -= length + 1
    return reader.first, 0


def write(board: Board) -> str:
    """Rules, label and rows of one board."""
    rules = parse(board.text).rules
    lines = [f"set: {', '.join(rules.sets)}"] if rules.sets else []
    lines += [f"{piece.letters} = {format_shape(piece.cells)}" for piece in rules.drawn]
    lines.append(f"grid: {rules.grid}")
    lines.append(f"flip: {'yes' if rules.flip else 'no'}")
    lines.append(f"spare: {'yes' if rules.spare else 'no'}")
    lines.append(f"board: {board.label}")
    return "\n".join(lines) + "\n" + rows_of(board.text.rpartition(":")[2]) + "\n"


NATIVE = Format(
    name="beads",
    family="beads",
    summary="any region and pieces, written by hand: rules such as 'set: pentomino', then rows",
    example=EXAMPLE,
    sniff=sniff,
    read=read,
    write=write,
    judge=JUDGE,
)
