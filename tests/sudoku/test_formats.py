"""The files that sudoku comes in: one-line, grids, ZOJ 3122."""

from __future__ import annotations

import pytest

from solvers.core import Block, Reject, Verdict
from solvers.reading.format import Format, Lines, Sample, Wish
from solvers.sudoku import FAMILY
from solvers.sudoku.board import canonical
from solvers.sudoku.formats.grid import GRID
from solvers.sudoku.formats.line import LINE
from solvers.sudoku.formats.zoj3122 import ZOJ3122
from tests.contract.test_formats import boards_of, read
from tests.shared import shared

BOARD = "........49.1.6.5....8....9.8..4.37.6....1....54...718.....39..7....4..5....7..81."
SMALL = "1..4....6....4..2..3..6....1....2..5"


def best(text: str) -> Format:
    """The format that is surest of a text."""
    sample = Sample(tuple(text.splitlines()))
    return max(FAMILY.formats, key=lambda fmt: fmt.sniff(sample))


@pytest.mark.parametrize("empty", ".0-*_?xX")
def test_every_symbol_for_empty(empty: str) -> None:
    text = BOARD.replace(".", empty) + "\n"

    assert best(text) is LINE
    assert [board.text for board in boards_of(read(LINE, text)[0])] == [BOARD]


@pytest.mark.parametrize("separator", [" ", "\t", ";", ",", "#", " # "])
def test_label_after_the_cells(separator: str) -> None:
    (board,) = boards_of(read(LINE, f"{BOARD}{separator}no. 1, easy\n")[0])

    assert (board.text, board.label) == (BOARD, "no. 1, easy")


@pytest.mark.parametrize(("behind", "rule"), [
    (";thermometers:r1c1", "thermometers"), (";antiknight", "antiknight"), (";Anti-Knight ", "Anti-Knight"),
    (";diagonals;windoku", "windoku"), (";dominoes:r1c1,r1c2", "dominoes"),
])  # fmt: skip
def test_rules_that_we_do_not_know_are_refused_by_name(behind: str, rule: str) -> None:
    """Alone, where all lines are read one by one or in bulk, and beside boards without."""
    reason = f"expected diagonals, regions: or cages:, each once, got {rule!r}"
    line = f"{BOARD}{behind}\n"
    for text, good in ((line, 0), (line * 40, 0), (f"{BOARD};easy\n{line}", 1)):
        items = read(LINE, text)[0]

        assert best(text) is LINE
        assert {item.reason for item in items if isinstance(item, Reject)} == {reason}
        assert len(list(boards_of(items))) == good


@pytest.mark.parametrize("label", ["level:hard", "killer of the day", "#1;7.2", "ER=7.1"])
def test_other_words_behind_the_cells_are_labels(label: str) -> None:
    (board,) = boards_of(read(LINE, f"{BOARD};{label}\n")[0])

    assert board.text == BOARD


def test_wrong_lengths_are_rejected_and_never_padded() -> None:
    items, lines = read(LINE, f"{BOARD}\n{BOARD[:-1]}\n\n# comment\n{BOARD}.\n{BOARD}\n")
    rejects = [item for item in items if isinstance(item, Reject)]

    assert [(reject.line, reject.reason) for reject in rejects] == [
        (2, "expected 81 cells, got 80"),
        (5, "expected 81 cells, got 82"),
    ]
    assert [board.line for board in boards_of(items)] == [1, 6]
    assert (lines.tally.board, lines.tally.rejected, lines.tally.blank, lines.tally.comment) == (2, 2, 1, 1)


def test_wrong_symbol_is_rejected_with_its_column() -> None:
    (reject,) = read(LINE, BOARD[:40] + "²" + BOARD[41:])[0]

    assert isinstance(reject, Reject)
    assert reject.column == 41
    assert "U+00B2" in reject.reason


def test_bulk_and_line_by_line_read_the_same() -> None:
    plain = "".join(f"{BOARD[::-1] if i % 7 else BOARD}\n" for i in range(10_000))
    mixed = plain.replace("\n", " label\n")

    assert [(b.text, b.line) for b in boards_of(read(LINE, plain)[0])] == [
        (b.text, b.line) for b in boards_of(read(LINE, mixed)[0])
    ]
    assert len(read(LINE, plain)[0]) == 3


