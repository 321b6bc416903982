"""What is packed in a source: archives in archives and compressed streams, by content and never by name.

Each text in a source comes as chunks of bytes, in constant memory, under the name ``archive!member``; such a name is
only shown, never opened or written. Reading a text may raise one of ``text.READ_ERRORS``; what came before it stays
valid. What cannot be opened at all, or the part of an archive that is lost, comes as a member that raises at once.
"""

from __future__ import annotations

import lzma
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from os import SEEK_END
from tempfile import SpooledTemporaryFile
from typing import IO, BinaryIO, NamedTuple, NoReturn, Self, cast

from solvers.reading.compression import Gauge, buffered, gunzip, unpacker
from solvers.reading.events import SourceError
from solvers.reading.mending import Places, is_mending, parts
from solvers.reading.salvage import entries
from solvers.reading.sources import CHUNK, Source, chunks, is_junk
from solvers.reading.text import READ_ERRORS
from solvers.reading.verifying import ChecksumError, Layer, fails

DEEPEST = 4  # containers in containers
MOST_NAMES = 100_000  # members of an archive among which a repeated name is found
SPOOLED = 1 << 24  # bytes of an inner zip archive that are kept in memory; more go to a temporary file

# What the libraries raise for an archive whose numbers are wrong: offsets before its beginning, methods that are none.
DAMAGES = (
    *READ_ERRORS, tarfile.TarError, zipfile.BadZipFile, RuntimeError, NotImplementedError, ValueError, LookupError,
    OverflowError, struct.error,
)  # fmt: skip
_NOT_ZERO = re.compile(rb"[^\0]")
BLOCK = 512  # bytes of a header in a tar archive; one of zeros ends it
# Damage that is noticed behind the place where it is: by then some text was unpacked of wrong bytes.
WRONG = (zlib.error, lzma.LZMAError, zipfile.BadZipFile, OSError)
ENDING = b"PK\x05\x06".ljust(22, b"\0")  # of a zip archive without a comment: its sign, numbers, and a length of 0
ENCRYPTED = 1  # the flag of a member in a zip archive
RECORD = 1 << 13  # bytes that are read of a tar archive at once: so many are lost where it is cut

# What is no text and cannot be unpacked either.
FOREIGN = {
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"\x1f\x9d": "a .Z file",
    b"%PDF-": "a PDF document",
    b"SQLite format 3\0": "an SQLite database",
}


class Member(NamedTuple):
    """A stretch of text with its full name; ``size`` is that of the stored file, 0 if not known.

    ``places`` tells where the lines of a mended source stood, ``layers`` are what it is packed in.
    """

    name: str
    size: int
    chunks: Iterator[bytes]
    places: Places | None = None
    layers: tuple[Layer, ...] = ()

    def doubtful(self) -> bool:
        """Whether some of the text may be wrong, because a checksum is; known once its beginning was read."""
        return any(layer.doubtful for layer in self.layers)

    def inside(self, name: str, size: int, text: Layer | Iterator[bytes]) -> Member:
        """A text that is packed in this one."""
        if isinstance(text, Layer):
            return Member(name, size, text.chunks(), layers=(*self.layers, text))
        return Member(name, size, text, layers=self.layers)


def members(source: Source) -> Iterator[Member]:
    """The texts in a source: itself, or what is packed in it, to be read one after the other."""
    try:
        stream = source.open()
    except READ_ERRORS as error:
        yield _failing(source.name, source.size, error)
        return
    with stream:
        gauge = Gauge(patient=stream.seekable())
        yield from _walk(Member(source.name, source.size, gauge.entering(chunks(stream))), gauge, 0, stream)


def _walk(member: Member, gauge: Gauge, depth: int, stream: IO[bytes] | None = None) -> Iterator[Member]:
    """The texts in a member; ``stream`` is where its chunks come from, if zip can read that directly."""
    try:
        head = _head(member.chunks)
    except DAMAGES as error:
        yield _failing(member.name, member.size, error)
        return
    whole = member._replace(chunks=chain((head,), member.chunks))
    unpack = unpacker(head)
    walk = _archive(head) or (_unzip if stream is not None and _ends_a_zip(stream) else None)
    if depth == DEEPEST and (unpack or walk):
        yield _failing(
            member.name, member.size, SourceError(f"expected at most {DEEPEST} containers in each other, got more")
        )
    elif unpack:
        text = gauge.leaving(_careful(unpack(whole.chunks)))
        twice = partial(_fails_again, stream) if stream is not None and unpack is gunzip else None
        yield from _walk(member.inside(member.name, member.size, _layer(text, gauge, twice)), gauge, depth + 1)
    elif walk:
        yield from _inside(member, walk(whole, gauge, depth + 1, stream), gauge)
    elif is_mending(head):
        yield from _mended(whole)
    elif head.startswith(tuple(FOREIGN)):
        foreign = next(what for magic, what in FOREIGN.items() if head.startswith(magic))
        yield _failing(member.name, member.size, SourceError(f"expected text, got {foreign}"))
    else:
        yield whole


def _inside(member: Member, walked: Iterator[Member], gauge: Gauge) -> Iterator[Member]:
    """The members of an archive, and the damage that ends them; one without any is told as an empty text."""
    empty = True
    try:
        for each in walked:
            gauge.check()  # so that the rest of the archive is not even begun
            empty = False
            yield each
    except DAMAGES as error:
        yield _failing(member.name, member.size, _named(error))
    else:
        if empty:
            yield member._replace(chunks=iter(()))


