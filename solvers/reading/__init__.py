"""The reading room: bytes in, boards and rejects out, and every line accounted for.

``read`` gives the boards of a file; ``stream`` tells everything that happens while reading, for programs. ``survey``
and ``explain`` tell what is in a file, ``formats`` what can be read, and ``write`` turns boards into a format.
"""

from solvers.reading.boards import read
from solvers.reading.choosing import formats, full_name
from solvers.reading.events import Event, Note, Opened, Report, SourceError, UnknownFormatError
from solvers.reading.fates import Fate, explain
from solvers.reading.packing import boards
from solvers.reading.sources import Place, Source
from solvers.reading.stated import assess, compare, misplaced
from solvers.reading.stream import stream
from solvers.reading.survey import Survey, survey
from solvers.reading.writing import write, writer

__all__ = [
    "Event",
    "Fate",
    "Note",
    "Opened",
    "Place",
    "Report",
    "Source",
    "SourceError",
    "Survey",
    "UnknownFormatError",
    "assess",
    "boards",
    "compare",
    "explain",
    "formats",
    "full_name",
    "misplaced",
    "read",
    "stream",
    "survey",
    "write",
    "writer",
]
