"""Nothing that stands in a file makes the reader fail, hang, lose a line or count one twice."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.core import Block, MalformedError
from solvers.reading import Report, Source, formats, full_name, stream
from solvers.reading.format import Format, Sample
from solvers.registry import family
from solvers.sudoku.formats.lzstring import decompress

# Pieces that mean something to one format or another.
PIECES = [
    *(
        "\n",
        "\r\n",
        "\r",
        " ",
        "\t",
        ",",
        ";",
        ":",
        "|",
        "\\",
        "/",
        "-",
        "+",
        "*",
        "#",
        "%",
        '"',
        "'",
        "[",
        "]",
        "{",
        "}",
    ),
    *(
        "0",
        "1",
        "9",
        "12",
        "16",
        "999999999999",
        ".",
        "_",
        "x",
        "A",
        "P",
        "u9",
        "end",
        "Grid 01",
        "[Puzzle]",
        "[State]",
    ),
    *("*-----------*", "|...|...|...|", "+---+", '<game data="', "<opensudoku>", "</opensudoku>", "3x3:", "pzprv3"),
    *("sudoku", "https://puzz.link/p?sudoku/9/9/", "fpuzzles", "m=edit&p=", "?load=", "array2d(1..9,1..9,[", "]);"),
    *(
        "\ufeff",
        "\0",
        "\u00a0",
        "\u200b",
        "\uff14",
        "\u00b2",
        '="',
        "1E+80",
        "." * 81,
        "1" * 81,
        "53..7....",
        "@ a 3 3",
    ),
    *("5 3 . | . 7 . | . . ."),
]

ALL = formats()


def spoilt(example: str, seed: int) -> str:
    """The example with some pieces put in, taken out and exchanged."""
    rng = random.Random(seed)
    text = example * rng.choice((1, 1, 2, 5))
    for _ in range(rng.choice((1, 2, 5, 20))):
        at, length = rng.randrange(len(text) + 1), rng.choice((0, 0, 1, 3, 30))
        text = text[:at] + rng.choice(PIECES) * rng.choice((1, 1, 1, 9)) + text[at + length :]
    return text


def require_account(data: bytes, *, form: Format | None = None) -> None:
    """Reads the data, and adds up."""
    name = full_name(form) if form else ""
    sample = Sample(tuple(data.decode("utf-8", "replace").splitlines()))
    assert all(0 <= each.sniff(sample) <= 100 for each in ALL)
    events = list(stream(Source.of(data), format=name))
    report = events[-1]
    blocks = [event for event in events if isinstance(event, Block)]

    assert isinstance(report, Report)
    assert not report.error.startswith(("internal", "format")), report.error
    assert report.lines == report.board_lines + report.rejected_lines + report.blank_lines + report.comment_lines
    assert report.boards == sum(len(block.texts) for block in blocks)
    for block in blocks:
        canonical = family(block.family).canonical
        assert all(canonical(text) == text for text in block.texts)
        assert all(1 <= line <= max(1, report.lines) for line in block.lines)


def seeds() -> Iterator[int]:
    yield from range(int(os.environ.get("GRIDMILL_FUZZ", "40")))


@pytest.mark.parametrize("form", ALL, ids=full_name)
def test_a_spoilt_example_is_read_by_its_own_format(form: Format) -> None:
    for seed in seeds():
        require_account(spoilt(form.example, seed).encode("utf-8", "replace"), form=form)


@pytest.mark.parametrize("form", ALL, ids=full_name)
def test_a_spoilt_example_is_read_by_whatever_format_takes_it(form: Format) -> None:
    for seed in seeds():
        require_account(spoilt(form.example, seed + 1000).encode("utf-8", "replace"))


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=60), st.sampled_from(ALL))
def test_pieces_of_all_formats(pieces: list[str], form: Format) -> None:
    require_account("".join(pieces).encode(), form=form)


@settings(deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    require_account(data)


@given(st.text("ABCabc019+/=", max_size=80))
def test_compressed_text_of_any_kind(data: str) -> None:
    with suppress(MalformedError):
        decompress(data)
