"""The text of a game of OpenSudoku: the digits of its cells, or a record for each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from xml.sax.saxutils import quoteattr

from solvers.core import Board, MalformedError
from solvers.reading.format import Wish
from solvers.sudoku.formats.making import PLAIN, make
from solvers.sudoku.formats.marks import marks_field, marks_of, only_cells, placed_of, rest_of
from solvers.sudoku.formats.opensudoku_games import KEPT, OWN

_NOTES = re.compile(r"[-0-9,]*")
_RECORD = re.compile(r"([0-9])\|([-0-9,]*)\|{1,2}([01])\|")  # one writer doubles the bar after notes
_FORBIDDEN = re.compile("[^\\t\\n\\r -\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")  # in XML


def board_of(data: str, fields: dict[str, str], wish: Wish) -> Board:
    label, said = fields.get("note", ""), rest_of(fields, "note")
    if PLAIN.fullmatch(data):
        return make(data, wish, label=label, fields=said)
    givens, placed, marks = _cells(data)
    known = ({"placed": placed} if placed != givens else {}) | marks_field(marks)
    return make(givens, wish, label=label, fields=said | known)


def _cells(data: str) -> tuple[str, str, list[str]]:
    """The givens, all values that the cells have, and their pencil marks."""
    body = re.sub(r"\Aversion: [0-9]+\s*", "", data.strip())
    if "|" not in body:
        return body, body, []
    if usual := _usual(body.split("|")):
        return usual
    records = list(_RECORD.finditer(body))
    at = 0
    for number, match in enumerate(records, 1):
        if match.start() != at:
            raise MalformedError(f"unsupported record of cell {number}: {body[at : match.start()]!r}", 1, at + 1)
        at = match.end()
    if len(records) != 81 or at != len(body):
        raise MalformedError(f"expected records of 81 cells, got {len(records)} and {body[at:][:20]!r}", 1, at + 1)
    values = "".join(match[1] for match in records)
    givens = "".join(match[1] if match[3] == "0" else "0" for match in records)
    return givens.replace("0", "."), values.replace("0", "."), [_marks(match[2]) for match in records]


def _usual(parts: Sequence[str]) -> tuple[str, str, list[str]] | None:
    """The cells, if there are 81 records, each of a value, notes and a flag, with one bar behind each."""
    values, notes, flags = parts[0:243:3], parts[1:243:3], parts[2:243:3]
    known, may = "".join(values), "".join(flags)
    if len(parts) != 244 or parts[243] or not (len(known) == len(may) == 81 == len(notes)) or "" in (*values, *flags):
        return None
    if not (known + may).isascii() or not known.isdigit() or may.strip("01") or not _NOTES.fullmatch("".join(notes)):
        return None
    givens = "".join([value if flag == "0" else "." for value, flag in zip(values, flags, strict=True)])
    return givens.replace("0", "."), known.replace("0", "."), [] if set(notes) <= {"0", ""} else [*map(_marks, notes)]


@lru_cache(maxsize=4096)  # there are few different ones
def _marks(note: str) -> str:
    """The digits of a note: a list, or a number whose bits they are."""
    if "," in note or not note.isdecimal():
        return "".join(sorted(set(note) & set("123456789")))
    return "".join(str(digit) for digit in range(1, 10) if len(note) < 5 and int(note) >> digit - 1 & 1)


def write_1(board: Board) -> str:
    """A game of version 1, which has givens alone."""
    fields = board.fields or {}
    named = {"data": only_cells(board, 9).cells.replace(".", "0")}
    named |= {name: fields[name] for name in KEPT if name in fields} | _own(fields)
    named |= {"note": board.label} if board.label else {}
    return _game(named)


def _own(fields: Mapping[str, str], *left_out: str) -> dict[str, str]:
    return {name: fields[name] for name in OWN if name in fields and name not in left_out}


def _game(named: Mapping[str, str]) -> str:
    return " <game" + "".join(f" {name}={_quoted(value)}" for name, value in named.items()) + " />\n"


def write_2(board: Board) -> str:
    """A game of version 2, with what was placed and the pencil marks."""
    cells = only_cells(board, 9).cells
    fields = board.fields or {}
    records = zip(cells, placed_of(board, cells), marks_of(board, cells), strict=True)
    data = "".join(
        f"{placed.replace('.', '0')}|{sum(1 << int(mark) - 1 for mark in marks)}|{int(given == '.')}|"
        for given, placed, marks in records
    )
    folder = _quoted(fields.get("collection", "Gridmill"))
    named = {name: fields.get(name, "0") for name in ("created", "state", "time", "last_played")}
    named |= {"data": f"version: 2\n{data}", "note": board.label or fields.get("note", "")}
    named |= {"command_stack": fields.get("command_stack", "")}
    game = _game(named | _own(fields, "collection")).strip()
    return f' <folder name={folder} created="0">{game}</folder>\n'


def _quoted(value: str) -> str:
    return quoteattr(_FORBIDDEN.sub(" ", value), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
