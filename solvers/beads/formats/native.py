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
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import groupby, takewhile
from typing import NamedTuple

from solvers.beads.board import canonical, format_head, parse, parse_head, variant
from solvers.beads.formats.filling import Filling
from solvers.beads.formats.lines import boards_alike, require, wished_head
from solvers.beads.formats.native_words import Said, is_comment, said_of, sniff
from solvers.beads.formats.noi2005 import JUDGE, rows_of
from solvers.beads.lettering import fitting_set, set_by_letters
from solvers.beads.pieces import format_shape
from solvers.beads.sets import DEFAULT
from solvers.core import Block, Board, MalformedError, Reject
from solvers.reading.alike import Alike, Columns, Found, same
from solvers.reading.format import Format, Item, Lines, Wish

EXAMPLE = """\
set: kanoodle
board: level 1
AAA........
A..........
...........
...........
...........
"""

LONGEST = 80  # lines of a board that is read with others
NEAR = 6  # lines in which two rows follow that stand alone
_LAYER = re.compile(r"-{2,}\s*")


@lru_cache(maxsize=256)
def _usual_head(head: str, *, layered: bool) -> str:
    """The head as canonical texts have it; raises MalformedError."""
    return format_head(parse_head(head, layered))


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
    torn: bool = False  # an empty line stands behind each row
    guess: str = DEFAULT  # the set that fits the letters, where none is stated

    def head(self) -> str:
        stated = [*self.names, *self.pieces] or [self.wished or self.guess]
        return ";".join([*stated, *(f"{key}={value}" for key, value in self.options.items())])

    def guesses(self) -> bool:
        """Whether the set is to be found by the letters."""
        return not (self.names or self.pieces or self.wished)

    def rule(self, line: str) -> bool:
        """Take a line that states a rule, a piece or a label; False if it does none of these."""
        said = said_of(line)
        if said is None:
            return False
        if said.kind == "label":
            self.label = said.value
        elif said.kind == "rule":
            self._set(said.name, said.value)
        else:
            self._renew()
            self.pieces.append(f"{said.name}={said.value}")
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

    def region(self) -> str:
        if not any(row.startswith("-") for row in self.rows):
            return "/".join(self.rows).replace(" ", "#")
        layers: list[list[str]] = [[]]
        for row in self.rows:
            if _LAYER.fullmatch(row):
                layers.append([])
            else:
                layers[-1].append(row.replace(" ", "#"))
        return "//".join("/".join(rows) for rows in layers)

    def text(self) -> str:
        """The board's canonical text; raises MalformedError with the column behind the head as it is written."""
        head, region = self.head(), self.region()
        try:
            usual = _usual_head(head, layered="//" in region)
            return canonical(f"{usual}:{region}" if usual else region)
        except MalformedError:
            return canonical(f"{head}:{region}")


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield the boards of a file under the rules that stand before each; rules count as comments in the tally."""
    reader = _Reader(wished_head(wish))
    alike = Alike(lines, "beads", wished=not wish.variant)
    filling = Filling()
    begins = True
    while lines.peek() is not None:
        if begins and (block := _alike(alike, lines, reader)):
            filling.add(block.texts[0])
            yield block
            continue
        line = next(lines)
        begins = not line.strip()
        if begins:
            lines.tally.blank += 1
        elif reader.rule(line) or is_comment(line):
            lines.tally.comment += 1
        else:
            reader.first = reader.first or lines.number
            reader.rows.append(line.rstrip())
        following = lines.peek()
        if reader.rows and (following is None or not following.strip() or said_of(following)):
            reader.torn = len(reader.rows) == 1 and (reader.torn or _is_row_next(lines))
            yield _item(lines, reader, wish, filling)
            reader.rows, reader.first, reader.label, reader.used = [], 0, "", True


def _is_row_next(lines: Lines) -> bool:
    """Whether the next line that is not empty is a row alone, and not far."""
    filled = [(at, line) for at, line in enumerate(lines.ahead(NEAR)) if line.strip()][:2]
    if not filled or said_of(filled[0][1]) or is_comment(filled[0][1]):
        return False
    return len(filled) == 1 or filled[1][0] > filled[0][0] + 1


class _Stanza(NamedTuple):
    """How a board is written that others may be like: what its first lines state, and how many rows follow them."""

    said: list[Said]
    rows: int
    head: str
    after: _Reader  # the rules that hold then


def _stanza(ahead: list[str], reader: _Reader) -> _Stanza | None:
    """How the next board is written, if a blank line follows it and its rules are all that hold; None for others."""
    end = next((at for at, line in enumerate(ahead) if not line.strip()), 0)
    lines = list(map(said_of, ahead[:end]))
    said = list(takewhile(bool, lines))
    rows = lines[len(said) :]
    states = any(each.kind != "label" for each in said if each)
    fresh = reader.used or not (reader.names or reader.pieces or reader.options)
    if (
        not rows
        or len(lines) == 1
        or any(rows)
        or (states and not fresh)
        or ahead[end]
        or any(map(is_comment, ahead[len(said) : end]))
    ):
        return None
    after = replace(reader, names=[*reader.names], pieces=[*reader.pieces], options={**reader.options})
    for line in ahead[: len(said)]:
        after.rule(line)
    return None if after.guesses() else _Stanza([each for each in said if each], len(rows), after.head(), after)


def _alike(alike: Alike, lines: Lines, reader: _Reader) -> Block | None:
    """The boards that follow, if all say the same of their pieces, in the same lines, and a blank one follows each."""
    stanza = _stanza(lines.ahead(LONGEST), reader)
    if stanza is None or reader.label:
        return None
    try:
        block = alike.take(len(stanza.said) + stanza.rows + 1, partial(_found, stanza))
    except MalformedError:
        return None
    if block:
        after = stanza.after
        reader.names, reader.pieces, reader.options, reader.used = after.names, after.pieces, after.options, True
    return block


def _found(stanza: _Stanza, columns: Columns) -> Found | None:
    rules = len(stanza.said)
    labels = _labels(stanza.said, columns)
    if labels is None or any(columns[-1]) or any(map(said_of, columns[rules])):
        return None
    head = _usual_head(stanza.head, layered=False)
    regions = map("/".join, zip(*columns[rules:-1], strict=True))
    found = boards_alike([f"{head}:{region}" if head else region for region in regions])
    return found and found._replace(rows=stanza.rows, comment=rules, blank=1, first=rules, labels=labels)


def _labels(said: list[Said], columns: Columns) -> list[str] | None:
    """The labels of the boards; None where their first lines state something else than the first board's."""
    labels = [""] * len(columns[0])
    for each, column in zip(said, columns, strict=False):
        if each.kind != "label":
            if not same(column):
                return None
            continue
        told = list(map(said_of, column))
        if not all(one and one.kind == "label" for one in told):
            return None
        labels = [one.value for one in told if one]
    return labels


