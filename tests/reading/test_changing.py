"""Sources that change their format far behind the beginning by which it was found."""

from __future__ import annotations

from collections import Counter

import pytest

from solvers.core import Block, Reject
from solvers.reading import Fate, Note, Report, Source, explain, formats, full_name, stream
from solvers.reading import read as boards_of

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PROSE = "Made in 1998 by various authors, and sent to the list of the club\n"


def turned(by: int) -> str:
    """The board with other digits."""
    return PAPER.translate(str.maketrans("123456789", "123456789"[by % 9 :] + "123456789"[: by % 9]))


def grid(cells: str) -> str:
    return "".join(f"{cells[at : at + 9]}\n" for at in range(0, 81, 9))


LINES = [turned(number) for number in range(1000)]  # more than a format is recognised by
HEAD = "".join(f"{line}\n" for line in LINES)
SOME = LINES[:4]
FORMATS = [form for form in formats() if form.name not in ("line", "sdm")]


def read(text: str) -> tuple[list[str], dict[int, str], list[str], Report]:
    """Boards, rejects by line, notes, and the report, of which the sums are right."""
    *events, report = stream(Source.of(text))
    assert isinstance(report, Report)
    assert report.lines == report.board_lines + report.rejected_lines + report.blank_lines + report.comment_lines
    texts = [text for event in events if isinstance(event, Block) for text in event.texts]
    rejects = {event.line: event.reason for event in events if isinstance(event, Reject)}
    return texts, rejects, [event.text for event in events if isinstance(event, Note)], report


@pytest.mark.parametrize(
    "behind",
    [
        "\n" + "\n".join(map(grid, SOME)),
        "\n".join(f"# Grid {cells[:3]}\n{grid(cells)}" for cells in SOME),
        "id,puzzle,solution\n" + "".join(f"7,{cells},{SOLVED}\n" for cells in SOME),
        "".join(f'{{"id": 7, "puzzle": "{cells}"}}\n' for cells in SOME),
        "\n".join(f"[Puzzle]\n{grid(cells)}" for cells in SOME),
        "".join(f"https://example.org/?s={cells.replace('.', '0')}\n" for cells in SOME),
    ],
    ids=["grids", "titles", "table", "json", "sdk", "links"],
)
def test_what_comes_behind_many_lines_is_read(behind: str) -> None:
    texts, rejects, _, report = read(HEAD + behind)

    assert texts == LINES + SOME
    assert rejects == {}
    assert report.format == "line"


def test_what_stands_with_the_boards_of_another_format_is_kept() -> None:
    text = f"{HEAD}id,puzzle,solution\nx,{PAPER},{SOLVED}\n# Grid 7\n{grid(PAPER)}"

    *_, row, drawn = boards_of(Source.of(text))

    assert (row.line, row.label, row.stated) == (1002, "x", SOLVED)
    assert (drawn.line, drawn.label, drawn.stated) == (1004, "Grid 7", "")


# `end` is no board, a line that begins with # is a comment among others, and few signs or numbers may be anything.
UNSURE = {
    "kakuro-line", "kakuro-game-id", "kakuro-kanpen", "kkt", "cell-list", "p1274", "csplib-019", "magic-grid",
    "magic-line", "magic-letters", "poj3074",
}  # fmt: skip


@pytest.mark.parametrize("form", [form for form in FORMATS if form.name not in UNSURE], ids=full_name)
def test_the_example_of_each_format_is_read_behind_many_lines(form: object) -> None:
    example = form.example  # type: ignore[attr-defined]
    alone, *_ = read(example)

    texts, rejects, *_ = read(f"{HEAD}\n{example}")

    assert texts == LINES + alone
    assert rejects == {}


def test_the_first_format_goes_on_where_the_other_one_ends() -> None:
    few = "\n".join(map(grid, SOME))
    many = few * 60  # so that the rest is handed over

    texts, rejects, *_ = read(f"{HEAD}{few}\n{HEAD}{many}\n{HEAD}{few}\n{HEAD}")

    assert texts == LINES + SOME + LINES + SOME * 60 + LINES + SOME + LINES
    assert rejects == {}


def test_lines_behind_grids() -> None:
    texts, rejects, *_ = read("\n".join(map(grid, LINES[:100])) + HEAD)

    assert texts == LINES[:100] + LINES
    assert rejects == {}


def test_what_nobody_knows_stays_rejected_and_hides_nothing() -> None:
    texts, rejects, notes, _ = read(HEAD + PROSE * 500 + "\n" + grid(PAPER) + "\n" + HEAD)

    assert texts == [*LINES, PAPER, *LINES]
    assert rejects.keys() >= set(range(1001, 1400))
    assert notes == ["read as grid, another format than that of the beginning"]


def test_a_damaged_line_is_no_board_of_another_format() -> None:
    damaged = [PAPER[:80], PAPER + ".", PAPER[:64] + "\u00b2" + PAPER[65:], f"{PAPER[:40]} {PAPER[40:]}"]

    texts, rejects, *_ = read(HEAD + "".join(f"{line}\n" for line in damaged) + HEAD)

    assert texts == LINES * 2
    assert rejects.keys() == {1001, 1002, 1003, 1004}


