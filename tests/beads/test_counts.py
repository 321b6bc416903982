"""Counts that other programs agree on."""

from __future__ import annotations

import pytest

from solvers.beads import FAMILY
from solvers.core import Verdict
from tests.beads.reading import read
from tests.shared import shared

ALL = 1_000_000_000
TRIANGLE = "/".join("." * size for size in range(1, 11))


@pytest.mark.parametrize("name", ["triangle_partial_200.txt", "triangle_single_piece_1644.txt"])
def test_triangles_have_their_known_counts(name: str) -> None:
    _, boards, rejects = read(shared(f"data/beads/{name}").read_text())
    few = [board for board in boards if int((board.fields or {})["solutions"]) < 40000]
    answers = FAMILY.solve([board.text for board in few], limit=ALL)
    expected = [int((board.fields or {})["solutions"]) for board in few]

    assert not rejects
    assert expected == [answer.count for answer in answers]
    assert all(answer.count_is_exact for answer in answers)


def test_two_solutions_prove_multiple_and_no_more_are_sought() -> None:
    _, boards, _ = read(shared("data/beads/triangle_partial_200.txt").read_text())
    texts = [board.text for board in boards]
    answers = FAMILY.solve(texts, limit=2)
    solved = [(text, solution) for text, a in zip(texts, answers, strict=True) for solution in (a.solution, a.witness)]
    known = [(text, solution) for text, solution in solved if solution]
    expected = [min(2, int((board.fields or {})["solutions"])) for board in boards]

    assert expected == [answer.count for answer in answers]
    assert {""} == set(FAMILY.check(*zip(*known, strict=True)))


def test_single_pieces_add_up_to_all_fillings_of_the_triangle() -> None:
    _, boards, _ = read(shared("data/beads/triangle_single_piece_1644.txt").read_text())
    totals: dict[str, int] = {}
    for board in boards:
        piece = min(set(board.text) - set("./"))
        totals[piece] = totals.get(piece, 0) + int((board.fields or {})["solutions"])

    assert dict.fromkeys("ABCDEFGHIJKL", 32288) == totals


def test_booklet_boards_have_their_one_solution() -> None:
    _, boards, rejects = read(shared("data/beads/kanoodle5x11_philrmass_163.txt").read_text())
    expected = shared("data/beads/kanoodle5x11_philrmass_163.solutions").read_text().split()
    answers = FAMILY.solve([board.text for board in boards], limit=2)

    assert not rejects
    assert {"5x11"} == {board.variant for board in boards}
    assert expected == [answer.solution.replace("/", "") for answer in answers]
    assert {Verdict.UNIQUE} == {answer.verdict for answer in answers}


def test_the_sample_of_the_statement() -> None:
    name, boards, rejects = read(shared("data/beads/noi2005_sample.txt").read_text())
    answers = FAMILY.solve([board.text for board in boards])
    judge = next(fmt.judge for fmt in FAMILY.formats if fmt.name == name)

    assert judge is not None
    assert not rejects
    assert shared("data/beads/noi2005_sample.out").read_text() == judge.write(
        boards[0].text, answers[0], [answers[0].solution]
    )
