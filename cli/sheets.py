"""Boards on paper: pictures of boards on the pages of one PDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import click

from cli.text import visible
from db.results import Result
from solvers import registry
from solvers.picture import LOOKS, STROKES, Line, Picture, Rectangle, Words, palette, picture

MARGIN_MM = 14.0
GAP_MM = 7.0
LABEL_MM = 5.0
TITLE_MM = 10.0
POINT_MM = 0.352778
SOLUTIONS_A_PAGE = 4  # times as many solutions as boards stand on a page


@dataclass(frozen=True, slots=True)
class Sheet:
    """How the sheets look."""

    per_page: int
    solutions: str
    paper: str
    title: str

    def pdf(self, found: Iterable[Result]) -> tuple[bytes, int]:
        """The document, and how many boards are on it; raises click.UsageError where there is none."""
        try:
            from fpdf import FPDF  # noqa: PLC0415 - an extra
        except ModuleNotFoundError:
            raise click.UsageError("sheets need an extra: `pip install 'gridmill[pictures]'`") from None

        boards = list(found)
        if not boards:
            raise click.UsageError("expected boards to print, found none that fit")
        document = FPDF(format=self.paper, unit="mm")
        document.set_auto_page_break(False)
        document.set_title(_latin(self.title or "Gridmill"))
        if self.solutions != "only":
            self._fill(document, [(self._label(at, board), _board(board)) for at, board in enumerate(boards, 1)],
                       self.per_page, self.title)  # fmt: skip
        if self.solutions != "none":
            solved = [(str(at), _solution(board)) for at, board in enumerate(boards, 1) if board.solution]
            self._fill(document, solved, self.per_page * SOLUTIONS_A_PAGE, f"{self.title} Solutions".strip())
        return bytes(document.output()), len(boards)

    def _label(self, at: int, board: Result) -> str:
        return f"{at}  {visible(board.label)}" if board.label else str(at)

    def _fill(self, document: Any, pictures: Sequence[tuple[str, Picture]], per_page: int, title: str) -> None:
        for first in range(0, len(pictures), per_page):
            document.add_page()
            if title:
                document.set_font("helvetica", "B", 12)
                document.set_text_color(0)
                document.text(MARGIN_MM, MARGIN_MM, _latin(title))
            page = pictures[first : first + per_page]
            for (label, shown), place in zip(page, _places(document, per_page, bool(title)), strict=False):
                _place(document, label, shown, place)


Place = tuple[float, float, float, float]  # left, top, width, height in mm


def _places(document: Any, count: int, titled: bool) -> Iterator[Place]:
    """Equal places on a page, in as square a shape as the paper allows."""
    width = document.w - 2 * MARGIN_MM
    top = MARGIN_MM + (TITLE_MM - MARGIN_MM / 2 if titled else 0)
    height = document.h - top - MARGIN_MM
    columns = min(range(1, count + 1), key=lambda n: -min(width / n, height / ceil(count / n)))
    rows = ceil(count / columns)
    for at in range(count):
        row, column = divmod(at, columns)
        yield (
            MARGIN_MM + column * width / columns, top + row * height / rows,
            width / columns - GAP_MM, height / rows - GAP_MM,
        )  # fmt: skip


def _place(document: Any, label: str, shown: Picture, place: Place) -> None:
    left, top, width, height = place
    document.set_font("helvetica", "", 9)
    document.set_text_color(0)
    document.text(left, top + LABEL_MM - 1.5, _cut(document, _latin(label), width))
    scale = min(width / shown.width, (height - LABEL_MM) / shown.height)
    for shape in shown.shapes:
        _paint(document, shape, left, top + LABEL_MM, scale)


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
    document.set_font("helvetica", "B" if look.bold else "", words.size * scale / POINT_MM)
    document.set_text_color(look.ink)
    text = _latin(words.text)
    x = left + words.x * scale - document.get_string_width(text) / 2
    document.text(x, top + (words.y + 0.36 * words.size) * scale, text)


def _fill_of(shape: Rectangle) -> Any:
    if shape.colour and shape.look not in ("differs", "wrong"):
        return palette(light=True)[shape.colour - 1]
    return LOOKS[shape.look].fill


def _cut(document: Any, text: str, width: float) -> str:
    while text and document.get_string_width(text) > width:
        text = text[:-1]
    return text


def _latin(text: str) -> str:
    """The fonts that every PDF reader has hold Latin letters; what they lack becomes a question mark."""
    return text.encode("latin-1", "replace").decode("latin-1")


def _board(result: Result) -> Picture:
    return picture(registry.family(result.family).draw(result.text))


def _solution(result: Result) -> Picture:
    return picture(registry.family(result.family).draw(result.text, result.solution or ""))
