"""Boards packed into blocks: as many as one message of the queue carries, of one family and variant."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

from solvers.core import Block, Board

MOST = 5000  # boards of a block
MOST_TEXT = 1 << 20  # characters of a block's boards, so that few large boards do not wait for many


class Pack:
    """Boards on their way into a block."""

    def __init__(self) -> None:
        self._boards: list[Board] = []
        self._size = 0

    def takes(self, board: Board) -> bool:
        """True if the board may join those that are here."""
        if not self._boards:
            return True
        first = self._boards[0]
        return first.variant == board.variant and first.family == board.family and not self.full()

    def add(self, board: Board) -> None:
        self._boards.append(board)
        self._size += len(board.text)

    def full(self) -> bool:
        return len(self._boards) >= MOST or self._size >= MOST_TEXT

    def take(self) -> tuple[Block, ...]:
        """The block of all boards that are here, if there are any."""
        boards, self._boards, self._size = self._boards, [], 0
        return (block(boards),) if boards else ()


def block(boards: list[Board]) -> Block:
    """The boards, all of one family and variant, as columns."""
    if len(boards) == 1:  # as where families take turns
        ((family, variant, text, _, line, label, said, known),) = boards
        if not (label or said or known):
            return Block(family, variant, (text,), (line,))
        return Block(
            family, variant, (text,), (line,), (label,) if label else None, (said,) if said else None,
            (known,) if known else None,
        )  # fmt: skip
    families, variants, texts, _, lines, labels, stated, fields = zip(*boards, strict=True)
    return Block(
        families[0],
        variants[0],
        texts,
        lines,
        labels if any(labels) else None,
        stated if any(stated) else None,
        fields if any(fields) else None,
    )


def split(whole: Block, most: int = MOST) -> Iterator[Block]:
    """The block in pieces of at most ``most`` boards."""
    if len(whole.texts) <= most:
        yield whole
        return
    for at in range(0, len(whole.texts), most):
        yield cut(whole, at, at + most)


def cut(whole: Block, start: int, end: int) -> Block:
    """The boards of a block from one to before another."""
    part = slice(start, end)
    return Block(
        whole.family,
        whole.variant,
        whole.texts[part],
        whole.lines[part],
        whole.labels and whole.labels[part],
        whole.stated and whole.stated[part],
        whole.fields and whole.fields[part],
    )


def boards(block: Block, source: str = "") -> Iterator[Board]:
    """The boards of a block, one by one."""
    nothing: repeat[str] = repeat("")
    rows = zip(
        block.texts,
        block.lines,
        block.labels or nothing,
        block.stated or nothing,
        block.fields or repeat(None),
        strict=False,
    )
    for text, line, label, stated, fields in rows:
        yield Board(block.family, block.variant, text, source, line, label, stated, fields)
