"""Sudoku in the notations of programs, sites and judges."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode

import pytest

from solvers.core import Board, Reject
from solvers.reading import Note, Source, formats, read, stream, write
from solvers.sudoku.formats.clipboard import write as write_clipboard
from solvers.sudoku.formats.lzstring import compress

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL, OTHER = "..1..4.....2.2..", ".1....23.....3.."
TWO = "2\n..1.\n.4..\n...2\n.2..\n.1..\n..23\n....\n.3..\n"
WRITTEN = [form for form in formats() if form.write is not None and form.family in ("sudoku", "")]
SQUARE_ONLY = {"zoj3122": (16,), "exchange": (9,)}

# Made with the lz-string that f-puzzles itself uses: the board above, where r1c3 holds a digit that is not given;
# the same with two cages and a knight's rule; and a board of 4x4 with its solution.
PLAIN_LINK, CAGES_LINK, SMALL_LINK = (
    (
        "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QAUBDABxgCcRVCBXNACwHsK8A5SkM6nMGNBEFkwC2hLAAIw1ACYMA"
        "1tTGduYksSwBPAHTsA5mQhSEAbSOgAbqOq4ArKh0QzMAHYI0nGAF9k5y7gDMdg7Oru5ePlhWCAAsYWEgFhG4AOyBji7wblax3tnAHgC6yKbx"
        "vggAbKnBGaE5teGR8ACMlemZnt4liQgoIPZpIVkdCQ22vUGtNXl1BUVT9bg9fVVtccO4ABwtA+1zuaul8BVj/dWDeYXFawibx8uTe0MHR0sT"
        "Zw/zCAG3r54XH/BRLanHa5ToNG4vbagq7wL6Q4HvMG4ZrfKF/JEIFKohHTOoY+AAJiBK1xc3xz3GaNm+y6h2J91JNIaROxJP+EMpOPO1NJ+M"
        "BrMm+JR8LZ+MWnLZ0IOoxFoT+7yZG3pbzxMKxsrOYuVv3yHiAA=="
    ),
    (
        "https://sudokupad.app/fpuzzlesN4IgzglgXgpiBcBOANCALhNAbO8QAUBDABxgCcRVCBXNACwHsK8A5SkM6nMGNBEFkwC2hLAAIw1ACY"
        "MA1tTGduYksSwBPAHTsA5mQhSEAbSOgAbqOq4ArKh0QzMAHYI0nGAF9k5y7gDMdg7Oru5ePlhWCAAsYWEgFhG4AOyBji7wblax3tnAHgC6yK"
        "bxvggAbKnBGaE5teGR8ACMlemZnt4liQgoIPZpIVkdCQ22vUGtNXl1BUVT9bg9fVVtccO4ABwtA%2B1zuaul8BVj%2FdWDeYXFawibx8uTe0"
        "MHR0sTZw%2FzCAG3r54XH%2FBRLanHa5ToNG4vbagq7wL6Q4HvMG4ZrfKF%2FJEIFKohHTOoY%2BAAJiBK1xc3xz3GaNm%2By6h2J91JNIaR"
        "OxJP%2BEMpOPO1NJ%2BMBrMm%2BJR8LZ%2BMWnLZ0IOoxFoT%2B7yZG3pbzxMKxsrOYuVv0KIFkECwODIAGNCDpcMVjTBDWBjCAAEqNADCjR"
        "AuphID8IDiVptdsdLrdqA9XpmIEITgwsicEB0dD4CKAA%3D%3D"
    ),
    (
        "https://f-puzzles.com/?load=N4IgzglgXgpiBcAWANCALhNAbO8QGUBbAQyyxFQHMAnCAEwQG1HQA3UgV1wEYqJWYAOwRpqXAL7Jgk6V"
        "PEBdZCxkyQ7LFwQBmPgOHxREuYuVS1nXACZdQkWJgrjS2S9XrNSG/sMP5i8AD2GhgB+oy8OijW1ig6vFHIEchxyDHy4kA==="
    ),
)
SMALL_SOLVED = "1342243142133124"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PENPA = (
    "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VVLi9s8FN3nVwxaayFd2fJjl04n3aTpIynDYMKQSVMmNCElj4/ikP8+51"
    "4rkV0+GEopZFEc35xrSefch2TvDl833w+6wOVybbTF5XIjd57wz4RrstyvFuWN7h/2z5stgNYfBgP9bbbaLXpVmDXtHeuirPu6fldWyiqtCL"
    "dVU11/Ko/1+1I1gkrXY0xQ2mJk2EwlwLsI72Wc0W3z0BrgUcCAD4Dz5Xa+WjwOmycfy6qeaMVqb2Q1Q7Xe/LdQIRr255v105IfPM32SGn3vP"
    "wRRkJsZ4mTrvuvBe1i0AyboBn9T9Ccy18OmqanE1rwGWE/lhVn8CXCPMJxeYQdlUflHJZy16VLyiVw3cVNPFyKbgY3u7gpT06im3ZHea2Pbt"
    "Fh9gZuEV1mzqObd3Q9r00vbsFunGwNc8U4rLGdnKzpslnD66O2tdSht5ZrEkO1lvNs6dEv/MTrW+NSxBa/48KcK4G6W6n+g9iBWBI7QXN07c"
    "S+FWvEpmKHMucOPbM5yLgIBMai0MQJAONfE0GMMaWaHBJnjKNNKYJmnFpNHgEy9ommDJVnnGWaChSScYEXgEERmD8Hvwn8Bvw28FvwU+An8C"
    "eBPwE/bwzRAj93VrTAnwd+vFyoaPjxDy1sFeHh+MNzcsCBh8DTzovO8z1w4Cfwt+Ohpj74Rx2CroOuC3F6rkPIy0PXB10P3XZ9fND10PVB10"
    "O3nRdvV8HQ5b0qGLoZ66Jp99K6W7GJWC8tzfg0/tZ5/fPd82o4FarHm7t98eG4oifTXqXG8t67GW2269lK4cNz6qmfSm45u8m/b9EVfIu4He"
    "badvi1hYMzp+ar2W63nKtp7wU="
)


def boards(text: str, name: str = "") -> tuple[list[Board], list[Reject]]:
    rejects: list[Reject] = []
    return list(read(Source.of(text), format=name, rejects=rejects.append)), rejects


def board(text: str, name: str = "") -> Board:
    (found,), rejects = boards(text, name)
    assert not rejects
    return found


def reason(text: str, name: str = "") -> str:
    found, (reject,) = boards(text, name)
    assert not found
    return reject.reason


def test_a_link_of_f_puzzles_tells_givens_from_placed_digits() -> None:
    found = board(PLAIN_LINK)

    assert found.text == PAPER
    assert found.label == "Paper"
    assert found.fields == {
        "author": "N",
        "ruleset": "Normal sudoku rules apply.",
        "placed": PAPER.replace("53..", "534.", 1),
    }


def test_rules_that_are_not_supported_are_refused_by_name_and_count() -> None:
    assert reason(CAGES_LINK) == "rules that are not supported: antiknight (1)"


def f_puzzles(**said: object) -> str:
    """A link to the paper's board, about which more is said."""
    cells: list[object] = [{"value": int(cell), "given": True} if cell != "." else {} for cell in PAPER]
    cells[5] = said.pop("cell", cells[5])
    puzzle = {"size": 9, "grid": [cells[at : at + 9] for at in range(0, 81, 9)], **said}
    return f"https://f-puzzles.com/?load={compress(json.dumps(puzzle))}"


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ({"cell": {"givenPencilMarks": [1, 2]}}, "cells with given pencil marks (1)"),
        ({"cell": {"c": "#ff0000"}}, "coloured cells (1)"),
        ({"cell": {"parity": "odd"}}, "parity (1)"),
        ({"cage": [{"cells": ["R1C1"], "value": "5"}]}, "drawn cages (1)"),
        ({"line": [{}, {}]}, "drawn lines (2)"),
        ({"text": [{}], "circle": [{}], "rectangle": [{}]}, "drawn texts (1), drawn circles (1), drawn rectangles (1)"),
    ],
)
def test_what_may_be_a_rule_of_f_puzzles_is_refused_by_name(said: dict[str, object], named: str) -> None:
    assert reason(f_puzzles(**said)) == f"rules that are not supported: {named}"


