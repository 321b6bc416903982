"""A board with a line too many or too few is one reject, and no other board is made of its lines."""

from __future__ import annotations

import pytest

from solvers.core import Reject
from solvers.kakuro import FAMILY
from solvers.reading import Source
from solvers.reading import read as read_source
from solvers.reading.writing import write, writer

BOARD = "# 8\\- 13\\- 7\\-/-\\6 . . ./-\\9 . . ./# -\\9 . ."  # rows and columns that are all different
NAMES = ("kkt", "gym-101252b", "run-list", "cell-list", "algospot-kakuro2", "kakuro-kanpen")


def text_of(name: str, copies: int) -> str:
    board = next(iter(read_source(Source.of(BOARD), format="kakuro-line")))
    return "".join(write([board] * copies, writer(name, "kakuro")))


def lines_of_one(name: str) -> list[str]:
    text = text_of(name, 1).splitlines()
    return [line for line in text if line.strip()][name == "algospot-kakuro2" :]


def found(name: str, text: str) -> tuple[list[str], list[Reject]]:
    rejects: list[Reject] = []
    boards = list(read_source(Source.of(text), format=name, family="kakuro", rejects=rejects.append))
    return [board.text for board in boards], rejects


@pytest.mark.parametrize("behind", [2, 30])
@pytest.mark.parametrize("change", ["twice", "missing", "blank"])
@pytest.mark.parametrize("name", NAMES)
def test_a_line_too_many_or_too_few_costs_its_board_alone(name: str, change: str, behind: int) -> None:
    one = lines_of_one(name)
    between = "\n" if name in ("run-list", "kakuro-kanpen") else ""
    good = "\n".join(one) + "\n" + between
    if change == "missing" and name in ("run-list", "kakuro-kanpen"):
        return  # which say neither how many lines they have nor that each run has a clue
    for at in range(2, len(one)):
        spoilt = {"twice": [one[at]] * 2, "missing": [], "blank": ["", one[at]]}[change]
        bad = "\n".join([*one[:at], *spoilt, *one[at + 1 :]]) + "\n" + between

        boards, rejects = found(name, good * 3 + bad + good * behind)

        assert set(boards) == {FAMILY.canonical(BOARD)}, (at, bad)
        assert len(boards) >= 3 + behind, (at, bad)
        assert rejects or len(boards) == 4 + behind, (at, bad)  # a clue that is there twice says nothing wrong


@pytest.mark.parametrize("name", ["run-list", "kakuro-kanpen"])
def test_boards_need_no_empty_line_between(name: str) -> None:
    text = ("\n".join(lines_of_one(name)) + "\n") * 3

    assert found(name, text) == ([FAMILY.canonical(BOARD)] * 3, [])


def test_a_row_without_a_clue_is_no_board_and_may_be_a_comment() -> None:
    boards, rejects = found("kakuro-line", f"# boards of 1934\n{BOARD}\n# 1 2 3\n1\n. . .\n{BOARD}\n")

    assert boards == [FAMILY.canonical(BOARD)] * 2
    assert [reject.line for reject in rejects] == [4, 5]


def test_a_list_of_boards_with_comments_is_recognised() -> None:
    boards = list(read_source(Source.of(f"# boards of 1934\n{BOARD}\n# 1 2 3\n{BOARD}\n")))

    assert [board.line for board in boards] == [2, 4]


@pytest.mark.parametrize(("old", "new"), [(" ", "  "), (" ", "\t"), (" ", " \xa0"), ("\n", "\n  ")])
def test_spaces_between_the_words_of_kkt_are_any(old: str, new: str) -> None:
    rejects: list[Reject] = []

    boards = list(read_source(Source.of(text_of("kkt", 3).replace(old, new)), rejects=rejects.append))

    assert [board.text for board in boards] == [FAMILY.canonical(BOARD)] * 3
    assert not rejects


def test_a_spoilt_first_case_does_not_hide_the_format() -> None:
    text = text_of("algospot-kakuro2", 5).replace("0 1 1 1", "0 x 1 1", 1)
    rejects: list[Reject] = []

    boards = list(read_source(Source.of(text), rejects=rejects.append))

    assert len(boards) == 4
    assert [reject.line for reject in rejects] == [2]


@pytest.mark.parametrize("name", ["algospot-kakuro2", "kakuro-kanpen"])
def test_separators_that_are_no_blanks_to_numbers_break_nothing(name: str) -> None:
    one = lines_of_one(name)
    texts = ["\n".join([*one[:at], f"\x1f{one[at]}\x1f", *one[at + 1 :], "", *one, ""]) for at in range(len(one))]

    assert all(len(found(name, text)[0]) >= 1 for text in texts)


def test_an_empty_line_inside_a_table_makes_no_two_boards_of_it() -> None:
    rows = text_of("table", 1).splitlines()[:4]
    good = "\n".join(rows) + "\n\n"
    bad = "\n".join([*rows[:2], "", *rows[2:]]) + "\n\n"

    boards, rejects = found("table", good * 2 + bad + good * 2)

    assert boards == [FAMILY.canonical(BOARD)] * 4
    assert [(reject.line, reject.lines) for reject in rejects] == [(11, 2), (14, 2)]
