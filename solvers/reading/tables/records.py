"""Lines into the records of a table: fields between delimiters, quoted where they hold one of these.

Lines without a quote, nearly all, are split at once. A quoted field may go over several lines; one that never ends,
or that ends in the middle of a field further down, costs its own line and no other.
"""

from __future__ import annotations

import csv
import re
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from solvers.reading.blacks import is_marked
from solvers.reading.format import Lines

DELIMITERS = ",;\t|"
COMMENT = "#"
EXCEL = "sep="  # with which Excel tells the delimiter in a line before the table
_SEPARATOR = re.compile(rf"{EXCEL}([{DELIMITERS}])")
BULK = 4096  # lines read at once
LONE = 3  # lines from which one above them may be a stray one
LONGEST = 100  # lines of a record
UNENDED = "expected a quote that ends, got none"

csv.field_size_limit(1 << 24)


class Record(NamedTuple):
    """The fields of a record and where it stood; ``wrong`` says why they are none."""

    line: int
    lines: int
    raw: str
    cells: list[str]
    wrong: str = ""

    def says_nothing(self) -> bool:
        """Whether a record before the table is a comment, or Excel's word for the delimiter."""
        return is_marked(self.raw, COMMENT) or bool(_SEPARATOR.fullmatch(self.raw))

    def counts(self) -> bool:
        """Whether a record is one of the table, and tells what its columns are."""
        return not self.wrong and not is_marked(self.raw, COMMENT)


def batches(lines: Lines, delimiter: str) -> Iterator[list[Record]]:
    """The records, many at a time; blank lines are counted and left out."""
    while texts := lines.take(BULK):
        first = lines.number - len(texts) + 1
        if any('"' in text for text in texts):
            yield list(quoted(lines, deque(enumerate(texts, first)), delimiter))
        else:
            filled = [(number, text) for number, text in enumerate(texts, first) if text.strip()]
            lines.tally.blank += len(texts) - len(filled)
            yield [Record(number, 1, text, text.split(delimiter)) for number, text in filled]


def quoted(lines: Lines, texts: deque[tuple[int, str]], delimiter: str) -> Iterator[Record]:
    """The records of lines of which some have quotes; more lines are taken if the last record needs them."""
    while texts:
        number, text = texts.popleft()
        if not text.strip():
            lines.tally.blank += 1
            continue
        parts = [(number, text)]
        while _is_open("\n".join(part for _, part in parts), delimiter) and len(parts) < LONGEST:
            if not texts:
                texts.extend((lines.number, more) for more in lines.take(1))
            if not texts:
                break
            parts.append(texts.popleft())
        cells = _parse([part for _, part in parts], delimiter)
        if cells is None:
            texts.extendleft(reversed(parts[1:]))
            yield Record(number, 1, text, [], UNENDED)
        else:
            yield Record(number, len(parts), "\n".join(part for _, part in parts), cells)


def _parse(parts: Sequence[str], delimiter: str) -> list[str] | None:
    """The fields of the one record in these lines; None if they are not one.

    Of several lines each quote has to end where its field does: one that is missing or too many would make fields of
    what stands between those of two records.
    """
    try:
        records = list(csv.reader([f"{part}\n" for part in parts], delimiter=delimiter))
    except csv.Error:
        return None
    ends = _closed(delimiter, beyond=len(parts) == 1).fullmatch("\n".join(parts))
    return records[0] if len(records) == 1 and ends else None


def _is_open(text: str, delimiter: str) -> bool:
    """Whether a quote at the beginning of a field does not end; inside other fields it is a sign like any other."""
    return _closed(delimiter).fullmatch(text) is None


@cache
def _closed(delimiter: str, *, beyond: bool = True) -> re.Pattern[str]:
    """Fields that end; ``beyond`` the quote that ends one may stand more than blanks."""
    other = rf"[^{re.escape(delimiter)}]*"
    field = rf'(?:"[^"]*(?:""[^"]*)*"(?!"){other if beyond else " *"}|(?!"){other})'
    return re.compile(f"{field}(?:{re.escape(delimiter)}{field})*")


def delimiter_of(texts: Sequence[str]) -> str:
    """The delimiter that stands in the first line of the table, the one that stands there most often.

    A first line without a delimiter is none of the table, or is spoilt, if most of the next ones have the same.
    """
    own = [text for text in texts if not is_marked(text, COMMENT)]
    first = own[0] if own else ""
    if said := _SEPARATOR.fullmatch(first):
        return said[1]
    if len(own) > LONE and not _is_parted(first):
        told = Counter(map(_most, filter(_is_parted, own))).most_common(1)
        return told[0][0] if told and 2 * told[0][1] >= len(own) else DELIMITERS[0]
    return _most(first)


def _is_parted(text: str) -> bool:
    return any(map(text.__contains__, DELIMITERS))


def _most(text: str) -> str:
    return max(DELIMITERS, key=text.count)
