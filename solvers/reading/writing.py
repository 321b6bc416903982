"""Boards into the text of a format, for formats that can carry them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from solvers.core import Block, Board, MalformedError
from solvers.reading.choosing import candidates, full_name
from solvers.reading.events import UnknownFormatError
from solvers.reading.format import Format, Lines, Wish
from solvers.reading.packing import boards as boards_of
from solvers.reading.text import CONTROLS

Item = TypeVar("Item")
_BLANKS = dict.fromkeys(CONTROLS, " ")
TOGETHER = 500  # boards that are read again at once


def writer(name: str, family: str = "") -> Format:
    """The format of that name that can be written; raises UnknownFormatError."""
    found = [form for form in candidates(family, name) if form.write is not None]
    if len(found) == 1:
        return found[0]
    if found:
        raise UnknownFormatError(f"expected one format, got {' and '.join(map(full_name, found))}; say which")
    names = ", ".join(full_name(form) for form in candidates(family) if form.write is not None)
    raise UnknownFormatError(f"expected a format that can be written ({names}), got {name!r}")


def write(boards: Iterable[Board], form: Format) -> Iterator[str]:
    """A file of boards, text by text; raises MalformedError for a board that the format cannot carry."""
    yield from framed((text_of(board, form) for board in boards), form)


def text_of(board: Board, form: Format) -> str:
    """One board as the format has it; raises MalformedError if it cannot carry it."""
    if form.write is None:
        raise UnknownFormatError(f"{full_name(form)} can be read only")
    if form.family not in ("", board.family):
        raise MalformedError(f"expected a board of {form.family}, got one of {board.family}", board.line)
    if not board.label.isprintable():  # with some characters of control the file would be no text
        board = board._replace(label=board.label.translate(_BLANKS))
    return form.write(board).translate(_BLANKS)


def framed(texts: Iterable[str], form: Format) -> Iterator[str]:
    """The texts of boards with what stands around them; where their number stands first, all are waited for."""
    if form.counted:
        texts = list(texts)
        yield f"{len(texts)}\n"
    yield from filter(None, (form.head,))
    for number, text in enumerate(texts):
        if form.alone and number:
            raise MalformedError(f"{form.name} holds one board a file, got more")
        yield text
    yield from filter(None, (form.tail,))


def losses(boards: Sequence[Board], texts: Sequence[str], form: Format) -> Counter[str]:
    """What a file of these texts does not tell of the boards, by name with the number of boards.

    The texts are read again; "board" counts those that come back as another board, or as none.
    """
    lost: Counter[str] = Counter()
    for part, written in zip(_parts(boards), _parts(texts), strict=True):
        found = [] if form.alone else _again(written, form, part[0])
        if len(found) != len(part):
            alone = [_again((text,), form, board) for text, board in zip(written, part, strict=True)]
            found = [each[0] if len(each) == 1 else None for each in alone]
        for board, other in zip(part, found, strict=True):
            lost.update(_lost(board, other))
    return lost


def _parts(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    return (items[at : at + TOGETHER] for at in range(0, len(items), TOGETHER))


def _again(texts: Iterable[str], form: Format, like: Board) -> list[Board | None]:
    """The boards that are read from a file of these texts."""
    lines = Lines("".join(framed(texts, form)).split("\n"))
    found: list[Board | None] = []
    try:
        for item in form.read(lines, Wish(family=like.family)):
            found += boards_of(item, "") if isinstance(item, Block) else [item] if isinstance(item, Board) else []
    except MalformedError:
        return []
    return found


def _lost(board: Board, found: Board | None) -> Iterator[str]:
    """What is not found again."""
    if found is None or board.text != found.text:
        yield "board"
        return
    if board.label not in found.label:
        yield "label"
    if board.stated and found.stated != board.stated:
        yield "stated solution"
    said = found.fields or {}
    yield from (name for name, value in (board.fields or {}).items() if value and said.get(name) != value)
