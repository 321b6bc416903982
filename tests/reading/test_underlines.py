"""Lines of one symbol: boards without givens where they stand among boards or alone, none under and between words."""

from __future__ import annotations

import pytest

from solvers.core import Board, Reject
from solvers.reading import Source, read, write
from solvers.reading.writing import writer

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
REASON = "expected a board, got a line without a given between words"


def boards(text: str) -> tuple[list[Board], list[Reject]]:
    rejects: list[Reject] = []
    return list(read(Source.of(text), rejects=rejects.append)), rejects


@pytest.mark.parametrize("count", [16, 36, 81, 256])
@pytest.mark.parametrize("symbol", [".", "-", "_", "*"])
def test_an_underline_of_a_readme_is_no_board(symbol: str, count: int) -> None:
    rule = symbol * count
    text = f"Sudoku collection\n{rule}\n\nMade in 1998. See a.sdm.\n\n  {rule}\n\nName:\n{rule}\n{rule}\nThe end\n"

    found, rejects = boards(text)

    assert not found
    assert sum(reject.lines for reject in rejects) == text.count("\n")


def test_an_underline_before_boards_is_told() -> None:
    found, rejects = boards(f"A collection\n{'-' * 16}\n" + f"{PAPER}\n" * 5000 + f"Words\n{'-' * 81}\n{PAPER}\n")

    assert [each.text for each in found] == [PAPER] * 5001
    assert [(reject.line, reject.reason) for reject in rejects if reject.reason == REASON] == [
        (2, REASON),
        (5004, REASON),
    ]


@pytest.mark.parametrize("title", ["Byte-compilation", "procps-ng-3.3.16"])
def test_a_title_of_one_long_word_is_no_row_of_cells(title: str) -> None:
    found, _ = boards(f"{PAPER}\n\n{title}\n{'-' * 16}\n\nFor speed reasons, files are kept.\n")

    assert [each.text for each in found] == [PAPER]


@pytest.mark.parametrize("beside", ["", f"{PAPER}\n", "# a comment\n"])
@pytest.mark.parametrize("symbol", [".", "-", "0"])
def test_a_board_without_givens_is_one_alone_and_among_boards(symbol: str, beside: str) -> None:
    found, rejects = boards(f"{beside}{symbol * 81}\n\n{beside}")

    assert "." * 81 in [each.text for each in found]
    assert not rejects


def test_a_mask_between_sentences_is_no_board() -> None:
    found, _ = boards("An id is written so:\n  XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX\nwhere each X is a digit.\n")

    assert not found


def test_a_short_word_among_blanks_is_no_board_of_a_table() -> None:
    found, _ = boards("import os, sys, re\n                             CompileError, LibError, LinkError\n")

    assert not found


def test_a_row_of_empty_cells_under_a_word_of_its_format_is_a_board() -> None:
    text = "".join(write([Board("beads", "1x40", "." * 40)], writer("beads")))

    assert [board.text for board in read(Source.of(text))] == ["." * 40]
