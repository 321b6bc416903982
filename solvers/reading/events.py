"""What the reader says while it reads: a source was opened, boards, rejects and notes, and at the end a report.

    Opened, then any number of Block, Reject and Note, then Report; and the same again for the next source.

Blocks and rejects may change places within a few thousand boards; boards among themselves keep the order of the source.
"""

from __future__ import annotations

from typing import NamedTuple

from solvers.core import Block, GridmillError, Reject
from solvers.reading.format import Note

NO_COLUMN = "expected a column"  # begins what is said where a table has none of the name that the user gave


class SourceError(GridmillError):
    """A source that cannot be read to its end: missing, no text, or damaged."""


class UnknownFormatError(GridmillError):
    """A format name that no family declares."""


class Opened(NamedTuple):
    """A source from which boards are about to come; ``size`` is that of the stored file in bytes, 0 if not known.

    ``format`` and ``family`` are those that were recognised, "" if none was.
    """

    source: str
    size: int
    format: str
    family: str


class Report(NamedTuple):
    """The account of a source: its lines are boards, rejected, blank or comment, and the four add up to ``lines``.

    ``complete`` is False where the source ended before its end; ``error`` says why nothing, or not all, was read.
    """

    source: str
    format: str = ""
    family: str = ""
    lines: int = 0
    board_lines: int = 0
    rejected_lines: int = 0
    blank_lines: int = 0
    comment_lines: int = 0
    boards: int = 0
    rejects: int = 0
    complete: bool = True
    error: str = ""

    def ok(self) -> bool:
        """All of the source was understood, and it held boards."""
        return self.complete and not self.error and self.rejects == 0 and self.boards > 0

    def lacks_column(self) -> bool:
        """It is a table that has no column of the name that the user gave."""
        return self.boards == 0 and self.error.startswith(f"{NO_COLUMN} (")


Event = Opened | Block | Reject | Note | Report

__all__ = ["Block", "Event", "Note", "Opened", "Reject", "Report", "SourceError", "UnknownFormatError"]
