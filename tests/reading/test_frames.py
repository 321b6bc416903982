"""What stands between two frames is one board or one reject, whatever became of one of its lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from solvers.core import Reject
from solvers.reading import Source, read
from tests.reading.test_alike import BOARDS, told

MORE = [BOARDS[1].translate(str.maketrans("123456789", "123456789"[at:] + "123456789"[:at])) for at in range(9)]
THREE = [*BOARDS, BOARDS[0][::-1]]
Draw = Callable[[Sequence[str]], str]
Change = Callable[[list[str], int], list[str]]


def rows(cells: str) -> list[str]:
    return [cells[at : at + 9] for at in range(0, 81, 9)]


def banded(cells: str, row: Callable[[str, str, str], str], border: str) -> str:
    lines = [row(text[:3], text[3:6], text[6:]) for text in rows(cells)]
    return "\n".join([*lines[:3], border, *lines[3:6], border, *lines[6:]])


def framed(cells: str) -> str:
    border = "+-------+-------+-------+"
    inner = banded(cells, lambda *boxes: f"| {' | '.join(map(' '.join, boxes))} |", border)
    return f"{border}\n{inner}\n{border}"


def starred(cells: str) -> str:
    inner = banded(cells, lambda *boxes: f"|{'|'.join(boxes)}|", "|---+---+---|")
    return f"*-----------*\n{inner}\n*-----------*"


def dotted(cells: str) -> str:
    inner = banded(cells, lambda *boxes: f"| {' | '.join(map(' '.join, boxes))} |", ":-------+-------+-------:")
    return f".-------.-------.-------.\n{inner}\n'-------'-------'-------'"


def barred(cells: str) -> str:
    return banded(cells, lambda *boxes: "|".join(boxes), "---|---|---")


DRAWN: dict[str, Draw] = {
    "framed": lambda boards: "\n".join(map(framed, boards)),
    "framed, apart": lambda boards: "\n\n".join(map(framed, boards)),
    "starred": lambda boards: "\n".join(map(starred, boards)),
    "dotted": lambda boards: "\n".join(map(dotted, boards)),
    "barred, titled": lambda boards: "\n".join(f"% title\n{barred(board)}" for board in boards),
    "barred, apart": lambda boards: "\n\n".join(map(barred, boards)),
    "dashes between": lambda boards: "\n---\n".join("\n".join(rows(board)) for board in boards),
    "nine dashes between": lambda boards: "\n---------\n".join("\n".join(rows(board)) for board in boards),
}
CHANGES: dict[str, Change] = {
    "missing": lambda lines, at: lines[:at] + lines[at + 1 :],
    "twice": lambda lines, at: lines[: at + 1] + lines[at:],
    "short": lambda lines, at: [*lines[:at], lines[at].replace(".", "", 1), *lines[at + 1 :]],
    "letter": lambda lines, at: [*lines[:at], lines[at].replace(".", "q", 1), *lines[at + 1 :]],
    "word": lambda lines, at: [*lines[:at], "hello world", *lines[at:]],
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", DRAWN)
def test_a_spoilt_line_costs_the_board_it_stands_in(name: str, change: str) -> None:
    lines = DRAWN[name](THREE).split("\n")
    at = [number for number, line in enumerate(lines) if "." in line and not line.startswith(".-")]
    for row in (1, 8, 10, 13, 17, 19):
        rejects: list[Reject] = []

        found = read(Source.of("\n".join(CHANGES[change](lines, at[row]))), rejects=rejects.append)

        assert [board.text for board in found] == [board for number, board in enumerate(THREE) if number != row // 9]
        assert any(at[row] - 12 <= reject.line <= at[row] + 2 for reject in rejects)


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_whole_is_read(name: str) -> None:
    assert [board.text for board in read(Source.of(DRAWN[name](THREE)))] == THREE


def test_the_same_grid_behind_one_with_a_row_too_many_is_a_board() -> None:
    edge = "*-----------*"
    lines = banded(BOARDS[0], lambda *boxes: f"|{'|'.join(boxes)}|", "|---+---+---|").split("\n")
    rejects: list[Reject] = []
    text = "\n".join([edge, *lines, lines[2], edge, edge, *lines, edge])

    found = list(read(Source.of(text), format="clipboard", rejects=rejects.append))

    assert [(board.text, board.line) for board in found] == [(BOARDS[0], 16)]
    assert [(reject.line, reject.lines) for reject in rejects] == [(2, 12)]


@pytest.mark.parametrize("noise", ["-\n|+1+\n\n.11-", "-+\n1|\n\n|.\n--1\n-111\n.-.-1|-"])
def test_borders_around_rows_of_no_board_lose_no_line(noise: str) -> None:
    *_, tally, count = told("grid", "\n".join([noise, "", *rows(BOARDS[0])]))

    assert isinstance(tally, tuple) and sum(tally) == count  # noqa: PT018


@pytest.mark.parametrize("change", ["missing", "short", "letter"])
def test_what_became_of_a_spoilt_grid_is_no_board(change: str) -> None:
    spoilt = "\n".join(CHANGES[change](starred(THREE[0]).split("\n"), 2))
    text = f"{spoilt}\n\n{starred(THREE[0].replace('.', '5', 1))}\n\n"
    text += "\n\n".join(map(starred, MORE)) + "\n"
    rejects: list[Reject] = []

    found = read(Source.of(text), rejects=rejects.append)

    assert [board.text for board in found] == MORE
    assert [reject.line for reject in rejects] == [2]


def test_a_row_twice_in_the_last_of_titled_grids_costs_that_one() -> None:
    lines = "\n".join("\n".join([f"Grid {at}", *rows(board)]) for at, board in enumerate(THREE)).split("\n")
    rejects: list[Reject] = []

    found = read(Source.of("\n".join(CHANGES["twice"](lines, 23))), rejects=rejects.append)

    assert [board.text for board in found] == THREE[:2]
    assert [(reject.line, reject.lines) for reject in rejects] == [(22, 10)]


@pytest.mark.parametrize("change", ["missing", "twice"])
def test_rows_of_candidates_that_are_shifted_are_no_boards(change: str) -> None:
    cells = (row[:4] + row[4].replace(".", "u") + row[5:] for text in MORE for row in rows(text))
    lines = [" ".join({".": "12456", "u": "u7"}.get(cell, cell) for cell in row) for row in cells]
    rejects: list[Reject] = []

    found = list(read(Source.of("\n".join(CHANGES[change](lines, 31))), rejects=rejects.append))

    placed = {text: "".join(row[:4] + row[4].replace(".", "7") + row[5:] for row in rows(text)) for text in MORE}
    assert all((board.fields or {})["placed"] == placed[board.text] for board in found)
    assert len(found) > 6
    assert rejects
