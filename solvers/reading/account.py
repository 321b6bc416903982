"""The account of one source: what became of its lines, and what was said beside the boards."""

from __future__ import annotations

import re
from collections.abc import Iterator

from solvers.core import Block, Reject, cells_of
from solvers.reading.events import Note, Report
from solvers.reading.format import Format, Lines

MOST_NOTES = 100  # different ones; a source that gives more has one kind of trouble, and it is clear by then


COMPLETE = "the board is already complete"
_GIVEN = re.compile(r"[0-9A-Z]")
_OPEN = re.compile(r"[.|]|(?<![0-9])0(?![0-9])|[0-9]-[0-9]")  # an empty cell in any family's text, or several numbers
_CONTRADICTED = re.compile(r";r[0-9]+c[0-9]+=")  # one more given for a cell, which has another number already


def is_complete(text: str) -> bool:
    """Whether a board leaves nothing to solve."""
    start, end = cells_of(text)
    if _CONTRADICTED.search(text, 0, start):
        return False
    return bool(_GIVEN.search(text, start, end)) and not _OPEN.search(text, start, end)


class Account:
    """Counts what a source gave; the same note is passed on once and counted from then on."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.boards = 0
        self.rejects = 0
        self.error = ""
        self._notes: dict[str, int] = {}

    def block(self, block: Block) -> Block:
        self.boards += len(block.texts)
        for at, text in enumerate(block.texts):
            if "." not in text and " 0 " not in text and is_complete(text):
                self.lines.note(COMPLETE, block.lines[at])
        return block

    def reject(self, reject: Reject) -> Reject:
        self.rejects += 1
        return reject

    def said(self) -> Iterator[Reject | Note]:
        """The rejects and notes that the lines collected since the last call."""
        rejects, self.lines.rejects = self.lines.rejects, []
        notes, self.lines.notes = self.lines.notes, []
        yield from map(self.reject, rejects)
        for note in notes:
            seen = self._notes.get(note.text, 0)
            if seen or len(self._notes) < MOST_NOTES:
                self._notes[note.text] = seen + 1
            if not seen and note.text in self._notes:
                yield note

    def repeated(self) -> Iterator[Note]:
        """For each note that came more than once, how often it came."""
        for text, times in self._notes.items():
            if times > 1:
                yield Note(self.lines.source, 0, f"{times} times: {text}")

    def report(self, form: Format | None, error: str) -> Report:
        """The sum of it all; that lines do not add up is our own error, and is said."""
        tally, lines = self.lines.tally, self.lines.number
        if not error and not self.error and tally.total() != lines:
            self.error = f"internal error: {tally.total()} of {lines} lines accounted for"
        return Report(
            source=self.lines.source,
            format=form.name if form else "",
            family=form.family if form else "",
            lines=lines,
            board_lines=tally.board,
            rejected_lines=tally.rejected,
            blank_lines=tally.blank,
            comment_lines=tally.comment,
            boards=self.boards,
            rejects=self.rejects,
            complete=not error and not self.error,
            error=error or self.error,
        )
