"""Lines beside boards that no mark tells to be comments: remarks of people, or what may be a board of another format.

Simple Sudoku 4.2             a remark
53..7....6..195...            cells: as a comment, they would be lost in silence
https://puzz.link/p?sudoku/…  an address, and likewise JSON, XML, an array, a game id
"""

from __future__ import annotations

import re

_MARKED = re.compile(r"\s*(?:[#%]|//)")
_MATTER = re.compile(
    r"(?=[0-9.]*[0-9])[0-9.]{9}"
    r"|https?://\S*(?:\?[a-z]+/[0-9]|load=|puzzleid=|fpuz|&p=|[?&][a-z]{1,10}=[0-9.]{16})"
    r"|^\s*(?:\{\s*\"|\[\s*[\[{]|<[A-Za-z?!])"
    r"|^\s*(?:pzprv3|ED=|[0-9]{1,2}x[0-9]{1,2}(?:[a-z]|:))"
    r"|array2d\s*\(|\[\|"
    r"|(?:\b(?:\*?[0-9]{1,2}|_)\s*[ ,;|\t]\s*){4}"
    r"|(?=[.*_?-]*[1-9A-Y])[1-9A-Ya-y.*_?-]{81}"
)
_HEADING = re.compile(r"\s*\"?(?:puzzles?|quizz?es|boards?|givens?|grids?)\"?\s*[,;|\t].*", re.IGNORECASE)
REASON = "expected a board or a remark, got what may be a board in another format"


def is_remark(text: str) -> bool:
    """Whether a line holds nothing that may be a board's, or is marked as a comment."""
    return bool(_MARKED.match(text)) or not (_MATTER.search(text) or _HEADING.fullmatch(text))
