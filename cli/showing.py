"""A board with everything known of it, for people."""

from __future__ import annotations

import click
from rich.console import Console
from rich.text import Text

from cli.drawing import draw
from cli.text import duration, visible
from db.results import Result
from solvers import registry


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
