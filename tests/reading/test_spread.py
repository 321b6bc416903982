"""Tables with a column for each cell: which of the columns are the cells, and what is done where that is not clear."""

from __future__ import annotations

import pytest

from solvers.core import Board, Reject
from solvers.reading import Source, read

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = ".13.....22.....48....7...19...9..8..7......2....3.......263.9..4.9.7.6....149...8"
CELLS = ",".join(f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10))


def boards(text: str) -> tuple[list[Board], list[Reject]]:
    rejects: list[Reject] = []
    return list(read(Source.of(text), rejects=rejects.append)), rejects


def row(text: str, before: str = "", behind: str = "", empty: str = "") -> str:
    return before + ",".join(text).replace(".", empty) + behind + "\n"


@pytest.mark.parametrize("header", [True, False])
@pytest.mark.parametrize(("before", "behind"), [("", ",2"), ("1,", ""), ("1,", ",2"), ("", ",A,7"), ("1,x,", ",3,4")])
def test_columns_of_one_symbol_beside_the_cells_shift_no_board(before: str, behind: str, header: bool) -> None:
    names = ["id", "kind"][: before.count(",")], ["level", "rating"][: behind.count(",")]
    head = ",".join((*names[0], CELLS, *names[1])) + "\n" if header else ""

    found, rejects = boards(head + row(PAPER, before, behind) + row(OTHER, before, behind))

    assert [each.text for each in found] == [PAPER, OTHER]
    assert not rejects


def test_columns_that_cannot_be_told_apart_are_refused() -> None:
    found, rejects = boards("1" + ",." * 81 + "\n" + "2" + ",." * 81 + "\n")

    assert not found
    assert {reject.reason for reject in rejects} == {
        "expected names or values of columns that tell which 81 of the 82 are the cells"
    }


def test_a_row_of_another_width_is_refused() -> None:
    rows = [row(PAPER, behind=",2", empty="0")] * 30

    found, rejects = boards("".join([*rows, row(PAPER, empty="0"), row(OTHER, behind=",1", empty="0")]))

    assert [each.text for each in found] == [PAPER] * 30 + [OTHER]
    assert [(reject.line, reject.reason) for reject in rejects] == [(31, "expected 82 columns, got 81")]
