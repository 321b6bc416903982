"""What the user says of the input holds: another variant is refused by name, and places without a file are an error."""

from __future__ import annotations

import json

import pytest

from solvers.core import Board, Reject
from solvers.reading import Note, Source, read, stream

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GRID = "".join(PAPER[at : at + 9] + "\n" for at in range(0, 81, 9))
SIX = "1..4....6....4..2..3..6....1....2..5"
FULL_WIDTH = str.maketrans("0123456789", "\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19")
ARABIC = str.maketrans("0123456789", "\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669")


def boards(text: str, **wishes: str) -> tuple[list[Board], list[Reject]]:
    rejects: list[Reject] = []
    return list(read(Source.of(text), rejects=rejects.append, **wishes)), rejects  # type: ignore[arg-type]  # text


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (PAPER, "line"),
        (GRID, "grid"),
        (f"id,puzzle\n1,{PAPER}\n", "csv"),
        (f'{{"puzzle": "{PAPER}"}}', "jsonl"),
        ("#AMe\n[Puzzle]\n" + GRID, "sdk"),
        (f"{'0' * 12} {PAPER}  1.2", "exchange"),
        (f"https://example.org/?s={PAPER.replace('.', '0')}", "links"),
        ("3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9", "tatham"),
        (f"9\n{GRID}", "judge"),
        (f"{PAPER}\nend\n", "poj3074"),
    ],
)
@pytest.mark.parametrize("variant", ["7x7", "16x16", "9x9/2x4", "12x12/3x4", "9x9/killer", "semi"])
def test_another_variant_of_sudoku_is_refused_by_name(text: str, form: str, variant: str) -> None:
    found, rejects = boards(text, format=form, variant=variant)

    assert not found
    assert all(reject.reason.startswith("expected ") for reject in rejects)
    assert rejects


def test_a_variant_may_add_diagonals() -> None:
    (line,), _ = boards(PAPER, variant="9x9/diagonals")
    (grid,), _ = boards(GRID, variant="9x9/diagonals")

    assert line.text == grid.text == f"{PAPER};diagonals"
    assert line.variant == "9x9/diagonals"


def test_a_file_that_states_its_boxes_is_not_overruled() -> None:
    (found,), _ = boards(f"2x3:{SIX}", variant="6x6")
    none, (reject,) = boards(f"2x3:{SIX}", variant="6x6/3x2")

    assert found.variant == "6x6/2x3"
    assert none == []
    assert reject.reason == "expected a board of 6x6/3x2, got one of 6x6/2x3"


@pytest.mark.parametrize(
    ("text", "form", "variant"),
    [
        ("./../.../....\n", "beads-lines", "5x11"),
        ("pentomino:" + "/".join(["." * 10] * 6), "beads-lines", "5x12/pentomino"),
        ("set: kanoodle\n" + "...........\n" * 5, "beads", "6x10/kanoodle"),
        ("".join("." * n + "\n" for n in range(1, 11)), "noi2005", "triangle9"),
        ("normal:0 7 0/0 0 1/0 0 0\n", "magic-text", "semi"),
        ("0 7 0 0 0 1 0 0 0\n", "magic-line", "normal-4"),
    ],
)
def test_another_variant_of_other_families_is_refused(text: str, form: str, variant: str) -> None:
    found, rejects = boards(text, format=form, variant=variant)

    assert not found
    assert [reject.reason.startswith("expected ") for reject in rejects] == [True]


def test_a_set_of_pieces_is_a_variant() -> None:
    (found,), _ = boards("/".join(["." * 11] * 5), variant="kanoodle")

    assert found.variant == "5x11/kanoodle"


@pytest.mark.parametrize("script", [FULL_WIDTH, ARABIC], ids=["full-width", "arabic"])
@pytest.mark.parametrize(
    "text",
    [
        PAPER,
        PAPER.replace(".", "0"),
        GRID,
        GRID.replace(".", "0"),
        " ".join(PAPER.replace(".", "0")),
        f"id,puzzle\n1,{PAPER}\n",
        f'{{"puzzle": "{PAPER}"}}',
        json.dumps({"puzzle": list(PAPER)}),
        "#AMe\n[Puzzle]\n" + GRID,
        f"{PAPER}\nend\n",
        f"1\n{GRID}",
    ],
)
def test_digits_of_another_script_are_cells_in_every_format(text: str, script: dict[int, int]) -> None:
    (cells,) = {board.text for board in boards(text)[0]} or {""}
    events = list(stream(Source.of(text.translate(script))))
    (found,) = boards(text.translate(script))[0] or [Board("", "", "")]

    assert found.text == cells
    assert "digits of another script were read as 0-9" in [note.text for note in events if isinstance(note, Note)]


def test_digits_of_another_script_in_a_name_stay() -> None:
    (found,), _ = boards(f"{PAPER.translate(FULL_WIDTH)} no \u0663\n")

    assert found.label == "no \u0663"


def test_a_reject_keeps_the_digits_as_they_were() -> None:
    wrong = PAPER[1:].translate(ARABIC)
    _, (reject,) = boards(f"{PAPER}\n{wrong}\n{PAPER}\n")

    assert reject.raw == wrong


def test_a_complete_board_is_noted() -> None:
    solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

    notes = [event.text for event in stream(Source.of(f"{PAPER}\n{solved}\n")) if isinstance(event, Note)]

    assert notes == ["the board is already complete"]
