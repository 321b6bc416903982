"""Globs in SQL: ``*`` is any text, ``?`` any character, ``[abc]`` and ``[!a-f]`` one of some."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import ColumnElement

_PARTS = re.compile(r"\*|\?|\[[!^]?\]?[^\]]*\]|.", re.DOTALL)


def glob(column: Any, pattern: str, *, sqlite: bool) -> ColumnElement[bool]:
    """The condition that a column matches a glob as a whole; upper and lower case differ."""
    if sqlite:
        return column.op("GLOB")(pattern.replace("[!", "[^"))  # type: ignore[no-any-return]  # Any in, Any out
    return column.op("~")(regex(pattern))  # type: ignore[no-any-return]  # the same


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