def _item(lines: Lines, reader: _Reader, wish: Wish, filling: Filling) -> Board | Reject:
    rows = reader.rows
    fields = None
    try:
        text = _text(reader)
        if reader.guess != DEFAULT and reader.guesses():
            fields = {"set": f"{reader.guess}, found by the letters"}
        require(wish, variant(text))
        _require_filled(filling, text, reader, lines)
    except MalformedError as error:
        line, column = _where(reader, error.column)
        return lines.reject(str(error), "\n".join(rows), line=line, column=column, lines=len(rows))
    lines.tally.board += len(rows)
    return Board("beads", variant(text), text, lines.source, reader.first, reader.label, "", fields)


def _text(reader: _Reader) -> str:
    if reader.torn:
        raise MalformedError("expected the rows of a board below each other, got an empty line behind each", 1)
    return _guess(reader) if reader.guesses() else reader.text()


def _require_filled(filling: Filling, text: str, reader: _Reader, lines: Lines) -> None:
    try:
        filling.require(text, _behind(reader.head(), lines))
    except MalformedError as error:
        raise MalformedError(str(error), 1, len(reader.head()) + 1 + error.column) from None


def _behind(head: str, lines: Lines) -> Iterator[str]:
    """The boards that follow, if they are of the same pieces."""
    for blank, stanza in groupby(lines.ahead(LONGEST), lambda line: not line.strip()):
        if not blank:
            rows = [line.rstrip() for line in stanza if not said_of(line) and not is_comment(line)]
            yield f"{head}:{'/'.join(rows)}"


def _guess(reader: _Reader) -> str:
    try:
        text = reader.text()
    except MalformedError:
        other = set_by_letters("/".join(reader.rows).replace(" ", "#"))
        if not other or reader.options:
            raise
        reader.guess = other
        text = reader.text()
    found = fitting_set(text, reader.guess)
    if found != reader.guess:
        reader.guess = found
        text = reader.text()
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
    lines.append(f"board: {' '.join(board.label.split())}")
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
