"""A board with everything known of it, for people."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from cli.drawing import draw
from cli.links import links
from cli.listing import COLUMNS, rows
from cli.output import Output
from cli.png import png
from cli.text import duration, visible
from db.results import Result
from solvers import registry
from solvers.core import Board
from solvers.picture import Picture, picture


def show(result: Result, console: Console) -> None:
    """Draw board and solution, mark where the witness differs, and say what was found and at which cost."""
    label = f"  {visible(result.label)}" if result.label else ""
    head = f"board {result.board}  {visible(result.source)}:{result.line}{label}"
    console.print(Text(head, style="bold"))
    console.print(Text(f"{result.family} {result.variant}: {verdict_line(result)}"))
    family = registry.family(result.family)
    for drawing in family.draw(result.text, result.solution or "", result.witness or ""):
        draw(drawing, console)
    if result.witness:
        console.print(Text("marked: the cells in which a second solution differs", style="dim"))
    if result.engine:
        cost = f"{duration(result.solve_ns)}, {result.nodes:,} nodes, {result.engine}"
        console.print(Text(cost, style="dim"))
    for link in links(board_of(result)):
        console.print(Text(link, style="dim"), no_wrap=True, overflow="ignore", crop=False)
    if result.same_as:
        console.print(Text(f"the same board as {result.same_as}, which was solved for it", style="dim"))


def verdict_line(result: Result) -> str:
    """``unique``, ``multiple (at least 2 solutions)``, ``invalid: 5 stands twice …``, ``pending``"""
    if result.verdict is None:
        return "pending"
    text = result.verdict
    if result.verdict == "multiple":
        text += f" ({'' if result.count_is_exact else 'at least '}{result.count:,} solutions)"
    if result.reason and result.verdict in ("invalid", "undecided", "failed", "none"):
        text += f": {visible(result.reason)}"
    return text


def show_all(results: list[Result]) -> None:
    console = Console(highlight=False)
    for at, result in enumerate(results):
        if at:
            click.echo()
        show(result, console)


def board_of(result: Result) -> Board:
    return Board(result.family, result.variant, result.text, result.source, result.line, result.label or "")


def picture_of(result: Result) -> Picture:
    """Board, solution, and marks where the witness differs."""
    drawings = registry.family(result.family).draw(result.text, result.solution or "", result.witness or "")
    return picture(drawings, f"board {result.board}: {result.family} {result.variant}, {result.verdict or 'pending'}")


def write_pictures(results: list[Result], form: str, path: str) -> None:
    """One picture to stdout or a file, several into a folder as ``board-17.svg``."""
    folder = len(results) > 1 or path.endswith("/") or Path(path or "x").is_dir()
    if folder and not path:
        raise click.UsageError("several pictures need a folder: name it with -o")
    if folder:
        Path(path).mkdir(parents=True, exist_ok=True)
    for result in results:
        content = png(picture_of(result)) if form == "png" else picture_of(result).svg().encode() + b"\n"
        if folder:
            (Path(path) / f"board-{result.board}.{form}").write_bytes(content)
        elif path:
            Path(path).write_bytes(content)
        elif form == "png" and sys.stdout.isatty():
            raise click.UsageError("PNG is no text: name a file with -o, or redirect the output")
        else:
            sys.stdout.buffer.write(content)


def write_json(results: list[Result], path: str) -> None:
    output = Output("json", path=path)
    output.write(rows(results, output), COLUMNS)
