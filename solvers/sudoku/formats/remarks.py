"""Lines beside boards that no mark tells to be comments: remarks of people, or what may be a board of another format.

Simple Sudoku 4.2             a remark
53..7....6..195...            cells: as a comment, they would be lost in silence
https://puzz.link/p?sudoku/…  an address, and likewise JSON, XML, an array, a game id
# 3\\- 4\\-                     black cells and clues of kakuro, although it begins like a comment
"""

from __future__ import annotations

import re

from solvers.core import Reject
from solvers.reading.format import Lines

_MARKED = re.compile(r"\s*(?:[#%]|//)")
_MATTER = re.compile(
    r"(?=[0-9.]{0,8}[0-9])[0-9.]{9}"
    r"|https?://\S*(?:\?[a-z]+/[0-9]|load=|puzzleid=|fpuz|&p=|[?&][a-z]{1,10}=[0-9.]{16})"
    r"|^\s*(?:\{\s*\"|\[\s*[\[{]|<[A-Za-z?!])"
    r"|^\s*(?:pzprv3|ED=|[0-9]{1,2}x[0-9]{1,2}(?:[a-z]|:))"
    r"|array2d\s*\(|\[\|"
    r"|(?:(?<![\w*])(?:\*?[0-9]{1,3}|_)(?:\s*+[,;|]\s*+|\s++)){4}"
    r"|^\s*(?:[0-9]{1,2}\s*,\s*[0-9]{1,2}|\]\s*\)\s*;?)\s*$"
    r"|^\s*(?:\|(?:[0-9._?*x-]*[0-9._?x])){2,5}\|\s*$|^\s*[0-9?]{9}\s*$"
    r"|(?=[.*_?-]{0,80}[1-9A-Y])[1-9A-Ya-y.*_?-]{81}"
)
# Boards of other families: clues, black cells, heads and coordinates of kakuro, the squares of magic, rows joined by /
# behind rules of beads and squares, or with signs of futoshiki.
_OTHERS = re.compile(
    r"(?:^|[\s,/])(?:\d{1,3}|-|)\\(?:\d{1,3}|-|)(?=[\s,/]|$)|[0-9X.]\\[0-9X.]"
    r"|^\s*#(?:\s+[#.])+(?:\s|/|$)|^\s*@\s+\S|\([hv][A-Z0-9]+[,)]"
    r"|^\s*[a-z]+(?:-[a-z]+)*:[0-9 |]+[0-9/ |]*$|^\s*[0-9]{1,3}(?:,[0-9]{1,2})?:[XBHV0-9a-z.]{4}"
    r"|^\s*(?:[A-Z]\s+)?-?[0-9]{1,4}(?:\s+-?[0-9]{1,4})+\s*$|^\s*-1\s*$"
    r"|^\s*[A-Za-z][^\s:]*[;=][^\s:]*:[^\s/][^/]*/|(?=\S*[0-9.][<>^v][0-9.])(?=\S*/)[0-9A-Za-z.<>^/]{8}"
)
_HEADING = re.compile(r"\s*\"?(?:puzzles?|quizz?es|boards?|givens?|grids?)\"?\s*[,;|\t].*", re.IGNORECASE)
# What people write has words in it, or is a border, a date or the number of a board.
_BARE = re.compile(
    r"[-=+~_|:#\s]*+|(?=.*-{3})[-=+~_|:#*\s]*+|([.*])\1{15,}|[{}]"
    r"|[0-9]{1,4}([-./])[0-9]{1,2}\2[0-9]{1,4}|[A-Za-z]{2,}[-_]?[0-9]{1,6}"
)
_AROUND = "\"'`()[]{}<>,;:.!?*_-"
_WORD = re.compile(r"(?=.*[^\W\d_A-Z])[^\W\d_]{2,}|(?=.*[AEIOUY])(?!.*(.)\1\1)[A-Z]{3,15}|[^\W\d_a-zA-Z]")
_PARTS = re.compile(r"['\u2019.,:;/(=-]")
_CELLS = re.compile(r"(?!https?:)(?=.*(?:\.\.|/.*/.*/))[A-Za-z0-9./:;=#_*?-]{8,}")
REASON = "expected a board or a remark, got what may be a board in another format"

FILE = "pzprv3"  # begins a file whose rows look like those of grids, also where nothing is entered yet
LONGEST = 60  # lines of one


def refused(lines: Lines, text: str, reason: str = REASON) -> Reject:
    """A reject for the line taken last; where such a file begins, for all of it, up to the next or a blank line."""
    texts = [text]
    while text.lstrip().startswith(FILE) and len(texts) < LONGEST:
        ahead = lines.peek() or ""
        if not ahead.strip() or ahead.lstrip().startswith(FILE):
            break
        texts.append(next(lines))
    return lines.reject(reason, "\n".join(texts), line=lines.number - len(texts) + 1, lines=len(texts))


def is_remark(text: str) -> bool:
    """Whether a line is marked as a comment, is a border or has words, and holds nothing that may be a board's."""
    if _OTHERS.search(text):
        return False
    return bool(_MARKED.match(text)) or (
        may_be_title(text) and (bool(_BARE.fullmatch(text.strip())) or _has_words(text))
    )


def may_be_title(text: str) -> bool:
    """Whether a line that a format knows to begin like a title holds nothing that may be a board's."""
    if _MARKED.match(text):
        return not _OTHERS.search(text)
    if _OTHERS.search(text) or _MATTER.search(text) or _HEADING.fullmatch(text):
        return False
    return not any(_CELLS.fullmatch(part.rstrip(".")) for part in text.split())


def _has_words(text: str) -> bool:
    return any(_WORD.fullmatch(word) for part in text.split() for word in _PARTS.split(part.strip(_AROUND)))