def test_what_a_player_noted_in_f_puzzles_is_no_rule() -> None:
    found = board(f_puzzles(cell={"centerPencilMarks": [1, 2], "cornerPencilMarks": [3], "highlight": "#fff"}))

    assert found.text == PAPER


def penpa(header: str = "", answers: str = "", **drawn: object) -> str:
    """A link of Penpa to the paper's board, into which more is drawn."""

    def numbers(cells: str) -> dict[str, list[object]]:
        return {str((at // 9 + 2) * 13 + at % 9 + 2): [cell, 1, "1"] for at, cell in enumerate(cells) if cell != "."}

    problem = re.sub(r'"(z.)"', r"\1", json.dumps({"zR": {"z_": []}, "zS": {}, "zN": numbers(PAPER), **drawn}))
    entered = re.sub(r'"(z.)"', r"\1", json.dumps({"zN": numbers(answers)}))
    text = "\n".join((f"square,9,9,38,0,1,1,342,342,20,20,{header}", "[0,0,0,0]", "{}", problem, entered, "[]"))
    engine = zlib.compressobj(wbits=-15)
    return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + b64encode(
        engine.compress(text.encode()) + engine.flush()
    ).decode("ascii")


@pytest.mark.parametrize(
    ("drawn", "named"),
    [
        ({"zE": {"199,212": 2}}, "edges (1)"),  # inside of a box
        ({"zE": {"186,199": 8}}, "edges (1)"),  # dashed
        ({"zS": {"28": 1, "29": 1}}, "shaded cells (2)"),
        ({"z2": {"28,29": 3}}, "free edges (1)"),
        ({"z4": {"28,29": 1}}, "deleted edges (1)"),
        ({"zD": [[28, 29]]}, "directions (1)"),
        ({"z0": [[28, 29]]}, "square frames (1)"),
        ({"zX": {"a": 1}}, "zX (1)"),
    ],
)
def test_what_is_drawn_in_penpa_is_refused_by_name(drawn: dict[str, object], named: str) -> None:
    assert reason(penpa(**drawn)) == f"rules that are not supported: {named}"  # type: ignore[arg-type]  # no member is called header or answers


def test_a_link_of_penpa_says_what_the_board_is_called_and_its_solution() -> None:
    found = board(penpa("Title: A%2C B,Author: me", SOLVED))

    assert (found.text, found.label, found.fields, found.stated) == (PAPER, "A, B", {"author": "me"}, SOLVED)


def test_thick_edges_of_penpa_are_irregular_boxes() -> None:
    regions = "AAABACBBCCBDCDDD"
    (form,) = (form for form in formats() if form.name == "penpa")
    text = "1..............." + f";regions:{regions}"

    assert board("".join(write([Board("sudoku", "4x4/jigsaw", text)], form))).text == text


@pytest.mark.parametrize(
    ("link", "text"),
    [
        ("https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{}", SMALL_SOLVED),
        ('<li><a class="x" href="https://f-puzzles.com/?load={}">Small</a></li>', SMALL_SOLVED),
    ],
)
def test_links_are_read_wherever_they_stand(link: str, text: str) -> None:
    load = SMALL_LINK.partition("=")[2]
    assert "/" in load

    assert board(link.format(load)).stated == text


@pytest.mark.parametrize("link", ["https://sudokupad.app/abcd1234", "https://sudokupad.app/sclN4Ig"])
def test_addresses_without_a_board_are_refused_by_name(link: str) -> None:
    assert link.rpartition("/")[2][:3] in reason(link)


def test_a_link_states_its_solution() -> None:
    assert board(SMALL_LINK).stated == "1342243142133124"


def test_a_link_of_penpa() -> None:
    assert board(PENPA).text.count(".") == 81 - 24


@pytest.mark.parametrize(
    "link",
    [
        f"https://www.sudokuwiki.org/sudoku.htm?bd={PAPER.replace('.', '0')}",
        f"https://sudokuexchange.com/play/?s={PAPER.replace('.', '0')}",
        "https://puzz.link/p?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79",
        "https://pzv.jp/p.html?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79",
    ],
)
def test_links_with_the_cells_in_them(link: str) -> None:
    assert board(link).text == PAPER


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("https://puzz.link/p?sudoku/9/9/53h7j", "expected 81 cells, got 9"),
        ("https://puzz.link/p?sudoku/9/8/53h7j", "expected a square"),
        ("https://sudokupad.app/sclN4IgzglgXgpiBcBOANCALhNAbO8QG", "SudokuPad's own encoding (scl)"),
        ("https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QAUBD", "compressed text"),
        *(
            (f"https://{place}N4IgzglgXgpiBcBOAN{word}CALhNAbO8QAUBD", "compressed text")
            for place in ("f-puzzles.com/?load=", "sudokupad.app/fpuzzles", "sudokupad.app/?puzzleid=fpuz")
            for word in ("/scl", "/ctc", "/scf", "/slither/9/9/")  # such as data may hold by chance
        ),
    ],
)
def test_links_that_are_no_board_say_why(link: str, why: str) -> None:
    assert why in reason(link, "links")


def test_a_save_file_of_solo() -> None:
    text = (
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :4:Solo\nPARAMS  :3:3x3\n"
        "CPARAMS :5:3x3db\nDESC    :59:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9\nNSTATES :1:1\n"
    )

    assert board(text).text == PAPER


def test_save_files_of_solo_behind_each_other_are_as_many_boards() -> None:
    head = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :4:Solo\nPARAMS  :3:2x2\n"
    moves = "NSTATES :1:4\nSTATEPOS:1:3\nMOVE    :6:R0,0,3\nMOVE    :6:R1,0,2\nMOVE    :6:R3,3,4\n"
    text = f"{head}DESC    :9:a1d2_3e3b\n{moves}\n{head}DESC    :9:b1b4e2a2b\n2x2:a1d2_3e3b\n{head}DESC    :3:a9a\n"

    found, rejects = boards(text)

    assert [each.text for each in found] == [OTHER, SMALL, OTHER]
    assert [each.line for each in found] == [1, 12, 17]
    assert [each.fields for each in found] == [{"placed": "31....23.....3.."}, None, None]
    assert [(reject.line, reject.lines) for reject in rejects] == [(18, 5)]


@pytest.mark.parametrize("text", [f"3x3:{'1' * 5000}a", f"3x3k:{'z' * 3}c,{'1' * 5000},1"])
def test_numbers_of_solo_without_end_are_refused_and_what_follows_is_read(text: str) -> None:
    found, (reject,) = boards(f"2x2:a1d2_3e3b\n{text}\n2x2:a1d2_3e3b\n")

    assert len(found) == 2
    assert reject.reason.startswith("expected ")


def drawn(cells: str) -> str:
    """A grid as Simple Sudoku draws it."""
    return write_clipboard(Board("sudoku", "9x9", cells)).replace("#\n", "") + "\n"


@pytest.mark.parametrize("first", ["." * 81, "5" + "." * 80, "53" + "." * 79])
def test_a_grid_of_few_givens_has_no_progress(first: str) -> None:
    found, rejects = boards(drawn(first) + drawn(PAPER))

    assert [each.text for each in found] == [first, PAPER]
    assert not rejects


def test_what_is_taken_for_progress_is_noted() -> None:
    notes = [event for event in stream(Source.of(drawn(PAPER) + drawn(SOLVED))) if isinstance(event, Note)]

    assert [(note.line, note.text) for note in notes] == [
        (17, "grids with all givens of the board before them are its progress: 1")
    ]


def test_candidates_of_another_board_are_not_its_progress() -> None:
    row = "|" + "|".join([" 1 2 34 "] * 3) + "|\n"

    found, (reject,) = boards(drawn(PAPER) + "*---*\n" + row * 9)

    assert found[0].fields is None
    assert (reject.line, reject.lines) == (17, 9)


def test_boxes_of_solo_are_columns_by_rows() -> None:
    assert board("3x2:1b4d6d4b2b3b6d1d2b5").variant == "6x6/2x3"
    assert board("2x3:1b4d6d4b2b3b6d1d2b5").variant == "6x6/3x2"


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("1\n13.....2\n", []),
        (
            "2\n0 0 1 0\n0 4 0 0\n0 0 0 2\n0 2 0 0\n\n2\n0 1 0 0\n0 0 2 3\n0 0 0 0\n0 3 0 0\n",
            ["..1..4.....2.2..", ".1....23.....3.."],
        ),
        ("2\n..1.\n.4..\n...2\n.2..\n.1..\n..23\n....\n.3..\n", ["..1..4.....2.2..", ".1....23.....3.."]),
        (f"{PAPER}\n{PAPER}\nend\n", [PAPER, PAPER]),
    ],
)
def test_inputs_of_judges(text: str, texts: list[str]) -> None:
    found, _ = boards(text)

    assert [each.text for each in found] == texts


