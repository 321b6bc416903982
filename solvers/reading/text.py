"""Bytes into lines: encodings, line ends, and lines too long to keep.

    chunks of bytes --> UTF-8, Latin-1 or UTF-16 --> CR, CRLF, CRCRLF made LF --> pages of whole lines

Everything stays bytes until a page of whole lines is complete: splitting text at line feeds is then one call, and a
page in ASCII, which nearly all are, costs nothing to decode. Python's own splitlines() is no help, because it also
breaks lines at form feeds and within quotes, and line numbers would no longer be those of an editor.
"""

from __future__ import annotations

import codecs
import lzma
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from unicodedata import decimal

from solvers.reading.events import SourceError
from solvers.reading.fields import MARKS
from solvers.reading.format import Page, Respelt, Unreadable

MOST = 1 << 24  # bytes of a line that are kept: collections that write all their boards in one line of XML need it
BEGINNING = 1024  # bytes by which text is told from anything else
LONGEST_NUMBER = 4000  # digits; Python makes no number of more than 4300
SHOWN = 200  # characters of a line that a reject quotes

# Byte order mark, spaces and joiners without width, and marks of direction: exporters guard numbers with them.
INVISIBLE = "\ufeff\u200b\u2060\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_LEFT_OUT = dict.fromkeys(map(ord, INVISIBLE))
_INVISIBLE, _MARK = re.compile(f"[{INVISIBLE}]"), INVISIBLE[0]

# Blanks that text processors, web pages and exporters put between words so that no line breaks there.
_BLANKS = dict.fromkeys(map(ord, "\u00a0\u2007\u202f\u3000"), " ")
_BLANK = re.compile("[\u00a0\u2007\u202f\u3000]")

CONTROLS = bytes(set(range(32)) - set(b"\t\n\r\f\x1a\x1b"))
SEEN_IN_TEXT = 50  # bytes for one control character; where there is NUL and more of them, it is no text
FEW, NOISE = 8, 16  # more control characters than these, one in so many bytes, are no text either
_END = b"\x1a\0"  # with which DOS and C end a text
_SEPARATOR = re.compile("[\v\u2028\u2029]")  # what text processors and web pages put between lines

_ENDLESS = re.compile(rf"([0-9]{{{LONGEST_NUMBER}}})[0-9]+")
_BOX = re.compile("[\u2500-\u257f]")
_MARKS = MARKS.encode()
_QUOTES = (b"\n>", b"```", b"~~~")
FOREIGN = re.compile(r"(?![0-9])\d")
RESPELT = "digits of another script were read as 0-9"
_ROW = re.compile(r"[\d\s.*_?xX|+,;:=\[\]-]+")  # of a grid, with its borders
_CELLS = re.compile(r"[\d.*_?xX-]{9,}")

READ_ERRORS = (OSError, EOFError, zlib.error, lzma.LZMAError, SourceError)

BOMS = (  # the longer one first: UTF-32 begins like UTF-16
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (codecs.BOM_UTF8, "utf-8"),
)


@dataclass(slots=True)
class Condition:
    """What was found out about a source while reading it: notes, and the error that ended it too early."""

    notes: list[str] = field(default_factory=list)
    error: str = ""
    drawn: bool = False  # characters were seen that boxes are drawn with
    marked: bool = False  # or marks that stand between the cells of a sheet
    quoted: bool = False  # or what mails and web pages quote lines with

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)


