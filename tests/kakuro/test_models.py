"""The notations of other programs' models and games, against boards that stand in their repositories."""

from __future__ import annotations

import json

import pytest

from solvers.core import Board, Reject, Verdict
from solvers.kakuro import FAMILY
from solvers.kakuro.formats import DZN, FORMATS
from solvers.reading import Source
from solvers.reading import read as read_source
from solvers.reading.format import Lines, Sample, Wish

# MiniZinc/minizinc-benchmarks, kakuro/kakuro_6_6_easy.dzn: its numbers.
WHITE = ("000000", "001110", "011110", "011011", "001111", "001110")
ACROSS = ((2, 2, 3, 8), (3, 1, 4, 15), (4, 1, 2, 9), (4, 4, 2, 8), (5, 2, 4, 22), (6, 2, 3, 15))
DOWN = ((2, 2, 2, 3), (1, 3, 5, 34), (1, 4, 2, 4), (4, 4, 2, 17), (1, 5, 5, 15), (3, 6, 2, 4))
EASY = "# # 34\\- 4\\- 15\\- #/# 3\\8 . . . #/-\\15 . . . . 4\\-/-\\9 . . 17\\8 . ./# -\\22 . . . ./# -\\15 . . . #"
# xcsp3team/PyCSP3-models, recreational/Kakuro/easy-000.json: across and down of each cell.
PYCSP3 = [
    ["", "", ",35", ",17", ",16", ""],
    ["", "14,17", ".", ".", ".", ""],
    ["27,", ".", ".", ".", ".", ",4"],
    ["17,", ".", ".", "4,17", ".", "."],
    ["", "21,", ".", ".", ".", "."],
    ["", "23,", ".", ".", ".", ""],
]


def best(text: str) -> tuple[str, list[Board | Reject]]:
    texts = text.splitlines()
    sample = Sample(tuple(texts))
    scores = sorted(((form.sniff(sample), form) for form in FORMATS), key=lambda score: -score[0])
    assert scores[0][0] > scores[1][0], scores[:2]
    lines = Lines(texts)
    found = list(scores[0][1].read(lines, Wish()))
    assert lines.tally.total() == len(texts)
    return scores[0][1].name, found  # type: ignore[return-value]  # these formats give no blocks


def only_board(text: str, name: str) -> str:
    format_name, (board,) = best(text)
    assert isinstance(board, Board), board
    assert format_name == name
    return board.text


def dzn() -> str:
    rows = [f"\t{', '.join(row)}|" for row in WHITE]
    clues = ["\n".join(f"\t{', '.join(map(str, clue))}|" for clue in side) for side in (ACROSS, DOWN)]
    return "\n".join(
        ["", "h = 6;", "w = 6;", "grid_data = [|", *rows, "];", "n_h = 6;", f"h_clue = [|{clues[0]}", "];  % across",
         "n_v = 6;", f"v_clue = [|{clues[1]}", "];"]
    )  # fmt: skip


def test_minizinc_data() -> None:
    text = only_board(dzn(), "kakuro-dzn")

    assert text == EASY
    assert FAMILY.solve([text])[0].verdict is Verdict.UNIQUE


def test_pycsp3_data() -> None:
    def cell(word: str) -> dict[str, int]:
        if word == ".":
            return {"x": 0, "y": 0}
        across, _, down = word.partition(",")
        return {"x": int(across or -1), "y": int(down or -1)}

    data = {"nRows": 6, "nCols": 6, "clues": [[cell(word) for word in row] for row in PYCSP3]}

    texts = {only_board(json.dumps(data, indent=space), "kakuro-pycsp3") for space in (None, 2)}

    assert len(texts) == 1
    assert texts.pop().startswith("# # 35\\- 17\\- 16\\- #/# 17\\14 . . . #/-\\27 . . . . 4\\-/")


def test_game_ids() -> None:
    assert only_board("2,9D1:XV3V4H3bH4b", "kakuro-game-id") == "# 3\\- 4\\-/-\\3 . ./-\\4 . ."
    assert only_board("2,12:XV3V4H3bH4b", "kakuro-game-id") == "digits=12:# 3\\- 4\\-/-\\3 . ./-\\4 . ."
    assert only_board("2:XV3XH3aB5.4XaX", "kakuro-game-id") == "# 3\\- #/-\\3 . 4\\5/# . #"


def test_project_euler_424_without_and_with_letters() -> None:
    assert only_board("3,X,(v3),(v4),(h3),O,O,(h4,v9),1,O", "euler-424") == "# 3\\- 4\\-/-\\3 . ./9\\4 1 ."
    name, (reject,) = best("3,X,(vCC),(vI),(hFE),D,O,(hD),O,O")
    assert (name, isinstance(reject, Reject)) == ("euler-424", True)
    assert "letters stand for unknown digits" in reject.reason  # type: ignore[union-attr]  # it is a reject


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (dzn().replace("2, 2, 3, 8", "2, 2, 4, 8"), "expected a black cell before 4 white ones at r2c2, got 3"),
        (dzn().replace("w = 6", "w = 7"), "expected 42 cells"),
        (dzn().replace("h = 6", "h = 0"), "expected 1 to 1000 rows"),
        (dzn().replace("v_clue", "clue_v"), "expected v_clue"),
        ('{"nRows": 1, "nCols": 1, "clues": [[{"x": 1}]]}', "expected a cell such as"),
        ('{"nRows": 2, "nCols": 1, "clues": [[{"x": 1, "y": 2}]]}', "expected 2 rows of 1 cells"),
        ('{"nRows": 1, "clues": [', "expected JSON"),
        ("2,9:XV3V4H3bH4a", "expected 9 cells, got 8"),
        ("2,9O:EXV3V4H3bH4b", "rules beside those of kakuro"),
        ("4,X,(v3),(v4)", "expected 16 cells, got 3"),
    ],
)
def test_what_is_wrong_is_said(text: str, why: str) -> None:
    _, (reject,) = best(text)

    assert isinstance(reject, Reject)
    assert why in reject.reason


def test_lines_that_are_no_data_are_not_taken_with_a_board_behind_them() -> None:
    line = '{"puzzle": "' + "53..7...." * 9 + '"}\n'
    rejects: list[Reject] = []

    found = list(read_source(Source.of(line * 30 + "\n" + DZN.example), rejects=rejects.append))
    named = list(read_source(Source.of(line * 3 + DZN.example), format="kakuro-dzn", rejects=rejects.append))

    assert [board.line for board in found if board.family == "sudoku"] == list(range(1, 31))
    assert not named
    assert rejects[-1].reason.startswith("expected name = value;")


def test_data_may_end_without_a_semicolon_and_begin_with_a_comment() -> None:
    text = "% a board\n\n" + DZN.example.rstrip().removesuffix(";")

    (board,) = read_source(Source.of(text))

    assert board.text == "# 3\\- 4\\-/-\\3 . ./-\\4 . ."
