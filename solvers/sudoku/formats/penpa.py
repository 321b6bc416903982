"""The boards in links of Penpa+: deflated lines of text, of which two have the digits as JSON.

Line 1 is `kind,columns,rows,...,Title: ...,Author: ...`, line 2 the margins [top, bottom, left, right], which columns
and rows include, line 4 the problem and line 5 what a solver entered.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from collections.abc import Mapping
from math import isqrt

from solvers.core import Board, MalformedError
from solvers.reading.format import Wish
from solvers.sudoku.alphabet import LARGEST, SMALLEST
from solvers.sudoku.board import Box, boxes, parse, variant
from solvers.sudoku.formats.making import make
from solvers.sudoku.formats.marks import marks_field
from solvers.sudoku.formats.penpa_problem import OTHER, Plane, entered, problem_of

MOST = 1 << 24  # bytes of the inflated text
ESCAPES = {"%2C": ",", "%2D": "\n", "%2E": "&", "%2F": "="}  # what would part the header


def read_link(data: str, wish: Wish) -> Board:
    """The board of the text after `p=`; raises MalformedError."""
    lines = _inflated(data).split("\n")
    try:
        header = lines[0].split(",")
        top, bottom, left, right = (int(margin) for margin in json.loads(lines[1]))
        columns, rows = int(header[1]), int(header[2])
        problem = lines[3]
    except (ValueError, TypeError, IndexError, OverflowError, RecursionError):
        raise MalformedError(OTHER, 1) from None
    size = rows - top - bottom
    if header[0] not in ("square", "sudoku") or size != columns - left - right or not SMALLEST <= size <= LARGEST:
        raise MalformedError(f"expected a square of 4 to {LARGEST} cells, got {header[0]} {columns}x{rows}", 1)
    plane = Plane(size, left + 2, top + 2, columns + 4, rows + 4)
    givens, marks, regions = problem_of(problem, plane)
    answers = entered(lines[4], plane) if lines[4:] and lines[4] else givens
    placed = "".join([given if given != "." else answer for given, answer in zip(givens, answers, strict=True)])
    fields = _said(header) | ({"placed": placed} if placed != givens and "." in placed else {}) | marks_field(marks)
    board = _board(givens, regions, wish, label=_text(header, "Title:"), fields=fields)
    return board._replace(stated=placed if placed != givens and "." not in placed else "")


def _board(cells: str, regions: Box | str | None, wish: Wish, *, label: str, fields: Mapping[str, str]) -> Board:
    if isinstance(regions, str):
        if not wish.variant:  # both are canonical
            text = f"{cells};regions:{regions}"
            return Board("sudoku", variant(text), text, label=label, fields=fields or None)
        rules = parse("." * len(cells) + f";regions:{regions}")
        return make(cells, wish, label=label, fields=fields, rules=rules)
    usual = not wish.variant and regions in boxes(isqrt(len(cells)))[:1]
    return make(cells, wish, box=None if usual else regions, label=label, fields=fields)


def _text(header: list[str], name: str) -> str:
    said = next((part for part in header if part.startswith(name)), name)[len(name) :]
    return _unescaped(said)


def _said(header: list[str]) -> dict[str, str]:
    """Author, address and rules, as far as the header states them."""
    at = next((at for at, part in enumerate(header) if part.startswith("Author:")), len(header))
    parts = {"author": _text(header, "Author:")}
    parts |= {name: _unescaped(said) for name, said in zip(("url", "ruleset"), header[at + 1 :], strict=False)}
    return {name: said for name, said in parts.items() if said}


def _unescaped(text: str) -> str:
    for escape, sign in ESCAPES.items():
        text = text.replace(escape, sign)
    return " ".join(text.split())


def _inflated(data: str) -> str:
    try:
        engine = zlib.decompressobj(-15)
        return engine.decompress(b64decode(data + "=" * (-len(data) % 4)), MOST).decode()
    except (ValueError, zlib.error) as error:
        raise MalformedError(f"expected deflated text in base 64: {error}", 1) from None
