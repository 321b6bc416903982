"""What the formats share: the rule set that the user asked for, and a board from rows of tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from solvers.core import Board, MalformedError, Reject
from solvers.magic.board import EMPTY, candidates, format_board, make, variant
from solvers.magic.board import Board as Magic
from solvers.magic.rules import RULES
from solvers.reading.ahead import Ahead, Stretch
from solvers.reading.blacks import has_clues
from solvers.reading.fields import fields_of
from solvers.reading.format import Item, Lines, Sample, Wish

COMMENT = ("#", "%")
ROWS = "expected squares, got lines that may be rows of a grid, behind one that is no square"


def wished(wish: Wish, order: int) -> str:
    """The rule set that the user asked for, ``normal`` by default; raises MalformedError if the order differs."""
    name = wish.variant or "normal"
    match = re.fullmatch(r"(.+?)-(\d+)", name)
    if name not in RULES and match and match[1] in RULES:
        if int(match[2]) != order:
            raise MalformedError(f"expected order {match[2]}, got {order}")
        name = match[1]
    if name not in RULES or name == "custom":
        raise MalformedError(f"expected a variant such as semi or semi-{order}, got {wish.variant!r}")
    return name


def square(tokens: Sequence[Sequence[str]], wish: Wish) -> Magic:
    """A square from rows of cells as they stand in a file."""
    rows = [[candidates(token) for token in row] for row in tokens]
    return make(wished(wish, len(rows)), rows)


def within(magic: Magic) -> Magic:
    """The square; raises MalformedError where a number is too large for one of 1 to n x n, as rows of others' have."""
    largest = max((cell[-1] for cell in magic.cells if cell), default=0)
    if magic.rule == "normal" and largest > magic.width**2 > 1:
        raise MalformedError(f"expected numbers up to {magic.width**2}, got {largest}")
    return magic


def board(magic: Magic, lines: Lines, line: int, label: str = "", fields: dict[str, str] | None = None) -> Board:
    """The core's board, read from ``line``."""
    text = format_board(magic)
    return Board("magic", variant(text), text, lines.source, line, label, "", fields)


def filled(sample: Sample) -> list[str]:
    """The lines of a sample that read() does not skip."""
    if not any(mark in sample.text for mark in COMMENT):
        return list(sample.filled())
    return [line for line in sample.filled() if not is_comment(line)]


def is_comment(text: str) -> bool:
    """Whether a line begins as a comment, and not with black cells and clues of kakuro."""
    return text.lstrip().startswith(COMMENT) and not has_clues(text)


def is_answer(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows begin with _, the first is nothing else, and a number stands twice: a judge's solution of kakuro."""
    givens = [cell for row in rows for cell in row if cell != "_"]
    return set(rows[0]) == {"_"} and all(row[0] == "_" for row in rows) and len(set(givens)) < len(givens)


def some(words: Sequence[str], most: int = 20) -> str:
    """Words with blanks between; of very many the first alone, and how many more there are."""
    return " ".join(words[:most]) + (f" and {len(words) - most} more" if len(words) > most else "")


def note_repeated(lines: Lines, givens: Sequence[str], line: int) -> None:
    """Says which givens the board on ``line`` repeats, if any."""
    if givens:
        lines.note(f"repeated givens: {some(givens)}", line)


def require_plain(text: str) -> None:
    """Raises MalformedError where a board has rules that a format of cells alone cannot say."""
    if not text.startswith("normal:"):
        raise MalformedError(
            f"expected a normal square without numbers or sums of its own, got {text.partition(':')[0]}"
        )
    if "|" in text or "-" in text:
        raise MalformedError(
            "expected one number or none in each cell, got several: a bar parts columns in such a file"
        )


def skip(lines: Lines, text: str) -> bool:
    """True if the line is blank or a comment, and counts it."""
    stripped, comment = text.strip(), False
    if not stripped:
        lines.tally.blank += 1
    elif comment := is_comment(stripped):
        lines.tally.comment += 1
    return not stripped or comment


def cells(text: str) -> list[str]:
    """The cells of a row, whatever stands between them; digits and dots without gaps are cells of order 3 or less.

    Where some cells say that they are empty, two tabs are no empty cell between them.
    """
    tokens = text.split() if "\t" in text and not EMPTY.isdisjoint(text.split()) else fields_of(text) or [""]
    if len(tokens) == 1 and 1 < len(tokens[0]) <= 3 and re.fullmatch(r"[0-9._*]+", tokens[0]):
        return list(tokens[0])
    return tokens


def one_a_line(
    read: Callable[[Lines, str, Wish], Board],
    find: Callable[[list[str]], Stretch | None] | None = None,
    doubt: Callable[[Lines], int] | None = None,
) -> Callable[[Lines, Wish], Iterator[Item]]:
    """The reader of a format with a board in each line; ``read`` raises MalformedError, ``find`` takes plain boards.

    ``doubt`` tells behind a spoilt line how many of the next ones are no boards either, though they might be.
    """

    def each(lines: Lines, wish: Wish) -> Iterator[Item]:
        ahead = Ahead(lines, "magic", wished=find is not None and not wish.variant)
        while (text := lines.peek()) is not None:
            if find and (block := ahead.take(find)):
                yield block
                continue
            next(lines)
            if skip(lines, text):
                continue
            try:
                item: Board | Reject = read(lines, text, wish)
                lines.tally.board += 1
            except MalformedError as error:
                item = lines.reject(str(error), text, column=error.column)
            yield item
            if isinstance(item, Reject) and doubt and (rows := lines.take(doubt(lines))):
                first = lines.number - len(rows) + 1
                yield lines.reject(ROWS, "\n".join(rows), line=first, lines=len(rows))

    return each
