"""A text in a source, whatever it is packed in, and the errors of all the libraries that unpack it as one of ours."""

from __future__ import annotations

import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple, NoReturn

from solvers.reading.compression import Gauge
from solvers.reading.events import SourceError
from solvers.reading.mending import Places
from solvers.reading.text import READ_ERRORS
from solvers.reading.verifying import ChecksumError, Layer

# What the libraries raise for an archive whose numbers are wrong: offsets before its beginning, methods that are none.
DAMAGES = (
    *READ_ERRORS, tarfile.TarError, zipfile.BadZipFile, RuntimeError, NotImplementedError, ValueError, LookupError,
    OverflowError, struct.error,
)  # fmt: skip
# Damage that is noticed behind the place where it is: by then some text was unpacked of wrong bytes.
WRONG = (zlib.error, lzma.LZMAError, zipfile.BadZipFile, OSError)


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


def layer_of(
    text: Iterator[bytes], gauge: Gauge, fails_again: Callable[[], bool] | None = None
) -> Layer | Iterator[bytes]:
    """The text with its checksum looked at first; where bytes come as they please, nobody waits for that."""
    return Layer(text, fails_again) if gauge.patient else text


def careful(stream: Iterator[bytes]) -> Iterator[bytes]:
    """The stream, with the errors of all the libraries as one of ours."""
    try:
        yield from stream
    except SourceError:
        raise
    except DAMAGES as error:
        raise named(error) from error


def named(error: Exception) -> Exception:
    if isinstance(error, SourceError):
        return error
    what = str(error) or "it ends too early"
    if isinstance(error, NotImplementedError):
        return SourceError(f"cannot be unpacked: {what}")
    if isinstance(error, WRONG):
        return ChecksumError(f"damaged archive: {what}; some of what was read before it may be wrong")
    return SourceError(f"damaged archive: {what}")


def failing(name: str, size: int, error: Exception) -> Member:
    def fail(_: bytes) -> NoReturn:
        raise error

    return Member(name, size, map(fail, (b"",)))