def test_a_wrong_number_of_boards_is_noted() -> None:
    notes = [
        event.text
        for event in stream(Source.of("3\n..1.\n.4..\n...2\n.2..\n.1..\n..23\n....\n.3..\n"))
        if isinstance(event, Note)
    ]

    assert notes == ["expected 3 boards, as stated, got 2"]


def test_walls_that_enclose_no_boxes_are_refused() -> None:
    rows = "\n".join(" ".join(str(16 * (row % 2 + 1) + column) for column in range(9)) for row in range(9))

    assert "expected a wall on both sides or none" in reason(f"1\n{rows}\n")


@pytest.mark.parametrize(
    "text",
    [
        "x = array2d(1..4, 1..4, [_, 1, _, _,\n _, _, 2, 3, % 1 comment\n 0, 0, 0, 0, _, 3, _, _]);\nn = 4;\n",
        "n = 4;\nstart = [|\n 0, 1, 0, 0|\n 0, 0, 2, 3|\n 0, 0, 0, 0|\n 0, 3, 0, 0|];\n",
    ],
)
def test_data_of_minizinc(text: str) -> None:
    assert board(text).text == ".1....23.....3.."


@pytest.mark.parametrize(
    ("cells", "named"),
    [
        ("-1, 1, _, _,  _, _, 2, 3,  _, _, _, _,  _, 3, _, _", "expected a number or _ between two commas, got '-1'"),
        ("_, a1, _, _,  _, _, 2, 3,  _, _, _, _,  _, 3, _, _", "got 'a1', number 2"),
        ("1.0, 1,  2, 3,  _, _, _, _,  _, 3, _, _, _, _, _", "got '1.0'"),
        ("_ 1, _, _,  _, _, 2, 3,  _, _, _, _,  _, 3, _, _", "got '_ 1'"),
        (f"{'8' * 5000}, 1, _, _,  _, _, 2, 3,  _, _, _, _,  _, 3, _, _", "got '88888888888888888888', number 1"),
        ("5, 1, _, _,  _, _, 2, 3,  _, _, _, _,  _, 3, _, _", "expected numbers up to 4, got 5 at r1c1"),
    ],
)
def test_what_is_no_number_in_minizinc_is_no_cell(cells: str, named: str) -> None:
    other = "[|_, 1, _, _| _, _, 2, 3| _, _, _, _| _, 3, _, _|]"

    found, (reject,) = boards(f"x = array2d(1..4, 1..4, [{cells}]);\nx = {other}; y = {other};\n")

    assert [each.text for each in found] == [OTHER, OTHER]
    assert named in reject.reason


