"""Addresses that hold a board: puzz.link and pzpr, f-puzzles, SudokuPad, Penpa, and cells in a query."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from html import unescape
from typing import TypeVar
from urllib.parse import quote, unquote

from solvers.core import Board, MalformedError
from solvers.reading.alike import Columns, Found
from solvers.reading.format import Format, Sample, Wish
from solvers.sudoku.formats.columns import behind, runs
from solvers.sudoku.formats.fpuzzles import read_load, write_load
from solvers.sudoku.formats.lzstring import is_base_64
from solvers.sudoku.formats.making import each_line, make, never, share
from solvers.sudoku.formats.marks import only_cells
from solvers.sudoku.formats.penpa import read_link
from solvers.sudoku.formats.penpa_writing import write_link
from solvers.sudoku.formats.pzpr import body_cells, write_body

Part = TypeVar("Part")
_LINK = re.compile(r"(?:https?://|www\.)\S+|fpuz(?:zles)?[A-Za-z0-9+/=%]{20,}")
# Compressed data may hold any of the words below, so nothing but what stands before the data tells what it is.
_AHEAD = r"^(?:(?!fpuz|[?&](?:load|puzzleid|p)=).)*?"
_PZPR = re.compile(_AHEAD + r"[?/]([a-z0-9]+)/([0-9]{1,3})/([0-9]{1,3})/([^/?#\s]*)")
_PLACE = re.compile(r"https?://[A-Za-z.]+/p(?:\.html)?\?sudoku/9/9/")
MOST_LOOKED = 1 << 26  # slashes by characters of a link: from each the rest is looked through
_LOAD = re.compile(r"(?:[?&](?:load|puzzleid)=|/|^)(?:fpuz(?:zles)?)?([A-Za-z0-9+/=]{20,})(?:[&#?].*)?$")
_PENPA = re.compile(_AHEAD + r"m=(?:edit|solve)[^#\s]*?&p=([A-Za-z0-9+/=]+)")
_QUERY = re.compile(r"[?&][a-z]{1,10}=([0-9.]{16,625})(?:[&#].*)?$")
_LOADED = re.compile(  # where one look tells it from all others
    r"https?://(?:(?:www\.)?f-puzzles\.com/\?load=|sudokupad\.app/fpuzzles)(?!fpuz)([A-Za-z0-9+/=%]{20,})"
)
_PLAIN_LINKS = re.compile(
    r"(?:https?://(?:(?:(?:www\.)?f-puzzles\.com/\?load=|sudokupad\.app/fpuzzles)[A-Za-z0-9+/=%]{40,}"
    r"|puzz\.link/p\?sudoku/[0-9]{1,2}/[0-9]{1,2}/[0-9a-z.-]++"
    r"|swaroopg92\.github\.io/penpa-edit/#m=edit&p=[A-Za-z0-9+/=]{40,})\n)++\Z"
)
_FOREIGN = re.compile(_AHEAD + r"(?:/|[?&]puzzleid=)(scl|scf|ctc)[A-Za-z0-9+/=%_-]{4,}$")
_NAMED = re.compile(
    r"https?://(?:(?:www\.|beta\.)?sudokupad\.app|(?:app\.)?crackingthecryptic\.com)/(?:sudoku/?)?"
    r"(?:\?puzzleid=)?([A-Za-z0-9_/-]{1,60})/?$"
)
_ANCHOR = re.compile(r"<a\s[^>]*?href\s*=\s*[\"']?([^\"'\s>]+)[^>]*>([^<]*)", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://[^\s<>\"')\]]*[^\s<>\"')\].,;:!?]")  # among other words


def parts(text: str) -> list[tuple[int, str]]:
    """The addresses of a line that holds several, or one behind other words, and where they begin; else none."""
    if text.count("://") < 2 and (text.startswith("http") or "://" not in text):
        return []
    anchors = [(match.start(), match[0]) for match in _ANCHOR.finditer(text)]
    found = anchors or [(match.start(), match[0]) for match in _ADDRESS.finditer(text)]
    held = [(at, part) for at, part in found if is_link(part) or _PZPR.search(part)]  # of any family: none is lost
    return held if len(held) > 1 or (held and not anchors and held[0][0]) else []


def parse(text: str, wish: Wish, note: Callable[[str], None]) -> Board:
    """The board of an address, which may stand in an element `<a>` with the label."""
    if (match := _LOADED.fullmatch(text)) and is_base_64(load := _unescaped(match[1])):
        return _at(match.start(1) + 1, read_load, load, wish)
    if anchor := _ANCHOR.search(text):
        board = _at(anchor.start(1) + 1, partial(parse, note=note), unescape(anchor[1]), wish)
        return board._replace(label=board.label or unescape(anchor[2]).strip())
    link = unquote(text.split(maxsplit=1)[0])
    if match := _PENPA.search(link):
        return _at(match.start(1) + 1, read_link, match[1], wish)
    if match := _QUERY.search(link):
        return _at(match.start(1) + 1, make, match[1], wish)
    if match := _PZPR.search(link):
        if match[1] != "sudoku":
            raise MalformedError(f"expected a link to sudoku, got one to {match[1]}", 1, match.start(1) + 1)
        return _at(match.start(2) + 1, _body, match, wish)
    if match := _FOREIGN.search(link):
        raise MalformedError(f"SudokuPad's own encoding ({match[1]}) is not supported", 1, match.start(1) + 1)
    if match := _LOAD.search(link) if link.count("/") * len(link) < MOST_LOOKED else None:
        return _at(match.start(1) + 1, read_load, match[1], wish)
    if match := _NAMED.search(link):
        raise MalformedError(f"the address names a board ({match[1]}) that it does not hold", 1, match.start(1) + 1)
    raise MalformedError("expected a link that holds a board, got another one", 1)


def _unescaped(load: str) -> str:
    if "%" in load:
        load = load.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=")
    return unquote(load) if "%" in load else load


def _body(match: re.Match[str], wish: Wish) -> Board:
    return make(body_cells(int(match[2]), int(match[3]), match[4]), wish)


def _at(column: int, read: Callable[[Part, Wish], Board], data: Part, wish: Wish) -> Board:
    """What ``read`` makes of a part of the address; what is wrong with it is wrong at that column."""
    try:
        return read(data, wish)
    except MalformedError as error:
        raise MalformedError(str(error), 1, column) from None


def _found(columns: Columns) -> Found | None:
    """The boards of addresses of 9x9 at one place, puzz.link or another."""
    (texts,) = columns
    place = _PLACE.match(texts[0])
    bodies = behind(place[0], texts, b"ghijklmnopqrstuvwxyz123456789.") if place else ""
    cells = runs(bodies, "ghijklmnopqrstuvwxyz") if bodies else None
    return Found(cells, 1) if cells else None


def is_link(text: str) -> bool:
    """True for an address of sudoku; pzpr has other families, too."""
    if anchor := _ANCHOR.search(text):
        return is_link(unescape(anchor[1]))
    if not _LINK.fullmatch(text.split(maxsplit=1)[0]):
        return False
    link = unquote(text)
    pzpr = _PZPR.search(link)
    if pzpr and pzpr[1] != "sudoku" and not _LOAD.search(link):
        return False
    if "kakuro" in link[:60]:
        return False
    return bool(pzpr) or any(known.search(link) for known in (_QUERY, _PENPA, _LOAD, _FOREIGN, _NAMED))


def sniff(sample: Sample) -> int:
    """96 if all lines are addresses that hold a board, 45 if such stand among other words."""
    return share(sample, is_link, 96) or share(sample, parts, 45)


def write(board: Board) -> str:
    """The address at puzz.link."""
    sudoku = only_cells(board)
    return f"https://puzz.link/p?sudoku/{sudoku.size}/{sudoku.size}/{write_body(sudoku.cells)}\n"


def write_f_puzzles(board: Board) -> str:
    """The address at f-puzzles.com."""
    return f"https://f-puzzles.com/?load={write_load(board)}\n"


def write_sudokupad(board: Board) -> str:
    """The address at SudokuPad, which takes the boards of f-puzzles; what means something in an address is escaped."""
    return f"https://sudokupad.app/fpuzzles{quote(write_load(board), safe='')}\n"


def write_penpa(board: Board) -> str:
    """The address at Penpa+."""
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={write_link(board)}\n"


LINKS = Format(
    name="links",
    certain=_PLAIN_LINKS,
    family="sudoku",
    summary="addresses that hold a board: puzz.link, f-puzzles, SudokuPad, Penpa, and cells in a query",
    example="https://puzz.link/p?sudoku/4/4/g1k23k3g\n",
    signs="/=%z",
    sniff=sniff,
    read=each_line(parse, find=_found, parts=parts),
    write=write,
)

_EXAMPLE = (
    "N4IgzglgXgpiBcAWANCALhNAbO8QGUBbAQyyxFQHMAnCAEwQG1HQA3UgV1wEYqJWYAOwRpqXAL7Jgk6VPEBdZCxkyQ7LFwQBmPgOHxREuYuVS1nXACZd"
    "QkWJgrjS2S9XrNSG/sMP5i8AD2GhgB+oy8OijW1ig6vFHIEchxyDHy4kA==="
)

F_PUZZLES = Format(
    name="f-puzzles",
    family="sudoku",
    summary="addresses at f-puzzles.com, with label, author, placed digits and pencil marks; recognised as `links`",
    example=f"https://f-puzzles.com/?load={_EXAMPLE}\n",
    sniff=never,
    read_as="links",
    read=each_line(parse, find=_found, parts=parts),
    write=write_f_puzzles,
)

SUDOKUPAD = Format(
    name="sudokupad",
    family="sudoku",
    summary="addresses at SudokuPad that hold a board of f-puzzles; recognised as `links`",
    example=f"https://sudokupad.app/fpuzzles{quote(_EXAMPLE, safe='')}\n",
    sniff=never,
    read_as="links",
    read=each_line(parse, find=_found, parts=parts),
    write=write_sudokupad,
)

_PACKED = (
    "zZHBasMwDIbveYrisw52HMeSb2NbTmODtWOMEEphHRvLKKzNJSHvPkV2kj7CEPn49cuSYnzu3k/fHRQcFkGDmYK0fNex+7q0x7DZ/hzaFm66y+"
    "fpN2wA4Kmq4OPQno9ZnY422TBmQ/8chn4f6maE/mWVuMptGJhG+CashLnwQfgqvBUWwh03Q2+Fd0ItdMJS6IWPYVCGVKinKymjGlA5cpqv6VS1"
    "S1rYq5RX3fMAb8EXKuQwKTRRFeCdKDSAFD0HvoweAfnoleCjIg9Gu6Ws5xa0sayB4mi0syIDlC8qLqEcKHUQD4yzeTDruNt7QJfccjmBbm5jh1"
    "2MI/im2iQbWVPSJunxv7xifAr+nbr5Aw=="
)

PENPA = Format(
    name="penpa",
    family="sudoku",
    summary="addresses of Penpa+, with label, author and what was entered; irregular boxes too; recognised as `links`",
    example=f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={_PACKED}\n",
    sniff=never,
    read_as="links",
    read=each_line(parse, find=_found, parts=parts),
    write=write_penpa,
)
