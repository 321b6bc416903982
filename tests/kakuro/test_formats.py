from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest

from solvers.core import Block, Board, MalformedError, Reject
from solvers.kakuro import FAMILY
from solvers.kakuro._kernel import from_address, swapped
from solvers.kakuro.board import format_board
from solvers.kakuro.formats import FORMATS, KKT, STATEMENT
from solvers.kakuro.formats import rows as rows_module
from solvers.kakuro.formats.order import evidence
from solvers.kakuro.formats.pzpr import _address
from solvers.reading import write
from solvers.reading.format import Format, Lines, Sample, Wish
from solvers.reading.packing import boards as unpacked

# The first sample of AlgoSpot KAKURO2 in the tokens of the statement.
WIKIPEDIA = r"""8 8
XXXXX 23\XX 30\XX XXXXX XXXXX 27\XX 12\XX 16\XX
XX\16 ..... ..... XXXXX 17\24 ..... ..... .....
XX\17 ..... ..... 15\29 ..... ..... ..... .....
XX\35 ..... ..... ..... ..... ..... 12\XX XXXXX
XXXXX XX\07 ..... ..... 07\08 ..... ..... 07\XX
XXXXX 11\XX 10\16 ..... ..... ..... ..... .....
XX\21 ..... ..... ..... ..... XX\05 ..... .....
XX\06 ..... ..... ..... XXXXX XX\03 ..... .....
"""
ANSWER = """_ _ _ _ _ _ _ _
_ 9 7 _ _ 8 7 9
_ 8 9 _ 8 9 5 7
_ 6 8 5 9 7 _ _
_ _ 6 1 _ 2 6 _
_ _ _ 4 6 1 3 2
_ 8 9 3 1 _ 1 4
_ 3 1 2 _ _ 2 1
"""


def read(format_: Format, text: str) -> tuple[list[Board | Reject], Lines]:
    lines = Lines(text.splitlines(), "test")
    items = list(format_.read(lines, Wish()))
    found = [each for item in items for each in (unpacked(item, "test") if isinstance(item, Block) else [item])]
    return found, lines


def judged(boards: Sequence[Board]) -> str:
    assert STATEMENT.judge is not None
    answers = FAMILY.solve([board.text for board in boards])
    written = [
        STATEMENT.judge.write(board.text, answer, [answer.solution] if answer.solution else [])
        for board, answer in zip(boards, answers, strict=True)
    ]
    return STATEMENT.judge.between.join(written)


def test_the_statement_is_read_and_answered_in_the_form_of_the_judge() -> None:
    boards, lines = read(STATEMENT, WIKIPEDIA + "\n" + WIKIPEDIA)

    assert [FAMILY.examples[0].text] * 2 == [board.text for board in boards]
    assert [board.line for board in boards] == [1, 11]
    assert (lines.tally.board, lines.tally.blank, lines.tally.rejected) == (18, 1, 0)
    assert judged(boards) == ANSWER + "\n" + ANSWER


def test_seven_character_tokens_are_the_same_board() -> None:
    wide = WIKIPEDIA.replace("XXXXX", "XXXXXXX").replace(".....", ".......")
    for number in range(3, 36):
        wide = wide.replace(f"{number:02}\\", f"{number:03}\\").replace(f"\\{number:02}", f"\\{number:03}")
    wide = wide.replace("XX\\0", "XXX\\0").replace("\\XX", "\\XXX").replace("\\XXXX", "\\XXX")

    boards, _ = read(STATEMENT, wide)

    assert [FAMILY.examples[0].text] == [board.text for board in boards]


def test_a_board_without_solution_is_said_in_our_own_words() -> None:
    boards, _ = read(STATEMENT, "3 3\nXXXXX 03\\XX 05\\XX\nXX\\03 ..... .....\nXX\\04 ..... .....\n")

    assert judged(boards) == "No solution\n"


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("3 3\nXXXXX 03\\XX 05\\XX\nXX\\03 ..... .....\n", 1, 0, "line 3: expected 3 rows (1 at least), got 2"),
        ("1 2\nXXXXX ....\n", 1, 7, "line 2: expected ..... XXXXX or AA\\BB, got '....'"),
        ("1 2\nXXXXX\n", 1, 0, "line 2: expected 2 cells, got 1"),
        ("3\n", 1, 1, "expected two numbers, rows and columns, got '3'"),
    ],
)
def test_a_broken_case_is_rejected_alone(text: str, line: int, column: int, reason: str) -> None:
    items, lines = read(STATEMENT, text + "\n" + WIKIPEDIA)

    assert isinstance(items[0], Reject)
    assert (line, column, reason) == (items[0].line, items[0].column, items[0].reason)
    assert isinstance(items[-1], Board)
    assert lines.tally.total() == len((text + "\n" + WIKIPEDIA).splitlines())


