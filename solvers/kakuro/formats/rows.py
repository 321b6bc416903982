"""What the formats share that give a board as rows of lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from solvers.core import Board, MalformedError, Reject
from solvers.kakuro.board import Kakuro, format_board, variant
from solvers.reading.format import Lines


def take_rows(lines: Lines, most: int) -> list[str]:
    """The next lines, as many as ``most``, but none from the next blank line on."""
    return list(_rows(lines, most))


def _rows(lines: Lines, most: int) -> Iterator[str]:
    for _ in range(most):
        ahead = lines.peek()
        if ahead is None or not ahead.strip():
            return
        yield next(lines)


def board_of(
    lines: Lines, first: int, raw: Sequence[str], read: Callable[[], Kakuro], label: str = ""
) -> Board | Reject:
    """The board that ``read`` makes of the lines ``raw``, or a reject; counts these lines.

    ``first`` is the number of the first of them; ``read`` raises MalformedError with a line that counts from 1.
    """
    try:
        text = format_board(read())
    except MalformedError as error:
        line = first + max(error.line, 1) - 1
        reason = f"line {line}: {error}" if line != first else str(error)
        return lines.reject(reason, "\n".join(raw), line=first, column=error.column, lines=len(raw))
    lines.tally.board += len(raw)
    return Board("kakuro", variant(text), text, lines.source, first, label)
