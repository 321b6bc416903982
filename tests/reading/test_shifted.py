"""Grids with nothing between them that lack a row, more of them than can be held back: none is made up."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from solvers.core import Block, Board, Reject
from solvers.reading import Source, read
from solvers.reading.format import Lines
from solvers.sudoku.formats import shifted

# The first of G. Royle's list of boards with 17 givens.
SHUFFLED = 0.25  # then about one in twelve has, as of the whole list
THIRDS = (0, 3, 6)
SPARSE = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"


def many(count: int) -> list[str]:
    """Boards of 17 givens: other digits, some with rows in another order; of shifted ones few have a given twice."""
    random = Random(7)
    found = []
    for _ in range(count):
        rows = [SPARSE[at : at + 9] for at in range(0, 81, 9)]
        bands = [
            random.sample(rows[at : at + 3], 3) if random.random() < SHUFFLED else rows[at : at + 3] for at in THIRDS
        ]
        digits = "." + "".join(random.sample("123456789", 9))
        found.append("".join(map("".join, bands)).translate(str.maketrans("0123456789", digits)))
    return found


def read_without(row: int, written: list[str], rejects: list[Reject]) -> list[Board]:
    rows = [board[at : at + 9] for board in written for at in range(0, 81, 9)]
    del rows[row]
    return list(read(Source.of("\n".join(rows) + "\n"), rejects=rejects.append))


@pytest.mark.parametrize("row", [40, 5 * 9 + 3])
def test_more_boards_than_are_held_back_are_refused_and_never_made_up(
    row: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shifted, "HELD", 3000)
    monkeypatch.setattr(shifted, "MOST", 12_000)
    written, rejects = many(20_000), list[Reject]()

    found = read_without(row, written, rejects)

    assert {board.text for board in found} <= set(written)
    assert len(found) > 1000  # those behind the ones that were given up
    assert sum(reject.lines for reject in rejects) + 9 * len(found) == 9 * len(written) - 1


def test_boards_that_are_held_back_are_found_again() -> None:
    written, rejects = many(6000), list[Reject]()

    found = read_without(40, written, rejects)

    assert {board.text for board in found} <= set(written)
    assert len(found) > 5900


@pytest.mark.parametrize("held", [1, 300])
def test_rows_that_never_end_are_looked_at_once(held: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done for each board must not grow with the boards before it."""
    monkeypatch.setattr(shifted, "HELD", held)
    looked: Counter[int] = Counter()
    count = shifted._boards_in

    def counted(item: Board | Block) -> int:
        looked[boards] += 1
        return count(item)

    monkeypatch.setattr(shifted, "_boards_in", counted)
    for boards in (1000, 4000):
        text = "#Afoo\n[Puzzle]\n" + "53..7....\n" * 9 * boards
        list(read(Source.of(text), rejects=lambda _: None))

    assert 0 < looked[4000] < 6 * looked[1000]


def test_small_pages_are_kept_together() -> None:
    lines = Lines(pages=([f"{at}", "x"] for at in range(10_000)))
    for _ in lines:
        pass

    assert lines.between(19_000, 19_003) == ["x", "9500", "x", "9501"]
    assert len(lines._turned) < 200