def test_kkt_keeps_names_and_lines() -> None:
    boards, _ = read(KKT, "@ a 1 2\n3\\- 2\\-\n\n\n@ b 1 2 digits=12\n. 12\n")

    assert [(b.label, b.line, b.text) for b in boards] == [("a", 1, "3\\- 2\\-"), ("b", 5, "digits=12:. 12")]


def test_kkt_rejects_name_line_and_column() -> None:
    items, lines = read(KKT, "stray\n@ a 2 2\n. .\n. x\n@ b 1 1\n.\n@ c 2 1\n.\n")

    assert [(item.line, item.column, item.reason) for item in items if isinstance(item, Reject)] == [
        (1, 1, "expected '@ name rows columns', got 'stray'"),
        (2, 3, "line 4: expected . # a digit 1-9 or down\\across, got 'x'"),
        (7, 0, "line 8: expected 2 rows, got 1"),
    ]
    assert (lines.tally.board, lines.tally.rejected) == (2, 6)


@pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.name)
def test_a_format_sniffs_and_reads_its_own_example_and_what_it_writes(format_: Format) -> None:
    boards, _ = read(format_, format_.example)

    assert format_.sniff(Sample(tuple(format_.example.splitlines()))) >= 50
    assert boards
    for board in boards:
        assert isinstance(board, Board)
        if format_.write is not None:
            again, _ = read(format_, "".join(write([board], format_)))
            assert [board.text] == [other.text for other in again]


@pytest.mark.parametrize("format_", [each for each in FORMATS if each.write], ids=lambda format_: format_.name)
def test_a_board_comes_back_or_is_refused(format_: Format) -> None:
    written = 0
    for example in FAMILY.examples:
        board = Board("kakuro", "", example.text)
        try:
            text = "".join(write([board], format_))
        except MalformedError:
            continue
        again, _ = read(format_, text)
        assert [board.text] == [other.text for other in again]
        written += 1
    assert written > 3


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("kdl", "# 3\\- 4\\-/-\\3 . ./-\\4 . 1", "cannot say what the board has at r3c3 (1)"),
        ("run-list", "digits=12:# 3\\- 4\\-/-\\3 . ./-\\4 . .", "cannot say what the board has at its digits 1-12"),
        ("euler-424", "# 3\\-/-\\3 ./-\\4 .", "has squares"),
        ("kakuro-pzprv3", "# 3\\- 4\\-/-\\3 . ./. . .", "r3c1"),
    ],
)
def test_what_a_notation_cannot_say_is_named(name: str, text: str, why: str) -> None:
    form = next(form for form in FORMATS if form.name == name)

    with pytest.raises(MalformedError, match=re.escape(why)):
        "".join(write([Board("kakuro", "", text)], form))


@pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.name)
def test_the_page_says_of_each_format_whether_it_is_written_and_judged(format_: Format) -> None:
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text()
    (row,) = [line for line in page.splitlines() if line.startswith(f"| `{format_.name}` ")]

    written, judged_ = ("yes" if what else "" for what in (format_.write, format_.judge))
    assert [cell.strip() for cell in row.split("|")[3:5]] == [written, judged_]


def _clues(text: str) -> list[list[str]]:
    return [row.split(" ") for row in text.split("/")]


def _runs(text: str) -> Iterator[tuple[str, str, int]]:
    """The clue of each line of white cells, the one for the other direction, and how many cells it has."""
    rows = _clues(text)
    for lines, side in ((rows, 1), (list(map(list, zip(*rows, strict=True))), 0)):
        for line in lines:
            words = ["#", *line, "#"]
            for at, word in enumerate(words):
                if word == "#" or "\\" in word:
                    length = next((n for n, w in enumerate(words[at + 1 :]) if w == "#" or "\\" in w), 0)
                    clues = word.split("\\") if "\\" in word else ["-", "-"]
                    yield clues[side], clues[1 - side], length


