"""Squares without a single sign: sudoku with its rows joined is no futoshiki, other latin squares stay one."""

from __future__ import annotations

from solvers.core import Board, Reject
from solvers.reading import Source, read

PAPER = "53..7..../6..195.../.98....6./8...6...3/4..8.3..1/7...2...6/.6....28./...419..5/....8..79"
LATIN = "123456789/2.4.6.8.1/3.5.7.9.2/4.6.8.1.3/........./........./........./........./........."


def found(text: str) -> tuple[list[Board], list[Reject]]:
    rejects: list[Reject] = []
    return list(read(Source.of(text), rejects=rejects.append)), rejects


def test_sudoku_with_its_rows_joined_is_no_futoshiki() -> None:
    for copies in (1, 5):
        boards, rejects = found(f"{PAPER}\n" * copies)

        assert boards == []
        assert [reject.lines for reject in rejects] == [copies]


def test_squares_without_signs_are_read_where_boxes_tell() -> None:
    boards, rejects = found(f"{PAPER}\n{LATIN}\n")

    assert [board.family for board in boards] == ["futoshiki"] * 2
    assert not rejects
