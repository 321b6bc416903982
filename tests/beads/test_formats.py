"""Files as they are found: scraped, wrong, and written by hand."""

from __future__ import annotations

import pytest

from solvers.beads import FAMILY
from solvers.beads.formats import FORMATS
from solvers.core import Board, Reject, Verdict
from solvers.reading import Source
from solvers.reading import read as read_source
from solvers.reading.format import Format, Lines, Wish
from tests.beads.reading import read
from tests.shared import shared


def test_scraped_blanks_are_dropped() -> None:
    name, boards, rejects = read(shared("cases/54-noi2005-scraped.txt").read_text())
    answers = FAMILY.solve([board.text for board in boards])

    assert (name, len(boards), rejects) == ("noi2005", 1, [])
    assert answers[0].verdict is Verdict.UNIQUE
    assert answers[0].solution.startswith("B/BK/BKK/BJKK/JJJDD/")


def test_forbidden_flip_is_read_stored_and_named() -> None:
    _, boards, _ = read(shared("cases/56-polyomino-no-flip.txt").read_text())
    answer = FAMILY.solve([boards[0].text])[0]
    flipped = FAMILY.solve([boards[0].text.replace("flip=no", "flip=yes")])[0]

    assert boards[0].variant == "5x11/kanoodle/flip=no"
    assert answer.verdict is Verdict.INVALID
    assert "piece C" in answer.reason
    assert "mirror image" in answer.reason
    assert flipped.verdict is not Verdict.INVALID


def test_bad_boards_are_refused_with_their_place() -> None:
    _, boards, rejects = read(shared("cases/57-polyomino-bad-boards.txt").read_text())
    answers = FAMILY.solve([board.text for board in boards])

    assert [board.line for board in boards] == [1, 34]
    assert [(reject.line, reject.reason) for reject in rejects] == [
        (15, "row 4 has 3 of 4 cells"),
        (31, "row 9: expected A to L or '.', got 'Z'"),
    ]
    assert rejects[1].column == 9
    assert [answer.verdict for answer in answers] == [Verdict.INVALID] * 2
    assert "piece E" in answers[0].reason
    assert "r10c10" in answers[0].reason
    assert "has 6 cells, expected 5" in answers[1].reason


def test_no_solution_in_the_words_of_the_judge() -> None:
    name, boards, _ = read(shared("cases/58-noi2005-no-solution.txt").read_text())
    answer = FAMILY.solve([board.text for board in boards])[0]
    judge = next(fmt.judge for fmt in FORMATS if fmt.name == name)

    assert judge is not None
    assert answer.verdict is Verdict.NONE
    assert judge.write(boards[0].text, answer, []) == "No solution\n"


def test_native_file_keeps_rules_until_new_ones_begin() -> None:
    text = """\
# pieces drawn by hand
AB = oo
C = oo/o
flip: no

board: first
....
...

board: second
A A
...
...

set: pentomino
board: third
FF....
"""
    name, boards, rejects = read(text)

    assert name == "beads"
    assert [board.label for board in boards[:2]] == ["first", "second"]
    assert boards[0].text == "AB=oo;C=oo/o;flip=no:..../..."
    assert boards[1].text == "AB=oo;C=oo/o;flip=no:A#A/.../..."
    assert boards[2].text == "pentomino:FF...."
    assert [board.line for board in boards] == [7, 11, 17]
    assert not rejects


def test_native_file_with_layers() -> None:
    _, boards, rejects = read("set: soma\n\n...\n...\n...\n---\n...\n...\n...\n---\n...\n...\n...\n")

    assert not rejects
    assert boards[0].text == "soma;grid=cubic:.../.../...//.../.../...//.../.../..."
    assert boards[0].variant == "3x3x3/soma"


def test_native_file_names_the_place_of_a_wrong_mark() -> None:
    _, boards, rejects = read("set: tetromino\n\n.....\n.I?..\n")

    assert not boards
    assert [(reject.line, reject.column) for reject in rejects] == [(4, 3)]


def test_wished_variant_gives_the_rules() -> None:
    _, boards, _ = read("/".join(["." * 11] * 5), Wish("5x11/kanoodle/flip=no"))

    assert boards[0].variant == "5x11/kanoodle/flip=no"


