"""What is packed in a source, whole and damaged."""

from __future__ import annotations

import bz2
import gc
import gzip
import io
import lzma
import os
import subprocess
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from solvers.core import Block
from solvers.reading import Note, Opened, Report, Source, compression, stream
from solvers.reading.stream import DOUBT
from tests.reading.formats import COLUMNS, WORDS

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

TEXT = b"abc\nxyz\n"
MANY = os.urandom(300_000).hex().encode().replace(b"7", b"\n")


def zipped(**members: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def tarred(**members: bytes) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for name, data in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return file.getvalue()


def read(data: bytes) -> tuple[dict[str, int], list[str]]:
    """The boards of each source and the errors."""
    found = list(stream(Source.of(data, "it"), among=(COLUMNS,), format="columns"))
    reports = [event for event in found if isinstance(event, Report)]
    return {report.source: report.boards for report in reports}, [report.error for report in reports if report.error]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, zstd.compress])
def test_compressed_streams(pack: Callable[[bytes], bytes]) -> None:
    assert read(pack(TEXT) + pack(TEXT)) == ({"it": 4}, [])


@pytest.mark.parametrize("pack", [gzip.compress, lambda data: bz2.compress(data, 1), lzma.compress, zstd.compress])
def test_a_cut_stream_keeps_what_came_before(pack: Callable[[bytes], bytes]) -> None:
    packed = pack(MANY)
    boards, errors = read(packed[: len(packed) * 9 // 10])

    assert boards["it"] > MANY.count(b"\n") // 2
    assert len(errors) == 1
    assert errors[0].startswith("damaged archive: ")


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])  # zstd has no checksum by default
def test_a_spoilt_stream_is_an_error(pack: Callable[[bytes], bytes]) -> None:
    packed = bytearray(pack(MANY))
    packed[len(packed) // 2] ^= 0xFF

    _, errors = read(bytes(packed))

    assert len(errors) == 1


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_archives_in_archives(pack: Callable[..., bytes]) -> None:
    inner = pack(**{"b/c.txt": TEXT})
    outer = pack(**{"a b.txt": TEXT, "in": inner, "d.gz": gzip.compress(pack(e=TEXT)), "../f": TEXT})

    assert read(outer) == ({"it!a b.txt": 2, "it!in!b/c.txt": 2, "it!d.gz!e": 2, "it!../f": 2}, [])


def test_a_zip_in_a_pipe_is_read() -> None:
    script = (
        "from solvers.reading import stream, Report; print([e.source for e in stream('-') if isinstance(e, Report)])"
    )
    run = subprocess.run([sys.executable, "-c", script], input=zipped(a=TEXT), capture_output=True, check=True)

    assert run.stdout == b"['-!a']\n"


def test_what_systems_leave_behind_is_skipped() -> None:
    assert read(zipped(**{"__MACOSX/._a.txt": b"\0", "a/.DS_Store": b"\0", "a.txt": TEXT})) == ({"it!a.txt": 2}, [])


def test_containers_are_opened_to_a_depth_only() -> None:
    data = TEXT
    for _ in range(5):
        data = gzip.compress(data)

    assert read(data) == ({"it": 0}, ["expected at most 4 containers in each other, got more"])


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lambda data: zipped(a=data)])
def test_a_bomb_does_not_go_off(pack: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compression, "SLACK", 1 << 21)
    monkeypatch.setattr(compression, "RATIO", 100)

    _, errors = read(pack(b"\n" * (1 << 23)))

    assert errors == ["expands to more than 100 times its size"]


