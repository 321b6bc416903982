"""One piece of work, done by several sides in turn: medians, and ratios of runs that stood beside each other.

What a newcomer waits for is bounded: a case ends with the round in which its time is over, and a peer does no more of
the work than fits into its share of a round.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

ROUNDS = 5
SHARE_S = 2.0  # of a peer in a round: then it stops behind the board in hand

# Does the work once and returns how many units of it were done, so that a slow side may do a part of it.
Run = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Case:
    """A piece of work; ``note`` says what the reader must know, such as that a peer proves nothing.

    ``known`` holds our rates where they were measured already, as those of stages that cannot run alone. ``busy`` sides
    work in this process and never wait: CPU time counts for them where it is less than the clock's, for what others do
    on the machine is none of theirs. A side with several threads has more CPU time, so the clock counts for it.
    """

    name: str
    ours: Run = int
    peers: tuple[tuple[str, Run], ...] = ()
    unit: str = "boards"
    note: str = ""
    known: tuple[float, ...] = ()
    busy: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """Units a second of one side in each round; none, but a ``fault``, of a peer that failed."""

    side: str
    rates: tuple[float, ...]
    fault: str = ""

    @property
    def median(self) -> float:
        return statistics.median(self.rates)

    def ratio(self, ours: Figure) -> float:
        """How many times as fast ours was, by the median of the rounds."""
        return statistics.median(our / its for our, its in zip(ours.rates, self.rates, strict=True))


def over(solve: Callable[[str], object], boards: Sequence[str], seconds: float = SHARE_S) -> Run:
    """A side that takes board after board, as many as end in so many seconds and the one in hand."""

    def run() -> int:
        end = time.perf_counter() + seconds
        for done, board in enumerate(boards, 1):
            solve(board)
            if time.perf_counter() > end:
                return done
        return len(boards)

    return run


def measure(case: Case, rounds: int = ROUNDS, seconds: float = 25.0) -> tuple[Figure, ...]:
    """The figures of all sides, ours first; each round runs them one after the other, every second one backwards.

    After so many seconds no other round begins. A peer that raises is out, with what it raised.
    """
    sides = (() if case.known else (("gridmill", case.ours),)) + case.peers
    rates: dict[str, list[float]] = {name: [] for name, _ in sides}
    faults: dict[str, str] = {}
    start = time.perf_counter()
    for number in range(len(case.known) or rounds):
        for name, run in sides if number % 2 == 0 else reversed(sides):
            if name not in faults:
                faults |= _go(name, run, rates[name], busy=case.busy)
        if time.perf_counter() - start > seconds and not case.known:
            break
    rates["gridmill"] = list(case.known) or rates["gridmill"]
    names = ("gridmill", *(name for name, _ in case.peers))
    return tuple(Figure(name, () if name in faults else tuple(rates[name]), faults.get(name, "")) for name in names)


def _go(name: str, run: Run, rates: list[float], *, busy: bool) -> dict[str, str]:
    """Add the rate of a run; returns the fault of a peer that has one."""
    try:
        rates.append(_rate(run, busy=busy))
    except Exception as error:
        if name == "gridmill":
            raise
        return {name: f"{type(error).__name__}: {error}".partition("\n")[0][:80]}
    return {}


def _rate(run: Run, *, busy: bool) -> float:
    start, start_cpu = time.perf_counter(), time.process_time()
    done = run()
    taken, taken_cpu = time.perf_counter() - start, time.process_time() - start_cpu
    if not done:
        raise ValueError("did nothing of the work")
    return done / (min(taken, taken_cpu) if busy else taken)
