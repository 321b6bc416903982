"""Numbers and dates above grids: titles, as long as they are no rows."""

from __future__ import annotations

import pytest

from solvers.core import Board, Reject
from solvers.reading import Source, read

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BOARDS = [PAPER, PAPER[::-1], PAPER.translate(str.maketrans("123456789", "234567891"))]


def plain(cells: str) -> str:
    return "".join(f"{cells[at : at + 9]}\n" for at in range(0, 81, 9))


def digits(cells: str) -> str:
    return plain(cells.replace(".", "0"))


def drawn(cells: str) -> str:
    rows = [" | ".join(" ".join(cells[at + box : at + box + 3]) for box in (0, 3, 6)) for at in range(0, 81, 9)]
    border = "------+-------+------"
    return "\n".join([*rows[:3], border, *rows[3:6], border, *rows[6:], ""])


def boards(text: str) -> tuple[list[Board], list[Reject]]:
    rejects: list[Reject] = []
    return list(read(Source.of(text), rejects=rejects.append)), rejects


@pytest.mark.parametrize("title", ["1", "7.", "(7)", "1999", "20040110", "2004-01-10", "10.01.2004", "1/10/2004"])
@pytest.mark.parametrize("grid", [plain, digits, drawn])
@pytest.mark.parametrize(("between", "below"), [("", ""), ("\n", ""), ("\n", "\n")])
def test_a_number_or_date_is_the_label_of_the_grid_below(title: str, grid, between: str, below: str) -> None:  # type: ignore[no-untyped-def]
    titles = [title.replace("1", str(number), 1) for number in (1, 2, 3)]

    found, rejects = boards(
        between.join(f"{title}\n{below}{grid(cells)}" for title, cells in zip(titles, BOARDS, strict=True))
    )

    assert [(each.text, each.label) for each in found] == list(zip(BOARDS, titles, strict=True))
    assert not rejects


def test_a_number_as_long_as_a_row_that_no_sudoku_has() -> None:
    found, rejects = boards("".join(f"100200011\n{plain(cells)}" for cells in BOARDS))

    assert [(each.text, each.label) for each in found] == [(cells, "100200011") for cells in BOARDS]
    assert not rejects


@pytest.mark.parametrize("between", ["", "\n"])
def test_a_row_that_lost_a_cell_is_no_title(between: str) -> None:
    found, rejects = boards(between.join([digits(BOARDS[0]), digits(BOARDS[1])[1:], digits(BOARDS[2])]))

    assert BOARDS[1] not in [each.text for each in found]
    assert {each.text for each in found} <= set(BOARDS)
    assert rejects[0].line == 10 + bool(between)
    assert all(each.label == "" for each in found)


def test_titles_where_pages_of_a_source_end() -> None:
    many = [f"{20040100 + number}\n{plain(PAPER)}" for number in range(9000)]  # more than half a megabyte

    found, rejects = boards("\n".join(many))

    assert [each.label for each in found] == [str(20040100 + number) for number in range(9000)]
    assert {each.text for each in found} == {PAPER}
    assert not rejects


@pytest.mark.parametrize("count", ["3", "03"])
def test_a_judges_number_of_boards_is_no_title(count: str) -> None:
    found, rejects = boards(f"{count}\n{''.join(map(digits, BOARDS))}")

    assert [(each.text, each.label) for each in found] == [(cells, "") for cells in BOARDS]
    assert not rejects
