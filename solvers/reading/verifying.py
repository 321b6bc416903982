"""Whether text that was unpacked is what was packed: its checksum stands behind it, where boards are passed on already.

A short text is held back until its checksum was seen. A longer one is unpacked twice, where that is possible and costs
little; of all others only the report says, in the end, that they were damaged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from solvers.reading.events import SourceError

HELD = 1 << 22  # bytes of text that are held back
MOST_TWICE = 512  # chunks of text that are unpacked twice, which are 256 MB


class ChecksumError(SourceError):
    """Damage that is noticed behind its place: some of the text before it was unpacked of wrong bytes."""


class Layer:
    """A text that is being unpacked; ``doubtful`` is known once its first bytes were asked for."""

    def __init__(self, stream: Iterator[bytes], fails_again: Callable[[], bool] | None = None) -> None:
        """``fails_again`` unpacks it once more, and tells whether its checksum is wrong."""
        self._stream = stream
        self._fails_again = fails_again
        self.doubtful = False

    def chunks(self) -> Iterator[bytes]:
        """The text; raises what the stream raises, after all that came before."""
        held: list[bytes] = []
        size = 0
        error: SourceError | None = None
        try:
            while size <= HELD and (chunk := next(self._stream, None)) is not None:
                held.append(chunk)
                size += len(chunk)
        except SourceError as damage:
            error = damage
        self.doubtful = isinstance(error, ChecksumError)
        if size > HELD and error is None and self._fails_again is not None:
            self.doubtful = self._fails_again()
        yield from held
        if error is not None:
            raise error
        yield from self._stream


def fails(stream: Iterator[bytes]) -> bool:
    """Whether a text is found to be damaged, as far as it is looked at; one that is cut off is right so far."""
    try:
        for _ in islice(stream, MOST_TWICE):
            pass
    except ChecksumError:
        return True
    except SourceError:
        pass
    return False