def test_a_line_of_55_marks_is_a_board_of_5_by_11() -> None:
    name, boards, _ = read("IIEEEBBBBGGCIIIELFFFFGCCCJELKKFGGHHJJJLAKKDDHHHJLLAAKDD\n")

    assert name == "beads-lines"
    assert boards[0].text == "IIEEEBBBBGG/CIIIELFFFFG/CCCJELKKFGG/HHJJJLAKKDD/HHHJLLAAKDD"


@pytest.mark.parametrize("fmt", FORMATS, ids=lambda fmt: fmt.name)
def test_written_boards_read_back(fmt: Format) -> None:
    texts = [example.text for example in FAMILY.examples]
    if fmt.name == "noi2005":
        texts = [text for text in texts if FAMILY.variant(text) == "triangle10"]
    if fmt.name == "xmpuzzle":  # has no placed pieces, and two ways to turn a piece
        texts = [
            "pentomino:" + "/".join(["." * 10] * 6),
            FAMILY.canonical("soma:" + "//".join(["/".join(["..."] * 3)] * 3)),
        ]
    if fmt.name == "kanoodle":
        texts = ["kanoodle:AAA......../A........../.........../.........../..........."]
    boards = [Board("beads", FAMILY.variant(text), text) for text in texts]
    assert fmt.write is not None
    written = "".join(fmt.write(board) for board in boards)
    source = Lines(written.splitlines())
    found = [text for item in fmt.read(source, Wish()) for text in getattr(item, "texts", None) or [item.text]]

    assert texts == found


KANOODLE_ROWS = "AAA        \nA          \n           \n           \n           \n"


@pytest.mark.parametrize("text", [KANOODLE_ROWS, KANOODLE_ROWS.replace(" ", "."), "\n" + KANOODLE_ROWS + "\n"])
@pytest.mark.parametrize("copies", [1, 2, 5])
def test_boards_of_kanoodle_with_blanks_and_back_to_back(text: str, copies: int) -> None:
    boards = list(read_source(Source.of(text * copies)))

    assert [board.text for board in boards] == ["kanoodle:AAA......../A........../" + "/".join(["." * 11] * 3)] * copies


@pytest.mark.parametrize(
    ("old", "new", "reason", "line"),
    [
        ("AAA........", "AAA.......", "row 1 has 10 of 11 cells", 1),
        ("AAA........", "AAAX.......", "row 1: expected A to L, a dot or a blank, got 'X'", 1),
        ("A..........", "A.........", "row 2 has 10 of 11 cells", 2),
    ],
)
def test_damage_in_a_board_of_kanoodle_is_named(old: str, new: str, reason: str, line: int) -> None:
    rows = KANOODLE_ROWS.replace(" ", ".").split("\n")
    rows[rows.index(old)] = new
    rejects: list[Reject] = []

    assert list(read_source(Source.of("\n".join(rows)), rejects=rejects.append)) == []
    assert [(each.reason, each.line) for each in rejects] == [(reason, line)]


@pytest.mark.parametrize(("row", "flat"), [("AAA/.......", False), ("/AAA.......", False), ("/AAA.......", True)])
def test_a_slash_is_no_mark_where_rows_need_none(row: str, *, flat: bool) -> None:
    good = ["AAA........", "A..........", *["..........."] * 3]
    bad = [row, *good[1:]]
    boards = ["".join(rows) + "\n" if flat else "\n".join([*rows, ""]) for rows in (*[good] * 8, bad, *[good] * 8)]

    name, found, rejects = read("".join(boards))

    assert name == ("beads-lines" if flat else "kanoodle")
    assert {board.text for board in found} == {"kanoodle:" + "/".join(good)}
    assert len(found) == 16
    assert len(rejects) == 1


