"""Documents of BurrTools: those of known lines are read as the parser reads them, and all others by it."""

from __future__ import annotations

import random
from dataclasses import astuple

import pytest

from solvers.beads.formats import burr_document
from solvers.beads.formats.xmpuzzle import XMPUZZLE
from solvers.core import Board, Reject
from solvers.reading.format import Lines, Wish

STRAY = (
    "", " ", "<?xml version='1.0'?>", '<?xml version="1.0"?>', "<!-- x -->", "<group/>", '<shape id="1"/>',
    '<shape id="1" min="0" max="2"/>', '<result id="x"/>', "<puzzle>", "</puzzle>", "<problems>", "<bitmap/>",
    '<voxel x="1" y="1" z="1" type="0" name="&amp;">#</voxel>', '<voxel x="1" x="1" y="1" z="1">#</voxel>',
    '<problem name="a"><shapes>', '<gridType type="1"/>', '<voxel x="2" y="1" z="1" name="B"/>',
)  # fmt: skip


def told(texts: list[str]) -> tuple[object, ...]:
    lines = Lines(texts, "file")
    items = list(XMPUZZLE.read(lines, Wish()))
    boards = [item for item in items if isinstance(item, Board)]
    return boards, [item for item in items if isinstance(item, Reject)], astuple(lines.tally), lines.number


def spoilt(by: random.Random) -> list[str]:
    """A few documents with some lines or signs more, less or changed."""
    lines = XMPUZZLE.example.splitlines() * by.randrange(1, 4)
    for _ in range(by.randrange(4)):
        at = by.randrange(len(lines))
        line, sign = lines[at], by.choice("<>\"'&#_+19 \t\u00e9=/")
        place = by.randrange(len(line) + 1)
        lines[at : at + 1] = by.choice(
            ([], [line, line], [by.choice(STRAY)], [line, by.choice(STRAY)], [line[:place] + sign + line[place + 1 :]],
             [line[:place] + sign + line[place:]], lines[at : at + 2][::-1]),
        )  # fmt: skip
        lines = lines or [""]
    return lines


def test_known_lines_are_read_as_the_parser_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    by = random.Random(5)
    every = [spoilt(by) for _ in range(1500)]
    plain = [told(texts) for texts in every]
    monkeypatch.setattr(burr_document, "_plain", lambda _: None)

    for texts, found in zip(every, plain, strict=True):
        assert found == told(texts), texts


def test_what_is_written_consists_of_known_lines() -> None:
    text = XMPUZZLE.example

    assert burr_document._plain(text.splitlines())
    assert not burr_document._plain(text.replace("<colors/>", "<colors><color/></colors>").splitlines())
