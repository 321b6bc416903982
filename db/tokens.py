"""The words of a condition: columns, numbers, texts, operators."""

from __future__ import annotations

import re
from typing import NamedTuple

from db.errors import FilterError

_TOKEN = re.compile(
    r"(?u:\s*)"  # of every script: conditions are pasted from mails and pages
    r"(?:(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(?![\w.])|(?P<text>'(?:[^']|'')*')|(?P<quoted>\"[^\"]*\")"
    r"|(?P<word>[A-Za-z_]\w*)|(?P<sign><=|>=|<>|!=|==|\|\||[-+*/%=<>(),])|(?P<end>\Z))",
    re.ASCII | re.IGNORECASE,
)


class Token(NamedTuple):
    kind: str
    text: str
    at: int  # of its first character, from 1


def tokens(written: str) -> list[Token]:
    """Those of a text, and a last one of kind "end"; raises FilterError where something is none."""
    found: list[Token] = []
    at = 0
    while not found or found[-1].kind != "end":
        match = _TOKEN.match(written, at)
        if match is None:
            rest = written[at:].lstrip()
            what = "a quote that is closed" if rest[0] in "'\"" else "columns, numbers, 'texts' and operators"
            place = len(written) - len(rest) + 1
            raise FilterError(f"expected {what} at character {place} of the condition, got {rest[:20]!r}")
        kind = match.lastgroup or "end"
        found.append(Token(kind, match[kind], match.start(kind) + 1))
        at = match.end()
    return found
