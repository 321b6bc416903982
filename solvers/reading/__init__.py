"""The reading room: bytes in, boards and rejects out, and every line accounted for.

``read`` gives the boards of a file; ``stream`` tells everything that happens while reading, for programs.
"""

from solvers.reading.boards import read
from solvers.reading.events import Event, Note, Opened, Report, SourceError, UnknownFormatError
from solvers.reading.packing import boards
from solvers.reading.sources import Place, Source
from solvers.reading.stream import stream

__all__ = [
    "Event",
    "Note",
    "Opened",
    "Place",
    "Report",
    "Source",
    "SourceError",
    "UnknownFormatError",
    "boards",
    "read",
    "stream",
]
