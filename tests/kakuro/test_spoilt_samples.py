"""A line that is spoilt near the beginning is one reject, and costs no format."""

from __future__ import annotations

import pytest

from solvers.core import Board, Reject
from solvers.reading import Source, read, write
from solvers.reading.writing import writer

TEXT = "# 3\\- 4\\-/-\\3 . ./-\\4 . ."


@pytest.mark.parametrize("name", ["kakuro-game-id", "euler-424", "cell-list"])
@pytest.mark.parametrize("stray", ["Grid 07", "1", "hello,"])
def test_a_stray_line_near_the_beginning_costs_itself(name: str, stray: str) -> None:
    board = Board("kakuro", "3x3", TEXT)
    form = writer(name)
    lines = "".join(write([board] * 8, form)).splitlines()
    each = len(lines) // 8
    rejects: list[Reject] = []

    found = list(read(Source.of("\n".join([*lines[: 2 * each], stray, *lines[2 * each :]])), rejects=rejects.append))

    assert {board.text for board in found} == {TEXT}
    assert len(found) >= (7 if name == "cell-list" else 8)  # a stray line is one of the cells of the board above it
    assert len(rejects) == 1
