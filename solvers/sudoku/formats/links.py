"""Addresses that hold a board: puzz.link and pzpr, f-puzzles, SudokuPad, Penpa, and cells in a query."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import unquote

from solvers.core import Board, MalformedError
from solvers.reading.format import Format, Sample, Wish
from solvers.sudoku.board import parse as parse_text
from solvers.sudoku.formats.fpuzzles import read_load
from solvers.sudoku.formats.making import each_line, make, share
from solvers.sudoku.formats.penpa import read_link
from solvers.sudoku.formats.pzpr import body_cells, write_body

_LINK = re.compile(r"(?:https?://|www\.)\S+|fpuz(?:zles)?[A-Za-z0-9+/=%]{20,}")
_PZPR = re.compile(r"[?/]([a-z0-9]+)/([0-9]{1,3})/([0-9]{1,3})/([^/?#\s]*)")
_LOAD = re.compile(r"(?:[?&]load=|/|^)(?:fpuz(?:zles)?)?([A-Za-z0-9+/=]{20,})(?:[&#?].*)?$")
_PENPA = re.compile(r"m=(?:edit|solve)[^#\s]*?&p=([A-Za-z0-9+/=]+)")
_QUERY = re.compile(r"[?&][a-z]{1,10}=([0-9.]{16,625})(?:[&#].*)?$")
_FOREIGN = re.compile(r"/(scl|scf|ctc)[A-Za-z0-9+/=%]{20,}")


def parse(text: str, wish: Wish, note: Callable[[str], None]) -> Board:  # noqa: ARG001  # nothing is assumed here
    link = unquote(text.split(maxsplit=1)[0])
    if match := _PENPA.search(link):
        return read_link(match[1], wish)
    if match := _QUERY.search(link):
        return make(match[1], wish)
    if match := _PZPR.search(link):
        if match[1] != "sudoku":
            raise MalformedError(f"expected a link to sudoku, got one to {match[1]}", 1, match.start(1) + 1)
        return make(body_cells(int(match[2]), int(match[3]), match[4]), wish)
    if match := _FOREIGN.search(link):
        raise MalformedError(f"SudokuPad's own encoding ({match[1]}) is not supported", 1, match.start(1) + 1)
    if match := _LOAD.search(link):
        return read_load(match[1], wish)
    raise MalformedError("expected a link that holds a board, got another one", 1)


def is_link(text: str) -> bool:
    """True for an address of sudoku; pzpr has other families, too."""
    link = unquote(text)
    pzpr = _PZPR.search(link)
    if not _LINK.fullmatch(text.split(maxsplit=1)[0]) or (pzpr and pzpr[1] != "sudoku" and not _LOAD.search(link)):
        return False
    if "kakuro" in link[:60]:
        return False
    return bool(pzpr or _QUERY.search(link) or _PENPA.search(link) or _LOAD.search(link) or _FOREIGN.search(link))


def sniff(sample: Sample) -> int:
    """96 if all lines are addresses that hold a board."""
    return share(sample, is_link, 96)


def write(board: Board) -> str:
    """The address at puzz.link."""
    sudoku = parse_text(board.text)
    return f"https://puzz.link/p?sudoku/{sudoku.size}/{sudoku.size}/{write_body(sudoku.cells)}\n"


LINKS = Format(
    name="links",
    family="sudoku",
    summary="addresses that hold a board: puzz.link, f-puzzles, SudokuPad, Penpa, and cells in a query",
    example="https://puzz.link/p?sudoku/4/4/g1k23k3g\n",
    sniff=sniff,
    read=each_line(parse),
    write=write,
)
