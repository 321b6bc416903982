"""Comments, and rows of kakuro that begin with a black cell, which to a format where # marks a comment would be lost.

# # 12\\- 3\\- /# -\\7 . .       no comment: a clue stands in it, and no word
"""

from __future__ import annotations

import re

_ROW = re.compile(r"\s*#[#\d\\.,;\s_/-]*$")  # also without a clue, as the last row of a board may be


def may_be_black(text: str) -> bool:
    """Whether a line that begins with # may be a row of black cells among others of kakuro."""
    return bool(_ROW.match(text))


def has_clues(text: str) -> bool:
    """Whether it is one: a clue stands in it."""
    return "\\" in text and may_be_black(text)


def is_marked(text: str, marks: str | tuple[str, ...] = "#") -> bool:
    """Whether a line begins with the mark of a comment, and is none of those rows."""
    return text.startswith(marks) and not has_clues(text)
