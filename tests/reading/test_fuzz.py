"""Nothing that stands in a file makes the reader fail, hang, lose a line or count one twice."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.core import MalformedError
from solvers.reading import formats, full_name
from solvers.reading.format import Format
from solvers.sudoku.formats.lzstring import compress, decompress
from tests.reading.fuzz import drive, parsers, require_account
from tests.reading.mutations import PIECES, spoilt

ALL = formats()


def seeds() -> Iterator[int]:
    yield from range(int(os.environ.get("GRIDMILL_FUZZ", "40")))


@pytest.mark.parametrize("form", ALL, ids=full_name)
def test_a_spoilt_example_is_read_by_its_own_format(form: Format) -> None:
    for seed in seeds():
        require_account(spoilt(form.example, random.Random(seed)).encode("utf-8", "surrogatepass"), form=form)


@pytest.mark.parametrize("form", ALL, ids=full_name)
def test_a_spoilt_example_is_read_by_whatever_format_takes_it(form: Format) -> None:
    for seed in seeds():
        require_account(spoilt(form.example, random.Random(seed + 1000)).encode("utf-8", "surrogatepass"))


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=60), st.sampled_from(ALL))
def test_pieces_of_all_formats(pieces: list[str], form: Format) -> None:
    require_account("".join(pieces).encode("utf-8", "surrogatepass"), form=form)


@settings(deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    require_account(data)


@given(st.text("ABCabc019+/=", max_size=80))
def test_compressed_text_of_any_kind(data: str) -> None:
    with suppress(MalformedError):
        decompress(data)


@given(st.text(max_size=300))
def test_what_is_compressed_is_decompressed(text: str) -> None:
    assert decompress(compress(text)) == text


@pytest.mark.parametrize("name", parsers())
def test_every_parser_can_be_driven(name: str, tmp_path: Path) -> None:
    _, inputs, broken = drive(name, 60, random.Random(1), tmp_path, most=30)

    assert (inputs, broken) == (30, 0)
