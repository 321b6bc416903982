"""Finds the boards whose solution is plainly right, many at a time with numpy, from the characters of their texts.

A canonical text and its solution differ in the white cells only, which are one character in both where the digits are
1-9. So the texts of many boards are laid behind each other and compared at once; the characters become tokens, one a
cell, the tokens become runs, in reading order and then in columns:

    text        # 4\\- 3\\-/-\\3 . ./-\\4 . .
    solution    # 4\\- 3\\-/-\\3 1 2/-\\4 3 1
    tokens      0 1   2   3   4 5 6   7 8
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Places = NDArray[np.int64]

_MOST_CHARACTERS = 200_000  # at once: what stays in the cache
_BLANK, _DOT, _ONE, _END, _DASH, _BACKSLASH, _HASH = (ord(sign) for sign in " .1\n-\\#")
_LONGEST_CLUE = 9

# What a digit adds to its run: one to the count of this digit (four bits each), and itself to the sum above them.
_SUM = 40
_TWICE = 0xEEEEEEEEE  # a count of two and more
_WORTH = np.zeros(256, np.int64)
_WORTH[_ONE : _ONE + 9] = [1 << 4 * (digit - 1) | digit << _SUM for digit in range(1, 10)]
_SEPARATES = np.zeros(256, np.bool_)
_SEPARATES[[_BLANK, ord("/"), _END]] = True


def suspects(texts: Sequence[str], solutions: Sequence[str]) -> list[int]:
    """The places of the boards that have to be looked at: all whose solution is wrong, and what is no plain text."""
    found: list[int] = []
    for chosen in _chunks(texts, solutions, found):
        wrong = _wrong([texts[place] for place in chosen], [solutions[place] for place in chosen])
        found += [chosen[at] for at in wrong]
    return sorted(found)


def _chunks(texts: Sequence[str], solutions: Sequence[str], others: list[int]) -> Iterator[list[int]]:
    """The boards that can be compared character by character, in portions; the others are put into ``others``."""
    chosen: list[int] = []
    characters = 0
    for place, (text, solution) in enumerate(zip(texts, solutions, strict=True)):
        if len(text) != len(solution) or text[:1] in {"d", ""}:
            others.append(place)
            continue
        chosen.append(place)
        characters += len(text)
        if characters > _MOST_CHARACTERS:
            yield chosen
            chosen, characters = [], 0
    if chosen:
        yield chosen


class _Tokens(NamedTuple):
    """One entry a cell of all boards."""

    white: Flags
    worth: Places
    down: Places  # clues, -1 where there is none
    across: Places
    ends: Bytes  # the separator behind the cell
    odd: Places  # the tokens that are no cell


def _wrong(texts: list[str], solutions: list[str]) -> Iterable[int]:
    """The boards of a chunk, by their place in it, that are not plainly right."""
    everything = range(len(texts))
    board, filled = _characters(texts), _characters(solutions)
    if len(board) != len(filled):
        return everything
    digits = filled - _ONE < 9  # unsigned: what is below "1" is large
    differing = np.flatnonzero(~((board == filled) & (board != _DOT) | (board == _DOT) & digits))
    tokens = _tokens(filled)
    last = np.flatnonzero(tokens.ends == _END)
    order = _by_columns(tokens.ends, last) if len(last) == len(texts) else None
    if order is None:
        return everything
    columns, tops = order
    starts = np.empty(len(tokens.ends), np.bool_)
    starts[0], starts[1:] = True, tokens.ends[:-1] != _BLANK
    bad = [
        tokens.odd,
        _bad_runs(tokens.white, tokens.worth, tokens.across, starts),
        columns[_bad_runs(tokens.white[columns], tokens.worth[columns], tokens.down[columns], tops)],
    ]
    at = np.searchsorted(last, np.concatenate(bad))
    where = np.searchsorted(np.flatnonzero(filled == _END), differing)
    return sorted({*at.tolist(), *where.tolist()})


def _characters(texts: list[str]) -> Bytes:
    return np.frombuffer(("\n".join(texts) + "\n").encode(), np.uint8)


def _tokens(filled: Bytes) -> _Tokens:
    stops = np.flatnonzero(_SEPARATES[filled])
    starts = np.empty_like(stops)
    starts[0], starts[1:] = 0, stops[:-1] + 1
    first, single = filled[starts], stops - starts == 1
    white = single & (first - _ONE < 9)
    slashes = np.flatnonzero(filled == _BACKSLASH)
    clued = np.searchsorted(stops, slashes)
    down, across = np.full(len(stops), -1), np.full(len(stops), -1)
    down[clued], bad_down = _numbers(filled, starts[clued], slashes)
    across[clued], bad_across = _numbers(filled, slashes + 1, stops[clued])
    known = white | single & (first == _HASH)
    known[clued] = ~(bad_down | bad_across)
    worth = np.where(white, _WORTH[first], 0)
    return _Tokens(white, worth, down, across, filled[stops], np.flatnonzero(~known))


def _numbers(filled: Bytes, begin: Places, end: Places) -> tuple[Places, Flags]:
    """The numbers in filled[begin:end], -1 for "-"; and which are none. A second backslash is no digit of one."""
    length = end - begin
    value = np.zeros(len(begin), np.int64)
    bad = (length < 1) | (length > _LONGEST_CLUE)
    for at in range(min(int(length.max(initial=0)), _LONGEST_CLUE)):
        digit = filled[np.minimum(begin + at, len(filled) - 1)] - ord("0")
        inside = length > at
        bad |= inside & (digit > 9)
        value = np.where(inside, value * 10 + digit, value)
    none = (length == 1) & (filled[np.minimum(begin, len(filled) - 1)] == _DASH)
    return np.where(none, -1, value), bad & ~none


def _by_columns(ends: Bytes, last: Places) -> tuple[Places, Flags] | None:
    """The tokens of each board in column order, and which of these begin a column; None if rows differ in length."""
    rows = np.diff(np.cumsum(ends != _BLANK)[last], prepend=0)
    sizes = np.diff(last, prepend=-1)
    place = np.arange(len(ends))
    width, height, first = (np.repeat(what, sizes) for what in (sizes // rows, rows, last - sizes + 1))
    row, column = np.divmod(place - first, width)
    if ((column == width - 1) != (ends != _BLANK)).any():
        return None
    order = np.empty_like(place)
    order[first + column * height + row] = place
    return order, (row == 0)[order]


def _bad_runs(white: Flags, worth: Places, clue: Places, starts: Flags) -> Places:
    """The first tokens of runs with a digit twice or another sum than their clue, and clues without a run."""
    linked = white[1:] & ~starts[1:]  # by token but the first: white, and in the line of the token before
    begin, finish, idle = white.copy(), white.copy(), clue >= 0
    begin[1:] &= ~(linked & white[:-1])
    finish[:-1] &= ~linked
    idle[:-1] &= ~linked
    first, behind = np.flatnonzero(begin), np.flatnonzero(finish)
    sums = np.cumsum(worth)
    total = sums[behind] - sums[first] + worth[first]
    asked = np.where(starts[first], -1, clue[first - 1])
    bad = (total & _TWICE != 0) | (behind - first >= 9) | (asked >= 0) & (asked != total >> _SUM)
    return np.concatenate([first[bad], np.flatnonzero(idle)])
