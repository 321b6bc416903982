"""How a source comes in, byte by byte or at once, changes nothing of what is read."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from solvers.core import Block, Reject
from solvers.reading import Event, Report, Source, boards, stream
from tests.shared import shared

NAMES = [
    "01-digits-in-comments.txt",
    "04-excel-scientific.csv",
    "06-utf16le-bom.txt",
    "07-cr-and-crcrlf.txt",
    "14-grid-headers.txt",
    "17-sdk-sections.sdk",
    "18-simple-sudoku.ss",
    "20-opensudoku-v1.opensudoku",
    "21-opensudoku-v2-notes.opensudoku",
    "22-sudoku-exchange-bank.txt",
    "25-kaggle-wrong-solution.csv",
    "26-csv-multiline-cell.csv",
    "27-malformed.jsonl",
    "40-16x16-judge.txt",
    "42-16x16-five-notations.txt",
    "44-4x4-rounded-to-15-digits.csv",
    "46-tatham-solo-ids.txt",
    "57-polyomino-bad-boards.txt",
    "60-magic-bad.dat",
    "62-two-members.txt.gz",
    "63-truncated.txt.gz",
]


class Drip(io.BytesIO):
    """Gives a few bytes at a time, as a slow pipe does."""

    def __init__(self, data: bytes, size: int) -> None:
        super().__init__(data)
        self._size = size

    def read1(self, size: int | None = -1, /) -> bytes:  # noqa: ARG002  # a pipe gives what it has
        return super().read1(self._size)


def essence(found: list[Event]) -> tuple[object, ...]:
    """Boards and rejects by line, and the report."""
    rows = [board for event in found if isinstance(event, Block) for board in boards(event)]
    rejects = [event for event in found if isinstance(event, Reject)]
    reports = [event for event in found if isinstance(event, Report)]
    return sorted(rows, key=lambda board: board.line), sorted(rejects, key=lambda reject: reject.line), reports


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [1, 7, 100])
def test_chunks_change_nothing(name: str, size: int) -> None:
    data = (shared("cases") / Path(name)).read_bytes()

    dripped = list(stream(Source(name, lambda: Drip(data, size))))

    assert essence(dripped) == essence(list(stream(Source.of(data, name))))


@pytest.mark.parametrize("beginning", ["", "\n" * 70_000])
@pytest.mark.parametrize("name", [name for name in NAMES if not name.endswith((".gz", "bom.txt", "cr-and-crcrlf.txt"))])
def test_blank_lines_before_change_lines_only(name: str, beginning: str) -> None:
    data = (shared("cases") / Path(name)).read_bytes()
    whole = beginning.encode() + data if b"<?xml" not in data else data

    found = list(stream(Source.of(whole, name)))

    report = found[-1]
    assert isinstance(report, Report)
    assert report.boards == sum(len(event.texts) for event in found if isinstance(event, Block))
    assert report.error == ""
