"""Whole files of collected boards: as many as their READMEs say, of the size they say, and every line accounted for."""

from __future__ import annotations

import pytest

from solvers.reading import survey
from tests.shared import shared

# File, format, and the numbers of boards by variant (one number where the README does not tell the sizes apart).
FILES = [
    ("sudoku/9x9/puzzles2_17_clue.gz", "line", {"9x9": 49158}),
    ("sudoku/9x9/puzzles3_magictour_top1465", "line", {"9x9": 1465}),
    ("sudoku/9x9/puzzles6_forum_hardest_1106", "line", {"9x9": 375}),
    ("sudoku/9x9/puzzles7_serg_benchmark.gz", "line", {"9x9": 10000}),
    ("sudoku/9x9/easy1000_qqwing_GENERATED.txt", "line", {"9x9": 1000}),
    ("sudoku/16x16/janko55_gecode.txt", "line", {"16x16": 55}),
    ("sudoku/16x16/kiguli_unique100.txt", "line", {"16x16": 100}),
    ("sudoku/16x16/privitera1.txt", "line", {"16x16": 1}),
    ("sudoku/16x16/dug_minimal450_GENERATED.txt", "line", {"16x16": 450}),
    ("sudoku/16x16/sgtsolo_extreme40.txt", "line", {"16x16": 40}),
    ("sudoku/25x25/frisch_gecode.txt", "line", {"25x25": 18}),
    ("sudoku/25x25/liviniuk10.txt", "line", {"25x25": 10}),
    ("kakuro/bench_real50.kkt", "kkt", 50),
    ("kakuro/bench_named.kkt", "kkt", 15),
    ("kakuro/bench_raw20.kkt", "kkt", {"21x21": 10}),
    ("kakuro/gen_unique_06.kkt", "kkt", {"7x7": 40}),
    ("kakuro/gen_given_20.kkt", "kkt", {"21x21": 15}),
    ("beads/noi2005_sample.txt", "noi2005", {"triangle10": 1}),
    ("beads/triangle_partial_200.txt", "beads-lines", {"triangle10": 200}),
    ("beads/triangle_single_piece_1644.txt", "beads-lines", {"triangle10": 1644}),
    ("beads/kanoodle5x11_philrmass_163.txt", "beads", 163),
    ("magic/cspl_prob019/magicSquare9-filled10-1.dat", "csplib-019", {"normal-9": 1}),
]


@pytest.mark.parametrize(("name", "form", "numbers"), FILES, ids=[file[0] for file in FILES])
def test_an_archive_is_read_whole(name: str, form: str, numbers: dict[str, int] | int) -> None:
    (found,) = survey(shared("data") / name)

    report = found.report
    assert report.format == form
    assert report.ok()
    assert report.lines == report.board_lines + report.blank_lines + report.comment_lines
    if isinstance(numbers, int):
        assert sum(found.variants.values()) == numbers
    else:
        assert {variant: number for (_, variant), number in found.variants.items()} == numbers


def test_a_readme_holds_no_boards() -> None:
    for family in ("sudoku", "kakuro", "beads", "magic"):
        (found,) = survey(shared("data") / family / "README.md")

        assert found.report.boards == 0
        assert found.report.rejects == 1
