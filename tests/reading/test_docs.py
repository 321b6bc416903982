"""docs/formats.md lists the formats as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.notations import SPELLINGS
from solvers.reading import formats, full_name
from solvers.reading.format import Format

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text()


@pytest.mark.parametrize(
    "form", [form for form in formats() if form.family in ("sudoku", "beads", "magic", "")], ids=full_name
)
def test_each_format_is_documented(form: Format) -> None:
    summary = form.summary[0].upper() + form.summary[1:]

    assert f"| `{form.name}` | {summary} | {'yes ' if form.write else ''}|\n" in PAGE


def test_each_format_is_measured() -> None:
    spelt = {name.partition(",")[0] for name in SPELLINGS}

    assert [form.name for form in formats() if form.name not in spelt and form.write is None] == []