class _Tail:
    """The line that is not finished yet; of one that never ends only the beginning is kept."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.size = 0

    def add(self, part: bytes) -> None:
        self.size += len(part)
        if part and (self.size <= MOST or not self.parts):
            self.parts.append(part)

    def take(self) -> bytes:
        text = b"".join(self.parts)
        self.parts, self.size = [], 0
        return text

    def endless(self, condition: Condition) -> Unreadable:
        reason = f"expected a line of at most {MOST} bytes, got more"
        return Unreadable(reason, _decoded(self.take()[: 4 * SHOWN], condition)[0][:SHOWN])


def pages(chunks: Iterable[bytes], condition: Condition) -> Iterator[Page]:
    """The lines of a source, page by page; never raises for what it reads, but leaves an error in ``condition``."""
    tail = _Tail()
    for chunk in _guarded(_line_feeds(_utf8(chunks, condition)), condition):
        end = chunk.rfind(b"\n")
        start = 0
        if end >= 0 and tail.size > MOST:
            yield tail.endless(condition)
            start = chunk.find(b"\n") + 1
        if start <= end:
            yield _decoded(tail.take() + chunk[start:end], condition)
        tail.add(chunk[end + 1 :])
    if tail.size > MOST:
        yield tail.endless(condition)
    elif tail.size and condition.error:
        yield Unreadable("line cut off where the source is damaged", _decoded(tail.take(), condition)[0])
    elif tail.size:
        yield _decoded(tail.take().rstrip(_END), condition)


def _guarded(chunks: Iterable[bytes], condition: Condition) -> Iterator[bytes]:
    try:
        yield from chunks
    except READ_ERRORS as error:
        condition.error = error.strerror or str(error) if isinstance(error, OSError) else str(error)


def _utf8(chunks: Iterable[bytes], condition: Condition) -> Iterator[bytes]:
    """The same text in UTF-8, or in bytes of an unknown encoding that is like ASCII; without a byte order mark."""
    head = b""
    every = iter(chunks)
    for chunk in every:
        head += chunk
        if len(head) >= 4:
            break
    mark, encoding = _encoding(head)
    rest = chain((head[mark:],), every)
    if encoding == "utf-8":
        if _is_binary(head[:BEGINNING]):
            raise SourceError("expected text, got binary data")
        yield from rest
        return
    condition.note(f"read as {encoding.upper()}")
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    for chunk in rest:
        yield decoder.decode(chunk).encode("utf-8", "replace")
    yield decoder.decode(b"", final=True).encode("utf-8", "replace")


def _is_binary(head: bytes) -> bool:
    controls = len(head) - len(head.translate(None, CONTROLS))
    return (b"\0" in head and SEEN_IN_TEXT * controls > len(head)) or (controls > FEW and NOISE * controls > len(head))


def _encoding(head: bytes) -> tuple[int, str]:
    """The length of the byte order mark and the encoding; ASCII text in UTF-16 is recognised without a mark."""
    for mark, encoding in BOMS:
        if head.startswith(mark):
            return len(mark), encoding
    if len(head) >= 4 and head[0] and not head[1] and head[2] and not head[3]:
        return 0, "utf-16-le"
    if len(head) >= 4 and not head[0] and head[1] and not head[2] and head[3]:
        return 0, "utf-16-be"
    return 0, "utf-8"


def _line_feeds(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Every line end made one line feed; a carriage return at the end of a chunk waits for what follows."""
    held = b""
    for chunk in chunks:
        if held or b"\r" in chunk:
            whole = held + chunk
            last = len(whole) - min(2, len(whole) - len(whole.rstrip(b"\r")))
            held = whole[last:]
            yield whole[:last].replace(b"\r\r\n", b"\n").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        else:
            yield chunk
    yield b"\n" * len(held)


def _decoded(page: bytes, condition: Condition) -> list[str]:
    condition.marked = condition.marked or any(map(page.__contains__, _MARKS))
    condition.quoted = condition.quoted or page.startswith(b">") or any(map(page.__contains__, _QUOTES))
    if page.isascii() and b"\v" not in page:
        text = page.decode("ascii")
        return _shortened(text.split("\n")) if _has_long_line(page) else text.split("\n")
    try:
        text = page.decode()
    except UnicodeDecodeError:
        condition.note("bytes that are not UTF-8 were read as Latin-1")
        text = "\n".join(_line(line) for line in page.split(b"\n"))
    if _INVISIBLE.search(text):
        if _INVISIBLE.search(text.replace(_MARK, "")):  # not only the marks of files put one behind the other
            condition.note("invisible characters were left out")
        text = text.translate(_LEFT_OUT)
    if _BLANK.search(text):
        text = text.translate(_BLANKS)
    condition.drawn = condition.drawn or bool(_BOX.search(text))
    texts = text.split("\n")
    return _respelt(_separated(texts, condition) if _SEPARATOR.search(text) else texts, condition)


def _separated(texts: list[str], condition: Condition) -> list[str]:
    """The lines, of which each may be several; within quotes a separator is a part of what is quoted."""
    found = [part for text in texts for part in ((text,) if '"' in text else _SEPARATOR.split(text))]
    if len(found) > len(texts):
        condition.note("separators of lines (U+2028, U+2029 or U+000B) were read and counted as ends of lines")
    return found


def _has_long_line(page: bytes) -> bool:
    """Whether a line may have more digits than a number."""
    at = 0
    while len(page) - at > LONGEST_NUMBER:
        at = page.rfind(b"\n", at + 1, at + LONGEST_NUMBER)
        if at < 0:
            return True
    return False


def _shortened(texts: list[str]) -> list[str]:
    """The lines with numbers that no parser takes cut: they are out of any range still. Each remembers what it was."""
    found = {at: text for at, text in enumerate(texts) if len(text) > LONGEST_NUMBER and _ENDLESS.search(text)}
    if not found:
        return texts
    return Respelt([_ENDLESS.sub(r"\1", text) if at in found else text for at, text in enumerate(texts)], found)


def _line(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("latin-1")


def _respelt(texts: list[str], condition: Condition) -> list[str]:
    """The lines with cells in digits of another script as 0-9; each remembers how it was written."""
    found = {at: text for at, text in enumerate(texts) if FOREIGN.search(text) and respell(text) != text}
    if not found:
        return texts
    condition.note(RESPELT)
    return Respelt([respell(text) if at in found else text for at, text in enumerate(texts)], found)


def respell(text: str) -> str:
    """The text with decimal digits of other scripts as 0-9 where they are cells: a row of them, or nine together.

    Fewer beside other words are somebody's name for the board, and stay.
    """
    if text.isascii() or not FOREIGN.search(text):
        return text
    return _digits(text) if _ROW.fullmatch(text) else _CELLS.sub(lambda match: _digits(match[0]), text)


def _digits(text: str) -> str:
    return FOREIGN.sub(lambda match: str(decimal(match[0])), text)
