"""Boards as mails quote them: the marks before the lines cost nothing, and are told."""

from __future__ import annotations

import pytest

from solvers.core import Reject
from solvers.reading import Fate, Note, Source, explain, formats, full_name, read, stream
from solvers.reading.format import Format
from solvers.reading.quoting import NOTE


@pytest.mark.parametrize("mark", ["> ", ">", ">> ", "> > "])
@pytest.mark.parametrize("form", formats(), ids=full_name)
def test_quoted_lines_are_read_as_if_they_were_not(form: Format, mark: str) -> None:
    quoted = "".join(f"{mark}{line}".rstrip() + "\n" for line in form.example.splitlines())
    if f"\n{form.example}".count("\n<") and mark[-1] == ">":
        pytest.skip("><, with which an element goes on that is broken into lines, is no mark")

    found = [(board.text, board.line, board.label) for board in read(Source.of(quoted))]

    assert found == [(board.text, board.line, board.label) for board in read(Source.of(form.example))]
    assert NOTE in [event.text for event in stream(Source.of(quoted)) if isinstance(event, Note)]
    assert any(isinstance(each, Fate) and each.fate == "board" for each in explain(Source.of(quoted)))


@pytest.mark.parametrize("fence", ["```", "```text", "~~~"])
@pytest.mark.parametrize("form", formats(), ids=full_name)
def test_fences_cost_nothing(form: Format, fence: str) -> None:
    rejects: list[Reject] = []
    fenced = f"{fence}\n{form.example}{fence[:3]}\n"

    found = [board.text for board in read(Source.of(fenced), rejects=rejects.append)]

    assert found == [board.text for board in read(Source.of(form.example))]
    assert not rejects


def test_a_reject_of_quoted_lines_keeps_them_as_they_were() -> None:
    rows = ["> 53..7....", "> 6..195...", "> .98....6"]

    (reject,) = [event for event in stream(Source.of("\n".join(rows))) if isinstance(event, Reject)]

    assert reject.raw == "\n".join(rows)


def test_elements_that_are_broken_into_lines_are_not_quoted() -> None:
    cells = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    text = f'<opensudoku\n>\n<game\n data="{cells.replace(".", "0")}"\n/>\n</opensudoku\n>\n'

    assert [board.text for board in read(Source.of(text))] == [cells]
