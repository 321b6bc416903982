"""Where damaged XML begins, how far it goes, and where it is read on.

    <game data=0020… />       not well-formed at the first 0: the damage begins with its tag and ends with its line
    0 0 4 8 …                 text: a stray line, which another format may know
    <game data="…" />         read on here

The parser stumbles where it must, which may be far behind what is wrong: over a tag that does not end at the next one.
"""

from __future__ import annotations

import re

from solvers.sudoku.formats.opensudoku_games import WORDS

LINES = 100  # of a damaged tag
_WORD = re.compile(rf"<(\?xml|/?(?:{'|'.join(sorted(WORDS))}))\b")
_TAG = re.compile(r"""<[^>"']*+(?:"[^"]*+"[^>"']*+|'[^']*+'[^>"']*+)*+>""")
_PLAIN = re.compile(r"\n(?![^\n]*[<>\"=])")  # the end of a line before one without any markup


def damage_at(text: str, since: int, where: int) -> tuple[int, int]:
    """Where the damage begins and ends over which the parser stumbled there, which read ``since`` some place."""
    comment = text.find("<!--", text.rfind("-->", since, where) + 1 or since, where)
    opened = comment if comment >= 0 else text.rfind("<", since, where)
    start = opened if opened >= 0 and (comment >= 0 or not _TAG.match(text, opened, where)) else where
    line_end = text.find("\n", start)
    if text.startswith("<!", start) or line_end < 0:  # of a comment or a section a line is lost at least
        return start, line_end if line_end >= 0 else len(text)
    on, _ = next_word(text, start + 1)
    stop = on if on >= 0 else len(text)
    closed = text.find(">", start, stop)
    if closed >= 0:
        end = text.find("\n", closed, stop)
    else:
        plain = _PLAIN.search(text, start, stop)
        end = plain.start() if plain else -1
    return start, min(end if end >= 0 else stop, _some_lines_on(text, start))


def next_word(text: str, start: int) -> tuple[int, str]:
    """The place of the next tag of the format, and its word; -1 if there is none."""
    found = _WORD.search(text, start)
    return (found.start(), found[1]) if found else (-1, "")


def _some_lines_on(text: str, start: int) -> int:
    end = start
    for _ in range(LINES):
        end = text.find("\n", end + 1)
        if end < 0:
            return len(text)
    return end