def test_many_arrays_of_which_one_lacks_a_comma() -> None:
    row = "5, 3, _, _, 7, _, _, _, _,\n"
    array = f"x = array2d(1..9, 1..9, [\n{row * 9}]);\n"

    found, (reject,) = boards(array * 5 + array.replace("_, 7", "_ 7", 1) + array * 5)

    assert len(found) == 10
    assert "got '_ 7'" in reject.reason


def test_a_solution_in_minizinc_belongs_to_the_board_before_it() -> None:
    clues = "[|_, 1, _, _|\n _, _, 2, 3|\n _, _, _, _|\n _, 3, _, _|];\n"
    solved = "[|3, 1, 4, 2|\n 4, 2, 2, 3|\n 1, 2, 3, 4|\n 2, 3, 4, 1|];\n"

    found = board(f"clues = {clues}solution = {solved}")

    assert (found.text, found.stated, found.label) == (OTHER, "3142422312342341", "")


def test_answers_in_a_file_of_pzpr_are_placed_digits() -> None:
    found = board("pzprv3\nsudoku\n4\n. 1 . . \n. . 2 3 \n. . . . \n. 3 . . \n. . . . \n4 . . . \n. . . . \n. . . . ")

    assert found.text == ".1....23.....3.."
    assert found.fields == {"placed": ".1..4.23.....3.."}


