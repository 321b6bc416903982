"""What stands behind boards and may be boards of another format is no comment."""

from __future__ import annotations

from functools import cache

import pytest

from solvers.core import Board, Reject
from solvers.reading import Source, formats, read
from solvers.reading.writing import write, writer
from solvers.sudoku.formats.remarks import is_remark
from tests.reading.test_alike import BOARDS

OTHERS = [BOARDS[0].translate(str.maketrans("123456789", "234567891")), BOARDS[1].translate(str.maketrans("19", "91"))]
SAME = ("sdm", "sudokupad", "zoj3122")  # as others, but for a word
NAMES = [form.name for form in formats() if form.write and form.family in ("", "sudoku") and form.name not in SAME]


@cache
def written(name: str, texts: tuple[str, ...]) -> str:
    return "".join(write([Board("sudoku", "9x9", text) for text in texts], writer(name)))


@pytest.mark.parametrize("first", NAMES)
def test_boards_of_another_format_are_never_lost_in_silence(first: str) -> None:
    for behind in NAMES:
        rejects: list[Reject] = []
        if behind == first:
            continue
        text = written(first, tuple(BOARDS)) + written(behind, tuple(OTHERS))
        found = [board.text for board in read(Source.of(text), rejects=rejects.append)]

        assert set(found) <= {*BOARDS, *OTHERS}, behind
        assert set(found) == {*BOARDS, *OTHERS} or rejects, behind


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Simple Sudoku 4.2",
        "# 5 3 0 0 7 0 0 0 0",
        "Created 2004-01-10 by N. N., see http://www.example.org/sudoku",
        "Rating: 7.1/1.2/1.2",
        "constraint forall(i in 1..n) (alldifferent(row(x, i)));",
        "................................",
    ],
)
def test_remarks_of_people(text: str) -> None:
    assert is_remark(text)


def test_cells_are_no_remarks() -> None:
    rows = (BOARDS[0], BOARDS[0][:9], "5 3 . | . 7 . | . . .", "puzzle,solution", '{"puzzle": 5}', "3, 4, _, _, 7, _")

    assert not any(map(is_remark, rows))


@pytest.mark.parametrize(
    "row",
    [".", "A..", "EEEAAIIIGG.", "./../.../....", "kanoodle:A../...", ". < 2 . .", "^   v", "0 0 0 > 0", "5", "^ ^"],
)
def test_rows_of_other_families_are_no_remarks(row: str) -> None:
    assert not is_remark(row)


@pytest.mark.parametrize("first", ["clipboard", "sdk", "minizinc"])
@pytest.mark.parametrize("behind", ["pzl7", "pzpr"])
def test_files_of_several_lines_behind_others_are_read(first: str, behind: str) -> None:
    many = tuple(BOARDS * 400)  # more than a format is recognised by
    rejects: list[Reject] = []
    found = [
        board.text
        for board in read(Source.of(written(first, many) + written(behind, tuple(OTHERS))), rejects=rejects.append)
    ]

    assert sorted(found) == sorted([*many, *OTHERS])
    assert not rejects


@pytest.mark.parametrize("run", [" ", "-", "=", ".", "1 ", ".-", "/"])
def test_long_runs_of_a_sign_are_looked_through_once(run: str) -> None:
    """Patterns that look through them again from each place would not come to an end here."""
    text = f"A{run * 50_000}x\n"
    good = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
    rejects: list[Reject] = []

    found = list(read(Source.of(f"[Puzzle]\n{text}{good}{text}"), rejects=rejects.append))

    assert len(found) <= 1
    assert rejects
