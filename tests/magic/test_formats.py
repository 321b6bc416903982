"""File formats: what they read, refuse, recognise and write."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest

from solvers.core import Block, Board, Reject, Verdict
from solvers.magic._kernel import page, solve
from solvers.magic.formats import FORMATS
from solvers.magic.formats.position import POSITION
from solvers.reading import Note, Source, stream, write
from solvers.reading import read as read_source
from solvers.reading.choosing import choose
from solvers.reading.format import Format, Lines, Sample, Wish
from solvers.reading.packing import boards as each
from tests.magic.boards import boards
from tests.shared import shared


def taken(form: Format, text: str, variant: str = "") -> tuple[list[str], list[Reject]]:
    """Texts of the boards and the rejects; every line is accounted for."""
    rows = text.splitlines()
    lines = Lines(rows, "it")
    items = list(form.read(lines, Wish(variant)))
    assert lines.tally.total() == len(rows)
    boards = [board for item in items for board in (each(item) if isinstance(item, Block) else (item,))]
    texts = [item.text for item in boards if isinstance(item, Board)]
    return texts, [item for item in items if isinstance(item, Reject)]


def by_name(name: str) -> Format:
    return next(form for form in FORMATS if form.name == name)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_each_format_knows_its_own_example_best(form: Format) -> None:
    sample = Sample(tuple(form.example.splitlines()))

    scores = {other.name: other.sniff(sample) for other in FORMATS}

    assert max(scores, key=lambda name: scores[name]) == form.name
    assert list(scores.values()).count(scores[form.name]) == 1
    assert not taken(form, form.example)[1]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_what_a_format_writes_it_reads(form: Format) -> None:
    [text], _ = taken(form, form.example)
    assert form.write is not None

    written = form.write(Board("magic", "", text))

    assert taken(form, written) == ([text], [])


def test_the_position_of_1() -> None:
    texts, rejects = taken(POSITION, "1 1\n4 3\n\n5 1\n")

    assert texts == [
        "34-game:1 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0",
        "34-game:0 0 0 0/0 0 0 0/0 0 0 0/0 0 1 0",
    ]
    assert [(reject.line, reject.reason[:31]) for reject in rejects] == [(4, "expected row and column of the ")]


def test_the_judge_gets_every_square() -> None:
    [text], _ = taken(POSITION, "1 1\n")
    squares, _ = page(text)
    assert POSITION.judge is not None
    assert POSITION.judge.every

    written = POSITION.judge.write(text, solve([text])[0], squares)

    assert written.startswith("1 4 13 16\n14 15 2 3\n8 5 12 9\n11 10 7 6\n\n1 4 13 16\n")
    assert len(written.splitlines()) == 216 * 4 + 215


def test_named_grids() -> None:
    texts, rejects = taken(
        by_name("magic-named"), "@ a 3\n0 7 0\n0 0 1\n0 0 0\n@ b 3\n1 2\n@ c 3 semi\n. _ *\n0 5 0\n0 0 0"
    )

    assert texts == ["normal:0 7 0/0 0 1/0 0 0", "semi:0 0 0/0 5 0/0 0 0"]
    assert [(reject.line, reject.lines) for reject in rejects] == [(6, 2)]


def test_completion_problems_keep_contradictions() -> None:
    texts, rejects = taken(by_name("csplib-019"), "3 3\n1 1 8\n1 1 6\n2 2 5\n\n3 2\n1 1 10\n4 1 2\n\n3 2\n1 1 8\nx")

    assert texts == ["normal;r1c1=6:8 0 0/0 5 0/0 0 0", "normal;r4c1=2:10 0 0/0 0 0/0 0 0"]
    assert [(reject.line, reject.lines) for reject in rejects] == [(12, 3)]


def test_repeated_givens_are_noted() -> None:
    lines = Lines(["3 3", "1 1 8", "2 2 5", "1 1 8"], "it")

    [board] = by_name("csplib-019").read(lines, Wish())

    assert isinstance(board, Board)
    assert board.text == "normal:8 0 0/0 5 0/0 0 0"
    assert board.fields == {"repeated": "r1c1=8"}
    assert [note.text for note in lines.notes] == ["repeated givens: r1c1=8"]


def test_many_givens_are_read_in_time_that_grows_with_them() -> None:
    rows = ["1 60000", *(f"1 1 {n % 30_000 + 1}" for n in range(60_000))]
    lines = Lines(rows, "it")

    start = process_time()
    [board] = by_name("csplib-019").read(lines, Wish())

    assert process_time() - start < 5  # 35 s where each given is compared with all before it
    assert isinstance(board, Board)
    assert solve([board.text])[0].reason.endswith(" more")
    assert [note.text[-15:] for note in lines.notes] == [" and 29980 more"]


@pytest.mark.parametrize(
    ("text", "givens"),
    [
        ("normal;r1c1=5;r1c1=5:0 0 0/0 0 0/0 0 0", "r1c1=5"),
        ("normal; r1c2=7 ;r1c1=5:5 0 0/0 0 0/0 0 0", "r1c1=5"),
        ("normal;r1c1=5;r1c1+r1c2=9:0 0 0/0 0 0/0 0 0", ""),
    ],
)
def test_givens_repeated_in_canonical_text_are_noted(text: str, givens: str) -> None:
    lines = Lines([text], "it")

    assert isinstance(next(by_name("magic-text").read(lines, Wish())), Board)

    assert [note.text for note in lines.notes] == ([f"repeated givens: {givens}"] if givens else [])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("magic-letters", "# by hand\nTyp=7x7-01-35\nAoBPgqihfvCD\n"),
        ("magic-named", "# by hand\n@ a 3\n0 7 0\n0 0 1\n0 0 0\n"),
        ("csplib-019", "% by hand\n3 1\n1 2 7\n"),
        ("p1274", "# by hand\n1 1\n4 3\n"),
        ("p1274", "1 1\n5 1\n1 x\n"),
        ("magic-line", "0 0 0 0 0 0 0 0 0\n"),
        ("magic-line", " ".join(["0"] * 16) + "\n"),
        ("magic-grid", "0\n"),
        ("magic-grid", "1\n\n0\n"),
        ("magic-grid", "0 0\n0 0\n"),
    ],
)
def test_what_is_recognised_among_the_family_s_formats(name: str, text: str) -> None:
    choice = choose(Sample(tuple(text.splitlines())), FORMATS)

    assert choice.format is by_name(name), choice.reason


def test_plain_grids_of_any_spacing() -> None:
    text = "# first\n 8  . 6\n\t_ 5 *\n0,0, 2\n\n% second\n8 1 6\n3 5\n\n.1.\n...\n..2\n"

    texts, rejects = taken(by_name("magic-grid"), text)

    assert texts == ["normal:8 0 6/0 5 0/0 0 2", "normal:0 1 0/0 0 0/0 0 2"]
    assert [(reject.line, reject.lines) for reject in rejects] == [(8, 2)]


def test_letters_are_ultramagic_squares_of_order_7() -> None:
    lines = Lines(
        ["Magic Squares Data by Walter Trump 2001", "Typ=7x7-01-35", "Num=0000002", "AoBPgqihfvCD", "AoBPgqihfvCY"]
    )

    board, reject = by_name("magic-letters").read(lines, Wish())

    assert isinstance(board, Board)
    assert board.text.startswith("ultramagic:1 35 2 16 43 33 0/41 42 44 28 3 4 0/0 0 0")
    assert solve([board.text])[0].verdict is Verdict.UNIQUE
    assert isinstance(reject, Reject)
    assert [note.text for note in lines.notes] == ["the header states 2 squares, found 1"]


def test_a_solved_sudoku_in_letters_is_no_list_of_squares() -> None:
    grid = "".join("ABCDEFGHIJKL"[at:] + "ABCDEFGHIJKL"[:at] + "\n" for at in (0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11))

    (board,) = read_source(Source.of(grid))

    assert (board.family, board.variant) == ("sudoku", "12x12/3x4")


def test_numbers_of_two_digits_in_nine_columns_are_a_square_and_no_candidates() -> None:
    rows = ["37 36 26 16 6 77 67 57 47", "70 60 50 40 30 20 10 9 80", *(" ".join(["0"] * 9) for _ in range(7))]

    (board,) = read_source(Source.of("\n".join([*rows, ""])))

    assert (board.family, board.variant) == ("magic", "normal-9")


def test_the_rule_set_can_be_asked_for() -> None:
    grid = "0 1 0\n0 0 0\n0 0 9\n"

    assert taken(by_name("magic-grid"), grid, "semi")[0] == ["semi:0 1 0/0 0 0/0 0 9"]
    assert taken(by_name("magic-grid"), grid, "semi-3")[0] == ["semi:0 1 0/0 0 0/0 0 9"]
    assert "expected order 4" in taken(by_name("magic-grid"), grid, "semi-4")[1][0].reason


def test_the_shared_files_are_recognised() -> None:
    named = boards("data/magic/unique_GENERATED.txt")
    completion = boards("data/magic/cspl_prob019")

    assert (len(named), named[0].label, named[0].variant) == (59, "u4-00-k4", "normal-4")
    assert len(completion) == 37
    assert sum(board.fields is not None for board in completion) == _files_with_repeats()


def _files_with_repeats() -> int:
    files = [path.read_text().split("\n")[1:] for path in shared("data/magic/cspl_prob019").glob("*.dat")]
    givens = [[tuple(line.split()) for line in lines if line.strip()] for lines in files]
    return sum(len(set(lines)) < len(lines) for lines in givens)


@pytest.mark.parametrize(
    ("text", "notes"), [("1 2\n1 1 1\n1 1 5\n", []), ("1 1\n1 1 1\n", ["the board is already complete"])]
)
def test_a_board_that_contradicts_itself_is_not_complete(text: str, notes: list[str]) -> None:
    assert [event.text for event in stream(Source.of(text), among=FORMATS) if isinstance(event, Note)] == notes


def test_a_damaged_square_of_letters_is_rejected_alone() -> None:
    text = "Typ=7x7\nNum=2\nCrc=1\nX\nAoBPgqihfvC\nAoBPgqihfvC1\nAoBPgqihfvCD\n"
    rejects: list[Reject] = []

    (board,) = read_source(Source.of(text), rejects=rejects.append)

    assert (board.variant, board.line) == ("ultramagic-7", 7)
    assert [each.line for each in rejects] == [5, 6]


def test_a_square_without_a_name_comes_back_without_one() -> None:
    board = Board("magic", "normal-3", "normal:0 7 0/0 0 1/0 0 0")
    form = next(form for form in FORMATS if form.name == "magic-named")

    (again,) = read_source(Source.of("".join(write([board], form))))

    assert (again.text, again.label) == (board.text, "")


def test_a_square_with_a_short_row_says_which() -> None:
    rejects: list[Reject] = []

    assert list(read_source(Source.of("8 1 6\n3 5\n4 9 2\n"), rejects=rejects.append)) == []
    assert rejects
    assert "recognised" not in rejects[0].reason


def _packed(copies: int) -> list[str]:
    """Rows of squares of order 4 with most numbers given, and no line between them."""
    rng = Random(4)
    rows = []
    for _ in range(copies):
        cells = [str(number) if rng.random() < 0.8 else "." for number in rng.sample(range(1, 17), 16)]
        rows += [" ".join(cells[at : at + 4]) for at in range(0, 16, 4)]
    return rows


@pytest.mark.parametrize("at", [0, 1, 2, 41, 8042, 9999])
@pytest.mark.parametrize("spoil", ["2024-01-02", "1 2 3 4 5", "missing", "twice"])
def test_a_spoilt_row_shifts_no_square(spoil: str, at: int) -> None:
    rows = _packed(2500)
    form = by_name("magic-grid")
    right, _ = taken(form, "\n".join(rows))
    put = {"missing": [], "twice": [rows[at], rows[at]]}.get(spoil, [spoil, rows[at]])
    spoilt = rows[:at] + put + rows[at + 1 :]

    found, rejects = taken(form, "\n".join(spoilt))

    assert len(rejects) == 1
    assert set(found) <= set(right)
    assert len(found) >= len(right) - 4  # nothing tells at once where a row is missing
    assert form.sniff(Sample(tuple(spoilt[:400]))) >= 60


def test_the_row_that_is_wrong_is_named() -> None:
    rows = _packed(10)
    rows[6] = rows[6].replace(" ", "", 1)

    _, (reject,) = taken(by_name("magic-grid"), "\n".join(rows))

    assert (reject.line, reject.column, reject.lines) == (7, len(rows[6]) + 1, 4)
    assert reject.reason == "expected 4 rows of 4 cells, got rows of 4, 4, 3, 4"


def test_what_cannot_be_told_apart_is_rejected() -> None:
    """Without numbers nothing says where a row is too many: no square of the rows of two is invented."""
    rows = [". . .", ". 9 .", ". . ."] * 3

    found, rejects = taken(by_name("magic-grid"), "\n".join([*rows, rows[0]]))

    assert found == []
    assert [(reject.line, reject.lines) for reject in rejects] == [(1, 10)]


def test_squares_are_written_apart() -> None:
    board = Board("magic", "normal-3", "normal:0 7 0/0 0 1/0 0 0")

    assert "".join(write([board, board], by_name("magic-grid"))) == 2 * ". 7 .\n. . 1\n. . .\n\n"


def test_a_blank_that_is_missing_costs_one_square() -> None:
    rows = _packed(20)
    lines = [" ".join(rows[at : at + 4]) for at in range(0, 80, 4)]
    lines[7] = "12 . 3 4" + lines[7].replace(" ", "", 5)
    rejects: list[Reject] = []

    found = list(read_source(Source.of("\n".join([*lines, "1", "# 1 2 3"])), rejects=rejects.append))

    assert [board.line for board in found] == [line for line in range(1, 21) if line != 8]
    assert [(each.line, each.column) for each in rejects] == [(8, 8), (21, 2)]
    assert rejects[0].reason == "expected 16 numbers, got 14"


@pytest.mark.parametrize("copies", [0, 1, 30])
def test_a_named_square_with_a_row_too_many_is_rejected(copies: int) -> None:
    good = "@ a 3\n0 7 0\n0 0 1\n0 0 0\n"

    texts, rejects = taken(by_name("magic-named"), copies * good + good + "0 0 0\n" + copies * good)

    assert len(texts) == 2 * copies
    assert [(reject.line, reject.lines) for reject in rejects] == [(4 * copies + 5, 5)]


@pytest.mark.parametrize("spoilt", ["2 1 7", "2 1 7\n2 x 1", "3 1 7\n2 3 1\n1 2 7", "2 1 7\n2 3 1\n3 3 3"])
@pytest.mark.parametrize("copies", [1, 30])
def test_a_spoilt_completion_problem_is_one_reject(spoilt: str, copies: int) -> None:
    good = "3 2\n1 2 7\n2 3 1\n"
    text = f"{copies * good}3 2\n{spoilt}\n{copies * good}"

    texts, (reject,) = taken(by_name("csplib-019"), text)

    assert texts == ["normal:0 7 0/0 0 1/0 0 0"] * 2 * copies
    assert reject.lines == 2 + spoilt.count("\n")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("magic-named", "@\N{NO-BREAK SPACE}a\N{NO-BREAK SPACE}3\n0\N{NO-BREAK SPACE}7 0\n0 0 1\n0 0 0\n"),
        ("magic-named", " @ a 3\n 0 7 0\n 0 0 1\n 0 0 0\n"),
        ("csplib-019", "3\N{NO-BREAK SPACE}2\n1\N{NO-BREAK SPACE}2 7\n2 3\N{NO-BREAK SPACE}1\n"),
        ("magic-grid", "\t.\t\t7\t.\n.\t.\t\t1\n\t.\t.\t.\n"),
    ],
)
def test_any_blanks_stand_between_numbers(name: str, text: str) -> None:
    assert by_name(name).sniff(Sample(tuple(text.splitlines()))) >= 70
    assert taken(by_name(name), text) == (["normal:0 7 0/0 0 1/0 0 0"], [])


@pytest.mark.parametrize(
    "form", [by_name(name) for name in ("magic-grid", "magic-named", "csplib-019")], ids=lambda form: form.name
)
@pytest.mark.parametrize("at", [0, 1, 2])
@pytest.mark.parametrize("spoilt", [[], ["x"], ["1 x"], ["My squares, 12 of them"]])
def test_a_spoilt_line_at_the_beginning_costs_its_own_square(form: Format, at: int, spoilt: list[str]) -> None:
    texts = ["normal:0 7 0/0 0 1/0 0 0", "normal:0 0 0 9/0 0 0 0/0 0 0 0/0 0 3 0", "normal:2 0 0/0 5 0/0 0 0"] * 4
    rows = "".join(write([Board("magic", "", text) for text in texts], form)).splitlines()
    rejects: list[Reject] = []

    boards = list(read_source(Source.of("\n".join(rows[:at] + spoilt + rows[at + 1 :])), rejects=rejects.append))

    assert [board.text for board in boards][-11:] == texts[1:]
    assert {board.text for board in boards} == set(texts)
    assert rejects or len(boards) == len(texts)  # without its name a square may be one all the same
