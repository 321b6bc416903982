"""What the formats share that give a board as a block of lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from solvers.core import Board, MalformedError, Reject
from solvers.kakuro.board import Cell, Kakuro, format_board, format_row, parse, variant
from solvers.kakuro.formats.order import DOWN_FIRST, oriented, wished_order
from solvers.reading.format import Item, Lines, Sample, Wish

MOST_TEXT = 1 << 22  # characters of a source that is one board
MOST_SPELLED = 1 << 14  # signs that are remembered; archives have a few hundred
PAGE = 4096  # lines that are taken at once of such a source
LOOK = 16  # lines that are looked at at once, at first
CUT = "expected the whole board, got an empty line in it"
LONGEST = 4096  # lines of a block; more are cut, so that memory stays small


class Block(NamedTuple):
    """Lines without a blank one between them; ``first`` is the number of the first."""

    first: int
    texts: list[str]


def blocks(lines: Lines) -> Iterator[Block]:
    """The blocks of a source; counts the blank lines between them."""
    for line in lines:
        if not line.strip():
            lines.tally.blank += 1
            continue
        first = lines.number
        yield Block(first, [line, *take_rows(lines, LONGEST - 1)])


def parted(block: Block, begins: Callable[[Sequence[str], int], object]) -> list[Block]:
    """The block in pieces where boards begin without an empty line before them."""
    starts = [0, *(at for at in range(1, len(block.texts)) if begins(block.texts, at)), len(block.texts)]
    return [Block(block.first + at, block.texts[at:end]) for at, end in pairwise(starts)]


def behind(lines: Lines) -> str:
    """The next line that is not blank, which is not taken; the blank ones are. "" at the end."""
    while (text := lines.peek()) is not None:
        if text.strip():
            return text
        next(lines)
        lines.tally.blank += 1
    return ""


def refuse_cut(lines: Lines, block: Block) -> Reject:
    """The reject of a board in which an empty line stands: what follows that would be part of it."""
    return refuse(lines, block, MalformedError(CUT, len(block.texts)))


def refuse_each(lines: Lines, block: Block, expected: str) -> list[Item]:
    """A reject for each line of a block that is nothing of this notation: another format may know them."""
    return [
        lines.reject(f"expected {expected}, got {text[:40]!r}", text, line=number, column=1)
        for number, text in enumerate(block.texts, block.first)
    ]


def whole(lines: Lines, read: Callable[[list[str]], Kakuro | str]) -> Iterator[Board | Reject]:
    """The one board of a source, from its first filled line to the end; what is longer than any board is refused."""
    first = size = 0
    texts: list[str] = []
    while page := lines.take(PAGE):
        if not first:
            blank = next((at for at, text in enumerate(page) if text.strip()), len(page))
            lines.tally.blank += blank
            page = page[blank:]
            first = lines.number - len(page) + 1 if page else 0
        size += sum(map(len, page)) + len(page)
        texts += page if size <= MOST_TEXT else page[:LONGEST] if len(texts) < LONGEST else []
    count = lines.number - first + 1
    if first and size > MOST_TEXT:
        reason = f"expected a board of at most {MOST_TEXT} characters, got {size}"
        yield lines.reject(reason, "\n".join(texts[:LONGEST]), line=first, lines=count)
    elif first:
        yield board_of(lines, Block(first, texts), lambda: read(texts))


def take_rows(lines: Lines, most: int, ends: Callable[[str], object] | None = None) -> list[str]:
    """The next lines, as many as ``most``, but none from the next blank line on, or from one that ``ends`` knows."""
    taken: list[str] = []
    while ahead := lines.ahead(min(most - len(taken), LOOK + len(taken))):
        filled = len(ahead)
        if not all(map(str.strip, ahead)):
            filled = next(at for at, text in enumerate(ahead) if not text.strip())
        if ends is not None:
            filled = next((at for at, text in enumerate(ahead[:filled]) if ends(text)), filled)
        taken += lines.take(filled) if filled else []
        if filled < len(ahead):
            break
    return taken


def first_blocks(sample: Sample, is_title: Callable[[str], bool], most: int) -> list[list[str]]:
    """The first blocks of lines of a sample, between blank ones and titles."""
    found: list[list[str]] = []
    open_ = False
    for line in sample.lines:
        if not line.strip() or is_title(line):
            open_ = False
        elif open_:
            found[-1].append(line)
        elif len(found) == most:
            break
        else:
            found.append([line])
            open_ = True
    return found


def words(line: str) -> list[tuple[int, str]]:
    """The words of a line with their columns, from 1."""
    return [(match.start() + 1, match[0]) for match in re.finditer(r"\S+", line)]


def joined(words: Sequence[str], width: int) -> str:
    """The canonical text of its words row by row."""
    return "/".join([" ".join(words[at : at + width]) for at in range(0, len(words), width)])


def value_of(found: Kakuro | str) -> Kakuro:
    """The board of what a notation was read as."""
    return parse(found) if isinstance(found, str) else found


class Spelled(dict[str, str]):
    """The words of canonical text that the cells of a notation stand for, as far as they were met; "" for no cell.

    A sign that stands for several cells has a blank between their words.
    """

    def __init__(self, spell: Callable[[str], Sequence[Cell]]) -> None:
        """``spell`` gives the cells of a sign; raises MalformedError."""
        super().__init__()
        self._spell = spell

    def __missing__(self, sign: str) -> str:
        try:
            found = format_row(tuple(self._spell(sign)))
        except MalformedError:
            found = ""
        if len(self) < MOST_SPELLED:
            self[sign] = found
        return found


NAMELESS = "-"  # stands where a board must have a name and has none


def framed(
    lines: Lines,
    header: re.Pattern[str],
    expected: str,
    rows: int,
    read: Callable[[re.Match[str], list[str]], Kakuro | str],
    label: int = 0,
    *,
    no_row: Callable[[str], object],
) -> Iterator[Board | Reject]:
    """The boards of a source in which a line says how many rows follow: that is group ``rows`` of ``header``.

    A board whose rows are too few ends before the next such line, for which only those are taken that are ``no_row``.
    ``label`` is the group that names the board, if one does; blank lines may stand between boards.
    """
    for line in lines:
        if not line.strip():
            lines.tally.blank += 1
            continue
        match = header.fullmatch(line)
        if match is None:
            yield lines.reject(f"expected {expected}, got {line!r}", line, column=1)
            continue
        first = lines.number
        ends = partial(_is_header, header, no_row)
        taken = take_rows(lines, int(match[rows]), ends)
        # Rows behind those that the header promises are rows of this board, and none of another one.
        following = lines.peek() or ""
        more = len(taken) == int(match[rows]) > 0 and not no_row(following) and _is_like(following, taken[-1])
        taken += take_rows(lines, LONGEST, ends) if more else []
        if 0 < len(taken) < int(match[rows]) and not no_row(behind(lines)) and _is_like(behind(lines), taken[-1]):
            take_rows(lines, LONGEST, ends)
            yield _refuse_with_rest(lines, Block(first, [line, *taken]))
            continue
        yield board_of(
            lines,
            Block(first, [line, *taken]),
            partial(read, match, taken),
            match[label] if label and match[label] != NAMELESS else "",
        )


def _refuse_with_rest(lines: Lines, block: Block) -> Reject:
    """The reject of a board in which an empty line stands, with its rows behind that, which were taken last."""
    texts = lines.between(block.first, lines.number) or block.texts
    blank = sum(not text.strip() for text in texts)
    lines.tally.blank -= blank
    return refuse(lines, Block(block.first, texts), MalformedError(CUT, len(block.texts) + 1))


def _is_header(header: re.Pattern[str], no_row: Callable[[str], object], text: str) -> object:
    return no_row(text) and header.fullmatch(text)


def _is_like(text: str, row: str) -> bool:
    """Whether a line is a row of a board: it has as many cells as another one, and what cells are written with."""
    cells = text.split()
    return len(cells) == len(row.split()) > 1 and not any(map(str.isalpha, "".join(cells).replace("X", "")))


def board_of(lines: Lines, block: Block, read: Callable[[], Kakuro | str], label: str = "") -> Board | Reject:
    """The board that ``read`` makes of the block, as a value or in canonical text, or a reject; counts the lines.

    ``read`` raises MalformedError with a line that counts from 1 in the block.
    """
    try:
        made = read()
        text = made if isinstance(made, str) else format_board(made)
    except MalformedError as error:
        return refuse(lines, block, error)
    lines.tally.board += len(block.texts)
    return Board("kakuro", variant(text), text, lines.source, block.first, label)


def oriented_board(
    lines: Lines, block: Block, read: Callable[[], str], wish: Wish, usual: str = DOWN_FIRST, label: str = ""
) -> Board | Reject:
    """The same for notations in which either clue may come first: ``read`` gives canonical text, down first.

    Says which order was taken and why.
    """
    try:
        text, order, why, note = oriented(read(), wished_order(wish), usual)
    except MalformedError as error:
        return refuse(lines, block, error)
    if note:
        lines.note(note, block.first)
    lines.tally.board += len(block.texts)
    fields = {"clue_order": order, "clue_order_by": why}
    return Board("kakuro", variant(text), text, lines.source, block.first, label, "", fields)


def refuse(lines: Lines, block: Block, error: MalformedError) -> Reject:
    """The reject of a block, with the line of the fault in its reason."""
    line = block.first + max(error.line, 1) - 1
    reason = f"line {line}: {error}" if line != block.first else str(error)
    raw = "\n".join(block.texts)
    return lines.reject(reason, raw, line=block.first, column=error.column, lines=len(block.texts))
