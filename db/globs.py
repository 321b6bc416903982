"""Globs in SQL: ``*`` is any text, ``?`` any character, ``[abc]`` and ``[!a-f]`` one of some."""

from __future__ import annotations

import re

_PARTS = re.compile(r"\*|\?|\[[!^]?\]?[^\]]*\]|.", re.DOTALL)
_RANGE = re.compile(r"(.)-(.)|(.)", re.DOTALL)

NOTHING = "(?!.)."  # a character that is none


def glob(pattern: str, *, sqlite: bool) -> tuple[str, str]:
    """The operator that matches a glob as a whole, and its right side; upper and lower case differ."""
    return ("GLOB", pattern.replace("[!", "[^")) if sqlite else ("~", regex(pattern))


def regex(pattern: str) -> str:
    """The glob as a regular expression of PostgreSQL."""
    return "^" + "".join(_translated(part) for part in _PARTS.findall(pattern)) + "$"


def _translated(part: str) -> str:
    if part == "*":
        return ".*"
    if part == "?":
        return "."
    if part == "[":
        return NOTHING  # a set that does not end
    return _one_of(part[1:-1]) if len(part) > 1 else _plain(part)


def _one_of(inner: str) -> str:
    """A set as alternatives that say nothing but themselves; a range from more to less holds nothing."""
    if inner in ("", "!", "^"):
        return NOTHING
    denied = inner[0] in "!^"
    rest = inner[denied:]
    held = ["\\]"] if rest[:1] == "]" else []  # there it neither ends the set nor begins a range
    held += [
        f"{_plain(low)}-{_plain(high)}" if low else _plain(one)
        for low, high, one in _RANGE.findall(rest[len(held) :])
        if not low or low <= high
    ]
    if not held:
        return "." if denied else NOTHING
    return f"[{'^' * denied}{''.join(held)}]"


def _plain(char: str) -> str:
    return char if char.isalnum() or char in " _" or not char.isascii() else "\\" + char
