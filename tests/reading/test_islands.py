"""Boards between lines that are none: whether they are what somebody wrote, or cut out of something else."""

from __future__ import annotations

import pytest

from solvers.core import Reject
from solvers.reading import Source, read

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NONE = "0 1 0 42\n0 2 0 17\n"
KANOODLE = "AAGGGHHFEEE\nLAGJGHHFFIE\nLKJJJHCFIIE\nLKKJCCCFI..\nLLKKBBBBI..\n"
ANSWERS = ". . . . . .\n" * 6  # of eleven characters, as rows of Kanoodle
KAKURO = """\
pzprv3
kakuro
6
6
0 0 0 20 20 29 0
0 -1,-1 19,-1 . . . -1,21
0 -1,-1 13,-1 . . . .
0 -1,-1 30,16 . . . .
0 34,-1 . . . . .
0 10,-1 . . -1,-1 -1,-1 -1,-1
0 -1,-1 -1,-1 -1,-1 -1,-1 -1,-1 -1,-1
"""
SMALL = "0 0 0 4\n0 0 1 0\n2 0 0 0\n0 0 0 3\n"


def lines_of(text: str) -> tuple[list[int], list[int]]:
    """The lines of the boards and of the rejects."""
    rejects: list[Reject] = []
    return [board.line for board in read(Source.of(text), rejects=rejects.append)], [each.line for each in rejects]


@pytest.mark.parametrize("between", ["", "\n", "\n\n", "START:\n", "\n4\n"])
def test_a_board_of_another_size_between_lines_that_are_none(between: str) -> None:
    found, rejects = lines_of(f"{LINE}\n{LINE}\n\n{NONE}{between}{SMALL}{between}{NONE}")

    assert found == [1, 2]
    assert rejects


def test_a_board_of_another_size_among_boards() -> None:
    assert lines_of(f"{LINE}\n{LINE}\n\n{SMALL}\n{SMALL}\n{LINE}\n") == ([1, 2, 4, 9, 14], [])


def test_an_empty_board_beside_lines_that_are_none() -> None:
    found, _ = lines_of(f"{KANOODLE}\n" * 12 + f"{KAKURO}{ANSWERS}\n" * 2)

    assert found[:12] == list(range(1, 73, 6))
    assert set(found[12:]) <= {73, 91}
