"""What is packed in a source: compressed streams, by content and never by name.

Each member of a source comes as chunks of bytes, in constant memory. Reading them may raise one of
``text.READ_ERRORS``; what came before stays valid.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from solvers.reading.events import SourceError
from solvers.reading.sources import CHUNK, Source, chunks

GZIP = b"\x1f\x8b\x08"


class Member(NamedTuple):
    """A stretch of text with its full name; ``size`` is that of the stored source."""

    name: str
    size: int
    chunks: Iterator[bytes]


def members(source: Source) -> Iterator[Member]:
    """The texts in a source: itself, or what is packed in it."""
    yield Member(source.name, source.size, _unpacked(source))


def _unpacked(source: Source) -> Iterator[bytes]:
    with source.open() as stream:
        rest = chunks(stream)
        head = next(rest, b"")
        whole = chain((head,), rest)
        yield from gunzip(whole) if head.startswith(GZIP) else whole


def gunzip(packed: Iterator[bytes]) -> Iterator[bytes]:
    """All members of a gzip stream, put one behind the other; zeros after the last are padding."""
    engine = zlib.decompressobj(wbits=31)
    begun = False
    for packet in packed:
        chunk = packet
        while chunk:
            begun = True
            if text := engine.decompress(chunk, CHUNK):
                yield text
            if not engine.eof:
                chunk = engine.unconsumed_tail
                continue
            chunk = engine.unused_data.lstrip(b"\0")
            engine = zlib.decompressobj(wbits=31)
            begun = False
    if begun:
        raise SourceError("damaged archive: the compressed stream ends too early")
