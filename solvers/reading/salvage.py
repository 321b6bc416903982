"""What can be had of a zip archive without its directory, which stands at its end and is lost first.

    local header (30 bytes) | name | extra | data | descriptor, if the header does not tell the size      and so on

Members are read in the order in which they lie there, until one is cut.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from struct import Struct
from typing import IO, NamedTuple

from solvers.reading.sources import CHUNK

_HEADER = Struct("<4s5H3I2H")
_LOCAL, _DESCRIPTOR = b"PK\x03\x04", b"PK\x07\x08"
_ENCRYPTED, _STREAMED, _UTF8 = 1, 1 << 3, 1 << 11
_STORED, _DEFLATED = 0, 8


class Entry(NamedTuple):
    """A member that was found: its chunks must be read before the next one is asked for."""

    name: str
    size: int
    chunks: Iterator[bytes]


def entries(file: IO[bytes]) -> Iterator[Entry]:
    """The members of an archive from its beginning, as far as they can be told from each other."""
    file.seek(0)
    while len(header := file.read(_HEADER.size)) == _HEADER.size and header.startswith(_LOCAL):
        _, _, flags, method, _, _, _, packed, size, name_length, extra_length = _HEADER.unpack(header)
        name = file.read(name_length).decode("utf-8" if flags & _UTF8 else "cp437", "replace")
        file.seek(extra_length, 1)
        start = file.tell()
        if method == _DEFLATED and not flags & _ENCRYPTED:
            yield Entry(name, size, _inflated(file, streamed=bool(flags & _STREAMED)))
        elif flags & _STREAMED:
            return  # neither the size nor the data tells where this one ends
        elif method == _STORED and not flags & _ENCRYPTED:
            yield Entry(name, size, _stored(file, size))
            file.seek(start + packed)
        else:
            file.seek(start + packed)


def _stored(file: IO[bytes], size: int) -> Iterator[bytes]:
    while size > 0:
        chunk = file.read(min(size, CHUNK))
        if not chunk:
            raise EOFError("a member ends too early")
        size -= len(chunk)
        yield chunk


def _inflated(file: IO[bytes], *, streamed: bool) -> Iterator[bytes]:
    """The text of a member; afterwards the file stands behind its data."""
    engine = zlib.decompressobj(-15)
    while not engine.eof:
        packed = engine.unconsumed_tail or file.read(CHUNK)
        if not packed:
            raise EOFError("a member ends too early")
        yield engine.decompress(packed, CHUNK)
    file.seek(-len(engine.unused_data), 1)
    if streamed:
        file.seek(12 if file.read(4) == _DESCRIPTOR else 8, 1)