def _counted(text: str, order: int) -> tuple[int, int]:
    misfits = missing = 0
    for clues in _runs(text):
        clue, length = clues[order], clues[2]
        sums = {sum(digits) for digits in combinations(range(1, 10), length)} if 0 < length < 10 else set()
        misfits += clue != "-" and int(clue) not in sums
        missing += clue == "-" and length > 1
    return misfits, missing


@pytest.mark.parametrize("seed", range(20))
def test_evidence_for_an_order_counts_what_does_not_fit(seed: int) -> None:
    rng = random.Random(seed)
    words = ("#", ".", ".", ".", "5", "3\\-", "-\\16", "11\\4", "45\\99")
    text = "/".join(" ".join(rng.choices(words, k=7)) for _ in range(5))

    assert evidence(text) == (_counted(text, 0), _counted(text, 1))


def test_clues_are_exchanged_and_nothing_else() -> None:
    assert swapped(r"digits=12:3\- . #/-\4 5 16\7") == r"digits=12:-\3 . #/4\- 5 7\16"
    assert swapped("") == ""


@pytest.mark.parametrize("seed", range(20))
def test_an_address_is_read_at_once_as_sign_by_sign(seed: int) -> None:
    rng = random.Random(seed)
    signs = "".join(rng.choices(("k", "l", "p", ".", "48", "-j", "0A", "Z-", "--"), k=14))
    match = re.fullmatch(r"(\d+)/(\d+)/(\S*)", f"5/4/{signs}{''.join(rng.choices('-0aZ3', k=rng.randrange(9)))}")
    assert match is not None
    try:
        expected = format_board(_address(match))
    except MalformedError:
        expected = ""

    assert from_address(match[3], 4, 5) == expected


def test_a_nul_is_no_cell_of_a_table() -> None:
    (form,) = [form for form in FORMATS if form.name == "table"]
    (item,), _ = read(form, "\\ 3\\ 4\\\n\\3 \0 _\n\\4 _ _\n")

    assert isinstance(item, Reject)
    assert "got '\\x00'" in item.reason


@pytest.mark.parametrize("form", [KKT, STATEMENT], ids=lambda form: form.name)
def test_a_board_that_is_a_row_short_leaves_the_next_one_alone(form: Format) -> None:
    rows = form.example.splitlines()
    text = "\n".join([*rows, *rows[:-1], *rows]) + "\n"

    found, lines = read(form, text)

    assert [type(item) for item in found] == [Board, Reject, Board]
    assert [item.line for item in found] == [1, len(rows) + 1, 2 * len(rows)]
    assert (lines.tally.board, lines.tally.rejected) == (2 * len(rows), len(rows) - 1)


@pytest.mark.parametrize("name", ["kdl", "kakuro-dzn", "kakuro-pycsp3"])
def test_what_is_longer_than_any_board_is_refused_and_not_kept(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows_module, "MOST_TEXT", 1000)
    (form,) = [form for form in FORMATS if form.name == name]

    (item,), lines = read(form, "1 1 - 2 3\n" * 500)

    assert isinstance(item, Reject)
    assert "expected a board of at most 1000 characters, got 5000" in item.reason
    assert (item.lines, lines.tally.rejected) == (500, 500)


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize(("before", "behind", "end"), [("", "", ""), ('"', '"', ""), ("", "", "mark"), ("", " ", "")])
def test_tables_of_spreadsheets(mark: str, before: str, behind: str, end: str) -> None:
    (form,) = [form for form in FORMATS if form.name == "table"]
    rows = [["\\", "3\\", "4\\", "\\"], ["\\3", "", "", "1\\"], ["\\7", "", "", ""]]
    lines = [mark.join(f"{before}{cell}{behind}" for cell in row) + (mark if end else "") for row in rows]

    (item,), _ = read(form, "\n".join(lines) + "\n")

    assert isinstance(item, Board)
    assert item.text == r"# 3\- 4\- #/-\3 . . 1\-/-\7 . . ."
