"""Pages of boards as one PDF.

The fonts that every PDF reader has hold Latin letters alone. Titles and labels in other letters need a font, which
goes into the document as far as it is used; what the font lacks, or what has no font, is written as its code
(``\\u6570``) and not as a question mark, so that nothing is lost unsaid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import click

from cli.sheets import LABEL, LABEL_SIZE, MARGIN, PAPERS, TITLE_SIZE, Item, Page
from solvers.picture import LOOKS, STROKES, Line, Rectangle, Words, palette

POINT_MM = 0.352778
PLAIN = "helvetica"
OWN = "own"
ELLIPSIS = "..."


class Printer:
    """One document; ``lacked`` holds the characters that no font of it has."""

    def __init__(self, paper: str, title: str, font: Path | None) -> None:
        try:
            from fpdf import FPDF  # noqa: PLC0415 - an extra
        except ModuleNotFoundError:
            raise click.UsageError("PDF needs an extra: `pip install 'gridmill[pictures]'`; SVG does not") from None

        self._document = FPDF(format=PAPERS[paper], unit="mm")
        self._document.set_auto_page_break(False)
        self._document.set_title(title)
        self._has = _latin if font is None else _glyphs(self._document, font)
        self._font = PLAIN if font is None else OWN
        self.lacked: set[str] = set()

    def print(self, pages: Sequence[Page]) -> bytes:
        for page in pages:
            self._document.add_page()
            if page.title:
                self._say(page.title, MARGIN, MARGIN, TITLE_SIZE, "B" if self._font == PLAIN else "")
            for item in page.items:
                self._item(item)
        return bytes(self._document.output())

    def _item(self, item: Item) -> None:
        self._say(item.label, item.left, item.top + LABEL - 1.5, LABEL_SIZE, width=item.width)
        for shape in item.shown.shapes:
            _paint(self._document, shape, item.left, item.top + LABEL, item.scale)

    def _say(self, text: str, left: float, top: float, size: float, style: str = "", width: float = 0.0) -> None:
        self._document.set_font(self._font, style, size / POINT_MM)
        self._document.set_text_color(0)
        self.lacked |= {char for char in text if not self._has(char)}
        shown = "".join(char if self._has(char) else char.encode("ascii", "backslashreplace").decode() for char in text)
        self._document.text(left, top, self._cut(shown, width) if width else shown)

    def _cut(self, text: str, width: float) -> str:
        if self._document.get_string_width(text) <= width:
            return text
        while text and self._document.get_string_width(text + ELLIPSIS) > width:
            text = text[:-1]
        return text + ELLIPSIS


def _latin(char: str) -> bool:
    return ord(char) < 0x100


def _glyphs(document: Any, font: Path) -> Callable[[str], bool]:
    """Put a font into the document; returns whether it has a character. Raises click.UsageError where it is none."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - comes with fpdf2

    try:
        codes = TTFont(BytesIO(font.read_bytes()), fontNumber=0).getBestCmap()
        document.add_font(OWN, "", font)
    except Exception as error:  # noqa: BLE001 - fonts are foreign files, and readers raise what comes to hand
        raise click.UsageError(f"expected a TrueType or OpenType font, got {font}: {error}") from None
    return lambda char: ord(char) in codes


def _paint(document: Any, shape: Any, left: float, top: float, scale: float) -> None:
    if isinstance(shape, Rectangle):
        if fill := _fill_of(shape):
            document.set_fill_color(fill)
            document.rect(left + shape.x * scale, top + shape.y * scale, scale, scale, style="F")
    elif isinstance(shape, Line):
        colour, _, width = STROKES[shape.look]
        document.set_draw_color(colour)
        document.set_line_width(width * scale)
        ends = (left + shape.x1 * scale, top + shape.y1 * scale, left + shape.x2 * scale, top + shape.y2 * scale)
        document.line(*ends)
    else:
        _write(document, shape, left, top, scale)


def _write(document: Any, words: Words, left: float, top: float, scale: float) -> None:
    look = LOOKS[words.look]
    document.set_font(PLAIN, "B" if look.bold else "", words.size * scale / POINT_MM)
    document.set_text_color(look.ink)
    text = words.text.encode("latin-1", "backslashreplace").decode("latin-1")  # cells and titles are our own words
    x = left + words.x * scale - document.get_string_width(text) / 2
    document.text(x, top + (words.y + 0.36 * words.size) * scale, text)


def _fill_of(shape: Rectangle) -> Any:
    if shape.colour and shape.look != "wrong":
        return palette(light=True)[shape.colour - 1]
    return LOOKS[shape.look].fill
