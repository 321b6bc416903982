"""The board in a cell of a table, whatever its family and notation, and what spreadsheets do to it.

A spreadsheet takes the digits of a board for a number. Some exporters guard them (``="..."``, a leading apostrophe,
invisible characters), which is undone here; without a guard the number comes back rounded, and the board is lost.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from math import isqrt

from solvers import registry
from solvers.core import Block, Board, Family, MalformedError, cells_of
from solvers.reading.format import Format, Lines, Sample, Wish
from solvers.reading.packing import boards
from solvers.reading.text import respell

FEWEST = 4  # digits of a number that may be cells
SHORTEST = 16  # characters of a board in a cell; what is shorter is a number or a name
FEW = 40  # characters of a board's text up to which it may be another's, too
LIKELY = 40  # score from which a format is believed

INVISIBLE = " \t\r\n\x1f\u00a0\u200b\u2060\ufeff"
_ROUNDED = re.compile(r"[0-9][.,]?[0-9]*[eE]\+?[0-9]{1,3}")
_APART = re.compile(r"[,;]")
_SEVERAL = re.compile(r"[,;\n]")
_UNPLAIN = " \t\r\x1f\"',;\n"  # none of them stands in cells that are neither guarded nor apart


def unguarded(cell: str) -> str:
    """The cell without what keeps a spreadsheet from taking it for a number."""
    bare = cell.strip(INVISIBLE)
    if not bare.isascii():
        bare = respell(bare)  # JSON may have escaped them
    if bare.isalnum():
        return bare
    if bare.startswith('="') and bare.endswith('"'):
        bare = bare[2:-1]
    elif bare.startswith("'"):
        bare = bare[1:]
    return bare.strip(INVISIBLE)


def is_rounded(cell: str) -> bool:
    """Whether a spreadsheet took the digits of a board for a number."""
    return bool(_ROUNDED.fullmatch(unguarded(cell)))


def lines_of(cell: str) -> list[str]:
    """The lines of a board in a cell, whose symbols may stand apart; raises MalformedError for a rounded number."""
    bare = unguarded(cell)
    if _ROUNDED.fullmatch(bare):
        raise MalformedError(f"expected cells, got {bare}: a spreadsheet rounded the digits, the board is lost", 1)
    if "\n" in bare:
        return [_APART.sub(" ", line).strip() for line in bare.split("\n")]
    if bare.startswith("[") and bare.count("[") == bare.count("]") == 1:
        bare = bare.strip("[] ")  # a list of numbers, as programs write a column of them
    symbols = [symbol.strip() or "." for symbol in _APART.split(bare)]
    apart = len(symbols) >= SHORTEST and max(map(len, symbols)) < 3
    return rows_of(symbols) if apart else [bare]


def rows_of(symbols: Sequence[str]) -> list[str]:
    """The cells of a square in one line, or in rows of numbers where one has two digits."""
    if all(len(symbol) == 1 for symbol in symbols):
        return ["".join(symbols)]
    size = isqrt(len(symbols))
    if size * size != len(symbols):
        raise MalformedError(f"expected the cells of a square, got {len(symbols)}", 1)
    return [" ".join(symbols[at : at + size]) for at in range(0, len(symbols), size)]


class CellReader:
    """Reads cells; most cells of a column are in the same format, so the one that fitted last is asked first."""

    def __init__(self, wish: Wish) -> None:
        names = [wish.family] if wish.family else list(registry.families())
        self._formats = [form for name in names for form in registry.family(name).formats]
        self._wish = wish
        self.usual: Format | None = None

    def read(self, cell: str) -> Board:
        """The board in a cell; raises MalformedError that says why it is none."""
        if len(cell.strip()) < FEWEST and cell.strip().isdecimal():
            raise MalformedError(f"expected a board, got the number {cell.strip()}")
        try:
            return self._recognised(cell)
        except MalformedError:
            found = self._canonical(cell.strip())
            if found is None:
                raise
            return found

    def _canonical(self, text: str) -> Board | None:
        """The board of a canonical text, which may be too short to be recognised; None if it is none or of two."""
        if frozenset("/:").isdisjoint(text) or frozenset(".0#").isdisjoint(text):
            return None  # a number or a word may be a board of few cells, but hardly is
        names = [self._wish.family] if self._wish.family else list(registry.families())
        found = [family for family in map(registry.family, names) if _is_canonical(family, text)]
        if len(found) != 1 or self._wish.variant not in ("", found[0].variant(text)):
            return None
        return Board(found[0].name, found[0].variant(text), text)

    def _recognised(self, cell: str) -> Board:
        lines = lines_of(cell)
        if self.usual is not None and self.usual.sniff(Sample(tuple(lines))) >= LIKELY:
            return self._one(self.usual, lines)
        scores = [(form.sniff(Sample(tuple(lines))), form) for form in self._formats]
        best = max((score for score, _ in scores), default=0)
        if best < LIKELY and self.usual is not None:
            return self._one(self.usual, lines)
        if best < LIKELY:
            raise MalformedError(f"expected a board, got {cell[:40]!r}", 1)
        surest = [form for score, form in scores if score == best]
        if len(surest) > 1:
            raise MalformedError(f"ambiguous: may be {' or '.join(form.name for form in surest)}", 1)
        self.usual = surest[0]
        return self._one(self.usual, lines)

    def is_board(self, cell: str) -> bool:
        """True if the cell holds a board."""
        if len(cell) < SHORTEST or len(cell.strip()) < SHORTEST:
            return False
        try:
            self.read(cell)
        except MalformedError:
            return False
        return True

    def _one(self, form: Format, texts: Sequence[str]) -> Board:
        lines = Lines(texts)
        try:
            items = list(form.read(lines, self._wish))
        except Exception as error:  # one cell must not end the reading of a table
            raise MalformedError(f"format {form.name} failed: {error}", 1) from error
        found = [board for item in items for board in _boards(item)]
        rejects = [item for item in items if not isinstance(item, Board | Block)]
        if rejects:
            raise MalformedError(rejects[0].reason, rejects[0].line, rejects[0].column)
        if len(found) != 1:
            raise MalformedError(f"expected one board, got {len(found)}", 1)
        start, end = cells_of(found[0].text)
        self._wish = replace(self._wish, cells=end - start)
        return found[0]

    def column(self, cells: Sequence[str]) -> Block | None:
        """The boards of many cells at once, if each is a line of the usual format; None if one is anything else."""
        if self.usual is None or not cells:
            return None
        joined = "".join(cells)
        if not joined.isascii() or any(map(joined.__contains__, _UNPLAIN)):
            if any(map(_SEVERAL.search, cells)):
                return None
            cells = list(map(unguarded, cells))
        lines = Lines(cells)
        items = list(self.usual.read(lines, self._wish))
        found = items[0] if len(items) == 1 else None
        plain = isinstance(found, Block) and list(found.lines) == list(range(1, len(cells) + 1))
        return found if plain and isinstance(found, Block) and lines.tally.board == len(cells) else None


def require_told(board: Board) -> None:
    """Raises MalformedError for a board of so few cells that its text in a cell is not told from a number or name."""
    one_row = board.family != "sudoku" and frozenset("/: ").isdisjoint(board.text)
    if len(board.text) < FEW or one_row:
        try:
            found = CellReader(Wish()).read(board.text)
        except MalformedError:
            found = None
        if found is None or (found.family, found.text) != (board.family, board.text):
            raise MalformedError(f"expected a board that its text tells from others in a table, got {board.text!r}")


def _is_canonical(family: Family, text: str) -> bool:
    try:
        return family.canonical(text) == text
    except MalformedError:
        return False


def _boards(item: object) -> list[Board]:
    if isinstance(item, Board):
        return [item]
    return list(boards(item)) if isinstance(item, Block) else []
