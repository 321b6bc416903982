"""A line of a drawn grid: the cells of a row, a border, or a title."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from solvers.reading.fields import MARKS, fields_of
from solvers.sudoku.alphabet import EMPTY
from solvers.sudoku.board import boxes

Look = Callable[[int], str | None]  # the line so many behind the next; None behind the last

BORDER = re.compile(r"(?=.*[+=:])[-+|=:*]*+|\|?-+\|[-|]*|\*-+\*|-+")
TITLE = re.compile(r"[A-Za-z]{2,}.*|[#%].*")
_WORD = re.compile(r"(?=[A-Za-z]{2})[A-Za-z]*[a-wyz]")
_FIELD = re.compile(r"[1-9]?[0-9]|[A-Za-z.*_?-]")
_SYMBOLS = frozenset(f"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ{EMPTY}")


def is_title(text: str) -> bool:
    """Whether the line is a title and cannot be a row; in others that are titles, too, it is looked at more closely."""
    return text.startswith("#") or bool(_WORD.match(text))


def is_bare(text: str) -> bool:
    """Whether a row has blanks or marks between its cells and no borders."""
    return "|" not in text and any(mark in text.strip() for mark in (" ", *MARKS))


@lru_cache(maxsize=2048)  # to recognise a file, each of its first rows is asked for several times
def split_row(text: str) -> tuple[str, ...] | None:
    """The cells of a line, one symbol or two digits each; None if the line is no row.

    Behind a comma, semicolon or tab a cell may have nothing in it, as spreadsheets write the empty ones.
    """
    bare = text.strip()
    if bare[:1] in "#%" and (bare or "\t" not in text):
        return None
    if any(mark in text for mark in MARKS):
        fields = fields_of(text)
        return tuple(fields) if boxes(len(fields)) and all(map(_FIELD.fullmatch, fields)) else _blanks_between(bare)
    return _blanks_between(bare)


def _blanks_between(bare: str) -> tuple[str, ...] | None:
    parts = bare.replace("|", " ").split()
    if len(parts) >= 4 and all(len(part) == 1 or (len(part) == 2 and part.isdigit()) for part in parts):
        return tuple(parts)
    joined = "".join(parts)
    alike = len(set(map(len, parts))) == 1
    return tuple(joined) if alike and _are_symbols(joined) else None


def _are_symbols(joined: str) -> bool:
    if joined.isascii():
        return bool(joined) and _SYMBOLS.issuperset(joined)
    return all(c in EMPTY or (c.isalnum() and not c.islower()) for c in joined)
