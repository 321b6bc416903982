"""Links to boards of several families in one file."""

from __future__ import annotations

from solvers.core import Reject
from solvers.reading import Fate, Source, explain, read, survey

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


def test_an_address_of_another_family_among_lines_is_read() -> None:
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    rejects: list[Reject] = []
    text = f"{line}\n{line[1:]}\n{KAKURO}\nhttps://puzz.link/p?slither/5/5/a\n{line}\n"

    boards = list(read(Source.of(text), rejects=rejects.append))

    assert sorted((board.line, board.family) for board in boards) == [(1, "sudoku"), (3, "kakuro"), (5, "sudoku")]
    assert [reject.line for reject in rejects] == [2, 4]
    (seen,) = survey(Source.of(text))
    assert (seen.report.board_lines, seen.report.rejected_lines) == (3, 2)
    fates = [fate.fate for fate in explain(Source.of(text)) if isinstance(fate, Fate)]
    assert fates == ["board", "rejected", "board", "rejected", "board"]


def test_the_users_format_alone_reads_what_he_named() -> None:
    rejects: list[Reject] = []
    boards = list(read(Source.of(f"{SUDOKU}\n{KAKURO}\n"), format="links", rejects=rejects.append))

    assert [board.family for board in boards] == ["sudoku"]
    assert [reject.line for reject in rejects] == [2]
