"""Kinds of rejects that nobody knew: mostly they are followed by more of their kind.

The next few are passed on without a look, twice as many each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters, digits

from solvers.core import Reject

PASSED = 8  # rejects that are passed on unseen after one of their kind was looked at in vain
MOST_KINDS, MOST_LIKE = 64, 1000
ROW = 25  # characters; how much longer a line is does not matter

_CELLS = digits + ".*_?-"
_WITHOUT = str.maketrans("", "", _CELLS + ascii_letters)


class Vain:
    """The kinds of rejects that were looked at in vain, and how many of each are passed on before the next look."""

    def __init__(self) -> None:
        self._left: dict[str, int] = {}
        self._pause: dict[str, int] = {}
        self._known: dict[tuple[str, int], str] = {}

    def passes(self, reject: Reject) -> bool:
        """Whether a reject needs no look."""
        like = (reject.reason, len(reject.raw))  # those are of one kind, as good as always
        kind = self._known.get(like)
        if kind is None:
            kind = self._kind(reject)
            if len(self._known) < MOST_LIKE:
                self._known[like] = kind
        left = self._left.get(kind, 0)
        if left:
            self._left[kind] = left - 1
        return left > 0

    def add(self, rejects: Sequence[Reject]) -> None:
        for kind in {self._kind(reject) for reject in rejects}:
            self._pause[kind] = 2 * self._pause.get(kind, PASSED // 2)
            self._left[kind] = self._pause[kind]

    def _kind(self, reject: Reject) -> str:
        """How long the first line of a reject is, what it begins with, and the marks in it."""
        line = reject.raw[: ROW + 1]
        if reject.lines > 1:
            line = line.partition("\n")[0]
        kind = f"{len(line)}{line[:1].isalpha()}{line.translate(_WITHOUT)}"
        return kind if kind in self._pause or len(self._pause) < MOST_KINDS else ""
