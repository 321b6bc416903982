"""Tables in which one column holds boards: CSV and its relatives, and JSON lines."""

from __future__ import annotations

import json

import pytest

from solvers.core import Block, Board, MalformedError, Reject
from solvers.reading import Note, Source, read, stream
from solvers.reading.tables.cells import require_told
from tests.cli.conftest import EASY

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
OTHER = ".13.....22.....48....7...19...9..8..7......2....3.......263.9..4.9.7.6....149...8"


def boards(text: str, **wishes: str) -> tuple[list[Board], list[Reject]]:
    rejects: list[Reject] = []
    return list(read(Source.of(text), rejects=rejects.append, **wishes)), rejects  # type: ignore[arg-type]  # text


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("header", ["id{0}puzzle{0}level", "name{0}board{0}level", "Title{0}Quizzes{0}level"])
def test_delimiters_and_names(delimiter: str, header: str) -> None:
    rows = [header.format(delimiter), delimiter.join(("a", PAPER, "hard")), delimiter.join(("b", OTHER, "easy"))]

    found, rejects = boards("\n".join(rows))

    assert [(each.text, each.label, each.fields, each.line) for each in found] == [
        (PAPER, "a", {"level": "hard"}, 2),
        (OTHER, "b", {"level": "easy"}, 3),
    ]
    assert not rejects


def test_a_column_is_found_by_its_content() -> None:
    found, _ = boards(f"99480,99408,114,1895,{PAPER},Easter-Monster,20.00s\n1,2,3,4,{OTHER},Other,1s\n")

    assert [each.text for each in found] == [PAPER, OTHER]
    assert found[0].fields is not None
    assert found[0].label == "Easter-Monster"
    assert found[0].fields["column 7"] == "20.00s"


@pytest.mark.parametrize("column", ["second", "3"])
def test_a_column_may_be_named(column: str) -> None:
    found, _ = boards(f"id,first,second\n1,{PAPER},{OTHER}\n", column=column)

    assert [each.text for each in found] == [OTHER]


def test_a_column_that_is_not_there_is_told() -> None:
    found = list(stream(Source.of(f"id,puzzle\n1,{PAPER}\n"), column="x"))

    assert "expected a column (id, puzzle), got 'x'" in str(found[-1])


def test_two_columns_of_boards_without_names_are_board_and_solution() -> None:
    found, _ = boards(f"{PAPER},{SOLVED}\n{PAPER},{SOLVED}\n")

    assert [(each.text, each.stated) for each in found] == [(PAPER, SOLVED)] * 2


def test_the_table_of_qqwing() -> None:
    header = "Puzzle,Solution,Solution Count,Time (milliseconds),Difficulty,"
    rows = [header, f"{PAPER},{SOLVED},1,0.2,Easy,", "Puzzle is not possible.,", f"{OTHER},,,,,"]

    found, rejects = boards("\n".join(rows))

    assert [(each.text, each.stated, each.line) for each in found] == [(PAPER, SOLVED, 2), (OTHER, "", 4)]
    assert found[0].fields == {"Solution Count": "1", "Time (milliseconds)": "0.2", "Difficulty": "Easy"}
    assert [(reject.line, reject.raw) for reject in rejects] == [(3, "Puzzle is not possible.,")]


def test_a_quote_that_never_ends_costs_its_line_only() -> None:
    found, rejects = boards(f'name,puzzle\n"a,{PAPER}\nb,{OTHER}\nc,{PAPER}\n')

    assert [each.label for each in found] == ["b", "c"]
    assert [(reject.line, reject.reason) for reject in rejects] == [(2, "expected a quote that ends, got none")]


def test_a_row_without_a_board_is_refused() -> None:
    found, rejects = boards(f"name,puzzle\na,{PAPER}\nb\nc,\nd,{PAPER[1:]}\n")

    assert [each.label for each in found] == ["a"]
    assert [(reject.line, reject.reason) for reject in rejects] == [
        (3, "expected 2 fields, got 1"),
        (4, "expected a board in 'puzzle', got nothing"),
        (5, "expected 81 cells, got 80"),
    ]


@pytest.mark.parametrize(
    "puzzle",
    [
        OTHER,
        "\n".join(OTHER[at : at + 9] for at in range(0, 81, 9)),
        [OTHER[at : at + 9] for at in range(0, 81, 9)],
        [[int(cell) if cell != "." else 0 for cell in OTHER[at : at + 9]] for at in range(0, 81, 9)],
        [[int(cell) if cell != "." else None for cell in OTHER[at : at + 9]] for at in range(0, 81, 9)],
        [list(OTHER[at : at + 9]) for at in range(0, 81, 9)],
        list(OTHER.replace(".", "")) and [0 if cell == "." else int(cell) for cell in OTHER],
    ],
)
def test_boards_in_json(puzzle: object) -> None:
    text = "\n".join(json.dumps({"key": key, "board": puzzle, "level": 3}) for key in "ab")

    found, rejects = boards(text)

    assert not rejects
    assert [(each.text, each.label, each.fields) for each in found] == [
        (OTHER, "a", {"level": "3"}),
        (OTHER, "b", {"level": "3"}),
    ]


def test_a_table_may_hold_boards_of_any_family() -> None:
    found, _ = boards("id,board\n1,./../.../..../...../.....C/...CCC./EEEHH.../E.HHH..../E.........\n")

    assert [each.family for each in found] == ["beads"]


