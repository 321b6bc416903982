"""Sudoku in links, and what is drawn into them."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode

import pytest

from solvers.core import Board, Reject
from solvers.reading import Source, formats, read, write
from solvers.sudoku.formats.lzstring import compress
from tests.reading.test_sudoku_formats import PAPER, board, reason

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
        ({"zE": [[199, 212], [28, 29]]}, "edges (2)"),  # in no form that is known
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


FIRST, SECOND = "https://puzz.link/p?sudoku/4/4/g1k23k3g", "https://puzz.link/p?sudoku/4/4/g2k13k3g"
KAKURO = "https://puzz.link/p?kakuro/2/2/48l0a"


@pytest.mark.parametrize(
    ("text", "count", "columns"),
    [
        (f'<p><a href="{FIRST}">x</a> <a href="{SECOND}">y</a></p>', 2, []),
        (f"{FIRST} {SECOND}", 2, []),
        (f"1. see {FIRST}, it is nice.\n2. and {SECOND}.", 2, []),
        (f"- [no 1]({FIRST})\n- [no 2]({SECOND})", 2, []),
        (f"{FIRST} {KAKURO} {SECOND}", 2, [FIRST.index("sudoku") + len(FIRST) + 2]),
        (f"{FIRST} or https://example.org/about", 1, []),
    ],
)
def test_all_addresses_of_a_line_are_read(text: str, count: int, columns: list[int]) -> None:
    rejects: list[Reject] = []
    found = list(read(Source.of(text), rejects=rejects.append))

    assert len({board.text for board in found}) == count
    assert [reject.column for reject in rejects] == columns
