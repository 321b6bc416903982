"""What notations of sudoku say beside the cells: it is kept, or refused by name, and faults are told where they are."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode

import pytest

from solvers.sudoku.formats.lzstring import compress
from tests.reading.test_sudoku_formats import board, boards


def penpa(problem: dict[str, object], answer: str = "", size: int = 4) -> str:
    """A link whose board has the digits 1 and 2, and whatever else."""
    digits = {str(2 * (size + 4) + 2): ["1", 1, "1"], str(2 * (size + 4) + 3): ["2", 1, "1"]}
    text = json.dumps({"zR": {"z_": []}, "zN": digits, **problem}, separators=(",", ":"))
    lines = (f"square,{size},{size},38,0,Title: A,Author: B", "[0,0,0,0]", "[]", re.sub(r'"(z.)"', r"\1", text), answer)
    engine = zlib.compressobj(wbits=-15)
    packed = engine.compress("\n".join(lines).encode()) + engine.flush()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={b64encode(packed).decode()}"


def test_what_a_link_of_penpa_says_of_its_board() -> None:
    places = [(row + 2) * 8 + column + 2 for row in range(4) for column in range(4)]
    answer = {str(place): [digit, 2, "1"] for place, digit in zip(places, "1234341221434321", strict=True)}

    found = board(penpa({}, "{zN:" + json.dumps(answer) + "}"))

    assert (found.text, found.label, found.stated) == ("12" + "." * 14, "A", "1234341221434321")
    assert found.fields == {"author": "B"}


@pytest.mark.parametrize(
    ("member", "said"),
    [
        ("zE", "edges (1)"),
        ("z2", "free edges (1)"),
        ("zS", "shaded cells (1)"),
        ("zD", "directions (1)"),
        ("zX", "zX (1)"),
        ("zL", "lines (1)"),
    ],
)
def test_what_penpa_draws_is_refused(member: str, said: str) -> None:
    found, rejects = boards(penpa({member: {"74,82": 2}}))

    assert found == []
    assert rejects[0].reason == f"rules that are not supported: {said}"


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        ({"line": [{}, {}], "ruleset": "Digits on the line differ by 5."}, "drawn lines (2)"),
        ({"cage": [{"cells": ["R1C1"], "value": "5"}]}, "drawn cages (1)"),
        (
            {"grid": [[{"givenPencilMarks": [1, 2]}, {}, {}, {}], *([{}] * 4 for _ in range(3))]},
            "cells with given pencil marks (1)",
        ),
    ],
)
def test_what_f_puzzles_may_mean_is_refused(puzzle: dict[str, object], said: str) -> None:
    whole = {"size": 4, "grid": [[{}] * 4 for _ in range(4)], **puzzle}
    found, rejects = boards(f"https://f-puzzles.com/?load={compress(json.dumps(whole))}")

    assert found == []
    assert rejects[0].reason == f"rules that are not supported: {said}"


def test_a_link_whose_load_holds_a_plus() -> None:
    puzzles = ({"size": 4, "grid": [[{}] * 4] * 4, "title": str(number**30)} for number in range(1000))
    load = next(load for puzzle in puzzles if "+" in (load := compress(json.dumps(puzzle))))

    assert board(f"https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{load}").text == "." * 16


def test_the_rows_of_uva_989_may_look_like_numbers() -> None:
    found, rejects = boards("2\n1000\n0000\n0000\n0002\n\n2\n0000\n0100\n0000\n0000\n")

    assert [each.text for each in found] == ["1" + "." * 14 + "2", ".....1.........."]
    assert not rejects


def test_what_opensudoku_says_is_kept() -> None:
    text = (
        "<opensudoku><name>S</name><created>2011</created><sourceURL>u</sourceURL>"
        f'<game data="{"0" * 81}" last_played="3" command_stack="c" /></opensudoku>'
    )

    assert board(text).fields == {
        "collection": "S", "created": "2011", "sourceURL": "u", "last_played": "3", "command_stack": "c",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "reason", "column"),
    [
        (f"0000183b305c {'0' * 80}  1.2", "expected 81 cells, got 80 symbols", 14),
        (f"0000183b305x {'0' * 81}  1.2", "expected 12 hexadecimal digits, got '0000183b305x'", 1),
        (f"0000183b305c {'0' * 81}  hard", "expected a rating, got 'hard'", 97),
    ],
)
def test_a_line_of_the_bank_tells_which_part_is_wrong(line: str, reason: str, column: int) -> None:
    _, rejects = boards(line, "exchange")

    assert [(each.reason, each.column) for each in rejects] == [(reason, column)]