@pytest.mark.parametrize(
    ("first", "named"),
    [
        ("100 1 . .", "expected a number or . at r1c1, got '100'"),
        (". S . .", "expected a number or . at r1c2, got 'S'"),
        (". 1O . .", "expected a number or . at r1c2, got '1O'"),
        ("5 1 . .", "expected values from 1 to 4, got 5"),
        ("", "expected 4 rows of givens and 4 of answers, got 7 rows"),
    ],
)
def test_what_is_no_number_in_a_file_of_pzpr_is_no_empty_cell(first: str, named: str) -> None:
    rows = "".join(f"{row}\n" for row in (first, ". . 2 3", ". . . .", ". 3 . .", *[". . . ."] * 4) if row)

    assert reason(f"pzprv3\nsudoku\n4\n{rows}") == named


def test_marks_in_a_file_of_pzpr_are_neither_givens_nor_placed() -> None:
    found = board("pzprv3/sudoku/4/. 1 . -/. . 2 3/. . . ./. 3 . ./.[1,2,,] . . ./4[4] . . ./+ . . ./. . . ./")

    assert (found.text, found.fields) == (OTHER, {"placed": ".1..4.23.....3.."})


def test_placed_digits_in_a_line_of_hodoku() -> None:
    found = board(f":0901:12:+4{PAPER[1:]}:112 212:345:")

    assert found.text == "." + PAPER[1:]
    assert found.label == "0901"
    assert found.fields == {"candidates": "12", "deleted": "112 212", "eliminations": "345", "placed": "4" + PAPER[1:]}


