"""Sudoku in lines and grids: numbers and ratings beside the cells, symbols, and rows that are missing."""

from __future__ import annotations

import pytest

from solvers.core import Block
from solvers.reading import Note, Source, read, stream
from tests.reading.test_sudoku_formats import OTHER, PAPER, board, boards


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


def test_each_board_whose_empty_cells_are_blanks_is_refused_with_its_own_rows() -> None:
    rows = [PAPER.replace(".", " ")[at : at + 9].rstrip() for at in range(0, 81, 9)]

    found, rejects = boards("\n".join([*rows, "", ""]) * 500)

    assert not found
    assert [(reject.line, reject.lines) for reject in rejects] == [(at * 10 + 1, 9) for at in range(500)]
    assert {reject.reason for reject in rejects} == {
        "expected rows of 9 cells, got lines of 5, 6, 8, 9, 9, 9, 8, 9, 9 characters; a blank is no empty cell"
    }


@pytest.mark.parametrize("head", ["", "3\n"])
@pytest.mark.parametrize("count", [3, 40])
@pytest.mark.parametrize("missing", [0, 10])
def test_boards_that_are_shifted_by_a_missing_row_are_noted(head: str, count: int, missing: int) -> None:
    rows = [PAPER[at : at + 9] for at in range(0, 81, 9)] * count
    del rows[missing]
    first = len(head) // 2 + 1

    told = list(stream(Source.of(head + "\n".join(rows) + "\n")))

    (note,) = [event for event in told if isinstance(event, Note) and "rows" in event.text]
    assert note.text.startswith("rows missing")
    assert first <= note.line <= first + 9 * (missing // 9)


def test_boards_behind_a_missing_row_are_found_again() -> None:
    rows = [PAPER[at : at + 9] for at in range(0, 81, 9)] * 9
    del rows[4 * 9 + 2]

    found, rejects = boards("\n".join(rows) + "\n")

    assert [(each.text, each.line) for each in found] == [(PAPER, 9 * at + 1 - (at > 4)) for at in range(9) if at != 4]
    assert [(each.line, each.lines) for each in rejects] == [(37, 8)]


def test_boards_that_missing_rows_shifted_are_refused_where_it_shows() -> None:
    rows = [PAPER[at : at + 9] for at in range(0, 81, 9)] * 9
    del rows[6 * 9 + 2]
    del rows[4 * 9 + 2]

    found, rejects = boards("\n".join(rows) + "\n")

    assert [each.text for each in found] == [PAPER] * 4
    assert [(each.line, each.lines) for each in rejects] == [(37, 9), (46, 9), (55, 9), (64, 9), (73, 7)]


def test_a_cut_off_file_keeps_its_boards_even_if_one_has_a_given_twice() -> None:
    rows = [PAPER[at : at + 9] for at in range(0, 81, 9)]
    twice = [f"5{rows[0][1:]}", f"5{rows[1][1:]}", *rows[2:]]

    found, (reject,) = boards("\n".join([*rows, *twice, *rows * 3, *rows[:5]]) + "\n")

    assert [each.line for each in found] == [1, 10, 19, 28, 37]
    assert (reject.line, reject.lines) == (46, 5)


@pytest.mark.parametrize("between", ["\n", "Grid 2\n"])
def test_a_missing_row_shifts_nothing_where_boards_are_parted(between: str) -> None:
    rows = "".join(PAPER[at : at + 9] + "\n" for at in range(0, 81, 9))

    told = list(stream(Source.of(f"{rows}{between}{rows[10:]}{between}{rows}")))

    assert not [event for event in told if isinstance(event, Note)]


@pytest.mark.parametrize("number", ["8" * 5000, "123456789"])
def test_a_number_without_end_costs_its_own_board(number: str) -> None:
    rows = "0 1 0 0\n0 0 2 3\n0 0 0 0\n0 3 0 0\n"

    found, (reject,) = boards(f"2\n{rows}\n2\n{rows.replace('2', number)}\n2\n{rows}", "uva989")

    assert [each.text for each in found] == [OTHER, OTHER]
    assert reject.reason.startswith("expected numbers")


def test_boards_behind_the_word_that_ends_the_input_are_read() -> None:
    told = list(stream(Source.of(f"{PAPER}\nend\nwords\n.{PAPER[1:]}\nend\n"), format="poj3074"))

    assert [text for event in told if isinstance(event, Block) for text in event.texts] == [PAPER, f".{PAPER[1:]}"]
    assert [(note.line, note.text) for note in told if isinstance(note, Note)] == [
        (2, "boards stand behind the first `end`: 1")
    ]


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


def test_many_lines_that_are_all_a_cell_short_are_told_one_by_one_as_they_stood() -> None:
    wide = PAPER.translate({ord(digit): 0xFF10 + int(digit) for digit in "123456789"})  # full-width digits
    found, rejects = boards(f"{PAPER}\n" + f"# a\n\n{PAPER[:79]}\n" * 300 + f"{wide[:80]}\n" * 300)

    assert len(found) == 1
    assert [each.reason for each in rejects] == [f"expected 81 cells, got {n}" for n in (79, 80) for _ in range(300)]
    assert [each.line for each in rejects] == [*range(4, 902, 3), *range(902, 1202)]
    assert [each.raw for each in rejects] == [PAPER[:79]] * 300 + [wide[:80]] * 300


def test_a_solution_behind_a_colon_is_no_count_of_solutions() -> None:
    cells = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

    for count in (1, 50):
        found = list(read(Source.of(f"{cells}:{solved}\n" * count)))
        assert [(each.stated, each.fields) for each in found] == [(solved, None)] * count
