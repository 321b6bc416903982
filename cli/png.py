"""Pictures as PNG, with a font that Pillow brings along, so that no machine draws empty cells."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import click

from solvers.picture import LOOKS, STROKES, Line, Picture, Rectangle, palette

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

CELL_PX = 48


def png(picture: Picture, cell_px: int = CELL_PX) -> bytes:
    """The picture on white paper; raises click.UsageError where Pillow is not installed."""
    try:
        from PIL import Image, ImageDraw  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise click.UsageError("PNG needs an extra: `pip install 'gridmill[pictures]'`") from None

    image = Image.new("RGB", (round(picture.width * cell_px), round(picture.height * cell_px)), "#ffffff")
    paper = ImageDraw.Draw(image)
    for shape in picture.shapes:
        _paint(paper, shape, cell_px)
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _paint(paper: ImageDraw, shape: Any, cell_px: int) -> None:
    if isinstance(shape, Rectangle):
        if fill := _fill(shape):
            corner = (shape.x * cell_px, shape.y * cell_px)
            paper.rectangle((*corner, corner[0] + cell_px, corner[1] + cell_px), fill=fill)
    elif isinstance(shape, Line):
        colour, _, width = STROKES[shape.look]
        ends = [at * cell_px for at in (shape.x1, shape.y1, shape.x2, shape.y2)]
        thick = max(1, round(width * cell_px))
        paper.line(ends, fill=colour, width=thick)
        for x, y in (ends[:2], ends[2:]) if thick > 1 else ():  # square ends, so that corners close
            paper.rectangle((x - thick // 2, y - thick // 2, x + thick // 2, y + thick // 2), fill=colour)
    else:
        from PIL import ImageFont  # noqa: PLC0415 - an extra

        look = LOOKS[shape.look]
        font = ImageFont.load_default(shape.size * cell_px)
        place = (shape.x * cell_px, shape.y * cell_px)
        stroke = 0.6 if look.bold else 0
        paper.text(place, shape.text, fill=look.ink, font=font, anchor="mm", stroke_width=stroke)


def _fill(shape: Rectangle) -> str | tuple[int, int, int]:
    if shape.colour and shape.look != "wrong":
        return palette(light=True)[shape.colour - 1]
    return LOOKS[shape.look].fill
