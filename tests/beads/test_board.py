"""Canonical text: one spelling a board, whatever the drawing looked like."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.beads import FAMILY
from solvers.beads.board import canonical, format_board, parse, variant
from solvers.core import MalformedError

SHAPES = st.sampled_from(["o", "oo", "oo/o", "ooo", "oo/oo", "ooo/o", ".oo/oo", "o/oo/.oo", ".o/ooo/.o"])


@st.composite
def boards(draw: st.DrawFn) -> str:
    count = draw(st.integers(1, 4))
    pieces = [f"{letter}={draw(SHAPES)}" for letter in "ABCD"[:count]]
    options = draw(st.sampled_from([[], ["flip=no"], ["spare=yes"], ["grid=cubic"], ["grid=hex"]]))
    rows = draw(st.lists(st.text(f".#{'ABCD'[:count]}", min_size=1, max_size=6), min_size=1, max_size=5))
    return ";".join(pieces + options) + ":" + "/".join([*rows, "."])


@given(boards())
def test_canonical_text_parses_to_itself(text: str) -> None:
    once = canonical(text)

    assert once == canonical(once)
    assert once == format_board(parse(once))
    assert variant(once)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("noi2005:./..", "./.."),
        (":./..", "./.."),
        ("A = o/oo:../.", "A=oo/o:../."),
        ("A=.oo/oo:..", "A=oo/.oo:.."),
        ("A=.oo/oo;flip=no:..", "A=o/oo/.o;flip=no:.."),
        ("A=oo/.oo;flip=no:..", "A=oo/.oo;flip=no:.."),
        ("BA=oo:../..", "AB=oo:../.."),
        ("##../#.#/", None),
        ("###/#../#.#", "../."),
        ("..  /.", "../."),
        ("set=pentomino;flip=yes:.....", "pentomino:....."),
        ("grid=cubic:..//..", "grid=cubic:..//.."),
        ("..//..", "grid=cubic:..//.."),
        ("soma:...", "soma;grid=cubic:..."),
        ("grid=pyramid:../..//.", "grid=pyramid:../..//."),
        ("tetrahex:....", "tetrahex;grid=hex:...."),
    ],
)
def test_spellings(text: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(MalformedError):
            canonical(text)
    else:
        assert expected == canonical(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("/".join("." * n for n in range(1, 11)), "triangle10"),
        ("/".join(["." * 11] * 5), "5x11"),
        ("pentomino:" + "/".join(["." * 10] * 6), "6x10/pentomino"),
        ("pentomino:" + "/".join(["........"] * 3 + ["...##..."] * 2 + ["........"] * 3), "8x8(60)/pentomino"),
        ("A=oo;flip=no;spare=yes:..", "1x2/drawn-5f3755/flip=no/spare"),
        ("grid=pyramid:" + "//".join("/".join(["." * n] * n) for n in range(5, 0, -1)), "pyramid5"),
        ("tetrahex:" + "/".join("." * n for n in range(1, 8)), "hex-triangle7/tetrahex"),
        ("soma:.../.../...//.../.../...//.../.../...", "3x3x3/soma"),
    ],
)
def test_variants(text: str, name: str) -> None:
    assert name == variant(canonical(text))


@pytest.mark.parametrize(
    "text",
    ["", ":", "#", "./Z", "nosuch:.", "A=o;A=oo:.", "A=:.", "A=o.o:...", "flip=maybe:.", "grid=moon:.", "A=o//o:..",
     "grid=hex:..", "tetrahex;grid=square:....", "//", "./", "A=?:.", "tetrahex;soma:..."],
)  # fmt: skip
def test_malformed(text: str) -> None:
    with pytest.raises(MalformedError):
        canonical(text)


def test_malformed_names_the_column() -> None:
    with pytest.raises(MalformedError) as caught:
        canonical("kanoodle:./.z")

    assert (caught.value.line, caught.value.column) == (1, 13)


def test_every_placed_piece_is_coloured() -> None:
    drawing = FAMILY.draw("A=oo;B=oo/o:AA./..", "AAB/BB")[0]

    assert [[cell.text for cell in row] for row in drawing.rows] == [["A", "A", "B"], ["B", "B", ""]]
    assert [cell.colour for cell in drawing.rows[0]] == [1, 1, 2]