@pytest.mark.parametrize("row", [0, 1, 6, 49])
def test_a_short_row_costs_its_own_board_of_kanoodle(row: int) -> None:
    rows = KANOODLE_ROWS.replace(" ", ".").splitlines() * 10
    rows[row] = rows[row][:7]
    text = "".join(f"{line}\n" + "\n" * (at % 5 == 4) for at, line in enumerate(rows))

    name, boards, (reject,) = read(text)

    assert (name, len(boards)) == ("kanoodle", 9)
    assert (reject.line, reject.column, reject.lines) == (row + 1 + row // 5, 8, 5)


FULL = "./../.../..../...../.....C/...CCC./EEEHH.../E.HHH..../E........."


@pytest.mark.parametrize(("cut", "column"), [(29, 30), (36, 37), (40, 41)])
@pytest.mark.parametrize("at", [0, 5, 19])
def test_a_line_that_is_cut_is_no_smaller_board(at: int, cut: int, column: int) -> None:
    lines = [FULL] * 20
    lines[at] = FULL[:cut]

    name, boards, (reject,) = read("".join(f"{line}\n" for line in lines))

    assert (name, len(boards)) == ("beads-lines", 19)
    assert (reject.line, reject.column) == (at + 1, column)
    assert reject.reason.startswith("expected 55 cells, as many as the pieces have, got ")


def test_a_row_that_is_missing_or_too_many_is_no_other_region() -> None:
    rows = FULL.split("/")
    stanzas = [rows, rows[:3] + rows[4:], rows, [*rows, rows[9]], rows]

    _, boards, rejects = read("set: noi2005\n" + "\n".join("\n".join([*stanza, ""]) for stanza in stanzas))

    assert [board.text for board in boards] == [FULL] * 3
    assert [(reject.line, reject.column, reject.lines) for reject in rejects] == [(16, 5, 9), (44, 1, 11)]


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_stray_line_at_the_beginning_costs_itself(at: int) -> None:
    lines = [FULL] * 8
    lines.insert(at, "Grid 07")

    name, boards, (reject,) = read("".join(f"{line}\n" for line in lines))

    assert (name, len(boards), reject.line) == ("beads-lines", 8, at + 1)


@pytest.mark.parametrize("spoil", ["missing", "twice", "short", "Board 7"])
@pytest.mark.parametrize("at", [0, 7, 813, 1499])
@pytest.mark.parametrize("between", ["", "\n"])
def test_a_spoilt_row_shifts_no_board_of_kanoodle(spoil: str, at: int, between: str) -> None:
    rows = "HBBBBLKKEEE HHLLLLJKKCE HHGGAJJJKCE DDGAAFJ..CC DDGGFFFF... CCCLLLLFFFF CKKLEEEJFDD GGKKEAJJJDD"
    rows = [*rows.split(), "GIIKEAAJ...", "GGIIIBBBB.."] * 150
    put = {"missing": [], "twice": [rows[at]] * 2, "short": [rows[at][:7]]}.get(spoil, [spoil, rows[at]])
    right = {"/".join(rows[:5]), "/".join(rows[5:10])}
    boards = [rows[start : start + 5] for start in range(0, 1500, 5)]
    boards[at // 5][at % 5 : at % 5 + 1] = put

    name, found, rejects = read("".join("".join(f"{row}\n" for row in board) + between for board in boards))

    assert name == "kanoodle"
    assert {board.text for board in found} <= right
    assert len(found) >= 297
    assert len(rejects) == 1


@pytest.mark.parametrize("copies", [1, 30])
def test_a_stray_line_before_a_triangle_costs_itself(copies: int) -> None:
    board = FULL.replace("/", "\n") + "\n"

    name, boards, (reject,) = read(copies * board + "-5\n" + copies * board)

    assert (name, len(boards)) == ("noi2005", 2 * copies)
    assert (reject.line, reject.lines) == (10 * copies + 1, 1)


@pytest.mark.parametrize("at", [0, 1, 4, 9])
@pytest.mark.parametrize("spoilt", [[], ["Grid 07"], ["...:"]])
def test_a_spoilt_row_of_the_first_triangle_costs_no_other(at: int, spoilt: list[str]) -> None:
    rows = [*FULL.split("/"), ""] * 5
    rows[at : at + 1] = spoilt

    name, boards, rejects = read("\n".join(rows))

    assert (name, len(boards)) == ("noi2005", 4)
    assert rejects


def test_a_spoilt_board_before_others_of_its_set_is_rejected() -> None:
    rows = FULL.split("/")

    _, boards, (reject,) = read("set: noi2005\n" + "\n".join([*rows[:3], *rows[4:], "", *rows, "", *rows, ""]))

    assert [board.text for board in boards] == [FULL] * 2
    assert (reject.line, reject.lines) == (5, 9)


def test_a_triangle_with_a_row_of_five_twice_is_no_board_of_60_cells() -> None:
    rows = ["L", "LK", "LKK", "LLKK", "BBBBE", ".....J", "....JJJ", ".....J..", ".EEEEII..", "...III...."]
    rejects: list[Reject] = []

    boards = list(
        read_source(Source.of("\n".join([*rows, "", *rows[:5], *rows[4:], "", *rows])), rejects=rejects.append)
    )

    assert len(boards) == 2
    assert [(reject.line, reject.lines) for reject in rejects] == [(17, 11)]