@pytest.mark.parametrize("pack", [lambda members: zipped(**members), lambda members: tarred(**members)])
def test_many_small_bombs_do_not_go_off(
    pack: Callable[[dict[str, bytes]], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each member stays below the slack, all together do not, and what follows is not even unpacked."""
    monkeypatch.setattr(compression, "SLACK", 1 << 22)
    monkeypatch.setattr(compression, "RATIO", 10)
    bomb = gzip.compress(gzip.compress(b"\n" * (1 << 20)))

    boards, errors = read(pack({"good": TEXT} | {f"m{number}": bomb for number in range(50)}))

    assert boards["it!good"] == 2
    assert len(boards) < 10
    assert set(errors) == {"expands to more than 10 times its size"}


def test_a_cut_tar_keeps_what_came_before() -> None:
    boards, errors = read(tarred(a=TEXT, b=MANY)[:400_000])

    assert boards["it!a"] == 2
    assert boards["it!b"] > 1000
    assert errors == ["damaged archive: unexpected end of data"] * 2  # of the member, and of what should follow


@pytest.mark.parametrize("kind", [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
def test_a_cut_zip_keeps_what_came_before(kind: int) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", kind) as archive:
        for name, data in (("a", TEXT), ("__MACOSX/._a", b"\0"), ("b", MANY)):
            archive.writestr(name, data)
    cut = file.getvalue()

    boards, errors = read(cut[: len(cut) * 2 // 3])

    assert boards["it!a"] == 2
    assert boards["it!b"] > 1000
    assert boards["it"] == 0
    assert errors[0] == "damaged archive: a member ends too early"
    assert errors[1].endswith("what lies before the damage was read")


def test_a_zip_that_was_streamed_is_salvaged() -> None:
    class Pipe(io.RawIOBase):
        data = b""

        def writable(self) -> bool:
            return True

        def write(self, data: object, /) -> int:
            self.data += bytes(data)  # type: ignore[call-overload]  # any buffer
            return len(bytes(data))  # type: ignore[call-overload]  # any buffer

    pipe = Pipe()
    with zipfile.ZipFile(io.BufferedWriter(pipe), "w", zipfile.ZIP_DEFLATED) as archive:
        for name in "ab":
            archive.writestr(name, TEXT)
    directory = pipe.data.index(b"PK\x01\x02")

    boards, errors = read(pipe.data[:directory])

    assert boards == {"it!a": 2, "it!b": 2, "it": 0}
    assert len(errors) == 1


def test_a_locked_member_is_an_error_of_its_own() -> None:
    data = bytearray(zipped(a=TEXT, b=TEXT))
    place = data.index(b"PK\x01\x02")
    data[place + 8] |= 1
    data[6] |= 1

    boards, errors = read(bytes(data))

    assert boards == {"it!a": 0, "it!b": 2}
    assert errors == ["expected text, got an encrypted member"]


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (zipped(**{"[Content_Types].xml": b"<x/>"}), "expected text, got a spreadsheet or document; save it as CSV"),
        (b"%PDF-1.7\n", "expected text, got a PDF document"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "expected text, got a picture"),
        (b"\0\1\2\3data", "expected text, got binary data"),
        (b"\x04\x22\x4d\x18\x64\x40\xa7 packed", "expected text, got an lz4 file"),
        (b"!\xaf-lh5-\x10\0\0\0 packed", "expected text, got an LHA archive"),
        (bytes(range(1, 256)) * 3, "expected text, got binary data"),
    ],
)
def test_what_is_no_text(data: bytes, error: str) -> None:
    assert read(data) == ({"it": 0}, [error])


def test_a_way_of_packing_that_nobody_knows_is_no_damage() -> None:
    data = zipped(a=TEXT).replace(b"\x08\0", b"\x09\0")  # deflate64

    _, (error,) = read(data)

    assert error == "cannot be unpacked: That compression method is not supported"


def test_headers_of_an_archive_are_not_kept() -> None:
    data = tarred(**{f"._{number}": b"x" for number in range(200)}, **{f"{number}": TEXT for number in range(200)})

    for opened in (event for event in stream(Source.of(data, "it"), among=(WORDS,)) if isinstance(event, Opened)):
        last = opened.source == "it!199"
        kept = sum(isinstance(each, tarfile.TarInfo) for each in gc.get_objects()) if last else 0

    assert last
    assert kept < 20


def test_a_member_has_its_size_and_its_lines() -> None:
    found = list(stream(Source.of(zipped(a=TEXT), "it"), among=(WORDS,)))

    assert [event for event in found if isinstance(event, Opened)] == [Opened("it!a", 8, "words", "words")]
    assert [tuple(event.lines) for event in found if isinstance(event, Block)] == [(1, 2)]


def test_a_damaged_header_in_a_tar_archive_is_told() -> None:
    data = bytearray(tarred(a=TEXT, b=TEXT, c=TEXT))
    data[1024 : 1024 + 10] = b"X" * 10

    boards, errors = read(bytes(data))

    assert boards["it!a"] == 2
    assert errors == ["damaged archive: bad checksum of a member; what follows it was not read"]


@pytest.mark.parametrize("data", [zipped(), tarred(), zipped(**{"folder/": b""}), zipped(**{"__MACOSX/._a": b"x"})])
def test_an_archive_of_nothing_is_told_as_empty(data: bytes) -> None:
    notes = [event.text for event in stream(Source.of(data, "it")) if isinstance(event, Note)]

    assert notes == ["the source is empty"]


def test_the_name_of_another_file_in_a_zip_archive_is_no_text() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        link = zipfile.ZipInfo("link")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("a", TEXT)

    assert read(file.getvalue()) == ({"it!a": 2}, [])


def test_damage_that_is_noticed_late_leaves_a_doubt() -> None:
    packed = bytearray(gzip.compress(MANY))
    packed[-5] ^= 1

    _, errors = read(bytes(packed))

    assert errors[0].endswith("some of what was read before it may be wrong")


def test_standard_input_is_read_once() -> None:
    program = (
        "from solvers.reading import Report, stream\n"
        "print(*(event.error for event in stream(['-', '-']) if isinstance(event, Report)), sep='|')"
    )
    done = subprocess.run([sys.executable, "-c", program], input=TEXT, capture_output=True, check=True)

    assert done.stdout.decode().strip().endswith("|standard input was read to its end before")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_a_closed_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "no").mkdir(mode=0)

    reports = [event for event in stream(tmp_path) if isinstance(event, Report)]

    assert [(report.source, report.error) for report in reports] == [(str(tmp_path / "no"), "Permission denied")]


def zip_of(*members: tuple[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return file.getvalue()


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_members_of_one_name_are_told_apart() -> None:
    data = zip_of(("a.txt", b"abc\n"), ("a.txt", b"def\n"), ("a.txt (2)", b"ghi\n"))

    assert list(read(data)[0]) == ["it!a.txt", "it!a.txt (2)", "it!a.txt (2) (2)"]


@pytest.mark.parametrize("stub", [b"MZ\x90\0" * 300, b"#!/bin/sh\nunzip $0\n"])
def test_an_archive_that_unpacks_itself_is_an_archive(stub: bytes) -> None:
    assert read(stub + zip_of(("a.txt", b"abc\n"))) == ({"it!a.txt": 1}, [])


def damaged(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


@pytest.mark.parametrize("count", [2_000, 600_000], ids=["held", "twice"])
@pytest.mark.parametrize("pack", [gzip.compress, lambda data: zip_of(("a", data), ("b", b"abc\n"))], ids=["gz", "zip"])
def test_boards_of_a_wrong_checksum_are_marked(pack: Callable[[bytes], bytes], count: int, tmp_path: Path) -> None:
    text = b"".join(b"abcdefgh\n" for _ in range(count))
    packed = pack(text)
    crc = zlib.crc32(text).to_bytes(4, "little")
    path = tmp_path / "x"
    for good in (True, False):
        path.write_bytes(packed if good else packed.replace(crc, damaged(crc, 0)))
        blocks = [event for event in stream(path, among=[COLUMNS], format="columns") if isinstance(event, Block)]
        doubts = {(fields or {}).get("doubt", "") for block in blocks for fields in block.fields or [None]}

        assert doubts == ({""} if good else {DOUBT} if pack is gzip.compress else {DOUBT, ""})
        assert sum(len(block.texts) for block in blocks) == count + (pack is not gzip.compress)
