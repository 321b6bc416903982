"""Two kinds of charts as inline SVG, styled by the page: a histogram over a log scale, and columns over time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from db.statistics import Distribution

WIDTH = 640.0
HEIGHT = 160.0
FOOT = 22.0  # for the words below the axis


def histogram(found: Distribution, unit: Callable[[float], str], title: str) -> str:
    """Bars of a distribution; each tells its range and number to whoever points at it or reads it aloud."""
    step = WIDTH / len(found.counts)
    top = max(found.counts)
    bars = []
    for at, count in enumerate(found.counts):
        height = (HEIGHT - 8) * count / top
        height = max(height, 2.0) if count else 0.0
        told = f"{unit(found.edges[at])} to {unit(found.edges[at + 1])}: {count:,} boards"
        bars.append(_bar(at * step, step, height, told))
    every = max(1, len(found.counts) // 6)
    marks = "".join(
        f'<text x="{at * step:.1f}" y="{HEIGHT + 16:.0f}">{escape(unit(found.edges[at]))}</text>'
        for at in range(0, len(found.counts), every)
    )
    return _chart("".join(bars) + marks, title)


def columns(values: Sequence[float], marks: Sequence[str], title: str, each: Callable[[float], str]) -> str:
    """Columns over time; ``marks`` stand below the axis at equal distances, the first and the last at its ends."""
    step = WIDTH / max(len(values), 1)
    top = max(values, default=0) or 1
    bars = "".join(
        _bar(at * step, step, (HEIGHT - 8) * value / top, each(value)) for at, value in enumerate(values) if value
    )
    anchors = ["start", *["middle"] * (len(marks) - 2), "end"]
    words = "".join(
        f'<text x="{WIDTH * at / max(len(marks) - 1, 1):.1f}" y="{HEIGHT + 16:.0f}" text-anchor="{anchor}">'
        f"{escape(mark)}</text>"
        for at, (mark, anchor) in enumerate(zip(marks, anchors, strict=False))
    )
    return _chart(bars + words, title)


def _bar(x: float, width: float, height: float, told: str) -> str:
    place = f'x="{x + 1:.1f}" y="{HEIGHT - height:.1f}" width="{max(width - 2, 1):.1f}" height="{height:.1f}"'
    return f"<rect {place}><title>{escape(told)}</title></rect>"


def _chart(content: str, title: str) -> str:
    axis = f'<line x1="0" y1="{HEIGHT:.0f}" x2="{WIDTH:.0f}" y2="{HEIGHT:.0f}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" aria-label="{escape(title)}"'
        f' viewBox="-2 0 {WIDTH + 4:.0f} {HEIGHT + FOOT:.0f}">{content}{axis}</svg>'
    )
