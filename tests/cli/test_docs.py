"""The documents of the command line say what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from cli import exits
from cli.main import COMMANDS, gridmill
from cli.options import FORMS
from cli.reference import reference
from solvers.core import Verdict

DOCS = Path(__file__).parents[2] / "docs"


def test_the_reference_is_current() -> None:
    assert reference() == (DOCS / "cli.md").read_text("utf-8"), "run: python -m cli.reference > docs/cli.md"


def test_every_verdict_is_explained() -> None:
    text = (DOCS / "verdicts.md").read_text("utf-8")

    rows = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    assert [verdict.value for verdict in Verdict] == rows


def test_every_exit_code_is_explained() -> None:
    text = (DOCS / "verdicts.md").read_text("utf-8")

    codes = [int(code) for code in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)]
    expected = [exits.SUCCESS, exits.USAGE, exits.REJECTED, exits.UNAVAILABLE, exits.CONTRADICTED, exits.INTERRUPTED]
    assert expected == codes


def _command(name: str) -> click.Command:
    found = gridmill.get_command(click.Context(gridmill), name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_two_examples_of_itself(name: str) -> None:
    examples = (_command(name).help or "").partition("Examples:")[2]

    assert len(re.findall(rf"gridmill {name}\b", examples)) >= 2


LISTS = ("results", "equivalents", "rejects", "solutions", "status", "stats", "families", "formats", "minimal", "solve",
         "rerun")  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_every_list_takes_the_same_forms(name: str) -> None:
    options = {option for param in _command(name).params for option in param.opts}

    assert {f"--{form}" for form in FORMS} | {"--columns", "--output"} <= options
    assert options & {"--format", "--template"}
