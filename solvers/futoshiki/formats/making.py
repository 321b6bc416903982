"""What the formats share: a line or a paragraph into a board or a reject."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from solvers.core import Board, MalformedError
from solvers.futoshiki.board import Futoshiki, format_board, variant
from solvers.reading.format import Item, Lines, Wish

COMMENT = "#"

# Read one board from one line, or from the lines of a paragraph; raise MalformedError.
LineParser = Callable[[str], Futoshiki]
ParagraphParser = Callable[[list[str]], Futoshiki]


def one_a_line(parse: LineParser) -> Callable[[Lines, Wish], Iterator[Item]]:
    """A reader that makes a board or a reject of every line that is neither blank nor a comment."""

    def read(lines: Lines, wish: Wish) -> Iterator[Item]:
        for text in lines:
            if not text.strip():
                lines.tally.blank += 1
            elif text.startswith(COMMENT):
                lines.tally.comment += 1
            else:
                yield _item(lines, [text], wish, lambda taken: parse(taken[0].strip()))

    return read


def paragraphs(
    parse: ParagraphParser, goes_on: Callable[[list[str], Lines], bool]
) -> Callable[[Lines, Wish], Iterator[Item]]:
    """A reader of boards of several lines; ``goes_on`` says of the lines taken so far whether more belong to them."""

    def read(lines: Lines, wish: Wish) -> Iterator[Item]:
        for text in lines:
            if not text.strip():
                lines.tally.blank += 1
            elif text.startswith(COMMENT):
                lines.tally.comment += 1
            else:
                taken = [text]
                while goes_on(taken, lines):
                    taken.append(next(lines))
                yield _item(lines, taken, wish, parse)

    return read


def _item(lines: Lines, taken: list[str], wish: Wish, parse: ParagraphParser) -> Item:
    first = lines.number - len(taken) + 1
    try:
        text = format_board(parse(taken))
        _require(wish, variant(text))
    except MalformedError as error:
        line = first + max(error.line - 1, 0)
        reason = f"line {line}: {error}" if line > first else str(error)
        return lines.reject(reason, "\n".join(taken), line=first, column=error.column, lines=len(taken))
    lines.tally.board += len(taken)
    return Board("futoshiki", variant(text), text, lines.source, first)


def _require(wish: Wish, found: str) -> None:
    if wish.variant not in ("", found):
        raise MalformedError(f"expected a board of {wish.variant}, got {found}", 1)