def test_solutions_of_a_table_are_not_read_for_what_is_damaged_beside_them() -> None:
    rows = "".join(f"{number},{line},{SOLVED}\n" for number, line in enumerate(LINES))
    damaged = f"7,{PAPER[:80]},{SOLVED}\n"

    texts, rejects, *_ = read("id,puzzle,solution\n" + rows + damaged * 30)

    assert texts == LINES
    assert rejects.keys() == set(range(1002, 1032))


def test_lines_that_cannot_be_read_keep_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.reading.text.MOST", 1 << 17)
    endless = "." * (1 << 20) + "\n"

    texts, rejects, _, report = read(HEAD + "\n".join(map(grid, SOME * 60)) + endless + "\n".join(map(grid, SOME)))

    assert texts == LINES + SOME * 61
    assert rejects.keys() == {1000 + 240 * 10}
    assert report.lines == 1000 + 240 * 10 + 40 - 1


def test_the_fates_of_lines_add_up() -> None:
    text = HEAD[: 82 * 801] + "\n# One\n" + "\n".join(map(grid, SOME)) + HEAD[: 82 * 10] + PROSE

    *told, report = explain(Source.of(text))

    fates = Counter(each.fate for each in told if isinstance(each, Fate))
    assert isinstance(report, Report)
    assert fates == {"board": 801 + 36 + 10, "blank": 4, "comment": 1, "rejected": 1}
    assert (report.board_lines, report.rejected_lines) == (fates["board"], fates["rejected"])


GOOD = "pzprv3\nkakuro\n2\n2\n0 3 4\n3 . .\n4 . .\n. .\n. .\n\n"


@pytest.mark.parametrize("count", [1, 3, 9])
def test_a_damaged_board_that_begins_with_its_formats_own_words_is_no_other_familys(count: int) -> None:
    rows = "15 . . . . 6,-1 . . . 11,29 . . 20,-1 . . .\n13 . . 28,6 . . . . 34,11 . . . . . . .\n" * 5
    cut = "23 . .. . 22,17 . . . . . . 21,21 . . .\n"  # without one blank
    damaged = f"pzprv3\nkakuro\n11\n15\n0{' 27' * 15}\n{cut}{rows}" + f"{'. ' * 15}\n" * 11

    texts, rejects, *_ = read(GOOD * count + damaged)

    assert len(texts) == count
    assert rejects.keys() == {10 * count + 1}


@pytest.mark.parametrize("head", ["", "id,puzzle\n"])
def test_rows_that_begin_with_a_black_cell_are_no_comments_behind_another_format(head: str) -> None:
    board = "@ - 3 3\n# 3\\- 4\\-\n-\\3 . .\n-\\4 . .\n@ - 4 4\n# # 3\\- 4\\-\n# -\\3 . .\n# -\\4 . .\n# # # #\n"
    rows = "".join(f"{at},{cells}\n" if head else f"{cells}\n" for at, cells in enumerate(LINES[:60]))

    texts, rejects, notes, report = read(f"{head}{rows}{board}")

    assert texts[60:] == read(board)[0]
    assert (rejects, len(notes), report.comment_lines) == ({}, 1, len(head) > 0)


@pytest.mark.parametrize("head", ["", "id,puzzle\n"])
@pytest.mark.parametrize(
    "behind",
    [
        "# # 3\\- 4\\-/# -\\3 . ./# -\\4 . ./# # # #\n",
        "pzprv3\nkakuro\n2\n2\n0 4 6 0\n3 . . \n7 . . \n0 -1,-1 -1,-1 \n. . \n. . \n",
    ],
)
def test_boards_of_kakuro_behind_another_format_are_no_comments_and_no_rows(head: str, behind: str) -> None:
    rows = "".join(f"{at},{cells}\n" if head else f"{cells}\n" for at, cells in enumerate(LINES[:60]))

    texts, rejects, _, report = read(f"{head}{rows}{behind * 3}")

    assert texts[60:] == read(behind)[0] * 3 or rejects
    assert not [text for text in texts[60:] if text not in read(behind)[0]]
    assert report.comment_lines == (len(head) > 0)


@pytest.mark.parametrize("count", [3, 12])
def test_a_format_that_was_guessed_gives_way_to_one_that_knows_the_beginning(count: int) -> None:
    squares = "9 3 0 0 0 0 0 0 6 0 0 0 0 5 0 0\n" * count  # of which few might as well be rows
    starred = "3, 3\n" + "0 0 0 0 *5 0 0 *9 0\n*4 0 0 0 *3 0 0 0 0\n0 0 0 *6 0 0 *8 0 0\n" + "0 0 0 0 0 0 0 0 0\n" * 6

    found, rejects, _, _ = read(f"{squares}\n{starred}\n{starred}\n{starred}\n{starred}")

    assert len(found) == (16 if count > 3 else 0)
    assert bool(rejects) == (count == 3)
