"""Rows of nothing but marks in grids of a spreadsheet: they part boards, or are rows of one, and shift none."""

from __future__ import annotations

import random
from io import BytesIO

import pytest

from solvers.core import Board, Reject
from solvers.reading import Source, read
from solvers.reading.sheet import _cheapest, _even

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = ".13.....22.....48....7...19...9..8..7......2....3.......263.9..4.9.7.6....149...8"
HIGH = ".........12.......3....................4..5.....6......78......................9."  # its first row is empty
DEEP = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
LOW = "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5..........."  # its last one is
ORDERS = [(PAPER, OTHER, PAPER), (PAPER, HIGH, OTHER), (HIGH, HIGH), (DEEP, LOW, LOW), (LOW, LOW, PAPER, LOW)]


class Pipe(BytesIO):
    """Gives one line at a time."""

    def read1(self, _: int | None = -1) -> bytes:
        return self.readline()


def boards(text: str, pipe: bool = False) -> tuple[list[Board], list[Reject]]:
    rejects: list[Reject] = []
    source = Source("text", lambda: Pipe(text.encode())) if pipe else Source.of(text)
    return list(read(source, rejects=rejects.append)), rejects


def sheet(text: str, mark: str) -> str:
    return "".join(mark.join(text[at : at + 9]).replace(".", "") + "\n" for at in range(0, 81, 9))


@pytest.mark.parametrize("pipe", [False, True])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("between", [0, 1, 2])
@pytest.mark.parametrize("order", ORDERS)
def test_rows_of_marks_shift_no_board(order: tuple[str, ...], between: int, mark: str, pipe: bool) -> None:
    parts = (mark * 8 + "\n") * between
    text = parts.join(sheet(board, mark) for board in order)

    found, rejects = boards(text, pipe)

    assert [each.text for each in found] == list(order)
    assert not rejects
    assert [each.line for each in found] == [1 + at * (9 + between) for at in range(len(order))]


def test_more_rows_than_a_line_of_marks_explains_are_told() -> None:
    cut = sheet(OTHER, ",").partition("\n")[2]

    found, rejects = boards(sheet(PAPER, ",") + sheet(PAPER, ",") + cut)

    assert [each.text for each in found] == [PAPER, PAPER]
    assert [reject.lines for reject in rejects] == [8]


def layout(kind: str, order: tuple[str, ...], mark: str) -> str:
    """The boards as people lay them out in a sheet."""
    empty = mark * 8 + "\n"
    grids = [sheet(board, mark) for board in order]
    if kind == "above":
        return empty + empty.join(grids)
    if kind == "below":
        return "".join(grid + empty for grid in grids) + empty
    if kind == "before":
        return (mark * 9 + "\n").join("".join(f"{mark}{row}\n" for row in grid.splitlines()) for grid in grids)
    if kind == "behind":
        return (mark * 9 + "\n").join("".join(f"{row}{mark}\n" for row in grid.splitlines()) for grid in grids)
    titles = {"word": "Nr. {}", "number": "{}", "date": "2004-01-{:02}"}
    return "".join(titles[kind].format(at) + empty + grid + empty for at, grid in enumerate(grids, 1))


@pytest.mark.parametrize("pipe", [False, True])
@pytest.mark.parametrize("mark", [",", "\t"])
@pytest.mark.parametrize("kind", ["above", "below", "before", "behind", "word", "number", "date"])
def test_each_board_of_a_sheet_is_read_wherever_it_stands(kind: str, mark: str, pipe: bool) -> None:
    for order in ((PAPER, OTHER), (OTHER, PAPER, DEEP), (PAPER, LOW, OTHER, PAPER, PAPER), (PAPER, OTHER, DEEP) * 100):
        found, rejects = boards(layout(kind, order, mark), pipe)

        assert [each.text for each in found] == list(order)
        assert not rejects
        if kind == "number":
            assert [each.label for each in found] == list(map(str, range(1, len(order) + 1)))


@pytest.mark.parametrize("at", [0, 4, 8, 10, 19, 24])
@pytest.mark.parametrize("mark", [",", "\t"])
@pytest.mark.parametrize("count", [2, 3])
def test_a_row_that_is_missing_in_a_sheet_costs_its_board(count: int, mark: str, at: int) -> None:
    order = (PAPER, OTHER, PAPER)[:count]
    lines = (mark * 8 + "\n").join(sheet(board, mark) for board in order).splitlines()
    if at < len(lines):
        del lines[at]

    found, rejects = boards("\n".join(lines))

    assert all(each.text in order for each in found)
    assert rejects or len(found) == count


def test_what_parts_even_boards_is_what_the_cheapest_reading_says() -> None:
    by = random.Random(1)
    even = 0
    for _ in range(3000):
        size = by.choice((4, 6, 9))
        runs = ["D" * (size * by.choice((1, 1, 1, 1, 2)) - (by.randrange(20) == 0)) for _ in range(by.randrange(1, 6))]
        kinds = "".join(by.choice(("", "E", "E", "EE")) + run for run in runs) + by.choice(("", "E"))
        kinds = kinds[: len(kinds) - by.choice((0, 0, 1, size // 2))]
        for final in (True, False):
            found = _even(kinds, size, final=final)
            even += found is not None
            assert found in (None, _cheapest(kinds, size, final=final))
    assert even > 1000
