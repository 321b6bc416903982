"""Files of boards in several notations: read many at once, the boards are those of one run after the other."""

from __future__ import annotations

import random

import pytest

from solvers.reading.ahead import Ahead
from tests.reading.test_alike import BOARDS, spoilt, told

ROWS = ("", "\n", "Grid 7\n", "# x\n", "123456789\n", "1 2 3 4 5 6 7 8 9\n", "[[1,2],[3,4]]\n")


def spelled(board: str, by: random.Random) -> str:
    """A board as a line, a grid or JSON, and perhaps a line more."""
    zeros = board.replace(".", "0")
    rows = [zeros[at : at + 9] for at in range(0, 81, 9)]
    comma = by.choice((",", ", "))
    json = "[" + comma.join(f"[{comma.join(row)}]" for row in rows) + "]\n"
    grid = "".join(board[at : at + 9] + "\n" for at in range(0, 81, 9))
    rest = by.choice(ROWS if by.random() < 0.2 else ROWS[:2])
    return by.choice((f"{board}\n", f"{zeros}\n", grid, grid, json)) + rest


def test_notations_in_turn_are_read_as_one_run_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    by = random.Random(13)
    whole = ["".join(spelled(by.choice(BOARDS), by) for _ in range(by.choice((3, 30, 90)))) for _ in range(60)]
    texts = [spoilt(text, by) for text in whole]
    at_once = [told("mixed", text) for text in texts]
    monkeypatch.setattr(Ahead, "take", lambda *_: None)

    for text, found in zip(texts, at_once, strict=True):
        assert found == told("mixed", text)


def test_a_note_of_rows_that_are_missing_names_the_line_of_the_file() -> None:
    rows = [BOARDS[0][at : at + 9] for at in range(0, 81, 9)]

    _, _, notes, _, _ = told("mixed", "\n".join([BOARDS[0], BOARDS[1], *rows, *rows[:8], "", BOARDS[0]]))

    assert [note.text for note in notes] == [
        "rows missing in one of the boards from line 3 on: 1; those behind it are shifted"
    ]
