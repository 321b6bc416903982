"""What stands around the cells of a board in the wild: guards of spreadsheets, quotes, marks without width, damage."""

from __future__ import annotations

import pytest

from solvers.core import Board, Reject
from solvers.reading import Fate, Note, Report, Source, explain, read, stream, survey

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def boards(text: str | bytes) -> tuple[list[Board], list[Reject]]:
    rejects: list[Reject] = []
    return list(read(Source.of(text), rejects=rejects.append)), rejects


@pytest.mark.parametrize(
    "guarded",
    [
        "  {}", "\t{}", "\u00a0{}", "\x1f{}", "\u200d{}\u200e", "\u202a{}\u202c", '"{}"', "'{}'", "'{}", '="{}"',
        "{}\x1f",
    ],
    ids=ascii,
)  # fmt: skip
def test_cells_stand_out_from_what_guards_them(guarded: str) -> None:
    found, rejects = boards(guarded.format(PAPER) + "\n")

    assert [board.text for board in found] == [PAPER]
    assert not rejects


def test_a_label_behind_quoted_cells() -> None:
    found, _ = boards(f'"{PAPER}" of today\n')

    assert found[0].label == "of today"


def test_a_column_of_boards_has_a_heading() -> None:
    found, rejects = boards(f"puzzle\n{PAPER}\n")

    assert [(board.text, board.line) for board in found] == [(PAPER, 2)]
    assert not rejects


@pytest.mark.parametrize("end", ["\x1a", "\n\x1a", "\n\x1a\x1a"])
def test_the_end_of_a_text_as_dos_marks_it(end: str) -> None:
    found, rejects = boards(PAPER + end)

    assert [board.text for board in found] == [PAPER]
    assert not rejects


def test_a_stray_nul_costs_its_line_alone() -> None:
    found, rejects = boards(f"{PAPER}\n# a\0b\n{PAPER}\n{PAPER[:5]}\0{PAPER[6:]}\n{PAPER}\n")

    assert [board.line for board in found] == [1, 3, 5]
    assert [reject.line for reject in rejects] == [4]


def test_a_full_board_behind_another_is_its_solution() -> None:
    (board,), _ = boards(f"{PAPER} {SOLVED} of today\n")

    assert (board.stated, board.label) == (SOLVED, "of today")


def test_a_board_that_becomes_a_label_is_told() -> None:
    notes = [event.text for event in stream(Source.of(f"{PAPER},{PAPER}\n")) if isinstance(event, Note)]

    assert notes == ["another board behind the cells was taken for the label"]


@pytest.mark.parametrize(("text", "fate"), [("\n", "blank"), ("# x\n", "comment"), ("  \n% x\n", "comment")])
def test_a_file_that_says_nothing_has_no_rejects(text: str, fate: str) -> None:
    told = list(explain(Source.of(text)))
    report = told[-1]

    assert isinstance(report, Report)
    assert report.rejects == 0
    assert [each.fate for each in told if isinstance(each, Fate)][-1] == fate


def test_what_stands_behind_comments_without_end_is_told() -> None:
    found, rejects = boards(f"# {'x' * 6000}\n" * 900 + "nonsense\n")

    assert found == []
    assert [(reject.line, reject.lines) for reject in rejects] == [(901, 1)]


@pytest.mark.parametrize(
    "text",
    [
        f"{PAPER} # garçon 0\n", f'{{"id": "x0", "puzzle": "{PAPER}"}}\n', f"id,puzzle\nx0,{PAPER}\n",
        "Grid 0\n" + "\n".join(PAPER[at : at + 9] for at in range(0, 81, 9)),
    ],
)  # fmt: skip
def test_the_alphabet_is_that_of_the_cells(text: str) -> None:
    (found,) = survey(Source.of(text))

    assert found.symbols == ".123456789"


def test_borders_are_no_cells_of_the_alphabet() -> None:
    rows = [
        "|".join(("", PAPER[at : at + 3], PAPER[at + 3 : at + 6], PAPER[at + 6 : at + 9], "")) for at in range(0, 81, 9)
    ]
    border = "|---+---+---|"
    (found,) = survey(Source.of("\n".join([*rows[:3], border, *rows[3:6], border, *rows[6:]])))

    assert found.symbols == ".123456789"


PLAIN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(
    ("odd", "fate"),
    [
        (f"  {PLAIN}", "board"), (f"\t{PLAIN}", "board"), (f"\u00a0{PLAIN}", "board"), (f'"{PLAIN}"', "board"),
        (PLAIN.replace(".", "*"), "board"), (f"{PLAIN} # caf\u00e9", "board"), ("  nonsense", "rejected"),
        (PLAIN[1:], "rejected"), ("", "blank"), ("\u3000", "blank"), ("# a", "comment"),
    ],
)  # fmt: skip
def test_one_odd_line_among_many_is_what_it_is_alone(odd: str, fate: str) -> None:
    (seen,) = survey(Source.of("\n".join([PLAIN] * 30 + [odd] + [PLAIN] * 30) + "\n"))
    report = seen.report

    counts = {"board": report.board_lines - 60, "rejected": report.rejected_lines, "blank": report.blank_lines,
              "comment": report.comment_lines}  # fmt: skip
    assert counts == {"board": 0, "rejected": 0, "blank": 0, "comment": 0} | {fate: 1}
    assert report.boards == 60 + (fate == "board")
