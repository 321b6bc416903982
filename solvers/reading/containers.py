"""What is packed in a source: archives in archives and compressed streams, by content and never by name.

Each text in a source comes as chunks of bytes, in constant memory, under the name ``archive!member``; such a name is
only shown, never opened or written. Reading a text may raise one of ``text.READ_ERRORS``; what came before it stays
valid. What cannot be opened at all, or the part of an archive that is lost, comes as a member that raises at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import IO, BinaryIO, cast

from solvers.reading.archives import archive_of
from solvers.reading.compression import GZIP, Gauge, is_packed, unpacked
from solvers.reading.events import SourceError
from solvers.reading.member import DAMAGES, Member, careful, failing, layer_of, named
from solvers.reading.mending import is_mending, parts
from solvers.reading.sources import Source, chunks
from solvers.reading.text import READ_ERRORS
from solvers.reading.verifying import fails

DEEPEST = 4  # containers in containers

# What is no text and cannot be unpacked either.
FOREIGN = {
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"\x1f\x9d": "a .Z file",
    b"%PDF-": "a PDF document",
    b"SQLite format 3\0": "an SQLite database",
    b"\x04\x22\x4d\x18": "an lz4 file",
    b"LZIP": "an lzip file",
    b"MSCF": "a CAB archive",
    b"\x60\xea": "an ARJ archive",
    b"\x89PNG": "a picture",
    b"GIF8": "a picture",
    b"\xff\xd8\xff": "a picture",
}
_FOREIGN = tuple(FOREIGN)
LHA = re.compile(rb"..-lh[0-9d]-", re.DOTALL)


def members(source: Source) -> Iterator[Member]:
    """The texts in a source: itself, or what is packed in it, to be read one after the other."""
    try:
        stream = source.open()
    except READ_ERRORS as error:
        yield failing(source.name, source.size, error)
        return
    with stream:
        gauge = Gauge(patient=stream.seekable())
        yield from _walk(Member(source.name, source.size, gauge.entering(chunks(stream))), gauge, 0, stream)


def _walk(member: Member, gauge: Gauge, depth: int, stream: IO[bytes] | None = None) -> Iterator[Member]:
    """The texts in a member; ``stream`` is where its chunks come from, if zip can read that directly."""
    try:
        head = _head(member.chunks)
    except DAMAGES as error:
        yield failing(member.name, member.size, error)
        return
    whole = member._replace(chunks=chain((head,), member.chunks))
    packed = is_packed(head)
    walk = archive_of(head, stream)
    if depth == DEEPEST and (packed or walk):
        yield failing(
            member.name, member.size, SourceError(f"expected at most {DEEPEST} containers in each other, got more")
        )
    elif packed:
        text = gauge.leaving(careful(unpacked(whole.chunks)))
        twice = partial(_fails_again, stream) if stream is not None and head.startswith(GZIP) else None
        yield from _walk(member.inside(member.name, member.size, layer_of(text, gauge, twice)), gauge, depth + 1)
    elif walk:
        yield from _inside(member, walk(whole, gauge, depth + 1, stream), gauge, depth + 1)
    elif is_mending(head):
        yield from _mended(whole)
    elif foreign := _foreign(head):
        yield failing(member.name, member.size, SourceError(f"expected text, got {foreign}"))
    else:
        yield whole


def _foreign(head: bytes) -> str:
    """What a file is that is no text and cannot be unpacked, as far as its first bytes tell; "" if they do not."""
    if LHA.match(head):
        return "an LHA archive"
    if not head.startswith(_FOREIGN):
        return ""
    return next(what for magic, what in FOREIGN.items() if head.startswith(magic))


def _inside(member: Member, found: Iterator[Member], gauge: Gauge, depth: int) -> Iterator[Member]:
    """The members of an archive, and the damage that ends them; one without any is told as an empty text."""
    empty = True
    try:
        for inner in found:
            for each in _walk(inner, gauge, depth):
                gauge.check()  # so that the rest of the archive is not even begun
                empty = False
                yield each
    except DAMAGES as error:
        yield failing(member.name, member.size, named(error))
    else:
        if empty:
            yield member._replace(chunks=iter(()))


def _mended(member: Member) -> Iterator[Member]:
    """The sources whose rejects were mended."""
    try:
        for source, places, texts in parts(member.chunks):
            yield Member(source or member.name, 0, texts, places)
    except SourceError as error:
        yield failing(member.name, member.size, error)


def _head(stream: Iterator[bytes]) -> bytes:
    """The first bytes, enough to know a tar archive by."""
    head = b""
    for chunk in stream:
        head += chunk
        if len(head) >= 512 or (head[:1].isascii() and b"\n" in head and b"\0" not in head):
            break
    return head


def _fails_again(stream: IO[bytes]) -> bool:
    """Whether a file of gzip, which is quick, is damaged from its beginning; the stream is left where it stands."""
    at = stream.tell()
    stream.seek(0)
    try:
        return fails(careful(unpacked(chunks(cast("BinaryIO", stream)))))
    finally:
        stream.seek(at)
