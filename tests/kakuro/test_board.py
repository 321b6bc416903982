from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.core import MalformedError
from solvers.kakuro.board import Black, Cell, Kakuro, White, canonical, format_board, parse, variant

clues = st.none() | st.integers(0, 60)


@st.composite
def boards(draw: st.DrawFn) -> Kakuro:
    digits = draw(st.sampled_from([9, 9, 4, 12, 16]))
    whites = st.builds(White, st.integers(0, digits))
    cells: st.SearchStrategy[Cell] = whites | st.builds(Black, clues, clues)
    width = draw(st.integers(1, 6))
    rows = st.lists(st.tuples(*[cells] * width), min_size=1, max_size=6)
    return Kakuro(tuple(draw(rows)), digits)


@given(boards())
def test_parse_reads_back_what_format_wrote(board: Kakuro) -> None:
    text = format_board(board)

    assert parse(text) == board
    assert canonical(text) == text


def test_canonical_accepts_other_blanks_and_spellings() -> None:
    assert canonical(" -\\-  03\\-\n -\\3\t. ") == "# 3\\-/-\\3 ."
    assert canonical("digits=9:. .") == ". ."


@pytest.mark.parametrize(
    ("text", "expected"),
    [("# 3\\-/-\\3 .", "2x2"), (". . .", "1x3"), ("digits=12:. 12", "1x2/1-12")],
)
def test_variant_is_the_size(text: str, expected: str) -> None:
    assert variant(text) == expected


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        (". ./.", 2, 0),
        (". 0", 1, 3),
        ("./10", 2, 1),
        ("3\\", 1, 1),
        (". \N{ARABIC-INDIC DIGIT THREE}", 1, 3),
        ("digits=17:.", 1, 1),
    ],
)
def test_malformed_text_names_the_place(text: str, line: int, column: int) -> None:
    with pytest.raises(MalformedError) as caught:
        canonical(text)

    assert (line, column) == (caught.value.line, caught.value.column)
