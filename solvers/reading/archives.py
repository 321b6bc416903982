"""The members of tar and zip archives, one after the other, and what can be had of damaged ones.

Nothing is ever written to a file of a member's name. What cannot be opened at all comes as a member that raises.
"""

from __future__ import annotations

import re
import stat
import tarfile
import zipfile
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from os import SEEK_END
from tempfile import SpooledTemporaryFile
from typing import IO, BinaryIO, Self, cast

from solvers.reading.compression import Gauge, buffered
from solvers.reading.events import SourceError
from solvers.reading.member import Member, careful, failing, layer_of
from solvers.reading.salvage import entries
from solvers.reading.sources import CHUNK, chunks, is_junk
from solvers.reading.verifying import fails
from solvers.reading.window import Window

MOST_BEHIND = 100  # zip archives in one file
MOST_ZEROS = 1 << 24  # bytes of an archive of nothing else, before it is none
MOST_NAMES = 100_000  # members of an archive among which a repeated name is found
SPOOLED = 1 << 24  # bytes of an inner zip archive that are kept in memory; more go to a temporary file
_NOT_ZERO = re.compile(rb"[^\0]")
BLOCK = 512  # bytes of a header in a tar archive; one of zeros ends it
ENDING = b"PK\x05\x06".ljust(22, b"\0")  # of a zip archive without a comment: its sign, numbers, and a length of 0
_PARTS = (b"PK\x03\x04", b"PK\x05\x06")  # with which an archive begins: a member, or the end
_PROGRAMS = (b"MZ", b"\x7fELF", b"#!")  # what unpacks an archive that stands behind it
_LONGEST_COMMENT = (1 << 16) - 1
ENCRYPTED = 1  # the flag of a member in a zip archive
RECORD = 1 << 13  # bytes that are read of a tar archive at once: so many are lost where it is cut


Walk = Callable[[Member, Gauge, int, IO[bytes] | None], Iterator[Member]]


def archive_of(head: bytes, stream: IO[bytes] | None) -> Walk | None:
    """What takes an archive apart that begins like this; ``stream`` is the file that it is, if it is one."""
    if head.startswith(_PARTS):
        return _unzip
    if _is_tar(head):
        return _untar
    return _unzip if stream is not None and _ends_a_zip(stream) else None


def _is_tar(head: bytes) -> bool:
    return head[257:262] == b"ustar" or (len(head) >= BLOCK and _is_old_tar(head[:BLOCK]))


def _is_old_tar(header: bytes) -> bool:
    """Whether a header without a name of its kind has the checksum of one, or is the end of an empty archive."""
    if not header.strip(b"\0"):
        return True
    told = re.fullmatch(rb" *([0-7]+)[ \0]+", header[148:156])
    return told is not None and int(told[1], 8) == sum(header) - sum(header[148:156]) + 8 * ord(" ")


def _ends_a_zip(stream: IO[bytes]) -> bool:
    """Whether a file that begins as something else ends as a zip archive: one that unpacks itself."""
    if not stream.seekable():
        return False
    at, end = stream.tell(), stream.seek(0, SEEK_END)
    stream.seek(max(0, end - len(ENDING)))
    found = stream.read(len(ENDING))
    stream.seek(at)
    return found.startswith(ENDING[:4]) and found.endswith(ENDING[-2:])


class _Names:
    """The full names of an archive's members; where several have one name, the later ones are numbered."""

    def __init__(self, archive: str) -> None:
        self._archive = archive
        self._times: dict[str, int] = {}

    def of(self, name: str) -> str:
        if name in self._times or len(self._times) < MOST_NAMES:
            times = self._times[name] = self._times.get(name, 0) + 1
            if times > 1:
                return self.of(f"{name} ({times})")
        return f"{self._archive}!{name}"


