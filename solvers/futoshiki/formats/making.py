"""What the formats share: a line or a paragraph into a board or a reject."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from solvers.core import Board, MalformedError
from solvers.futoshiki.board import Futoshiki, format_board, variant
from solvers.reading.ahead import Ahead, Stretch
from solvers.reading.blacks import is_marked
from solvers.reading.format import Item, Lines, Wish

# Read one board from one line, or from the lines of a paragraph; raise MalformedError.
LineParser = Callable[[str], Futoshiki]
ParagraphParser = Callable[[list[str]], Futoshiki]
Find = Callable[[list[str]], Stretch | None]


def one_a_line(parse: LineParser, find: Find | None = None) -> Callable[[Lines, Wish], Iterator[Item]]:
    """A reader that makes a board or a reject of every line that is neither blank nor a comment.

    ``find`` takes plain boards many at once.
    """
    return paragraphs(lambda taken: parse(taken[0].strip()), lambda _taken, _lines: False, find)


def paragraphs(
    parse: ParagraphParser, goes_on: Callable[[list[str], Lines], bool], find: Find | None = None
) -> Callable[[Lines, Wish], Iterator[Item]]:
    """A reader of boards of several lines; ``goes_on`` says of the lines taken so far whether more belong to them.

    ``find`` takes plain boards many at once.
    """

    def read(lines: Lines, wish: Wish) -> Iterator[Item]:
        ahead = Ahead(lines, "futoshiki", wished=not wish.variant)
        while (text := lines.peek()) is not None:
            if find and (block := ahead.take(find)):
                yield block
                continue
            next(lines)
            if not text.strip():
                lines.tally.blank += 1
            elif is_marked(text):
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


def columns_of(texts: list[str], period: int) -> list[list[str]]:
    """The first lines of all boards of so many lines, their second lines and so on; none where no board is whole."""
    whole = len(texts) // period * period
    return [texts[at:whole:period] for at in range(period)] if whole else []


def flat(columns: Sequence[Sequence[str]], width: int) -> bytes:
    """The lines of columns board by board, each filled up with blanks to a width; nothing if one is longer."""
    rows = [text.ljust(width) for text in chain.from_iterable(zip(*columns, strict=True))]
    joined = "".join(rows)
    return joined.encode() if joined.isascii() and set(map(len, rows)) == {width} else b""


def stretch(texts: list[str], size: int, period: int, blank: int) -> Stretch | None:
    """Boards of ``period`` lines each, of which so many are blank; None for none."""
    count = len(texts)
    return (
        Stretch(f"{size}x{size}", texts, range(0, count * period, period), count * period, blank * count)
        if count
        else None
    )