def test_sizes_and_shapes() -> None:
    items, _ = read(LINE, f".1.....23.....3.\n{SMALL}\n3x2:{SMALL}\n")

    assert [item.variant for item in items if isinstance(item, Block)] == ["4x4", "6x6/2x3", "6x6/3x2"]


def test_wish_names_the_boxes() -> None:
    lines = Lines([SMALL, BOARD])
    block, reject = LINE.read(lines, Wish("6x6/3x2"))

    assert isinstance(block, Block)
    assert [f"3x2:{SMALL}"] == block.texts
    assert isinstance(reject, Reject)
    assert "expected 36 cells, got 81" in reject.reason


def test_sixteen_in_all_notations() -> None:
    letters = "".join(ZOJ3122.example.split())
    from_one = letters.translate(str.maketrans("ABCDEFGHIJKLMNOP-", "123456789ABCDEFG."))
    from_zero = letters.translate(str.maketrans("ABCDEFGHIJKLMNOP-", "0123456789ABCDEF."))
    apart = [str("ABCDEFGHIJKLMNOP".index(c) + 1) if c != "-" else "." for c in letters]
    decimals = "".join(" ".join(apart[i : i + 16]) + "\n" for i in range(0, 256, 16))
    for fmt, text in (
        (LINE, letters),
        (LINE, from_one),
        (LINE, from_zero),
        (GRID, decimals),
        (ZOJ3122, ZOJ3122.example),
    ):
        assert fmt is best(text)
        assert [canonical(letters)] == [board.text for board in boards_of(read(fmt, text)[0])]


def test_assumed_alphabet_is_stated() -> None:
    line = shared("cases/43-16x16-ambiguous-hex.txt").read_text().strip()
    (block,) = read(LINE, line)[0]

    assert isinstance(block, Block)
    assert block.fields == [{"alphabet": "1-G (assumed)"}]


def test_titles_label_grids() -> None:
    text = shared("cases/14-grid-headers.txt").read_text()

    assert best(text) is GRID
    assert [board.label for board in boards_of(read(GRID, text)[0])] == ["Grid 01", "Grid 02", "Grid 03"]


def test_grids_without_separators_and_one_short() -> None:
    text = shared("cases/15-back-to-back-grids.txt").read_text()
    whole, _ = read(GRID, text)
    short, _ = read(GRID, "\n".join(text.split("\n")[:26]))

    assert {Verdict.UNIQUE} == {a.verdict for a in FAMILY.solve([b.text for b in boards_of(whole)])}
    assert len(list(boards_of(whole))) == 3
    assert isinstance(short[-1], Reject)
    assert (short[-1].line, short[-1].lines, short[-1].reason) == (19, 8, "expected 9 rows of 9 cells, got 8 rows")


def test_blanks_are_no_cells() -> None:
    text = shared("cases/10-blank-as-empty.txt").read_text()
    items, lines = read(GRID, text)

    assert all(isinstance(item, Reject) for item in items)
    assert lines.tally.total() == len(text.splitlines())


def test_judge_file_and_its_answer() -> None:
    text = shared("cases/40-16x16-judge.txt").read_text()
    items, _ = read(ZOJ3122, text)
    boards = list(boards_of(items))
    answers = FAMILY.solve([board.text for board in boards])
    judge = ZOJ3122.judge

    assert ZOJ3122 is best(text)
    assert len(boards) == 2
    assert judge is not None
    out = judge.between.join(judge.write(b.text, a, ()) for b, a in zip(boards, answers, strict=True))
    rows = out.split("\n")
    assert [len(row) for row in rows] == [16] * 16 + [0] + [16] * 16 + [0]
    assert rows[0] == "FPAHMJECNLBDKOGI"


def test_judge_file_with_a_wrong_count() -> None:
    items, lines = read(ZOJ3122, "3\n" + ZOJ3122.example)

    assert "expected 3 boards" in getattr(items[-1], "reason", "")
    assert (lines.tally.board, lines.tally.rejected, lines.tally.blank, lines.tally.comment) == (16, 1, 0, 0)
