"""Addresses of boards of several families in one file; those of one family are read by that family's format.

What stands before the first digit of an address (`https://puzz.link/p?kakuro/`) tells which format that is. The lines
of each are handed to it together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from operator import attrgetter

from solvers.core import Block, Board, MalformedError, Reject
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.reading.packing import boards
from solvers.reading.tables.cells import CellReader

COMMENT = "#"
SEEN = 20  # addresses that are looked at to recognise it
BULK = 2048  # lines read at once
MOST_KINDS = 1000
_ADDRESS = re.compile(r"\s*+(?:https?://|www\.)\S+(?:\s.*)?")
_KIND = re.compile(r"[^0-9=]*=?")


class _Kinds:
    """The formats that read addresses, by their beginnings."""

    def __init__(self, wish: Wish) -> None:
        self._reader = CellReader(wish)
        self._forms: dict[str, Format | None] = {}

    def of(self, text: str) -> Format | None:
        """The format of an address; None if there is none."""
        match = _KIND.match(text)
        kind = match[0] if match else ""
        if kind not in self._forms:
            self._reader.usual = None
            with suppress(MalformedError):  # the format may be known all the same
                self._reader.read(text)
            if len(self._forms) < MOST_KINDS:
                self._forms[kind] = self._reader.usual
            return self._reader.usual
        return self._forms[kind]


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board or a reject for each line."""
    kinds = _Kinds(wish)
    while texts := lines.take(BULK):
        first = lines.number - len(texts) + 1
        groups: dict[str, tuple[Format, dict[int, str]]] = {}
        items: list[Board | Reject] = []
        for number, text in enumerate(texts, first):
            bare = text.strip()
            if not bare:
                lines.tally.blank += 1
            elif bare[0] == COMMENT:
                lines.tally.comment += 1
            elif form := kinds.of(bare):
                if form.name not in groups:
                    groups[form.name] = (form, {})
                groups[form.name][1][number] = text
            else:
                items.append(lines.reject(f"expected a board, got {bare[:40]!r}", text, line=number))
        for form, group in groups.values():
            items += _handed(form, group, lines, wish)
        items.sort(key=attrgetter("line"))
        yield from items


def _handed(form: Format, group: Mapping[int, str], lines: Lines, wish: Wish) -> Iterator[Board | Reject]:
    """What a format reads of lines with these numbers."""
    numbers = [0, *group]
    part = Lines(group.values(), lines.source)
    for item in form.read(part, wish):
        if isinstance(item, Block):
            yield from boards(item._replace(lines=[numbers[line] for line in item.lines]), lines.source)
        else:
            yield item._replace(line=numbers[item.line])
    for note in part.notes:
        lines.note(note.text, numbers[note.line])
    lines.tally.add(part.tally)


def among_others(items: Iterable[Item], form: Format, lines: Lines, wish: Wish) -> Iterator[Item]:
    """The items of a format, in which an address that it refuses is what the format of that address makes of it."""
    kinds: _Kinds | None = None
    for item in items:
        if isinstance(item, Reject) and item.lines == 1 and _is_address(item.raw):
            kinds = kinds or _Kinds(wish)
            other = kinds.of(item.raw.strip())
            if other is not None and other is not form:
                lines.tally.rejected -= 1
                yield from _handed(other, {item.line: item.raw}, lines, wish)
                continue
        yield item


def _is_address(text: str) -> bool:
    return ("//" in text or "www." in text) and _ADDRESS.fullmatch(text) is not None


def sniff(sample: Sample) -> int:
    """98 if all lines are addresses and the first ones lead to boards of several families."""
    if "//" not in sample.text and "www." not in sample.text:
        return 0
    texts = [line.strip() for line in sample.filled() if not line.lstrip().startswith(COMMENT)]
    if len(texts) < 2 or not all(map(_ADDRESS.fullmatch, texts)):
        return 0
    return 98 if len(set(_families(texts[:SEEN]))) > 1 else 0


def _families(texts: list[str]) -> Iterator[str]:
    """The families of the boards, once for each beginning."""
    reader, known = CellReader(Wish()), set()
    for text in texts:
        if (kind := _kind(text)) in known:
            continue
        reader.usual = None
        try:
            yield reader.read(text).family
        except MalformedError:
            continue
        known.add(kind)


def _kind(text: str) -> str:
    match = _KIND.match(text)
    return match[0] if match else ""


ADDRESSES = Format(
    name="addresses",
    family="",
    summary="addresses that hold boards of several families, one a line",
    example="https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3\nhttps://puzz.link/p?sudoku/4/4/g1k23k3g\n",
    signs="/w",
    sniff=sniff,
    read=read,
)
