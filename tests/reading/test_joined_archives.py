"""Archives put one behind the other, and what stands behind the end of one: all of it is read, or told."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import tarfile
import zipfile
from collections.abc import Callable

import pytest

from solvers.core import Block
from solvers.reading import Report, Source, stream

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PAPER = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"


def tar(name: str) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = 3 * len(PAPER)
        archive.addfile(entry, io.BytesIO(PAPER * 3))
    return packed.getvalue()


def tgz(name: str) -> bytes:
    return gzip.compress(tar(name))


def zipped(name: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, PAPER * 3)
    return packed.getvalue()


def told(data: bytes) -> tuple[list[tuple[str, int]], list[str]]:
    """The members with boards, and errors."""
    reports = [event for event in stream(Source.of(data, "x")) if isinstance(event, Report)]
    return [(each.source, each.boards) for each in reports if each.boards], [e.error for e in reports if e.error]


@pytest.mark.parametrize("make", [tar, tgz, zipped])
def test_the_members_of_all_archives_in_a_file_are_read(make: Callable[[str], bytes]) -> None:
    found, errors = told(make("a.txt") + make("b.txt") + make("a.txt"))

    assert found == [("x!a.txt", 3), ("x!b.txt", 3), ("x!a.txt (2)", 3)]
    assert not errors


@pytest.mark.parametrize("between", [0, 1, 19, 20, 1000])
def test_zeros_between_archives_are_padding(between: int) -> None:
    found, errors = told(tar("a.txt") + b"\0" * 512 * between + tar("b.txt"))

    assert (len(found), errors) == (2, [])


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (lambda data: data[:-8] + bytes([data[-8] ^ 1]) + data[-7:], "some of what was read before it may be wrong"),
        (lambda data: data[:-8], "ends too early"),
        (lambda data: data[:-3], "ends too early"),
    ],
)
def test_damage_behind_the_end_of_an_archive_is_told(spoil: Callable[[bytes], bytes], error: str) -> None:
    found, errors = told(spoil(tgz("a.txt")))

    assert found == [("x!a.txt", 3)]
    assert len(errors) == 1
    assert error in errors[0]


@pytest.mark.parametrize("pack", [tar, zipped])
@pytest.mark.parametrize("behind", [PAPER, b"\0" * 700 + PAPER, PAPER * 100, gzip.compress(PAPER), bz2.compress(PAPER)])
def test_what_is_no_archive_behind_one_is_told(pack: Callable[[str], bytes], behind: bytes) -> None:
    found, errors = told(pack("a.txt") + behind)

    assert found == [("x!a.txt", 3)]
    assert errors == ["what stands behind the end of the archive was not read"]


@pytest.mark.parametrize(
    ("before", "errors"),
    [
        (PAPER, ["what stands before the archive was not read"]),
        (zipped("b.txt")[:50], ["what stands before the archive was not read"]),
        (b"#!/bin/sh\nunzip $0\n", []),
        (b"MZ" + bytes(100), []),
    ],
)
def test_what_stands_before_an_archive_is_told_but_for_the_program_that_unpacks_it(
    before: bytes, errors: list[str]
) -> None:
    assert told(before + zipped("a.txt")) == ([("x!a.txt", 3)], errors)


def test_a_comment_of_an_archive_is_no_text() -> None:
    packed = io.BytesIO(zipped("a.txt"))
    with zipfile.ZipFile(packed, "a") as archive:
        archive.comment = PAPER

    assert told(packed.getvalue()) == ([("x!a.txt", 3)], [])


PACKERS = {"gzip": gzip.compress, "bzip2": bz2.compress, "xz": lzma.compress, "zstd": zstd.compress}


@pytest.mark.parametrize("first", PACKERS)
@pytest.mark.parametrize("second", PACKERS)
@pytest.mark.parametrize("padding", [b"", b"\0" * 4])
def test_compressed_streams_of_all_kinds_behind_each_other_are_one_text(
    first: str, second: str, padding: bytes
) -> None:
    found, errors = told(PACKERS[first](PAPER * 2) + padding + PACKERS[second](PAPER * 3) + padding)

    assert (found, errors) == ([("x", 5)], [])


@pytest.mark.parametrize("pack", PACKERS.values())
@pytest.mark.parametrize("behind", [PAPER, tar("b.txt"), zipped("b.txt"), b"\1"])
def test_what_is_not_compressed_behind_a_stream_is_told(pack: Callable[[bytes], bytes], behind: bytes) -> None:
    found, errors = told(pack(PAPER * 2) + behind)

    assert found == [("x", 2)]
    assert errors == ["what stands behind the end of the compressed stream was not read"]


@pytest.mark.parametrize("pack", PACKERS.values())
def test_a_second_stream_whose_beginning_is_spoilt_is_told(pack: Callable[[bytes], bytes]) -> None:
    second = pack(PAPER)
    found, errors = told(pack(PAPER * 2) + b"?" + second[1:])

    assert (found, len(errors)) == ([("x", 2)], 1)


@pytest.mark.parametrize("pack", PACKERS.values())
@pytest.mark.parametrize("left", [2, 20])
def test_a_second_stream_that_is_cut_is_told(pack: Callable[[bytes], bytes], left: int) -> None:
    found, errors = told(pack(PAPER * 2) + pack(PAPER)[:left])

    assert (found, errors) == ([("x", 2)], ["damaged archive: the compressed stream ends too early"])


def test_boards_of_an_archive_with_a_wrong_checksum_are_in_doubt() -> None:
    data = tgz("a.txt")
    blocks = [event for event in stream(Source.of(data[:-8] + b"0" + data[-7:])) if isinstance(event, Block)]

    assert all((fields or {}).get("doubt") for block in blocks for fields in block.fields or (None,))
