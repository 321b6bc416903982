"""Compressed streams: gzip, bzip2, xz and Zstandard, recognised by their first bytes, in constant memory.

Streams put one behind the other are read as one. What came before a damage is given before the error is raised.
"""

from __future__ import annotations

import bz2
import lzma
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BufferedReader, RawIOBase
from typing import TYPE_CHECKING, BinaryIO, cast

from solvers.reading.events import SourceError
from solvers.reading.sources import CHUNK, chunks

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

    Unpacker = zlib._Decompress  # noqa: SLF001  # its name in typeshed

STEP = 1 << 12  # bytes of text between two places from which damage is looked for
SLACK = 1 << 28  # bytes that may come out of anything
RATIO = 1000  # bytes that may come out of one byte, beyond the slack; lists of boards come near 4


class Gauge:
    """Compares the bytes that went into a source's containers with those that came out, of all its members together."""

    def __init__(self, *, patient: bool = False) -> None:
        """``patient`` says that all bytes are there, so that some may be held back."""
        self.packed = 0
        self.unpacked = 0
        self.patient = patient

    def check(self) -> None:
        """Raises SourceError when too much came out."""
        if self.unpacked > SLACK and self.unpacked > RATIO * self.packed:
            raise SourceError(f"expands to more than {RATIO} times its size")

    def entering(self, stream: Iterator[bytes]) -> Iterator[bytes]:
        for chunk in stream:
            self.packed += len(chunk)
            yield chunk

    def leaving(self, stream: Iterator[bytes]) -> Iterator[bytes]:
        """Passes chunks on; raises SourceError when they become too many."""
        for chunk in stream:
            self.unpacked += len(chunk)
            self.check()
            yield chunk


class ChunkReader(RawIOBase):
    """Chunks of bytes as a stream that libraries can read."""

    def __init__(self, stream: Iterator[bytes]) -> None:
        super().__init__()
        self._stream = stream
        self._held = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer)
        while not self._held:
            chunk = next(self._stream, None)
            if chunk is None:
                return 0
            self._held = chunk
        part, self._held = self._held[: len(view)], self._held[len(view) :]
        view[: len(part)] = part
        return len(part)


def buffered(stream: Iterator[bytes]) -> BufferedReader:
    return BufferedReader(ChunkReader(stream), CHUNK)


def unpacker(head: bytes) -> Callable[[Iterator[bytes]], Iterator[bytes]] | None:
    """How to unpack a stream that begins like this; None if it is not compressed."""
    if not head.startswith(_MAGICS):
        return None
    return next(unpack for magic, unpack in _KINDS if head.startswith(magic))


def gunzip(packed: Iterator[bytes]) -> Iterator[bytes]:
    """All members of a gzip stream, put one behind the other; zeros after the last are padding."""
    engine = zlib.decompressobj(wbits=31)
    begun = False
    for packet in packed:
        chunk = packet if begun else packet.lstrip(b"\0")
        while chunk:
            begun = True
            before = engine.copy()
            try:
                text = engine.decompress(chunk, CHUNK)
            except zlib.error:
                yield from _salvaged(before, chunk)
                raise
            if text:
                yield text
            if engine.eof:
                chunk = engine.unused_data.lstrip(b"\0")
                engine, begun = zlib.decompressobj(wbits=31), False
            else:
                chunk = engine.unconsumed_tail
    if begun:
        raise EOFError("the compressed stream ends too early")


def _salvaged(engine: Unpacker, chunk: bytes) -> Iterator[bytes]:
    """What comes out of a chunk before its damage; the library gives nothing of a call in which it finds one."""
    while True:
        before = engine.copy()
        try:
            text = engine.decompress(chunk, STEP)
        except zlib.error:
            break
        yield text
        chunk = engine.unconsumed_tail
    with suppress(zlib.error):
        for at in range(len(chunk)):
            yield before.decompress(chunk[at : at + 1])


def _bunzip(packed: Iterator[bytes]) -> Iterator[bytes]:
    return chunks(cast("BinaryIO", bz2.BZ2File(buffered(packed))))


def _unxz(packed: Iterator[bytes]) -> Iterator[bytes]:
    return chunks(cast("BinaryIO", lzma.LZMAFile(buffered(packed))))


def _unzstd(packed: Iterator[bytes]) -> Iterator[bytes]:
    if sys.version_info >= (3, 14):
        from compression import zstd  # noqa: PLC0415  # rarely needed
    else:
        from backports import zstd  # noqa: PLC0415  # rarely needed
    try:
        yield from chunks(cast("BinaryIO", zstd.ZstdFile(buffered(packed))))
    except zstd.ZstdError as error:
        raise EOFError(str(error)) from error


_KINDS = (
    (b"\x1f\x8b\x08", gunzip),
    (b"BZh", _bunzip),
    (b"\xfd7zXZ\x00", _unxz),
    (b"\x28\xb5\x2f\xfd", _unzstd),
    *((bytes((kind,)) + b"\x2a\x4d\x18", _unzstd) for kind in range(0x50, 0x60)),  # frames to skip, as pzstd begins
)
_MAGICS = tuple(magic for magic, _ in _KINDS)
