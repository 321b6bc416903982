"""What a line of the native file says: a rule, a piece, a label or nothing, so that it is a row or a comment."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from solvers.beads.lettering import are_whole
from solvers.reading.blacks import is_marked
from solvers.reading.format import Sample

_RULE = re.compile(r"#?\s*(set|flip|spare|grid)s?\s*[:=]\s*(\S(?:.*\S)?)\s*", re.IGNORECASE)
_LABEL = re.compile(r"board\s*[:=]\s*(.*\S|)\s*", re.IGNORECASE)
_PIECE = re.compile(r"([A-Za-z0-9]+)\s*=\s*([^=:\s](?:[^=:]*[^=:\s])?)\s*")
_DRAWN = re.compile(r"[A-Za-z]{1,26}\s*=[\s./]*o[\so./]*")


def is_comment(line: str) -> bool:
    if "#" not in line:
        return False
    stripped = line.strip()
    if not is_marked(stripped):
        return False
    return stripped == "#" or bool(re.match(r"#+[\s!-]", stripped)) or stripped.startswith("#!")


class Said(NamedTuple):
    """What a line states: a label, a rule, or a piece with its drawing."""

    kind: str
    name: str
    value: str


@lru_cache(maxsize=1024)  # the same rules stand before each board of many a file
def said_of(line: str) -> Said | None:
    """What a line states; None for rows and comments."""
    if "=" not in line and ":" not in line:
        return None
    if match := _LABEL.fullmatch(line):
        return Said("label", "", match[1])
    if match := _RULE.fullmatch(line):
        return Said("rule", match[1].lower(), match[2])
    if match := _PIECE.fullmatch(line):
        return Said("piece", match[1], match[2].replace(" ", ""))
    return None


def sniff(sample: Sample) -> int:
    """Sure where a rule of the family stands; likely where 55 cells hold nothing but A to L and dots, or 60
    nothing but capitals."""
    filled = sample.filled()
    if any(_RULE.fullmatch(line) for line in filled[:20]):
        return 92
    if any(_DRAWN.fullmatch(line) for line in filled[:20]):
        return 60
    rows: list[str] = []
    for line in sample.lines:
        if line.strip() and not is_comment(line):
            rows.append(line.rstrip())
        elif rows:
            break
    if rows and all(re.fullmatch(r"[A-L.# ]+", row) for row in rows):
        cells = sum(len(row) - row.count("#") - row.count(" ") for row in rows)
        # A triangle with a row twice has 60 cells, too.
        return 70 if cells == 55 else 60 if cells == 60 and are_whole("/".join(rows)) else 0
    if rows and all(re.fullmatch(r"[A-Z.#]+", row) for row in rows):
        cells = sum(len(row) - row.count("#") for row in rows)
        return 60 if cells == 60 else 0
    return 0
