"""Listing solutions: pages join, limits end them, and time that is up is said."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from click.testing import CliRunner

from cli.main import gridmill
from solvers import listing, registry
from solvers.core import Family
from solvers.listing import InvalidBoardError, ListingError, OutOfTimeError, pages

SQUARE = "normal:0 0 0/0 0 0/0 0 0"
GAME = "34-game:1 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0"


def joined(found: Iterable[list[str]]) -> list[str]:
    return [solution for page in found for solution in page]


def test_pages_join_to_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "PAGE", 100)
    magic = registry.family("magic")

    found = list(pages(magic, GAME))

    assert [len(page) for page in found] == [100, 100, 16]
    assert joined(pages(magic, GAME, after=found[0][-1])) == found[1] + found[2]
    assert joined(pages(magic, GAME, limit=150)) == found[0] + found[1][:50]


def test_time_that_is_up_is_said() -> None:
    board = "pandiagonal:" + "/".join([" ".join("0" * 9)] * 9)

    with pytest.raises(OutOfTimeError, match="not finished"):
        list(pages(registry.family("magic"), board, seconds=0.05))


def test_before_the_first_solution_no_place_to_go_on_is_named() -> None:
    board = "pandiagonal:" + "/".join([" ".join("0" * 9)] * 9)

    with pytest.raises(OutOfTimeError, match="no solution was found yet"):
        list(pages(registry.family("magic"), board, seconds=0.001))


@pytest.mark.parametrize("family", [family for family in registry.families().values() if family.page is not None])
def test_a_place_to_begin_that_is_no_solution_is_said(family: Family) -> None:
    board = family.examples[0].text

    with pytest.raises(ListingError):
        list(pages(family, board, after="garbage"))
    if family.name == "beads":
        outcome = CliRunner().invoke(gridmill, ["list", "-", "--after", "garbage"], input=board)
        assert outcome.exit_code == 2
        assert "Traceback" not in outcome.output


def test_an_invalid_board_is_called_invalid() -> None:
    board = "A........../.........../.........../.........../..........."
    outcome = CliRunner().invoke(gridmill, ["list", "-", "--family", "beads"], input=board)

    assert outcome.exit_code == 3
    assert "invalid: piece A at r1c1 has 1 cells" in outcome.stderr
    with pytest.raises(InvalidBoardError, match="r1c1"):
        list(pages(registry.family("beads"), board))


def test_the_command_lists_in_order_and_goes_on() -> None:
    whole = CliRunner().invoke(gridmill, ["list", "-"], input=SQUARE)
    lines = whole.stdout.splitlines()

    rest = CliRunner().invoke(gridmill, ["list", "-", "--after", lines[2], "--limit", "2"], input=SQUARE)

    assert (lines[0], len(lines)) == ("2 7 6/9 5 1/4 3 8", 8)
    assert rest.stdout.splitlines() == lines[3:5]
    assert "2 solutions" in rest.stderr
