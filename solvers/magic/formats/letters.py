"""Trump's lists of ultramagic squares of order 7: a header of four lines, then twelve letters a square.

The letters are the first six numbers of row 1 and of row 2: A to X for 1 to 24, a to x for 49 to 26; 25 stands in the
centre of each. Description: W. Trump, Ultramagic Squares of Order 7, Files (trump.de/magic-squares/ultramagic-7).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from solvers.core import Board, MalformedError, Reject
from solvers.magic.board import ANY, Candidates, make, parse
from solvers.magic.formats.parts import board, filled, skip
from solvers.reading.alike import Alike, Columns, Found
from solvers.reading.format import Format, Item, Lines, Sample, Wish

_LETTERS = re.compile(r"[A-Xa-x]{12}")
_ALL = re.compile(r"[A-Xa-x]*")
_NUMBERS = {chr(64 + number): str(number) for number in range(1, 25)} | {
    chr(146 - number): str(number) for number in range(26, 50)
}
_SPACED = {letter: f"{number} " for letter, number in _NUMBERS.items()}
_REST = "/0 0 0 0 0 0 0" * 5  # rows of which nothing is said
_VARIANTS = ("", "ultramagic", "ultramagic-7")
SEEN = 20  # lines that are looked at to recognise it
HEADER = 4  # lines of a header
SUM = 175  # of a row
_HEADER = re.compile(r"(Typ|Num|Crc)=\S+|Magic Squares Data\b.*")


def sniff(sample: Sample) -> int:
    own = [line.strip() for line in filled(sample)]
    rest = [line for line in own if not _HEADER.fullmatch(line)][:SEEN]
    good = sum(_LETTERS.fullmatch(line) is not None for line in rest)
    if len(rest) < min(len(own), SEEN) and any(line.startswith("Typ=") for line in own[:HEADER]):
        return 95 if good else 0  # a damaged square among others is no other family's
    if not good == len(rest) > 0 or 2 * sum(map(_has_sums, rest)) < len(rest):
        return 0  # the letters are not these numbers: rows of a solved sudoku of 12x12
    return 95 if len(rest) < len(own) else 40


def _has_sums(text: str) -> bool:
    """Whether no number stands twice, and a seventh can bring both rows to their sum."""
    if len(set(text)) < len(text):
        return False
    numbers = [int(_NUMBERS[letter]) for letter in text]
    return all(0 < SUM - sum(row) < 50 for row in (numbers[:6], numbers[6:]))


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    stated = -1
    found = 0
    alike = Alike(lines, "magic", wished=wish.variant in _VARIANTS)
    while lines.peek() is not None:
        if block := alike.take(1, _found):
            found += len(block.texts)
            yield block
            continue
        text = next(lines)
        if skip(lines, text):
            continue
        if _HEADER.fullmatch(text.strip()) or (not found and lines.number <= HEADER and _is_short(text)):
            lines.tally.comment += 1
            name, _, value = text.strip().partition("=")
            stated = int(value) if name == "Num" and value.isascii() and value.isdigit() else stated
            continue
        try:
            item: Board | Reject = _board(lines, text.strip(), wish)
            lines.tally.board += 1
            found += 1
        except MalformedError as error:
            item = lines.reject(str(error), text)
        yield item
    if stated not in (-1, found):
        lines.note(f"the header states {stated} squares, found {found}", 0)


def _found(columns: Columns) -> Found | None:
    """The squares of a column of letters."""
    (texts,) = columns
    if set(map(len, texts)) != {12} or not _ALL.fullmatch("".join(texts)):
        return None
    joined, count = "".join(texts), len(texts)
    cells = [[_SPACED[letter] for letter in joined[at::12]] for at in range(12)]
    parts = (["ultramagic:"] * count, *cells[:6], ["0/"] * count, *cells[6:], [f"0{_REST}"] * count)
    return Found(list(map("".join, zip(*parts, strict=True))), 1, variant="ultramagic-7")


def _is_short(text: str) -> bool:
    """Whether a line is too short for a square with a letter missing: the header has such a line, too."""
    return len(text.strip()) < 12 // 2


def _board(lines: Lines, text: str, wish: Wish) -> Board:
    if wish.variant not in _VARIANTS:
        raise MalformedError(f"expected the variant ultramagic-7 for a list of letters, got {wish.variant!r}")
    if not _LETTERS.fullmatch(text):
        raise MalformedError(f"expected twelve letters A-X or a-x, got {text[:40]!r}")
    numbers = [(ord(letter) - 64 if letter.isupper() else 146 - ord(letter),) for letter in text]
    rows: list[list[Candidates]] = [[*numbers[:6], ANY], [*numbers[6:], ANY], *([ANY] * 7 for _ in range(5))]
    return board(make("ultramagic", rows), lines, lines.number)


def _has_letter(cell: Candidates) -> bool:
    return len(cell) == 1 and cell[0] < 50 and cell[0] != 25


def write(item: Board) -> str:
    """The twelve letters; raises MalformedError where the board is no ultramagic one with those cells."""
    magic = parse(item.text)
    cells = magic.rows[0][:6] + magic.rows[1][:6] if len(magic.rows) > 1 else ()
    if magic.rule != "ultramagic" or magic.width != 7 or not all(map(_has_letter, cells)):
        raise MalformedError("expected an ultramagic square of order 7 with six numbers in rows 1 and 2")
    return "".join(chr(64 + cell[0]) if cell[0] < 25 else chr(146 - cell[0]) for cell in cells) + "\n"


LETTERS = Format(
    name="magic-letters",
    family="magic",
    summary="Trump's lists of ultramagic squares of order 7, twelve letters each",
    example="Typ=7x7-01-35\nAoBPgqihfvCD\n",
    sniff=sniff,
    read=read,
    write=write,
)
