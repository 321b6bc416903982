"""The small files from the wild: what each must give is stated beside it in the shared index."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from solvers.core import Answer, Block, Board, Verdict
from solvers.kakuro import FAMILY
from solvers.kakuro.formats import FORMATS, RUN_LIST, TABLE
from solvers.reading.format import Format, Lines, Note, Sample, Wish
from solvers.reading.packing import boards as unpacked
from tests.shared import shared


def read(name: str, variant: str = "") -> tuple[Format, list[Board], list[Note]]:
    texts = shared(f"cases/{name}").read_text().splitlines()
    best = max(FORMATS, key=lambda form: form.sniff(Sample(tuple(texts), name)))
    lines = Lines(texts, name)
    items = list(best.read(lines, Wish(variant=variant)))
    boards = [each for item in items for each in (unpacked(item, name) if isinstance(item, Block) else [item])]
    assert lines.tally.total() == len(texts)
    assert lines.tally.rejected == 0, boards
    return best, boards, lines.notes  # type: ignore[return-value]


def solved(boards: Sequence[Board], limit: int = 2) -> list[Answer]:
    return FAMILY.solve([board.text for board in boards], limit)


@pytest.mark.parametrize("name", ["a.txt", "b.txt", "c.csv", "d.txt"])
def test_one_board_in_four_notations(name: str) -> None:
    form, boards, _ = read(f"48-kakuro-one-board-{name}")

    assert (form.name, [board.text for board in boards]) == ("table", [FAMILY.examples[0].text])


def test_the_board_tells_that_across_comes_first() -> None:
    _, boards, notes = read("49-kakuro-across-first.txt")
    (note,) = notes

    assert [board.text for board in boards] == [FAMILY.examples[0].text]
    assert [dict(board.fields or {}) for board in boards] == [
        {"clue_order": "across-first", "clue_order_by": note.text.removeprefix("clues read across-first: ")}
    ]
    assert note.text.startswith("clues read across-first: down-first, ")


def test_the_order_can_be_said() -> None:
    _, boards, notes = read("49-kakuro-across-first.txt", "down-first")

    assert not notes
    assert [answer.verdict for answer in solved(boards)] == [Verdict.INVALID]


def test_addresses_with_runs_without_a_clue() -> None:
    form, boards, _ = read("51-kakuro-missing-and-first-clue.txt")

    assert form.name == "kakuro-pzpr"
    assert [answer.verdict for answer in solved(boards)] == [Verdict.UNIQUE, Verdict.UNIQUE]


def test_bad_clues_are_named_with_their_cell() -> None:
    _, boards, _ = read("52-kakuro-bad-clues.txt")

    assert [(answer.verdict, answer.reason) for answer in solved(boards)] == [
        (Verdict.INVALID, "r2c1: the clue across is 2, but 2 cells can sum to 3..17"),
        (Verdict.INVALID, "r2c1: the run across of 10 cells is longer than the 9 digits"),
        (Verdict.INVALID, "r2c4: the clue across is 9, but no cell follows it"),
    ]


def test_a_run_list_and_a_table_with_a_size_are_the_same_board() -> None:
    (kdl, run_list, _), (table, grid, _) = read("53-kakuro-kdl.txt"), read("53-kakuro-rows-cols-delim.txt")

    assert (kdl.name, table.name) == ("kdl", "table")
    assert [board.text for board in run_list] == [board.text for board in grid]
    assert [(answer.count, answer.count_is_exact) for answer in solved(grid, 100)] == [(9, True)]


@pytest.mark.parametrize(
    "text",
    [
        "x,23\\,30\\\n\\16,0,0\n\\17,0,0\n",
        "3,3\n*,C23,C30\nF16,?,?\nF17,?,?\n",
        ". 23/ 30/\n/16 * *\n/17 * *\n",
        "\\    23\\  30\\\n\\16 ____ ____\n\\17 ____ ____\n",
        "3 3\n- 23, 30,\n,16 0 0\n,17 0 0\n",
        "# 23\\- 30\\-\n-\\16 . .\n-\\17 . .\n",
        "X 23\\X 30\\X\nX\\16 . .\nX\\17 . .\n",
        ": 23: 30:\n:16 _ _\n:17 _ _\n",
        "3 3 TAB\n\\\t23\\\t30\\\n\\16\tx\tx\n\\17\tx\tx\nthe rest is no board\n",
    ],
)
def test_the_signs_of_many_authors(text: str) -> None:
    lines = Lines(text.splitlines())
    boards = list(TABLE.read(lines, Wish()))

    assert [board.text for board in boards] == ["# 23\\- 30\\-/-\\16 . ./-\\17 . ."]  # type: ignore[union-attr]
    assert lines.tally.total() == len(text.splitlines())
    assert max(form.sniff(Sample(tuple(text.splitlines()))) for form in FORMATS) == TABLE.sniff(
        Sample(tuple(text.splitlines()))
    )


def test_address_and_file_are_the_same_board() -> None:
    # Both from the test of pzprjs.
    file = "pzprv3/kakuro/5/5/0 0 12 4 0 0 /0 8,4 . . 0,10 0,0 /10 . . . . 0,10 /3 . . 3,17 . . /0 21,0 . . . . /"
    file += "0 0,0 12,0 . . 0,0 /. 5 3 . . /3 4 1 2 . /1 2 . 1 2 /. 1 9 3 8 /. . 8 4 . /"
    address = "https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3"

    boards = [
        board
        for text in (file, address)
        for form in FORMATS
        if form.sniff(Sample((text,))) == 97
        for board in form.read(Lines([text]), Wish())
    ]

    assert len({board.text for board in boards}) == 1  # type: ignore[union-attr]
    (answer,) = solved(boards[:1])  # type: ignore[arg-type]
    assert answer.verdict == Verdict.UNIQUE
    digits = [word for word in answer.solution.replace("/", " ").split() if word.isdecimal()]
    assert "".join(digits) == "5334121212193884"


def test_a_run_list_counts_from_the_clues_cells() -> None:
    # A board of zetraxus/Kakuro with the solution that stands beside it there.
    text = "5 5\nC 2 0 20 4\nC 3 0 14 4\nC 1 1 13 2\nR 1 1 4 2\nC 4 1 9 2\nR 0 2 25 4\nR 0 3 11 4\nR 1 4 16 2"

    boards = list(RUN_LIST.read(Lines(text.splitlines()), Wish()))

    (answer,) = solved(boards)  # type: ignore[arg-type]
    digits = [word for word in answer.solution.replace("/", " ").split() if word.isdecimal()]
    assert (answer.verdict, "".join(digits)) == (Verdict.UNIQUE, "318746512397")
