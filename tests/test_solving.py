"""The checked solve: only what the checker passes is an answer, and the top of the package is what people use."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

import solvers
from solvers import Answer, Board, Budget, MalformedError, Verdict, read, solve
from solvers.core import Answers, Family
from solvers.reading import Source
from solvers.registry import family
from solvers.solving import solve_texts

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SQUARE = "1234341221434321"
SMALL = "123.341221434321"


def answer(verdict: Verdict, solution: str = "", witness: str = "") -> Answer:
    return Answer(verdict, 1, True, solution, witness, "", 7, 8, "test/1")


def family_that_answers(*answers: Answer) -> Family:
    """Sudoku with a kernel that always says the same."""

    def kernel(
        texts: Sequence[str],  # noqa: ARG001
        limit: int = 2,  # noqa: ARG001
        nodes: int = 0,  # noqa: ARG001
        seconds: float = 0.0,  # noqa: ARG001
        cancel: bytearray | None = None,  # noqa: ARG001  # whatever is asked
    ) -> list[Answer]:
        return list(answers)

    return replace(family("sudoku"), solve=kernel)


def test_a_text_is_solved() -> None:
    (found,) = solve(PAPER, family="sudoku")

    assert (found.verdict, found.solution) == (Verdict.UNIQUE, SOLVED)


def test_any_spelling_of_a_text_is_solved() -> None:
    (found,) = solve([PAPER.replace(".", "0")], family="sudoku")

    assert found.solution == SOLVED


def test_a_text_that_is_no_board_is_malformed() -> None:
    with pytest.raises(MalformedError):
        list(solve("12", family="sudoku"))


def test_boards_of_several_families_are_answered_in_their_order() -> None:
    triangle = "./../.../..../...../.....C/...CCC./EEEHH.../E.HHH..../E........."
    boards = [
        Board("sudoku", "9x9", PAPER),
        Board("beads", "triangle10", triangle),
        Board("sudoku", "9x9", "." * 81),
        Board("beads", "triangle10", triangle),
    ]

    found = list(solve(boards))

    assert [each.verdict for each in found] == [Verdict.UNIQUE, Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.UNIQUE]
    assert found[0].solution == SOLVED
    assert found[1].solution == found[3].solution


def test_a_file_is_read_and_solved() -> None:
    (found,) = solve(read(Source.of(PAPER)))

    assert found.solution == SOLVED


def test_a_budget_ends_the_search() -> None:
    (found,) = solve("." * 625, family="sudoku", limit=10**9, budget=Budget(nodes=1))

    assert found.count_is_exact is False


def test_a_wrong_solution_is_no_answer() -> None:
    wrong = SQUARE[:-1] + "2"
    given = family_that_answers(answer(Verdict.UNIQUE, SQUARE), answer(Verdict.UNIQUE, wrong))

    found = solve_texts(given, [SQUARE, SQUARE[:-1] + "."])

    assert found[0].verdict is Verdict.UNIQUE
    assert found[1].verdict is Verdict.FAILED
    assert found[1].solution == ""
    assert found[1].reason.startswith("solution does not pass the check: ")
    assert (found[1].nodes, found[1].solve_ns, found[1].engine) == (7, 8, "test/1")


def test_a_wrong_witness_is_no_proof() -> None:
    given = family_that_answers(answer(Verdict.MULTIPLE, SQUARE, SQUARE[:-1] + "2"))

    (found,) = solve_texts(given, [SQUARE[:-1] + "."])

    assert found.verdict is Verdict.FAILED
    assert found.reason.startswith("witness does not pass the check: ")


@pytest.mark.parametrize(
    "given",
    [
        answer(Verdict.UNIQUE),
        answer(Verdict.MULTIPLE, SQUARE),
        answer(Verdict.MULTIPLE, SQUARE, SQUARE),
    ],
)
def test_a_verdict_without_its_proof_is_no_answer(given: Answer) -> None:
    (found,) = solve_texts(family_that_answers(given), [SQUARE])

    assert found.verdict is Verdict.FAILED
    assert found.reason.startswith("expected ")


def test_a_kernel_that_loses_boards_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="sudoku: expected 2 answers, got 1"):
        solve_texts(family_that_answers(answer(Verdict.NONE)), [SQUARE, SQUARE])


def test_the_names_of_the_package_are_there_when_they_are_used() -> None:
    assert all(getattr(solvers, name) for name in solvers.__all__)
    with pytest.raises(AttributeError):
        _ = solvers.nothing


def test_the_package_alone_imports_nothing() -> None:
    script = "import sys, solvers; print([name for name in sys.modules if name.startswith('solvers.')])"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)

    assert run.stdout == "[]\n"


@pytest.mark.parametrize("limit", [-1, 0, 10**30])
def test_limits_that_nobody_can_reach(limit: int) -> None:
    with pytest.raises(ValueError, match="expected limit to be from 1"):
        solvers.solve(SMALL, family="sudoku", limit=limit)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"limit": "2"}, TypeError), ({"budget": 5}, TypeError), ({"budget": Budget(nodes=-5)}, ValueError),
        ({"budget": Budget(seconds=float("nan"))}, ValueError), ({"budget": Budget(nodes=10**30)}, ValueError),
    ],
)  # fmt: skip
def test_arguments_of_another_kind(wrong: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match="expected"):
        solvers.solve(SMALL, family="sudoku", **wrong)


@pytest.mark.parametrize("family", ["sudoku", "kakuro", "beads", "magic", "futoshiki"])
def test_boards_that_are_none(family: str) -> None:
    with pytest.raises(MalformedError):
        list(solvers.solve(Board(family, "", "junk")))


@pytest.mark.parametrize(
    ("family", "text"),
    [
        ("magic", "normal:1  3/0 0 0/0 0 0"), ("beads", "A=oo/oflip=no:.#./."), ("sudoku", f":{'.' * 81}"),
        ("kakuro", "# 3\\-/-\\3 . ."), ("futoshiki", "1.x/..2/..."),
    ],
)  # fmt: skip
def test_a_text_that_is_no_board_is_not_answered(family: str, text: str) -> None:
    """Kernels read some of them: they may, because they are given canonical texts."""
    for board in (text, Board(family, "", text)):
        with pytest.raises(MalformedError):
            next(solve(board, family=family))


def test_boards_whose_text_is_not_canonical() -> None:
    zeros = SMALL.replace(".", "0")

    with pytest.raises(MalformedError, match="expected canonical text"):
        list(solvers.solve([Board("sudoku", "4x4", zeros)]))
    assert next(solvers.solve(zeros, family="sudoku")).verdict.value == "unique"


def test_texts_and_boards_may_be_mixed() -> None:
    found = list(
        solve([SMALL, Board("magic", "", "normal:2 7 6/9 0 1/4 3 8"), Board("sudoku", "", SMALL)], family="sudoku")
    )

    assert [each.solution for each in found] == [SQUARE, "2 7 6/9 5 1/4 3 8", SQUARE]


def test_answers_that_are_changed_leave_others_alone() -> None:
    whole = Answers(family("sudoku").solve([SMALL, PAPER]))
    copy, longer = Answers(whole), Answers(whole)
    copy.replace(0, answer(Verdict.NONE))
    longer.extend(whole)

    assert [each.verdict for each in copy] == [Verdict.NONE, Verdict.UNIQUE]
    assert [each.solution for each in whole] == [whole[0].solution, whole[1].solution] == [SQUARE, SOLVED]
    assert len(longer) == 4
    assert list(longer)[:2] == list(longer[2:]) == list(whole)


def test_boards_of_another_variant() -> None:
    with pytest.raises(MalformedError, match="expected a board of sudoku 9x9, got one of 4x4"):
        list(solvers.solve(Board("sudoku", "9x9", SMALL)))


def test_bytes_are_no_board() -> None:
    with pytest.raises(TypeError, match="expected a Board or a text"):
        list(solvers.solve([SMALL.encode()], family="sudoku"))  # type: ignore[list-item]  # wrong on purpose
    with pytest.raises(TypeError, match="expected a Board or a text, got b'"):
        list(solvers.solve(SMALL.encode(), family="sudoku"))  # type: ignore[arg-type]  # wrong on purpose


def test_solutions_below_none() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        solvers.solutions(SMALL, family="sudoku", limit=-1)


@pytest.mark.parametrize("board", ["text", None])
def test_what_cannot_be_drawn(board: Any) -> None:
    with pytest.raises(TypeError, match="expected a Board"):
        solvers.draw(board)


def test_an_answer_of_another_board_cannot_be_drawn() -> None:
    (answer,) = solvers.solve(SMALL, family="sudoku")

    with pytest.raises(MalformedError, match="expected an answer to this board"):
        solvers.draw(Board("sudoku", "9x9", "." * 81), answer)
    with pytest.raises(TypeError, match="expected an Answer"):
        solvers.draw(Board("sudoku", "4x4", SMALL), "text")  # type: ignore[arg-type]  # wrong on purpose
