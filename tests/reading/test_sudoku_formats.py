"""Sudoku in the notations of programs, sites and judges."""

from __future__ import annotations

import pytest

from solvers.core import Board, Reject
from solvers.reading import Note, Source, read, stream
from solvers.sudoku.formats.clipboard import write as write_clipboard

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL, OTHER = "..1..4.....2.2..", ".1....23.....3.."
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


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


def test_an_error_in_xml_keeps_what_came_before() -> None:
    found, rejects = boards(f'<opensudoku>\n<game data="{PAPER}"/>\n<game data="12"/>\n<game\n</opensudoku>\n')

    assert [each.text for each in found] == [PAPER]
    assert [(reject.line, reject.lines) for reject in rejects] == [(3, 0), (4, 1)]


@pytest.mark.parametrize(
    ("damaged", "lost"),
    [
        (f'<game data="{PAPER}', 1),
        (f'<game data="{PAPER}"/>>&<', 0),
        (f'<ga data="{PAPER}"/>', 0),
        (f'<game\ndata="{PAPER}"<\n/>', 3),
    ],
)
@pytest.mark.parametrize("folder", ["", "<folder name='x'>"])
def test_games_behind_damaged_xml_are_read(damaged: str, lost: int, folder: str) -> None:
    good = f'<game data="{PAPER}"/>\n' * 3
    end = "</folder>" * bool(folder)

    found, rejects = boards(f"<opensudoku>\n{folder}\n{good}{damaged}\n{good}{end}\n</opensudoku>\n")

    assert [each.text for each in found if each.line < 6] == [PAPER] * 3
    assert [each.text for each in found[-3:]] == [PAPER] * 3
    assert len(found) == 6 + damaged.endswith("&<")
    assert [(each.line, each.lines) for each in rejects] == [(6, lost)]


def test_lines_between_and_behind_games_are_no_comments() -> None:
    game = f'<game data="{PAPER}"/>\n'

    found, rejects = boards(f"<opensudoku>\n{game}{PAPER}\n{game}{PAPER}\n{PAPER}\n")

    assert sorted(each.line for each in found) == [2, 3, 4, 5, 6]
    assert not rejects


def test_a_record_of_a_cell_that_is_not_known_is_named() -> None:
    data = "version: 2&#10;" + "0|0|1|" * 40 + "x|0|1|" + "0|0|1|" * 40

    assert "unsupported record of cell 41" in reason(f'<opensudoku version="2"><game data="{data}"/></opensudoku>')