def _mended(member: Member) -> Iterator[Member]:
    """The sources whose rejects were mended."""
    try:
        for source, places, texts in parts(member.chunks):
            yield Member(source or member.name, 0, texts, places)
    except SourceError as error:
        yield _failing(member.name, member.size, error)


def _archive(head: bytes) -> Callable[[Member, Gauge, int, IO[bytes] | None], Iterator[Member]] | None:
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _unzip
    return _untar if head[257:262] == b"ustar" or (len(head) >= BLOCK and _is_old_tar(head[:BLOCK])) else None


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


def _head(stream: Iterator[bytes]) -> bytes:
    """The first bytes, enough to know a tar archive by."""
    head = b""
    for chunk in stream:
        head += chunk
        if len(head) >= 512 or (head[:1].isascii() and b"\n" in head and b"\0" not in head):
            break
    return head


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


def _untar(member: Member, gauge: Gauge, depth: int, _stream: IO[bytes] | None) -> Iterator[Member]:
    names = _Names(member.name)
    with tarfile.open(fileobj=buffered(member.chunks), mode="r|", tarinfo=_Entry) as archive:
        for entry in archive:
            content = archive.extractfile(entry) if entry.isreg() and not _junk(entry.name) else None
            if content is not None:
                inner = member.inside(
                    names.of(entry.name),
                    entry.size,
                    _gathered(_careful(chunks(cast("BinaryIO", content), RECORD))),
                )
                yield from _walk(inner, gauge, depth)
        if archive.offset <= BLOCK and any(map(_NOT_ZERO.search, member.chunks)):
            raise SourceError("expected text, got binary data")


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
            yield from _salvaged(member, file, gauge, depth)
            raise SourceError(f"damaged archive: {error}; what lies before the damage was read") from None
        with archive:
            yield from _listed(member, archive, gauge, depth)


def _listed(member: Member, archive: zipfile.ZipFile, gauge: Gauge, depth: int) -> Iterator[Member]:
    """The members that the directory of a zip archive lists; it may claim more bytes than the file has."""
    if not {"[Content_Types].xml", "mimetype"}.isdisjoint(archive.namelist()):
        raise SourceError("expected text, got a spreadsheet or document; save it as CSV")
    size = archive.fp.seek(0, SEEK_END) if archive.fp else 0
    names = _Names(member.name)
    for entry in archive.infolist():
        if entry.is_dir() or _junk(entry.filename) or _is_link(entry):
            continue
        if entry.flag_bits & ENCRYPTED:
            yield _failing(
                names.of(entry.filename), entry.file_size, SourceError("expected text, got an encrypted member")
            )
        else:
            if depth == 1:  # the file itself is read here, not its chunks
                gauge.packed = min(gauge.packed + entry.compress_size, max(gauge.packed, size))
            content = gauge.leaving(_careful(_entry(archive, entry)))
            layer = _layer(content, gauge, lambda: fails(_careful(_entry(archive, entry))))  # noqa: B023  # asked in this turn
            yield from _walk(member.inside(names.of(entry.filename), entry.file_size, layer), gauge, depth)


def _is_link(entry: zipfile.ZipInfo) -> bool:
    """Whether a member is the name of another file."""
    return stat.S_ISLNK(entry.external_attr >> 16)


def _salvaged(member: Member, file: IO[bytes], gauge: Gauge, depth: int) -> Iterator[Member]:
    """The members that lie in a zip archive whose directory is lost."""
    names = _Names(member.name)
    for entry in entries(file):
        content = gauge.leaving(_careful(entry.chunks))
        if _junk(entry.name) or entry.name.endswith("/"):
            deque(content, maxlen=0)
        else:
            yield from _walk(member.inside(names.of(entry.name), entry.size, _layer(content, gauge)), gauge, depth)


def _layer(
    text: Iterator[bytes], gauge: Gauge, fails_again: Callable[[], bool] | None = None
) -> Layer | Iterator[bytes]:
    """The text with its checksum looked at first; where bytes come as they please, nobody waits for that."""
    return Layer(text, fails_again) if gauge.patient else text


def _fails_again(stream: IO[bytes]) -> bool:
    """Whether a gzip file is damaged, from its beginning; the stream is left where it stands."""
    at = stream.tell()
    stream.seek(0)
    try:
        return fails(_careful(gunzip(chunks(cast("BinaryIO", stream)))))
    finally:
        stream.seek(at)


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


def _careful(stream: Iterator[bytes]) -> Iterator[bytes]:
    """The stream, with the errors of all the libraries as one of ours."""
    try:
        yield from stream
    except SourceError:
        raise
    except DAMAGES as error:
        raise _named(error) from error


def _named(error: Exception) -> Exception:
    if isinstance(error, SourceError):
        return error
    what = str(error) or "it ends too early"
    if isinstance(error, WRONG):
        return ChecksumError(f"damaged archive: {what}; some of what was read before it may be wrong")
    return SourceError(f"damaged archive: {what}")


def _failing(name: str, size: int, error: Exception) -> Member:
    def fail(_: bytes) -> NoReturn:
        raise error

    return Member(name, size, map(fail, (b"",)))