def _untar(member: Member, _gauge: Gauge, _depth: int, _stream: IO[bytes] | None) -> Iterator[Member]:
    """The members of an archive, and of those put behind it; all is read to its end, where a checksum may stand."""
    names = _Names(member.name)
    rest: Iterator[bytes] | None = member.chunks
    while rest is not None:
        reader = buffered(rest)
        with tarfile.open(fileobj=reader, mode="r|", tarinfo=_Entry) as archive:
            while (entry := archive.next()) is not None:
                archive.members.clear()  # type: ignore[attr-defined]  # not in typeshed; all that came before are kept there
                content = archive.extractfile(entry) if entry.isreg() and not _junk(entry.name) else None
                if content is not None:
                    text = _gathered(careful(chunks(cast("BinaryIO", content), RECORD)))
                    yield member.inside(names.of(entry.name), entry.size, text)
            left = archive.fileobj.buf  # type: ignore[attr-defined]  # what the library read behind the end
            behind = chain((left,), iter(partial(reader.read1, CHUNK), b""))
            rest = _behind_zeros(behind, empty=archive.offset <= BLOCK)


def _behind_zeros(stream: Iterator[bytes], *, empty: bool) -> Iterator[bytes] | None:
    """Another archive behind the zeros with which one ends; None if there is nothing more.

    Raises SourceError for anything else; an ``empty`` archive is none if it does not end the file.
    """
    at = 0
    for chunk in stream:
        if found := _NOT_ZERO.search(chunk):
            head = b"\0" * ((at + found.start()) % BLOCK) + chunk[found.start() :]
            while len(head) < BLOCK and (more := next(stream, b"")):
                head += more
            if not empty and _is_tar(head):
                return chain((head,), stream)
            what = (
                "expected text, got binary data" if empty else "what stands behind the end of the archive was not read"
            )
            raise SourceError(what)
        at += len(chunk)
        if empty and at > MOST_ZEROS:
            raise SourceError("expected text, got binary data")
    return None