def test_ten_thousand_rows_keep_their_lines() -> None:
    rows = [f"{n},{PAPER if n % 2 else OTHER}" for n in range(2, 10_002)]
    rows[4321] = "oops"

    found, rejects = boards("\n".join(["id,puzzle", *rows]))

    assert [reject.line for reject in rejects] == [4323]
    assert all(each.label == str(each.line) for each in found)
    assert len(found) == 9999


def test_an_incomplete_solution_is_noted() -> None:
    text = f"id,puzzle,solution\n1,{PAPER},{SOLVED[:80]}.\n2,{PAPER},unknown\n3,{PAPER},{SOLVED}\n"

    notes = [event.text for event in stream(Source.of(text)) if isinstance(event, Note)]
    assert notes == ["a stated solution is incomplete", "a stated solution cannot be read"]


@pytest.mark.parametrize("level", ["", ",level"])
def test_a_solution_that_cannot_be_read_is_kept(level: str) -> None:
    more = level and ",hard"
    text = f"id,puzzle,solution{level}\n1,{PAPER},{SOLVED[:80]}{more}\n2,{PAPER},{SOLVED}{more}\n"

    found, _ = boards(text)

    known = {"level": "hard"} if level else {}
    assert [each.fields for each in found] == [{**known, "stated": SOLVED[:80]}, known or None]


@pytest.mark.parametrize("before", ["", "sep=;\n", "# made by hand\n", "# a;b\nsep=;\n"])
def test_headings_of_any_words(before: str) -> None:
    found, rejects = boards(f"{before}a;b;c\n1;{PAPER};x\n# between\n\n2;{OTHER};y\n")

    assert [(each.text, each.fields) for each in found] == [
        (PAPER, {"a": "1", "c": "x"}),
        (OTHER, {"a": "2", "c": "y"}),
    ]
    assert not rejects


def test_columns_of_one_name_are_both_kept() -> None:
    (board,), _ = boards(f"ID,Puzzle,Foo,Foo\n1,{PAPER},x,y\n")

    assert board.fields == {"Foo": "x", "Foo (2)": "y"}


@pytest.mark.parametrize("header", [True, False])
@pytest.mark.parametrize("empty", ["", "0", "."])
def test_a_column_for_each_cell(empty: str, header: bool) -> None:
    names = ",".join(["id", *(f"c{at}" for at in range(81))]) + "\n" if header else ""
    rows = "".join(
        f"{label},{','.join(cell.replace('.', empty) for cell in text)}\n"
        for label, text in (("a1", PAPER), ("b2", OTHER))
    )

    found, rejects = boards(names + rows)

    assert [each.text for each in found] == [PAPER, OTHER]
    assert not rejects


@pytest.mark.parametrize(
    ("text", "column"),
    [
        (f'id,puzzle,rating,name\n1,{EASY},1,a\n2,{EASY[:79]},8.1,"zz"\n', 82 - 1),
        (f'{{"id":"a","puzzle":"{EASY}"}}\n{{"id":"b","puzzle":"{EASY[:80]}"}}\n', 100),
        (f"puzzle;id\n{EASY};a\n{EASY[:40]}!{EASY[41:]};b\n", 41),
    ],
)
def test_the_column_of_a_reject_is_that_of_the_line(text: str, column: int) -> None:
    rejects: list[Reject] = []

    list(read(Source.of(text), rejects=rejects.append))

    assert [reject.column for reject in rejects] == [column]


@pytest.mark.parametrize(
    "members",
    [
        {"puzzle": EASY, "label": "L" * 140_000},
        {"label": "L" * 140_000, "puzzle": EASY},
        {
            "family": "kakuro",
            "board": "/".join(["# " + " ".join(["3\\-"] * 99)] + ["-\\3 " + " ".join(["."] * 99)] * 390),
        },
    ],
)
def test_a_long_object_is_an_object(members: dict[str, str]) -> None:
    (board,) = read(Source.of(json.dumps(members) + "\n"))

    assert board.text == members.get("puzzle", members.get("board"))


@pytest.mark.parametrize("cells", [PAPER[1:], PAPER.replace(".", "\N{MIDDLE DOT}\N{MIDDLE DOT}"), ""])
@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_no_solution_is_read_instead_of_its_puzzle(cells: str, form: str) -> None:
    rows = [{"puzzle": cells, "solution": SOLVED}] * 3
    lines = ["puzzle,solution", *(",".join(row.values()) for row in rows)] if form == "csv" else map(json.dumps, rows)

    found, rejects = boards("\n".join(lines) + "\n")

    assert found == []
    assert len(rejects) == 3


def test_members_in_json_are_kept_as_they_stood_and_null_says_nothing() -> None:
    cells = ".1....23.....3.."
    said = {"name": None, "solution": None, "tags": [0, 1, 2, 3], "words": ["abc", "de", "a longer one"], "n": 5}
    text = json.dumps({"puzzle": cells, **said}) + "\n" + json.dumps([{"puzzle": list(cells), **said}]) + "\n"

    told = list(stream(Source.of(text), format="jsonl"))

    (block, other) = (event for event in told if isinstance(event, Block))
    assert [*block.texts, *other.texts] == [cells, cells]
    assert not [event for event in told if isinstance(event, Note)]
    kept = {"tags": "[0, 1, 2, 3]", "words": '["abc", "de", "a longer one"]', "n": "5"}
    assert [*(block.fields or ()), *(other.fields or ())] == [kept, kept]


def test_a_row_of_letters_and_dots_alone_is_not_written_into_a_table() -> None:
    with pytest.raises(MalformedError, match="tells from others"):
        require_told(Board("beads", "1x53", "......A" + "." * 46))
