"""One piece of work, done by several sides in turn: medians, and ratios of runs that stood beside each other."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 5
PATIENCE_S = 25.0  # a case ends with the round in which its sides have taken so long together

# Does the work once and returns how many units of it were done, so that a slow side may do a part of it.
Run = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Case:
    """A piece of work; ``note`` says what the reader must know, such as that a peer proves nothing.

    ``known`` holds our rates where they were measured already, as those of stages that cannot run alone.
    """

    name: str
    ours: Run = int
    peers: tuple[tuple[str, Run], ...] = ()
    unit: str = "boards"
    note: str = ""
    known: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """Units a second of one side in each round."""

    side: str
    rates: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.rates)

    def ratio(self, ours: Figure) -> float:
        """How many times as fast ours was, by the median of the rounds."""
        return statistics.median(our / its for our, its in zip(ours.rates, self.rates, strict=True))


def measure(case: Case, rounds: int = ROUNDS) -> tuple[Figure, ...]:
    """The figures of all sides, ours first; each round runs them one after the other, every second one backwards."""
    if case.known:
        return (Figure("gridmill", case.known),)
    sides = (("gridmill", case.ours), *case.peers)
    rates: dict[str, list[float]] = {name: [] for name, _ in sides}
    start = time.perf_counter()
    for round_number in range(rounds):
        for name, run in sides if round_number % 2 == 0 else reversed(sides):
            rates[name].append(_rate(run))
        if time.perf_counter() - start > PATIENCE_S:
            break
    return tuple(Figure(name, tuple(rates[name])) for name, _ in sides)


def _rate(run: Run) -> float:
    start = time.perf_counter()
    done = run()
    return done / (time.perf_counter() - start)
