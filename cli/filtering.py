"""Solving as a filter: boards in, answers out in the same order, on all cores of this process.

Kernels release the GIL, so threads are enough. A bounded number of slices is under way, so memory does not grow with
the input.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

from solvers import registry
from solvers.core import Answer, Answers, Block, Budget
from solvers.reading import Event, Opened
from solvers.reading.packing import split
from solvers.solving import solve_texts

SLICE_BOARDS = 500


class Solved(NamedTuple):
    """Boards of one source with their answers, in the order of the source."""

    opened: Opened
    block: Block
    answers: Sequence[Answer]


def solved(
    events: Iterable[Event], limit: int, budget: Budget, threads: int, tell: Callable[[Event], None]
) -> Iterator[Solved]:
    """Answers to all boards among ``events``; ``tell`` hears the other events when they are read."""
    cancel = bytearray(1)
    waiting: deque[tuple[Opened, Block, Future[Answers]]] = deque()
    opened = Opened("", 0, "", "")
    with ThreadPoolExecutor(threads) as pool:
        try:
            for event in events:
                if isinstance(event, Opened):
                    opened = event
                elif isinstance(event, Block):
                    family = registry.family(event.family)
                    for part in split(event, SLICE_BOARDS):
                        job = pool.submit(solve_texts, family, part.texts, limit, budget, cancel)
                        waiting.append((opened, part, job))
                else:
                    tell(event)
                while len(waiting) > 4 * threads or (waiting and waiting[0][2].done()):
                    yield _next(waiting)
            while waiting:
                yield _next(waiting)
        finally:
            cancel[0] = 1  # whoever stops listening stops the kernels too


def _next(waiting: deque[tuple[Opened, Block, Future[Answers]]]) -> Solved:
    opened, block, job = waiting.popleft()
    return Solved(opened, block, job.result())
