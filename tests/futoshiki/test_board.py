"""The text of a board: spellings, what is refused, and where."""

from __future__ import annotations

import pytest
from hypothesis import given

from solvers.core import MalformedError
from solvers.futoshiki.board import Futoshiki, canonical, format_board, parse, variant
from tests.futoshiki.boards import boards


@given(boards())
def test_what_is_formatted_is_parsed_again(board: Futoshiki) -> None:
    assert board == parse(format_board(board))


@given(boards())
def test_canonical_text_is_canonical(board: Futoshiki) -> None:
    text = format_board(board)

    assert text == canonical(text)
    assert f"{board.size}x{board.size}" == variant(text)


@pytest.mark.parametrize(
    ("spelling", "text"),
    [("0<0v/_*", ".<.v/.."), (".v<./..", ".<v./.."), (".../.2./...", ".../.2./...")],
)
def test_spellings(spelling: str, text: str) -> None:
    assert text == canonical(spelling)


@pytest.mark.parametrize(
    ("text", "reason", "column"),
    [
        ("", "expected 1 rows of 1 cells", 1),
        (".", "expected 2 to 32 rows", 0),
        ("../.", "expected 2 rows of 2 cells", 4),
        ("3./..", "expected a value from 1 to 2, got 3", 0),
        ("x./..", "expected a value or '.', got 'x'", 1),
        (".</..", "expected 2 rows of 2 cells", 1),
        ("..</..", "got the border", 3),
        ("../.v.", "got the border", 5),
        (".<>./..", "one below, got '<>'", 2),
        ("<../..", "expected 2 rows of 2 cells", 1),
    ],
)
def test_malformed(text: str, reason: str, column: int) -> None:
    with pytest.raises(MalformedError, match=reason.replace("(", r"\(")) as caught:
        parse(text)

    assert column == caught.value.column
