"""Plain boards of 9x9 of which one is a line, the next a grid and another JSON, read many at once.

    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79    a run of lines
    53..7....                                                                            a run of grids
    ...                                                                                  (nine rows each)
    [[0,0,1,...],...]                                                                    a run of JSON

The last board is left, and so are grids right before it: what follows tells whether they are whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from solvers.reading.ahead import Stretch

_JSON = r"\[(?:\[(?:[0-9], ?){8}[0-9]\], ?){8}\[(?:[0-9], ?){8}[0-9]\]\]"
# A line is of one symbol for empty: several of them are noted.
_BOARD = rf"(?:[1-9.0]{{9}}\n){{9}}|(?:[1-9.]{{81}}|[0-9]{{81}})\n|{_JSON}\n|\n"
_BOARDS = re.compile(f"(?>{_BOARD})*+")
_EACH = re.compile(_BOARD)
_CELLS = str.maketrans("0", ".", "[], \n")
_GRID = 90  # characters, and no other notation has as many


def stretch(texts: Sequence[str]) -> Stretch | None:
    """The boards that the lines begin with, but for the last."""
    joined = "\n".join(texts) + "\n"
    whole = _BOARDS.match(joined)
    parts = _EACH.findall(joined, 0, whole.end() if whole else 0)
    del parts[_start_of_last(parts) :]
    starts: list[int] = []
    boards: list[str] = []
    at = blank = 0
    for part in parts:
        size = len(part)
        if size == 1:
            blank, at = blank + 1, at + 1
            continue
        starts.append(at)
        boards.append(part.translate(_CELLS))
        at += 9 if size == _GRID else 1
    return Stretch("9x9", boards, starts, at, blank) if boards else None


def _start_of_last(parts: Sequence[str]) -> int:
    """Where the last board begins, or the first of the grids with nothing between them: one may lack a row."""
    start = next((at for at in reversed(range(len(parts))) if len(parts[at]) > 1), 0)
    while start and len(parts[start]) == len(parts[start - 1]) == _GRID:
        start -= 1
    return start
