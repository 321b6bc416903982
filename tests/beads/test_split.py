"""Parts of a board add up to it, whatever its pieces and its grid."""

from __future__ import annotations

import pytest

from solvers.beads import FAMILY
from solvers.beads.splitting import split

ALL = 10**12
TRIANGLE = "/".join("." * size for size in range(1, 11))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (TRIANGLE, 32288),
        ("pentomino:" + "/".join(["." * 20] * 3), 8),
        ("soma:" + "//".join(["/".join(["..."] * 3)] * 3), 11520),
    ],
)
def test_published_counts_are_the_sums_of_parts(text: str, count: int) -> None:
    parts = split(FAMILY.canonical(text), 40)

    assert len(parts) >= 40
    assert sum(answer.count for answer in FAMILY.solve(parts, ALL)) == count


@pytest.mark.parametrize(
    "text",
    [
        "ABCDEFGH=oo:..../..../..../....",
        "ABC=oo/o;DE=oo;spare=yes:..../....",
        "ABC=oo/o;D=o;flip=no:../BB/.B/../..",
        "AB=oo;C=oo/o;grid=hex:.../....",
    ],
)
def test_parts_of_copies_and_spare_pieces_add_up_and_pass_the_check(text: str) -> None:
    text = FAMILY.canonical(text)

    answers = FAMILY.solve(split(text, 10), ALL)

    found = [solution for answer in answers for solution in (answer.solution, answer.witness) if solution]
    assert sum(answer.count for answer in answers) == FAMILY.solve([text], ALL)[0].count
    assert FAMILY.check([text] * len(found), found) == [""] * len(found)


def test_what_cannot_be_cut_stays_whole() -> None:
    assert split("A=oo/o:AA/A", 5) == ["A=oo/o:AA/A"]
