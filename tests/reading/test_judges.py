"""Inputs of judges and the answers they want; samples from their statements."""

from __future__ import annotations

import pytest

from solvers.core import Block, Budget, Reject
from solvers.reading import Note, Opened, Source, formats, read, stream
from solvers.registry import family
from solvers.solving import solve_texts

SQUIGGLY = """\
144 18 112 208 80 25 54 144 48
135 38 147 80 121 128 97 130 32
137 32 160 144 114 167 208 0 32
192 100 160 160 208 96 183 192 101
209 80 39 192 86 48 136 80 114
152 48 226 144 112 160 160 149 48
128 0 112 166 215 96 160 128 41
128 39 153 32 209 80 101 136 35
192 96 200 67 80 112 208 68 96
"""
OPEN = "\n".join(
    " ".join(
        str(
            (16 if r % 3 == 0 else 0)
            + (64 if r % 3 == 2 else 0)
            + (128 if c % 3 == 0 else 0)
            + (32 if c % 3 == 2 else 0)
        )
        for c in range(9)
    )
    for r in range(9)
)
PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def rows(cells: str, gap: str = "") -> str:
    size = int(len(cells) ** 0.5)
    return "".join(gap.join(cells[at : at + size]) + "\n" for at in range(0, len(cells), size))


def judged(text: str) -> tuple[str, str]:
    """The format that was recognised, and what is written for its judge."""
    form = next(event.format for event in stream(Source.of(text)) if isinstance(event, Opened))
    judge = next(each.judge for each in formats() if each.name == form)
    assert judge is not None
    said = []
    for number, board in enumerate(read(Source.of(text)), 1):
        (answer,) = solve_texts(family("sudoku"), [board.text], budget=Budget(seconds=5))
        found = [answer.solution] if answer.solution else []
        said.append(judge.heading.format(number) + judge.write(board.text, answer, found))
    return form, judge.between.join(said)


def test_a_complete_row_of_digits_is_not_the_number_of_boards() -> None:
    text = "1234\n3...\n.1..\n...1\n\n.2..\n..1.\n1...\n..4.\n"

    assert [board.line for board in read(Source.of(text))] == [1, 6]


def test_hdu_4069_tells_one_from_none_and_several() -> None:
    clash = OPEN.replace("144 16", "145 17", 1)

    form, said = judged(f"3\n{SQUIGGLY}\n{OPEN}\n\n{clash}\n")

    assert form == "hdu4069"
    first, rest = said.split("Case 2:\n")
    assert first.startswith("Case 1:\n521439678\n")  # as the statement's sample begins
    assert len(first.splitlines()) == 10
    assert rest == "Multiple Solutions\nCase 3:\nNo solution\n"


def test_hdu_3111() -> None:
    impossible = "11" + PAPER[2:]
    text = f"2\n{rows(PAPER)}{rows(impossible)}".replace(".", "?")

    assert judged(text) == ("hdu3111", f"{rows(SOLVED)}---\nimpossible\n")


def test_uva_989_wants_the_first_of_all_solutions() -> None:
    text = f"3\n{rows(PAPER.replace('.', '0'), ' ')}\n2\n{rows('0' * 16, ' ')}\n2\n{rows('11' + '0' * 14, ' ')}"

    form, said = judged(text)

    assert form == "uva989"
    assert said == f"{rows(SOLVED, ' ')}\n{rows('1234341221434321', ' ')}\nNO SOLUTION\n"


def test_poj_2676() -> None:
    text = f"1\n{rows(PAPER.replace('.', '0'))}"

    assert judged(text) == ("judge", rows(SOLVED))


def test_poj_3074() -> None:
    assert judged(f"{PAPER}\nend\n") == ("poj3074", f"{SOLVED}\n")


@pytest.mark.parametrize("spoilt", [SQUIGGLY.replace("112", "80", 1), SQUIGGLY.replace("112 208", "80 80", 1)])
def test_walls_that_do_not_close_are_refused(spoilt: str) -> None:
    rejects: list[object] = []

    assert list(read(Source.of(f"1\n{spoilt}"), rejects=rejects.append)) == []
    assert len(rejects) == 1


ANSWERS = (
    "_ _ _\n_ 2 1\n_ 1 3\n",
    "_ _ _ _ _ _ _ _ _\n" + "_ 1 2 3 _ 7 9 8 _\n" * 8,
    "_" + " _" * 9 + "\n" + "_ 9 7 _ 1 3 _ 2 1 4\n" * 9,
)


@pytest.mark.parametrize("answer", ANSWERS, ids=["3x3", "9x9", "10x10"])
@pytest.mark.parametrize("times", [1, 3])
def test_what_a_judge_of_kakuro_gets_is_no_board(answer: str, times: int) -> None:
    found = [event for event in stream(Source.of("\n".join([answer] * times))) if not isinstance(event, Note)]

    assert not any(isinstance(event, Block) for event in found)
    assert any(isinstance(event, Reject) and "no format recognised this" in event.reason for event in found)
