"""Globs in SQL: ``*`` is any text, ``?`` any character, ``[abc]`` and ``[!a-f]`` one of some."""

from __future__ import annotations

import re

_PARTS = re.compile(r"\*|\?|\[[!^]?\]?[^\]]*\]|.", re.DOTALL)


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
    if len(part) > 1:
        return "[" + part[1:].replace("\\", "\\\\").replace("!", "^", 1) if part[1] == "!" else part
    return part if part.isalnum() or part in " _" or not part.isascii() else "\\" + part
