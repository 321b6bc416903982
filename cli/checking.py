"""What a survey of a source says to people."""

from __future__ import annotations

from typing import Any

import click

from cli.console import paper
from cli.drawing import draw
from cli.text import many, visible
from solvers import registry
from solvers.core import Board
from solvers.reading import Report, Survey

SHOWN_TEXT = 60  # characters of a reject that are quoted


def tell(found: Survey) -> None:
    """The format, the numbers, the first board drawn, then what was noted and rejected."""
    report = found.report
    click.echo(visible(report.source))
    click.echo(f"  {_understood(found)}")
    if report.lines:
        click.echo(f"  {_account(report)}")
    if found.first is not None:
        _first(found, found.first)
    for note in found.notes:
        click.echo(f"  {_line(note.line)}{visible(note.text)}")
    for reject in found.rejects:
        raw = visible(reject.raw.partition("\n")[0][:SHOWN_TEXT])
        click.echo(f"  {_line(reject.line)}rejected: {visible(reject.reason)}: {raw}")
    if report.rejects > len(found.rejects):
        click.echo(f"  {report.rejects - len(found.rejects)} more rejected")
    if report.error:
        click.echo(f"  {visible(report.error)}")


def row(found: Survey) -> dict[str, Any]:
    """A source with its numbers, for programs."""
    variants = {f"{family} {variant}": boards for (family, variant), boards in found.variants.items()}
    beside = {"variants": variants, "labels": found.labels, "stated": found.stated}
    return found.report._asdict() | beside


def _line(number: int) -> str:
    return f"line {number}: " if number else ""


def _understood(found: Survey) -> str:
    """``format line: 1,465 boards of sudoku 9x9; 3 with a label``"""
    if not found.variants:
        return f"format {found.report.format}: no boards" if found.report.format else "no boards"
    kinds = ", ".join(f"{number:,} of {family} {variant}" for (family, variant), number in found.variants.items())
    parts = [f"format {found.report.format}: {many(found.report.boards, 'board')}: {kinds}"]
    parts += [f"{found.labels:,} with a label"] if found.labels else []
    parts += [f"{found.stated:,} with a stated solution"] if found.stated else []
    return "; ".join(parts)


def _account(report: Report) -> str:
    """``1,468 lines: 1,465 of boards, 0 rejected, 0 blank, 3 comment``"""
    return (
        f"{report.lines:,} lines: {report.board_lines:,} of boards, {report.rejected_lines:,} rejected, "
        f"{report.blank_lines:,} blank, {report.comment_lines:,} comment"
    )


def _first(found: Survey, first: Board) -> None:
    empty = f", empty is {' or '.join(found.empty)}" if found.empty else ""
    symbols = f"; written in {visible(found.symbols)}" if 0 < len(found.symbols) <= SHOWN_TEXT else ""
    label = f" ({visible(first.label)})" if first.label else ""
    click.echo(f"  first board: line {first.line}{label}{symbols}{empty}")
    console = paper()
    for drawing in registry.family(first.family).draw(first.text):
        draw(drawing, console)
