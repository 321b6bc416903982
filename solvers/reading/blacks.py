"""Comments, and rows of boards that begin with a black cell or a hole, which where # marks a comment would be lost.

# # 12\\- 3\\- /# -\\7 . .       no comment: a clue stands in it, and no word
"""

from __future__ import annotations

import re

_ROW = re.compile(r"\s*#[#\d\\.,;\s_/-]*$")  # also without a clue, as the last row of a board may be
_SIGNS = re.compile(r"\s*(?:\\\s*){2,}$")  # of black cells alone, which may look like a border
_HOLES = re.compile(r"\s*#[#.A-Z]*\s*$")  # of a region with holes, one symbol a cell


def may_be_black(text: str) -> bool:
    """Whether a line that begins with # may be a row of a board: of black cells of kakuro, or holes of a region."""
    return bool(_ROW.match(text) or _HOLES.match(text) or _SIGNS.match(text))


def has_clues(text: str) -> bool:
    """Whether it is one of kakuro: a clue stands in it."""
    return "\\" in text and bool(_ROW.match(text))


def is_marked(text: str, marks: str | tuple[str, ...] = "#") -> bool:
    """Whether a line begins with the mark of a comment, and is none of those rows."""
    return text.startswith(marks) and not has_clues(text)
