"""What a file format is, and the lines that it reads.

A Format belongs to one family. ``sniff`` looks at the beginning of a source and says how sure it is; ``read`` turns
lines into boards and rejects, in constant memory, and accounts for every line in ``lines.tally``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from solvers.core import Answer, Block, Board, Reject


@dataclass(slots=True)
class Tally:
    """What became of the lines of a source; at its end the four add up to all lines."""

    board: int = 0
    rejected: int = 0
    blank: int = 0
    comment: int = 0

    def total(self) -> int:
        return self.board + self.rejected + self.blank + self.comment


class Lines:
    """The lines of a source in order, without their ends; ``number`` is that of the line taken last, from 1."""

    def __init__(self, texts: Iterable[str], source: str = "") -> None:
        self._texts = iter(texts)
        self._ahead: list[str] = []
        self.source = source
        self.number = 0
        self.tally = Tally()

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        text = self._ahead.pop() if self._ahead else next(self._texts)
        self.number += 1
        return text

    def peek(self) -> str | None:
        """The next line without taking it; None at the end."""
        if not self._ahead:
            text = next(self._texts, None)
            if text is None:
                return None
            self._ahead.append(text)
        return self._ahead[-1]

    def reject(self, reason: str, raw: str, *, line: int = 0, column: int = 0, lines: int = 1) -> Reject:
        """A reject that covers ``lines`` lines from ``line`` on (default: the one taken last); counts them."""
        self.tally.rejected += lines
        return Reject(self.source, line or self.number, column, reason, raw, lines)


@dataclass(frozen=True, slots=True)
class Sample:
    """The beginning of a source, for sniffing: its first lines (at most 64 KiB of text) and its name."""

    lines: tuple[str, ...]
    name: str = ""
    whole: bool = True  # the sample is the whole source

    def filled(self) -> tuple[str, ...]:
        """The lines that are not blank."""
        return tuple(line for line in self.lines if line.strip())


@dataclass(frozen=True, slots=True)
class Wish:
    """What the user said of the input; a variant names a size and rule set, "" means find out."""

    variant: str = ""


@dataclass(frozen=True, slots=True)
class Judge:
    """Answers as the statement's judge wants them.

    ``write`` gives the text of one board's answer, with line ends; ``solutions`` holds all of them if ``every``,
    otherwise the one of the answer. ``between`` stands between two boards.
    """

    write: Callable[[str, Answer, Sequence[str]], str]
    every: bool = False
    between: str = "\n"


Item = Board | Block | Reject

__all__ = ["Block", "Format", "Item", "Judge", "Lines", "Sample", "Tally", "Wish"]


@dataclass(frozen=True, slots=True)
class Format:
    """A file format of one family; ``sniff`` returns 0 (no) to 100 (certain)."""

    name: str
    family: str
    summary: str
    example: str
    sniff: Callable[[Sample], int]
    read: Callable[[Lines, Wish], Iterator[Item]]
    write: Callable[[Board], str] | None = None
    judge: Judge | None = None
    options: tuple[str, ...] = field(default=())
