"""Every code version gives the same answers, down to the nodes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from solvers.core import Answer
from solvers.sudoku import FAMILY, _kernel
from solvers.sudoku.board import Box
from tests.shared import shared
from tests.sudoku.test_verdicts import archive, random_board

VERSIONS = _kernel.code_versions()


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest) -> Iterator[str]:
    """Runs a test under each code version, and sets the best again."""
    _kernel.use_code_version(request.param)
    yield request.param
    _kernel.use_code_version(VERSIONS[0])


def boards() -> list[str]:
    """Boards of all lane sizes, from those with many solutions to contradictions, and the family's examples."""
    rng = random.Random(25)
    shapes = [(3, 3)] * 60 + [(4, 4)] * 40 + [(5, 5)] * 20
    return [random_board(Box(*shape), rng)[0] for shape in shapes] + [example.text for example in FAMILY.examples]


def answers(texts: list[str], limit: int) -> list[Answer]:
    """Answers without their times."""
    return [answer._replace(solve_ns=0) for answer in FAMILY.solve(texts, limit, nodes=20_000)]


@pytest.mark.parametrize("limit", [1, 2, 20])
def test_same_answers(version: str, limit: int) -> None:
    texts = boards()
    found = answers(texts, limit)
    _kernel.use_code_version("baseline")

    assert answers(texts, limit) == found, version


def test_same_answers_in_any_company(version: str) -> None:
    texts = boards()
    together = answers(texts, 2)
    shuffled = random.Random(1).sample(range(len(texts)), len(texts))
    others = answers([texts[i] for i in shuffled], 2)

    assert [together[i] for i in shuffled] == others, version
    assert together[:5] == [answers([text], 2)[0] for text in texts[:5]]


def test_hard_boards_alone_and_together(version: str) -> None:
    """Long searches that begin in company and end alone, that are alone from the start, and that are cut off."""
    texts = archive(shared("data/sudoku/16x16/dug_minimal450_GENERATED.txt"))[:60]
    texts += archive(shared("data/sudoku/9x9/puzzles6_forum_hardest_1106"))[:60]
    for nodes in (0, 300):
        together = [answer._replace(solve_ns=0) for answer in FAMILY.solve(texts, nodes=nodes)]
        alone = [FAMILY.solve([text], nodes=nodes)[0]._replace(solve_ns=0) for text in texts]
        _kernel.use_code_version("baseline")
        lanes = [answer._replace(solve_ns=0) for answer in FAMILY.solve(texts, nodes=nodes)]
        _kernel.use_code_version(version)

        assert together == alone == lanes, version
        assert nodes in (0, max(answer.nodes for answer in together))


def test_unknown_version_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a code version that runs here"):
        _kernel.use_code_version("mmx")
