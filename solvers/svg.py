"""Pictures as SVG: classes say what is what, one style sheet says how it looks in the light and in the dark."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from solvers.picture import LOOKS, STROKES, Line, Picture, Rectangle, Shape, palette

CELL_PX = 36
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


def svg(picture: Picture, *, styled: bool = True) -> str:
    """A document of its own, with a title that screen readers read; inert, whatever the cells hold."""
    width, height = round(picture.width * CELL_PX), round(picture.height * CELL_PX)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="gm" role="img" width="{width}" height="{height}"'
        f' viewBox="0 0 {_number(picture.width)} {_number(picture.height)}">'
    )
    title = f"<title>{_text(picture.title)}</title>" if picture.title else ""
    style = f"<style>{STYLE}</style>" if styled else ""
    return head + title + style + "".join(map(_shape, picture.shapes)) + "</svg>"


def nested(picture: Picture, left: float, top: float, scale: float) -> str:
    """The picture as a part of a document in other units, ``scale`` of them a cell; that document brings LIGHT."""
    size = f'width="{_number(picture.width * scale)}" height="{_number(picture.height * scale)}"'
    box = f'viewBox="0 0 {_number(picture.width)} {_number(picture.height)}"'
    shapes = "".join(map(_shape, picture.shapes))
    return f'<svg class="gm" x="{_number(left)}" y="{_number(top)}" {size} {box}>{shapes}</svg>'


def _shape(shape: Shape) -> str:
    if isinstance(shape, Rectangle):
        if not (shape.colour or LOOKS[shape.look].fill):
            return ""
        look = shape.look + (f" p{shape.colour}" if shape.colour else "")
        return f'<rect class="{look}" x="{_number(shape.x)}" y="{_number(shape.y)}" width="1" height="1"/>'
    if isinstance(shape, Line):
        ends = zip(("x1", "y1", "x2", "y2"), (shape.x1, shape.y1, shape.x2, shape.y2), strict=True)
        return f'<line class="{shape.look}" ' + " ".join(f'{name}="{_number(at)}"' for name, at in ends) + "/>"
    # Half a capital's height below the middle; `dominant-baseline` is not known everywhere.
    place = f'x="{_number(shape.x)}" y="{_number(shape.y + 0.36 * shape.size)}" font-size="{_number(shape.size)}"'
    return f'<text class="{shape.look}" {place}>{_text(shape.text)}</text>'


def _text(text: str) -> str:
    """XML has no place for control characters, not even escaped."""
    return escape("".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text))


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _rules(*, light: bool) -> Iterator[str]:
    for name, look in LOOKS.items():
        fill, ink = (look.fill, look.ink) if light else (look.dark_fill, look.dark_ink)
        if fill:
            yield f".gm rect.{name}{{fill:{fill}}}"
        yield f".gm text.{name}{{fill:{ink}}}"
    for number, (red, green, blue) in enumerate(palette(light), 1):
        yield f".gm rect.p{number}:not(.wrong){{fill:rgb({red},{green},{blue})}}"
    for name, (bright, dark, _) in STROKES.items():
        yield f".gm .{name}{{stroke:{bright if light else dark}}}"


def _fixed() -> str:
    bold = ",".join(f".gm text.{name}" for name, look in LOOKS.items() if look.bold)
    return "".join([
        f".gm text{{font-family:{FONT};text-anchor:middle}}",
        f"{bold}{{font-weight:bold}}",
        ".gm text.margin{font-style:italic}",
        ".gm .wall{stroke-linecap:square}",
        *(f".gm .{name}{{stroke-width:{width}}}" for name, (_, _, width) in STROKES.items()),
    ])  # fmt: skip


LIGHT = _fixed() + "".join(_rules(light=True))  # for paper, which is white at night too
STYLE = f"{LIGHT}@media (prefers-color-scheme:dark){{{''.join(_rules(light=False))}}}"
