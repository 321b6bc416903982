"""The documents of the command line say what the program does."""

from __future__ import annotations

import re
from pathlib import Path

from cli import exits
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