def test_a_collection_of_opensudoku_has_nothing_of_the_one_before() -> None:
    game = f'<game data="{PAPER}"/>'
    first = f"<name>A</name><author>me</author><level>easy</level>{game}<level>hard</level>{game}"
    second = f"<name>B &amp; C</name><author>you</author>{game}<name>D</name>{game}"

    found, _ = boards(f"<opensudoku>{first}\n{second}</opensudoku>")

    assert [each.fields for each in found] == [
        {"collection": "A", "author": "me", "level": "easy"},
        {"collection": "A", "author": "me", "level": "hard"},
        {"collection": "B & C", "author": "you"},
        {"collection": "D"},
    ]


@pytest.mark.parametrize("line", [f" {PAPER}", f"-{PAPER[1:]}", f"| {PAPER} # x"])
def test_cells_that_gsf_would_skip_are_no_comment(line: str) -> None:
    found, (reject,) = boards(f'"a" {PAPER}\nwords\n{line}\n"b" {PAPER}\n', "gsf")

    assert [each.label for each in found] == ["a", "b"]
    assert (reject.line, reject.column) == (3, 1)
    assert reject.reason.startswith(f"expected a cell or a name in quotes first, as gsf has it, got '{line[0]}'")


@pytest.mark.parametrize("between", [". ", ": ", ":", ") ", ")", " ", "\t"])
def test_a_number_before_the_cells_is_their_label(between: str) -> None:
    full = PAPER.replace(".", "0")
    text = f"1{between}{PAPER}\n2{between}{full} x\n# 3\n  # 4\n120{between}{PAPER[1:]}\n"

    found, (reject,) = boards(text, "line")

    assert [(each.text, each.label) for each in found] == [(PAPER, "1"), (PAPER, "2 x")]
    assert (reject.line, reject.reason) == (5, "expected 81 cells, got 80")