class _Entry(tarfile.TarInfo):
    """A header of a tar archive; the library takes a damaged one for the end of the archive, and says nothing."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str | None, errors: str) -> Self:
        try:
            return super().frombuf(buf, encoding, errors)  # type: ignore[arg-type]  # as tarfile itself calls it
        except (tarfile.EmptyHeaderError, tarfile.EOFHeaderError):  # type: ignore[attr-defined]  # not in typeshed
            raise
        except tarfile.HeaderError as error:
            raise tarfile.ReadError(f"{error} of a member; what follows it was not read") from error


def _unzip(member: Member, gauge: Gauge, depth: int, stream: IO[bytes] | None) -> Iterator[Member]:
    with SpooledTemporaryFile(SPOOLED) as spool:
        file = _seekable(member, stream, spool)
        try:
            archive = zipfile.ZipFile(file)
        except zipfile.BadZipFile as error:
            yield from _salvaged(member, file, gauge)
            raise SourceError(f"damaged archive: {error}; what lies before the damage was read") from None
        archives = [archive]
        while len(archives) < MOST_BEHIND and (before := _before(archives[-1])) is not None:
            archives.append(before)
        names = _Names(member.name)
        place = "before" if _begins_with_text(archives[-1]) else "behind the end of" * any(map(_goes_on, archives))
        for each in reversed(archives):
            with each:
                yield from _listed(member, each, names, gauge, depth)
        if place:
            raise SourceError(f"what stands {place} the archive was not read")


def _start(archive: zipfile.ZipFile) -> int:
    return min((entry.header_offset for entry in archive.infolist()), default=archive.start_dir)


def _before(archive: zipfile.ZipFile) -> zipfile.ZipFile | None:
    """The archive that stands before this one in the same file; None if nothing does, or something else."""
    start, file = _start(archive), archive.fp
    if start <= 0 or file is None:
        return None
    file.seek(0)
    if not file.read(4).startswith(_PARTS):
        return None
    try:
        return zipfile.ZipFile(cast("IO[bytes]", Window(file, start)))
    except zipfile.BadZipFile:
        return None


def _begins_with_text(archive: zipfile.ZipFile) -> bool:
    """Whether anything but the program that unpacks it stands before an archive."""
    if _start(archive) <= 0 or archive.fp is None:
        return False
    archive.fp.seek(0)
    return not archive.fp.read(4).startswith(_PROGRAMS)


def _goes_on(archive: zipfile.ZipFile) -> bool:
    """Whether more than zeros stands behind the end of an archive; the library takes it for a part of the comment."""
    if archive.fp is None:
        return False
    size = archive.fp.seek(0, SEEK_END)
    archive.fp.seek(max(0, size - _LONGEST_COMMENT - len(ENDING)))
    tail = archive.fp.read()
    return _NOT_ZERO.search(tail, tail.rfind(ENDING[:4]) + len(ENDING) + len(archive.comment)) is not None


def _listed(member: Member, archive: zipfile.ZipFile, names: _Names, gauge: Gauge, depth: int) -> Iterator[Member]:
    """The members that the directory of a zip archive lists; it may claim more bytes than the file has."""
    if not {"[Content_Types].xml", "mimetype"}.isdisjoint(archive.namelist()):
        raise SourceError("expected text, got a spreadsheet or document; save it as CSV")
    size = archive.fp.seek(0, SEEK_END) if archive.fp else 0
    for entry in archive.infolist():
        if entry.is_dir() or _junk(entry.filename) or _is_link(entry):
            continue
        if entry.flag_bits & ENCRYPTED:
            yield failing(
                names.of(entry.filename), entry.file_size, SourceError("expected text, got an encrypted member")
            )
        else:
            if depth == 1:  # the file itself is read here, not its chunks
                gauge.packed = min(gauge.packed + entry.compress_size, max(gauge.packed, size))
            content = gauge.leaving(careful(_entry(archive, entry)))
            layer = layer_of(content, gauge, lambda: fails(careful(_entry(archive, entry))))  # noqa: B023  # asked in this turn
            yield member.inside(names.of(entry.filename), entry.file_size, layer)


def _is_link(entry: zipfile.ZipInfo) -> bool:
    """Whether a member is the name of another file."""
    return stat.S_ISLNK(entry.external_attr >> 16)


def _salvaged(member: Member, file: IO[bytes], gauge: Gauge) -> Iterator[Member]:
    """The members that lie in a zip archive whose directory is lost."""
    names = _Names(member.name)
    for entry in entries(file):
        content = gauge.leaving(careful(entry.chunks))
        if _junk(entry.name) or entry.name.endswith("/"):
            deque(content, maxlen=0)
        else:
            yield member.inside(names.of(entry.name), entry.size, layer_of(content, gauge))


def _seekable(member: Member, stream: IO[bytes] | None, spool: IO[bytes]) -> IO[bytes]:
    """The archive as zip needs it: its directory stands at the end."""
    if stream is not None and stream.seekable():
        return stream
    for chunk in member.chunks:
        spool.write(chunk)
    return spool


def _entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    """The text of a member; of a wrong checksum the library tells in place of the last of it, so it is told here."""
    with archive.open(entry) as content:
        content._expected_crc = None  # type: ignore[attr-defined]  # noqa: SLF001  # no other way to all of the text
        found = 0
        for chunk in chunks(cast("BinaryIO", content)):
            found = zlib.crc32(chunk, found)
            yield chunk
        if found != entry.CRC:
            raise zipfile.BadZipFile(f"Bad CRC-32 for file {entry.filename!r}")


def _gathered(stream: Iterator[bytes]) -> Iterator[bytes]:
    """Small chunks in large ones; those that came before an error come before it here, too."""
    parts: list[bytes] = []
    try:
        for part in stream:
            parts.append(part)
            if len(parts) * RECORD >= CHUNK:
                yield b"".join(parts)
                parts = []
    except SourceError:
        yield b"".join(parts)
        raise
    yield b"".join(parts)


def _junk(name: str) -> bool:
    return any(map(is_junk, name.split("/")))
