"""What rows of numbers are believed for: rows of spoilt grids are no magic squares, and lists of squares no grids."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from solvers.core import Board, Reject
from solvers.reading import Source, read

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SPARSE = "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4."  # magictour's board 1
CARDS = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."  # its board 2
PERMUTED = [dict(zip("123456789", order, strict=True)) for order in (
    "234567891", "918273645", "369258147", "471582693",
)]  # fmt: skip
LO_SHU = ["276951438", "294753618", "438951276", "492357816", "618753294", "672159834", "816357492", "834159672"]
DURER = (16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1)


def rows_of(board: str) -> list[list[str]]:
    return [list(board[at : at + 9]) for at in range(0, 81, 9)]


def spoilt(grids: list[list[list[str]]], fault: str, at: int) -> None:
    grid = grids[at // 9 % len(grids)]
    row = grid[at % 9]
    if fault == "missing":
        grid.remove(row)
    elif fault == "twice":
        grid.insert(at % 9, row)
    elif fault == "short":
        row.pop()
    elif fault == "long":
        row.append("1")
    elif fault == "word":
        grid.insert(at % 9, ["hello"])
    elif fault == "large":
        row[at % 9] = "73"


def boards(text: str) -> tuple[list[Board], list[Reject]]:
    rejects: list[Reject] = []
    return list(read(Source.of(text), rejects=rejects.append)), rejects


@pytest.mark.parametrize("fault", ["missing", "twice", "short", "long", "word", "large"])
@pytest.mark.parametrize("between", ["", "\n", "# next\n"])
@pytest.mark.parametrize("mark", [" ", ","])
def test_spoilt_rows_become_no_squares(fault: str, between: str, mark: str) -> None:
    some = [PAPER, SPARSE, CARDS]
    some += ["".join(names.get(cell, cell) for cell in board) for names in PERMUTED for board in some]
    for count, at in ((1, 4), (1, 1), (10, 31), (15, 70)):
        grids = [rows_of(board) for board in some[:count]]
        spoilt(grids, fault, at)

        found, rejects = boards(between.join("".join(f"{mark.join(row)}\n" for row in grid) for grid in grids))

        assert all(board.text in some for board in found)
        assert rejects
        assert len(found) == (count - 1 if between else len(found))


@pytest.mark.parametrize("share", [0.25, 0.5, 1])
@pytest.mark.parametrize("count", [5, 9, 18, 36])
@pytest.mark.parametrize("order", [3, 4])
def test_lists_of_squares_stay_squares(order: int, count: int, share: float) -> None:
    rng = Random(count)
    squares: Sequence[Sequence[object]] = LO_SHU if order == 3 else [DURER, DURER[::-1]]
    lines = [
        " ".join(str(number) if rng.random() < share else "0" for number in rng.choice(squares)) for _ in range(count)
    ]

    found, rejects = boards("\n".join(lines))

    assert [board.variant for board in found] == [f"normal-{order}"] * count
    assert not rejects
