"""Boards on paper: how they are laid out on pages, whatever the pages are printed with (cli.pdf, or SVG here)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil

import click

from cli.text import visible
from db.results import Result
from solvers import registry
from solvers.picture import Picture, picture
from solvers.svg import FONT, LIGHT, nested

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a5": (148.0, 210.0)}  # width, height in mm
MARGIN = 14.0  # these too
GAP = 7.0
LABEL = 5.0
TITLE = 10.0
LABEL_SIZE = 3.2  # height of letters
TITLE_SIZE = 4.2
LETTER = 0.62  # width of a letter by its height, about
SOLUTIONS_A_PAGE = 4  # times as many solutions as boards stand on a page

Place = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True, slots=True)
class Item:
    """A board on a page: its label above it, ``scale`` mm a cell."""

    label: str
    shown: Picture
    left: float
    top: float
    width: float
    scale: float


@dataclass(frozen=True, slots=True)
class Page:
    """What stands on one side of paper."""

    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """How the sheets look."""

    per_page: int
    solutions: str
    paper: str
    title: str

    def pages(self, found: Iterable[Result]) -> tuple[list[Page], int]:
        """The pages, and how many boards are on them; raises click.UsageError where there is none."""
        numbered = list(enumerate(found, 1))
        if not numbered:
            raise click.UsageError("expected boards to print, found none that fit")
        if self.solutions == "only":
            numbered = [(at, board) for at, board in numbered if board.solution]
            if not numbered:
                raise click.UsageError("expected boards with solutions to print, found none that has one")
        pages: list[Page] = []
        if self.solutions != "only":
            shown = [(_label(at, board), _board(board)) for at, board in numbered]
            pages += self._filled(shown, self.per_page, visible(self.title))
        if self.solutions != "none":
            solved = [(str(at), _solution(board)) for at, board in numbered if board.solution]
            pages += self._filled(solved, self.per_page * SOLUTIONS_A_PAGE, f"{visible(self.title)} Solutions".strip())
        return pages, len(numbered)

    def _filled(self, shown: Sequence[tuple[str, Picture]], per_page: int, title: str) -> Iterator[Page]:
        places = list(self._places(per_page, titled=bool(title)))
        for first in range(0, len(shown), per_page):
            page = zip(shown[first : first + per_page], places, strict=False)
            yield Page(title, tuple(_item(label, board, place) for (label, board), place in page))

    def _places(self, count: int, *, titled: bool) -> Iterator[Place]:
        """Equal places on a page, in as square a shape as the paper allows."""
        paper_width, paper_height = PAPERS[self.paper]
        width = paper_width - 2 * MARGIN
        top = MARGIN + (TITLE - MARGIN / 2 if titled else 0)
        height = paper_height - top - MARGIN
        columns = min(range(1, count + 1), key=lambda n: -min(width / n, height / ceil(count / n)))
        rows = ceil(count / columns)
        for at in range(count):
            row, column = divmod(at, columns)
            left, down = MARGIN + column * width / columns, top + row * height / rows
            yield left, down, width / columns - GAP, height / rows - GAP


def svg(pages: Sequence[Page], paper: str) -> str:
    """One document with the pages one below the other."""
    width, height = PAPERS[paper]
    whole = height * len(pages)
    size = f'width="{width}mm" height="{whole:g}mm" viewBox="0 0 {width} {whole:g}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f"<style>{LIGHT} .t{{font-family:{FONT};fill:#000}}</style>",
        f'<rect width="{width}" height="{whole:g}" fill="#fff"/>',
    ]
    for at, page in enumerate(pages):
        parts += [f'<g transform="translate(0 {at * height:g})">', *_svg_page(page), "</g>"]
    return "".join(parts) + "</svg>\n"


def _svg_page(page: Page) -> Iterator[str]:
    if page.title:
        size = f'font-size="{TITLE_SIZE}" font-weight="bold"'
        yield f'<text class="t" x="{MARGIN}" y="{MARGIN}" {size}>{escape(page.title)}</text>'
    for item in page.items:
        x, y = f"{item.left:.2f}", f"{item.top + LABEL - 1.5:.2f}"
        label = cut(item.label, item.width)
        yield f'<text class="t" x="{x}" y="{y}" font-size="{LABEL_SIZE}">{escape(label)}</text>'
        yield nested(item.shown, item.left, item.top + LABEL, item.scale)


def cut(text: str, width: float) -> str:
    """As much of a label as fits; where more was, three dots say so."""
    most = int(width / (LETTER * LABEL_SIZE))
    return text if len(text) <= most else text[: most - 1] + "…"


def _item(label: str, shown: Picture, place: Place) -> Item:
    left, top, width, height = place
    return Item(label, shown, left, top, width, min(width / shown.width, (height - LABEL) / shown.height))


def _label(at: int, board: Result) -> str:
    return f"{at}  {visible(board.label)}" if board.label else str(at)


def _board(result: Result) -> Picture:
    return picture(registry.family(result.family).draw(result.text))


def _solution(result: Result) -> Picture:
    return picture(registry.family(result.family).draw(result.text, result.solution or ""))
