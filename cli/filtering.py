"""Solving as a filter: boards in, answers out in the same order, on all cores of this process.

Kernels release the GIL, so threads are enough. A bounded number of slices is under way, so memory does not grow with
the input. Ctrl-C stops the kernels; what they have found by then still comes out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

from solvers import registry
from solvers.core import CANCELLED, Answer, Answers, Block, Budget, Family
from solvers.reading import Event, Opened
from solvers.reading.packing import split
from solvers.solving import solve_texts

SLICE_BOARDS = 500

Solve = Callable[[Family, Sequence[str], int, Budget, bytearray | None], Answers]


class Solved(NamedTuple):
    """Boards of one source with their answers, in the order of the source."""

    opened: Opened
    block: Block
    answers: Sequence[Answer]


def solved(
    events: Iterable[Event],
    limit: int,
    budget: Budget,
    threads: int,
    tell: Callable[[Event], None],
    solve: Solve = solve_texts,
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
                        job = pool.submit(solve, family, part.texts, limit, budget, cancel)
                        waiting.append((opened, part, job))
                else:
                    tell(event)
                while len(waiting) > 4 * threads or (waiting and waiting[0][2].done()):
                    yield _next(waiting)
            while waiting:
                yield _next(waiting)
        except KeyboardInterrupt:
            cancel[0] = 1
            yield from _found_until_now(waiting)
            raise
        finally:
            cancel[0] = 1  # whoever stops listening stops the kernels too


def _next(waiting: deque[tuple[Opened, Block, Future[Answers]]]) -> Solved:
    opened, block, job = waiting[0]
    answers = job.result()
    waiting.popleft()  # now, so that whoever interrupts the wait finds it there
    return Solved(opened, block, answers)


def _found_until_now(waiting: deque[tuple[Opened, Block, Future[Answers]]]) -> Iterator[Solved]:
    """What came of the slices in hand; a count that was stopped is what it came to."""
    for opened, block, job in waiting:
        if job.cancel():  # it had not begun
            continue
        answers = job.result()
        for at, part in enumerate(split(block, 1)):
            if answers[at].reason != CANCELLED or answers[at].count:
                yield Solved(opened, part, answers[at : at + 1])
