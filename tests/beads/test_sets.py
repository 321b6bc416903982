"""Named sets: every file of the folder is one, and adding a file is all it takes."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from solvers.beads import FAMILY, _kernel
from solvers.beads.board import canonical, parse_head, variant
from solvers.beads.orientations import canonical_cells
from solvers.beads.pieces import Grid, Piece
from solvers.beads.sets import PUBLISHED, named, parse_set, sets
from solvers.core import MalformedError

sets_module = import_module("solvers.beads.sets")  # the package has a function of that name


def _shapes(pieces: tuple[Piece, ...]) -> list[tuple[tuple[int, int, int], ...]]:
    return sorted(canonical_cells(piece.cells, Grid.SQUARE, flip=True) for piece in pieces)


@pytest.mark.parametrize(
    ("name", "pieces", "cells"),
    [
        ("kanoodle", 12, 55),
        ("lonpos", 12, 55),
        ("noi2005", 12, 55),
        ("pentomino", 12, 60),
        ("soma", 7, 27),
        ("tetrahex", 7, 28),
        ("tetromino", 5, 20),
    ],
)
def test_sets_have_their_pieces(name: str, pieces: int, cells: int) -> None:
    found = named(name).pieces

    assert name in sets()
    assert len(found) == pieces
    assert sum(len(piece.cells) for piece in found) == cells


def test_kanoodle_and_the_statement_share_their_shapes() -> None:
    assert _shapes(named("kanoodle").pieces) == _shapes(named("noi2005").pieces)
    assert _shapes(named("kanoodle").pieces) == _shapes(named("lonpos").pieces)


def test_a_set_file_is_enough() -> None:
    added = parse_set("mine", "# two pieces\nA = oo/o\nBC = oo  # twice\n")
    _kernel.define_set(added.name, added.drawn())

    assert [piece.letters for piece in added.pieces] == ["A", "BC"]
    assert FAMILY.solve(["mine:.../..../"[:-1]])[0].count == 2


def test_the_set_in_the_guide_is_one() -> None:
    guide = (Path(__file__).parents[2] / "docs/beads.md").read_text("utf-8")
    block = guide.partition("## Adding a piece set")[2].partition("    # my pieces")
    lines = [line.removeprefix("    ") for line in (block[1] + block[2]).splitlines()]
    found = parse_set("mine", "\n".join(lines[: lines.index("")]))

    assert [(piece.letters, len(piece.cells)) for piece in found.pieces] == [("A", 3), ("BC", 2)]
    assert found.grid is Grid.SQUARE


@pytest.mark.parametrize(
    ("text", "line"),
    [("A = oo\nB = o.o\n", 2), ("A = oo\nB = o/.o\n", 2), ("A = oo\nB = oo  twice\n", 2), ("A = o//o\n", 1)],
)
def test_what_is_no_piece_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(MalformedError) as caught:
        parse_set("mine", text)

    assert caught.value.line == line


def test_a_wrong_file_stops_nobody_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "bad.txt").write_text("A = o.o\n")
    (tmp_path / "sets" / "worse.txt").write_bytes(b"\xff\xfe")
    (tmp_path / "sets" / "good.txt").write_text("A = oo\n")
    monkeypatch.setattr(sets_module, "files", lambda _: tmp_path)
    sets_module._all.cache_clear()
    try:
        assert list(sets()) == ["good"]
        assert list(sets_module.broken()) == ["bad", "worse"]
        assert "bad.txt, line 1: expected a connected piece" in sets_module.broken()["bad"]
        with pytest.raises(MalformedError, match=r"bad\.txt, line 1"):
            named("bad")
    finally:
        sets_module._all.cache_clear()


@pytest.mark.parametrize("head", ["A=oo;B=o;flop=yes", "A=oo;B=xy", "A=oo;B=o#o", "A=oo;spares=yes", "A-=oo"])
def test_rules_and_shapes_that_nobody_knows_are_malformed(head: str) -> None:
    with pytest.raises(MalformedError, match="expected flip, spare, grid, set or a piece"):
        canonical(f"{head}:.../...")


def test_published_sets_are_what_they_were() -> None:
    for name in PUBLISHED:
        assert named(name).published(), f"{name}: texts that are stored call it by its name; add another set instead"


def test_other_sets_are_written_out_in_the_text_of_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sets(), "mine", parse_set("mine", "A = oo/o\nB = o\n"))
    parse_head.cache_clear()
    before = canonical("mine:../..")

    monkeypatch.setitem(sets(), "mine", parse_set("mine", "A = ooo\nB = o\n"))
    parse_head.cache_clear()

    assert before == "A=oo/o;B=o:../.."
    assert canonical(before) == before
    assert canonical("mine:../..") != before
    assert variant(before) != variant(canonical("mine:../.."))


def test_a_published_set_that_was_edited_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sets(), "soma", parse_set("soma", "A = oo/o\n"))

    with pytest.raises(MalformedError, match="the set soma as it was published"):
        named("soma")


def test_a_wrong_set_file_names_its_line() -> None:
    with pytest.raises(MalformedError) as caught:
        parse_set("mine", "A = oo\n\nB oo\n")

    assert caught.value.line == 3


def test_other_letters_are_said_so() -> None:
    hint = FAMILY.solve(["./BB/BBB/..../...../....../......./......../........./.........."])[0]
    own = FAMILY.solve(["A=ooo;B=oo:BBB/.."])[0]

    assert hint.verdict.value == "invalid"
    assert "the letters fit the set kanoodle" in hint.reason
    assert "under another letter: B=A" in own.reason
