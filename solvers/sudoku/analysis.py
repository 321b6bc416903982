"""What more can be said of a board of sudoku: its canonical form, and a backdoor.

Which givens it does not need, and which contradict each other, is asked in the same way of every family: see
solvers.minimality. ``seconds`` is what all of a call may take, 0 for no limit; ``cancel`` is a buffer of one byte that
another thread may set, as in solvers.core.Kernel. Whoever is stopped by either raises UnfinishedError: half an analysis
would look like a whole one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from time import monotonic, perf_counter

from solvers.core import CANCELLED, OUT_OF_TIME, Answer, GridmillError, Verdict, cells_of
from solvers.sudoku._kernel import minlex, solve
from solvers.sudoku.board import cell_name, parse

LARGEST_BACKDOOR = 3
BULK = 4096  # boards in a call at most
QUICK_S = 0.05  # calls grow while one takes less
_STOPPED = (OUT_OF_TIME, CANCELLED)


class UnfinishedError(GridmillError):
    """An analysis that was stopped; the message is ``time limit reached`` or ``cancelled``, as in an answer."""


def canonical_forms(texts: Sequence[str], *, seconds: float = 0.0, cancel: bytearray | None = None) -> list[str]:
    """For plain boards the least text of all that relabeling and the symmetries of the grid make of each.

    Symmetries are exchanges of bands, of rows in a band, of stacks, of columns in a stack, and of rows with columns;
    boxes lie. Boards are equivalent exactly if their forms are equal. Beyond 9x9 a form is
    empty for 24x24, boxes wider than 6, and boards with so many symmetries that they cannot be told apart; it is so for
    all equivalents. Raises UnfinishedError.
    """
    forms = minlex(texts, seconds, cancel)
    if len(forms) < len(texts):
        raise UnfinishedError(CANCELLED if cancel is not None and cancel[0] else OUT_OF_TIME)
    return forms


def backdoor(text: str, *, seconds: float = 0.0, cancel: bytearray | None = None) -> list[str] | None:
    """The fewest cells of the solution that, given as well, make the board solvable without a guess, as `r1c1=7`.

    None if the board is not unique, or if more than three are needed. The deductions are the kernel's: naked and
    hidden singles, and on plain boards of 9x9, 16x16 and 25x25 locked candidates. Raises UnfinishedError.
    """
    asking = _Asking(seconds, cancel)
    whole = asking.one(text, limit=2)
    if whole.verdict is not Verdict.UNIQUE:
        return None
    if whole.nodes == 0:
        return []
    open_cells = [cell for cell, symbol in enumerate(parse(text).cells) if symbol == "."]
    for count in range(1, LARGEST_BACKDOOR + 1):
        tried, ahead = combinations(open_cells, count), combinations(open_cells, count)
        texts = (_changed(text, {cell: whole.solution[cell] for cell in chosen}) for chosen in ahead)
        for chosen, answer in zip(tried, asking.all(texts, limit=2, nodes=1), strict=True):
            if answer.nodes == 0:
                return _named(_changed(text, {cell: whole.solution[cell] for cell in chosen}), chosen)
    return None


class _Asking:
    """Asks the kernel within one time limit for all boards together."""

    def __init__(self, seconds: float, cancel: bytearray | None) -> None:
        self._end = monotonic() + seconds if seconds else 0.0
        self._cancel = cancel

    def one(self, text: str, limit: int) -> Answer:
        return next(self.all([text], limit))

    def all(self, texts: Iterable[str], limit: int, nodes: int = 0) -> Iterator[Answer]:
        """The answers in the order of the texts; a call gets more of them as long as they are quick."""
        ahead, size = iter(texts), 1
        while some := list(islice(ahead, size)):
            start = perf_counter()
            # A share of the time each, so that a call of many cannot take more than is left.
            for text, answer in zip(some, self._call(some, limit, nodes), strict=True):
                yield self._call([text], limit, nodes)[0] if answer.reason == OUT_OF_TIME else answer
            if perf_counter() - start < QUICK_S:
                size = min(2 * size, BULK)

    def _call(self, texts: list[str], limit: int, nodes: int) -> Sequence[Answer]:
        left = self._end - monotonic() if self._end else 0.0
        if self._end and left <= 0:
            raise UnfinishedError(OUT_OF_TIME)
        answers = solve(texts, limit, nodes, left / len(texts), self._cancel)
        stopped = next((answer.reason for answer in answers if answer.reason in _STOPPED), "")
        if stopped == CANCELLED or (stopped and len(texts) == 1):
            raise UnfinishedError(stopped)
        return answers


def _changed(text: str, symbols: dict[int, str]) -> str:
    """The board with other symbols in some cells."""
    first, last = cells_of(text)
    cells = list(text[first:last])
    for cell, symbol in symbols.items():
        cells[cell] = symbol
    return text[:first] + "".join(cells) + text[last:]


def _named(text: str, cells: Iterable[int]) -> list[str]:
    board = parse(text)
    return [f"{cell_name(cell, board.size)}={board.cells[cell]}" for cell in cells]
