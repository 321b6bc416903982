"""Links to boards of several families in one file."""

from __future__ import annotations

from solvers.core import Reject
from solvers.reading import Source, read

KAKURO = "https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3"
SUDOKU = "https://puzz.link/p?sudoku/4/4/g1k23k3g"


def test_addresses_of_several_families_stand_in_one_file() -> None:
    rejects: list[Reject] = []
    text = f"{KAKURO}\n\n# a comment\n{SUDOKU}\nhttps://puzz.link/p?slither/5/5/a\n{KAKURO}\n"

    boards = list(read(Source.of(text), rejects=rejects.append))

    assert [(board.family, board.line) for board in boards] == [("kakuro", 1), ("sudoku", 4), ("kakuro", 6)]
    assert [reject.line for reject in rejects] == [5]


def test_addresses_of_one_family_are_read_by_its_own_format() -> None:
    (first, second) = read(Source.of(f"{SUDOKU}\n{SUDOKU}\n"), format="links")

    assert first.text == second.text
