"""Compressed streams: gzip, bzip2, xz and Zstandard, recognised by their first bytes, in constant memory.

Streams put one behind the other are read as one. What came before a damage is given before the error is raised: so
that little of it is lost in the libraries, they get small pieces.
"""

from __future__ import annotations

import bz2
import lzma
import sys
import zlib
from collections.abc import Generator, Iterator
from contextlib import suppress
from io import BufferedReader, RawIOBase
from itertools import chain
from typing import TYPE_CHECKING, Protocol

from solvers.reading.events import SourceError
from solvers.reading.sources import CHUNK

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

    Unpacker = zlib._Decompress  # noqa: SLF001  # its name in typeshed

GZIP = b"\x1f\x8b\x08"
STEP = 1 << 12  # bytes that a library gets at once, and of text between two places from which damage is looked for
CUT = "the compressed stream ends too early"
SLACK = 1 << 28  # bytes that may come out of anything
RATIO = 1000  # bytes that may come out of one byte, beyond the slack; lists of boards come near 4


_Unpacking = Generator[bytes, None, bytes]  # text, and in the end what stands behind the stream


class _Engine(Protocol):
    """What the libraries of bzip2, xz and Zstandard have in common."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = ...) -> bytes: ...


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


def is_packed(head: bytes) -> bool:
    """Whether what begins like this is compressed."""
    return head.startswith(_MAGICS)


def unpacked(packed: Iterator[bytes]) -> Iterator[bytes]:
    """The text of all streams, of whatever kind, that are put one behind the other; zeros behind one are padding.

    Raises the error of the library, EOFError for one that is cut, and SourceError for anything else behind a stream.
    """
    rest = b""
    while rest := _beginning(rest, packed):
        unpack = next(unpack for magic, unpack in _KINDS if rest.startswith(magic))
        rest = yield from unpack(chain((rest,), packed))


def _beginning(rest: bytes, packed: Iterator[bytes]) -> bytes:
    """What begins the next stream; nothing at the end."""
    head = rest.lstrip(b"\0")
    while len(head) < len(_LONGEST) and (chunk := next(packed, None)) is not None:
        head = (head + chunk).lstrip(b"\0")
    if head and not is_packed(head):
        if any(magic.startswith(head) for magic in _MAGICS):
            raise EOFError(CUT)
        raise SourceError("what stands behind the end of the compressed stream was not read")
    return head


def _gunzip(packed: Iterator[bytes]) -> _Unpacking:
    engine = zlib.decompressobj(wbits=31)
    for packet in packed:
        chunk = packet
        while chunk:
            before = engine.copy()
            try:
                text = engine.decompress(chunk, CHUNK)
            except zlib.error:
                yield from _salvaged(before, chunk)
                raise
            if text:
                yield text
            if engine.eof:
                return engine.unused_data
            chunk = engine.unconsumed_tail
    raise EOFError(CUT)


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


def _bunzip(packed: Iterator[bytes]) -> _Unpacking:
    return _through(bz2.BZ2Decompressor(), packed)


def _unxz(packed: Iterator[bytes]) -> _Unpacking:
    return _through(lzma.LZMADecompressor(), packed)


def _unzstd(packed: Iterator[bytes]) -> _Unpacking:
    if sys.version_info >= (3, 14):
        from compression import zstd  # noqa: PLC0415  # rarely needed
    else:
        from backports import zstd  # noqa: PLC0415  # rarely needed
    try:
        return (yield from _through(zstd.ZstdDecompressor(), packed))
    except zstd.ZstdError as error:
        raise EOFError(str(error)) from error


def _through(engine: _Engine, packed: Iterator[bytes]) -> _Unpacking:
    """The text of one stream, and what stands behind it."""
    for packet in packed:
        for at in range(0, len(packet), STEP):
            part = packet[at : at + STEP]
            while text := engine.decompress(part, CHUNK):
                yield text
                part = b""
                if engine.eof or engine.needs_input:
                    break
            if engine.eof:
                return engine.unused_data + packet[at + STEP :]
    raise EOFError(CUT)


_KINDS = (
    (GZIP, _gunzip),
    (b"BZh", _bunzip),
    (b"\xfd7zXZ\x00", _unxz),
    (b"\x5d\x00\x00", _unxz),  # as lzma wrote it before there was xz
    (b"\x28\xb5\x2f\xfd", _unzstd),
    *((bytes((kind,)) + b"\x2a\x4d\x18", _unzstd) for kind in range(0x50, 0x60)),  # frames to skip, as pzstd begins
)
_MAGICS = tuple(magic for magic, _ in _KINDS)
_LONGEST = max(_MAGICS, key=len)
