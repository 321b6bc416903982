"""The spellings of a cell, and how to tell them apart.

Up to size 9 a value is a digit. Beyond, archives use letters from A (A-P, A-Y), digits and letters from 1 (1-9 and
A-G for size 16), or from 0 (0-9 and A-F). An empty cell is one of `. 0 - * _ ? x X`, as far as that is no value.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from solvers.core import MalformedError

SMALLEST, LARGEST = 4, 25
EMPTY = ".0-*_?xX"
_DIGITS = "123456789"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The symbols of the values in ascending order, and those of an empty cell."""

    name: str
    values: str
    empty: str

    @property
    def symbols(self) -> frozenset[str]:
        return frozenset(self.values + self.empty)


class Spelled(NamedTuple):
    """Canonical cells; ``assumed`` names the alphabet if the cells fit another one as well."""

    cells: str
    assumed: str = ""


@cache
def values(size: int) -> str:
    """The canonical symbols of the values."""
    return _DIGITS[:size] if size <= len(_DIGITS) else _LETTERS[:size]


@cache
def _alphabet(first: str, size: int) -> Alphabet:
    """The alphabet that starts with ``first``: `1`, `0` or `A`."""
    symbols = {"1": _DIGITS + _LETTERS, "0": "0" + _DIGITS + _LETTERS, "A": _LETTERS}[first][:size]
    return Alphabet(f"{first}-{symbols[-1]}", symbols, "".join(c for c in EMPTY if c not in symbols))


@cache
def _translation(alphabet: Alphabet) -> dict[int, int]:
    return str.maketrans(
        alphabet.values + alphabet.empty,
        values(len(alphabet.values)) + "." * len(alphabet.empty),
    )


def respell(cells: str, size: int, start: int = 0) -> Spelled:
    """Turn the cells of a board into canonical ones; raises MalformedError with the column after ``start``."""
    if size > len(_DIGITS) and cells.upper() != cells and not set(cells) & set(_LETTERS):
        cells = cells.replace("x", ".").upper() if size < LARGEST - 1 else cells.upper()
    alphabet, certain = _choose(cells, size)
    wrong = set(cells) - alphabet.symbols
    if wrong:
        column, symbol = min((cells.index(symbol), symbol) for symbol in wrong)
        raise MalformedError(
            f"expected {alphabet.name} or empty, got {symbol!r} (U+{ord(symbol):04X})", 1, start + column + 1
        )
    return Spelled(cells.translate(_translation(alphabet)), "" if certain else alphabet.name)


def _choose(cells: str, size: int) -> tuple[Alphabet, bool]:
    """The alphabet of the cells, and whether no other one fits."""
    if size <= len(_DIGITS):
        return _alphabet("1", size), True
    if not any(digit in cells for digit in _DIGITS):
        return _letters_alone(cells, size)
    from_one, from_zero = _alphabet("1", size), _alphabet("0", size)
    if from_one.values[-1] in cells:
        return from_one, True
    if "0" not in cells:
        return from_one, False
    others = any(symbol in cells for symbol in from_zero.empty)
    complete = all(cells.count(symbol) == size for symbol in from_zero.values)
    return (from_zero if others or complete else from_one), True


def _letters_alone(cells: str, size: int) -> tuple[Alphabet, bool]:
    """The alphabet of cells without a digit from 1 on: a `0` beside another empty symbol is a value, and letters
    follow the digits; else they are A-P or what the size calls for, and an empty cell may be `0`."""
    others = [symbol for symbol in EMPTY if symbol != "0" and symbol in cells]
    from_zero = _alphabet("0", size)
    fits = set(cells) <= from_zero.symbols and any(symbol in cells for symbol in from_zero.values[len(_DIGITS) + 1 :])
    if "0" in cells and others and fits:
        return from_zero, False
    return _alphabet("A", size), True
