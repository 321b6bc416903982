"""gsf's files, pzl's format 7, and what players leave on a board."""

from __future__ import annotations

import pytest

from solvers.core import Board, Reject
from solvers.reading import Opened, Source, read, stream

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def boards(text: str) -> tuple[str, list[Board], list[Reject]]:
    rejects: list[Reject] = []
    form = next(event.format for event in stream(Source.of(text)) if isinstance(event, Opened))
    return form, list(read(Source.of(text), rejects=rejects.append)), rejects


def test_a_header_of_gsf_names_the_column() -> None:
    text = f"#!sudoku -c5 -q\n99480,99408,114,1895,{PAPER},Easter-Monster,20.00s,0,C21.m\n\n1,2,3,4,{PAPER[1:]},short\n"

    form, (found,), (reject,) = boards(text)

    assert form == "gsf"
    assert (found.text, found.label, found.line) == (PAPER, "Easter-Monster", 2)
    assert (reject.line, reject.reason) == (4, "expected 81 cells, got 80")


def test_cells_of_gsf_may_stand_apart_and_be_named() -> None:
    grid = "\n".join(
        f"{PAPER[at : at + 3]} | {PAPER[at + 3 : at + 6]} | {PAPER[at + 6 : at + 9]}" for at in range(0, 81, 9)
    )
    text = f'#!sudoku\n"paper" {PAPER} # 526 FNBXY C26.m\n{grid}\nnot a board\n'

    form, found, rejects = boards(text)

    assert form == "gsf"
    assert not rejects
    assert [each.text for each in found] == [PAPER, PAPER]
    assert found[0].label == "paper"
    assert found[0].fields == {
        "rating": "526", "rating_tool": "gsf's sudoku", "methods": "FNBXY", "constraint": "C26.m",
    }  # fmt: skip


def test_format_7_of_pzl_tells_givens_by_a_star() -> None:
    rows = [[f"*{c}" if c != "." else "0" for c in PAPER[at : at + 9]] for at in range(0, 81, 9)]
    rows[0][2] = "4"
    text = "3, 3\n" + "\n".join(" ".join(row) for row in rows) + "\n"

    form, (found,), rejects = boards(text)

    assert form == "pzl7"
    assert not rejects
    assert found.text == PAPER
    assert found.fields == {"placed": PAPER.replace("53..", "534.", 1)}


def test_format_7_states_the_shape_of_its_boxes() -> None:
    _, (found,), _ = boards("2, 3\n" + "*1 0 0 0 0 0\n" * 5 + "0 0 0 0 0 0\n")

    assert found.variant == "6x6/3x2"


def test_what_tdoku_prints_is_a_stated_solution() -> None:
    form, (found,), _ = boards(f"{PAPER}:1:{SOLVED}\n")

    assert form == "line"
    assert (found.text, found.stated, found.fields) == (PAPER, SOLVED, {"solutions": "1"})


def test_pencil_marks_are_kept_apart_from_givens() -> None:
    _, (found,), _ = boards("u9 1 3 u5 u8 46 467 67 2\n" + ". . . . . . . . .\n".replace(".", "123456789") * 8)

    assert found.fields is not None
    assert found.text[:9] == ".13.....2"
    assert found.fields["placed"][:9] == "91358...2"
    assert found.fields["marks"].split(" ")[:9] == [".", ".", ".", ".", ".", "46", "467", "67", "."]


@pytest.mark.parametrize(
    ("game", "variant"),
    [
        ("3x3x:" + "z" * 3 + "c", "9x9/diagonals"),
        ("4j:p,gggg", "4x4/jigsaw"),
    ],
)
def test_rules_of_solo_that_we_know(game: str, variant: str) -> None:
    found = list(read(Source.of(f"{game}\n"), format="tatham", rejects=lambda _: None))

    assert [each.variant for each in found] in ([variant], [])