@pytest.mark.parametrize("text", [f"1 {PAPER}\n2 {PAPER}\n", f"1 {PAPER.replace('.', '0')}\n" * 2])
def test_numbered_lines_are_recognised(text: str) -> None:
    found, rejects = boards(text)

    assert [each.text for each in found] == [PAPER, PAPER]
    assert not rejects


def test_a_board_behind_blanks_among_others_is_not_lost() -> None:
    found, rejects = boards(f"{PAPER}\n {PAPER}\n\t{PAPER}\n  # x\n \n{PAPER}\n", "line")

    assert [each.line for each in found] == [1, 2, 3, 6]
    assert not rejects


def test_an_error_in_xml_keeps_what_came_before() -> None:
    found, rejects = boards(f'<opensudoku>\n<game data="{PAPER}"/>\n<game data="12"/>\n<game\n</opensudoku>\n')

    assert [each.text for each in found] == [PAPER]
    assert [(reject.line, reject.lines) for reject in rejects] == [(3, 0), (5, 1)]


def test_a_record_of_a_cell_that_is_not_known_is_named() -> None:
    data = "version: 2&#10;" + "0|0|1|" * 40 + "x|0|1|" + "0|0|1|" * 40

    assert "unsupported record of cell 41" in reason(f'<opensudoku version="2"><game data="{data}"/></opensudoku>')


@pytest.mark.parametrize(
    ("tail", "fields"),
    [
        (" ED=7.1/1.2/1.0", {"rating": "7.1", "rating_tool": "Sukaku Explainer", "pearl": "1.2", "diamond": "1.0"}),
        (" #Easy", {"level": "Easy"}),
        (" #1 Easy (370)", {"level": "Easy", "rating": "370", "rating_tool": "HoDoKu"}),
        (
            " #   526 FNBXY C26.m",
            {"rating": "526", "rating_tool": "gsf's sudoku", "methods": "FNBXY", "constraint": "C26.m"},
        ),
        (" # Easy street", None),
        ("", None),
    ],
)
def test_ratings_behind_a_board_are_kept_with_their_program(tail: str, fields: dict[str, str] | None) -> None:
    (alone,), _ = boards(PAPER + tail)
    mixed, _ = boards(f"# comment\n{PAPER}{tail}\n{PAPER.replace('.', '0')}\n")

    assert alone.fields == fields
    assert [each.fields for each in mixed] == [fields, None]


def test_several_symbols_for_an_empty_cell_are_noted() -> None:
    events = list(stream(Source.of(PAPER.replace(".", "0", 1))))

    assert [event.text for event in events if isinstance(event, Note)] == [
        "several symbols for an empty cell in one board"
    ]


def test_a_board_that_is_too_large_is_told_with_its_size() -> None:
    row = "| " + " ".join("  0" for _ in range(36)) + " |\n"
    text = ("+" + "-" * 150 + "+\n" + row * 6) * 6 + "\n"

    _, rejects = boards(text * 2)

    assert [reject.reason for reject in rejects] == ["expected boards of size 4 to 25, got rows of 36 cells"] * len(
        rejects
    )
    assert 1 <= len(rejects) <= 2


@pytest.mark.parametrize(
    ("cells", "kept"),
    [
        ("0" + "*" * 254 + "A", {0: "A", 255: "K"}),
        ("0" + "." * 254 + "F", {0: "A", 255: "P"}),
        ("0" * 255 + "F", {255: "F"}),
        ("0" + "." * 254 + "P", {255: "P"}),
    ],
)
def test_a_zero_beside_another_empty_symbol_is_a_value_where_letters_allow_it(cells: str, kept: dict[int, str]) -> None:
    found = board(cells)

    assert {at: cell for at, cell in enumerate(found.text) if cell != "."} == kept
    assert (found.fields == {"alphabet": "0-F (assumed)"}) == (0 in kept)
