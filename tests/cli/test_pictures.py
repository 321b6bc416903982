"""Pictures of boards: SVG that is well-formed and inert, PNG, and what a notebook gets."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from solvers import Board, draw, families, solve
from solvers.drawing import Cell, Drawing, Kind
from solvers.picture import Line, Rectangle, Words, picture
from solvers.svg import svg
from tests.cli.conftest import EASY, Cli

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", families())
def test_every_family_makes_well_formed_pictures(name: str) -> None:
    family = families()[name]
    for example in family.examples:
        board = Board(name, family.variant(example.text), example.text)
        root = ET.fromstring(draw(board)._repr_svg_())

        assert root.tag == f"{SVG}svg"
        assert root.find(f"{SVG}title") is not None


def test_a_solution_and_a_witness_are_told_apart() -> None:
    board = Board("sudoku", "9x9", EASY.replace("1", "."))
    (answer,) = solve(board)

    text = draw(board, answer).svg()

    assert 'class="given"' in text
    assert 'class="solved"' in text
    assert 'class="differs"' in text


def test_walls_stand_between_groups_and_around_the_board() -> None:
    cells = (Cell("a", Kind.GIVEN, 1), Cell("b", Kind.GIVEN, 2)), (Cell("c", Kind.GIVEN, 1), Cell("", Kind.OUTSIDE))

    shapes = picture([Drawing(cells)]).shapes

    walls = [shape for shape in shapes if isinstance(shape, Line) and shape.look == "wall"]
    assert len(walls) == 9
    assert len([shape for shape in shapes if isinstance(shape, Rectangle)]) == 3


def test_a_clue_has_its_sums_on_both_sides_of_the_diagonal() -> None:
    shapes = picture([Drawing(((Cell("17\\24", Kind.CLUE),),))]).shapes

    down, across = (shape for shape in shapes if isinstance(shape, Words))
    assert (down.text, across.text) == ("17", "24")
    assert down.x < across.x
    assert down.y > across.y


def test_hostile_text_is_inert_in_svg() -> None:
    cell = Cell("<script>alert(1)</script>\x00\x1b&", Kind.GIVEN)

    text = svg(picture([Drawing(((cell,),), title="</svg><script>")], title='"><script>'))

    ET.fromstring(text)
    assert "<script" not in text


@pytest.mark.usefixtures("solved")
def test_show_svg(cli: Cli) -> None:
    done = cli("show", "1", "--svg")

    assert done.exit_code == 0
    assert ET.fromstring(done.stdout).tag == f"{SVG}svg"


@pytest.mark.usefixtures("solved")
def test_show_png(cli: Cli) -> None:
    done = cli("show", "1", "--png")

    assert done.stdout_bytes.startswith(b"\x89PNG\r\n")
    width, height = struct.unpack(">II", done.stdout_bytes[16:24])
    assert width == height > 400


@pytest.mark.usefixtures("solved")
@pytest.mark.parametrize(("ending", "start"), [("svg", b"<svg"), ("PNG", b"\x89PNG"), ("json", b"["), ("txt", b"")])
def test_the_ending_of_a_file_says_the_form(cli: Cli, tmp_path: Path, ending: str, start: bytes) -> None:
    path = tmp_path / f"board.{ending}"

    cli("show", "1", "-o", path)

    assert path.read_bytes().lstrip().startswith(start)


@pytest.mark.usefixtures("solved")
def test_several_pictures_go_to_a_folder(cli: Cli, tmp_path: Path) -> None:
    assert cli("show", "1", "2", "--svg").exit_code == 2

    done = cli("show", "1", "2", "--svg", "-o", tmp_path / "pictures")

    assert done.exit_code == 0
    assert sorted(path.name for path in (tmp_path / "pictures").iterdir()) == ["board-1.svg", "board-2.svg"]


@pytest.mark.usefixtures("solved")
def test_show_json(cli: Cli) -> None:
    (found,) = json.loads(cli("show", "1", "--json").stdout)

    assert found["board"] == 1


@pytest.mark.usefixtures("solved")
def test_show_without_the_solution_and_with_links(cli: Cli) -> None:
    board = next(row["board"] for row in json.loads(cli("results", "--json").stdout) if row["text"] == EASY)

    done = cli("show", str(board), "--board-only")

    assert "│    1  3 │" in done.stdout
    assert f"https://www.sudokuwiki.org/sudoku.htm?bd={EASY}" in done.stdout
    assert "https://puzz.link/p?sudoku/9/9/" in done.stdout
    assert f"`gridmill show {board} --json` has longer links, to f-puzzles.com, sudokupad.app" in done.stdout
    assert max(map(len, done.stdout.splitlines())) < 200
