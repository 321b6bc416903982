"""Boards to proven, checked answers in one process and one thread: no reading, no queue, no database.

The peer enumerates all solutions by CP-SAT; the time to put a board into its words is counted.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.__main__ import main
from benchmarks.case import Case
from benchmarks.data import peer
from benchmarks.peers import unequal_cp_sat
from solvers import registry
from solvers.solving import solve_texts

TITLE = "Futoshiki"


def cases() -> Iterator[Case]:
    known = registry.family("futoshiki")
    boards = [example.text for example in known.examples if example.solution]
    peer_solve = unequal_cp_sat(getattr(peer("puzzle_solver"), "unequal_solver", None))

    def ours() -> int:
        return len(solve_texts(known, boards * 100))

    def theirs() -> int:
        assert peer_solve is not None
        return len([peer_solve(board) for board in boards])

    peers = (("multi-puzzle-solver", theirs),) if peer_solve else ()
    yield Case("boards of 2x2 to 12x12, from the Guardian and made", ours, peers)


if __name__ == "__main__":
    main("futoshiki")
