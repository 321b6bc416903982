"""What `check` and `--explain` tell, and stated solutions beside found ones."""

from __future__ import annotations

from collections import Counter

import pytest

from solvers import solve
from solvers.reading import Fate, Report, Source, assess, compare, explain, survey
from solvers.registry import family
from tests.reading.test_cases import CASES, Case
from tests.shared import shared


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file)
def test_the_fates_of_a_case_are_those_of_the_account(case: Case) -> None:
    found = list(explain(shared("cases") / case.file))
    report = found[-1]
    fates = Counter(each.fate for each in found if isinstance(each, Fate))

    assert isinstance(report, Report)
    assert {
        "board": report.board_lines,
        "rejected": report.rejected_lines,
        "blank": report.blank_lines,
        "comment": report.comment_lines,
    } == {fate: fates[fate] for fate in ("board", "rejected", "blank", "comment")}
    assert report.boards == len(case.boards)


def test_each_line_is_told_with_what_became_of_it() -> None:
    good = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    text = f"# list\n{good} first\n\n{good[1:]}\n{good[1:]}!\n{good}\n"

    fates = [each for each in explain(Source.of(text)) if isinstance(each, Fate)]

    assert [(each.line, each.fate, each.said) for each in fates] == [
        (1, "comment", ""),
        (2, "board", "sudoku 9x9 first"),
        (3, "blank", ""),
        (4, "rejected", "expected 81 cells, got 80"),
        (5, "rejected", "expected 1-9 or empty, got '!' (U+0021)"),
        (6, "board", "sudoku 9x9"),
    ]


def test_a_survey_counts_without_solving() -> None:
    (found,) = survey(shared("cases") / "25-kaggle-wrong-solution.csv")

    assert found.variants == {("sudoku", "9x9"): 4}
    assert found.first is not None
    assert found.first.line == 2
    assert found.stated == 3
    assert found.report.ok()


@pytest.mark.parametrize(
    ("cells", "empty"),
    [
        ("0123456789ABCDEF" + "*" * 240, "*"),
        ("0123456789ABCDEF" + "-" * 240, "-"),
        ("123456789ABCDEFG" + "0" * 239 + ".", ".0"),
        (".1....23.....3..", "."),
        ("1342243142133124", ""),
        (
            "".join(
                "ABCDEFGHIJKLMNOPQRSTUVWXY"[(5 * row + row // 5 + at) % 25] for row in range(25) for at in range(25)
            ),
            "",
        ),
    ],
)
def test_a_survey_tells_the_symbols_of_empty_cells_from_values(cells: str, empty: str) -> None:
    (found,) = survey(Source.of(f"{cells}\n"))

    assert (found.symbols, found.empty) == ("".join(sorted(set(cells))), empty)


def test_a_survey_keeps_the_first_rejects_only() -> None:
    (found,) = survey(Source.of(".1.....23.....3.\n" + "123\n" * 50), rejects=3, format="line")

    assert len(found.rejects) == 3
    assert found.report.rejects == 50


@pytest.mark.parametrize(
    ("stated", "solution", "said"),
    [
        ("1234341221434321", "1234341221434321", "confirmed"),
        ("1234341221434322", "1234341221434321", "differs at r4c4 (stated 2, found 1)"),
        ("123434122143432.", "1234341221434321", "incomplete at r4c4"),
        ("", "1234341221434321", ""),
        ("1 15/10 2", "1 15/11 2", "differs at r2c1 (stated 10, found 11)"),
        ("A/BC", "A/BB/CCC", "differs at r2c2 (stated C, found B); incomplete at r3c1, r3c2, r3c3"),
    ],
)
def test_a_stated_solution_is_compared_cell_by_cell(stated: str, solution: str, said: str) -> None:
    assert compare(stated, solution) == said


@pytest.mark.parametrize(
    ("text", "stated", "said"),
    [
        (".1.....23.....3.", "", ""),
        ("123434122143432.", "1234341221434321", "confirmed"),
        ("123434122143432.", "1234341221434322", "differs at r4c4 (stated 2, found 1)"),
        ("11..............", "1234341221434321", "contradicted: the board has no solution"),
        ("................", "1234341221434321", "is one of several solutions"),
        ("................", "1234341221434322", "is no solution: "),
    ],
)
def test_an_answer_says_what_a_stated_solution_is_worth(text: str, stated: str, said: str) -> None:
    (answer,) = solve(text, family="sudoku")

    found = assess(stated, family("sudoku"), text, answer)
    assert found.startswith(said)
    assert bool(found) == bool(said)


def test_lines_of_shifted_boards_are_told_as_they_were_read() -> None:
    paper = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    turned = [paper.translate(str.maketrans("123456789", "123456789"[at:] + "123456789"[:at])) for at in range(9)] * 2
    rows = [cells[at : at + 9] for cells in turned for at in range(0, 81, 9)]
    del rows[40]

    *told, report = explain(Source.of("\n".join([*rows, ""])))
    fates = [each.fate for each in told if isinstance(each, Fate)]

    assert isinstance(report, Report)
    assert (report.boards, report.rejected_lines) == (17, 8)
    assert fates == ["board"] * 36 + ["rejected"] * 8 + ["board"] * 117
