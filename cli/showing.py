"""A board with everything known of it, for people."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import click
from rich.console import Console
from rich.text import Text

from cli.console import paper
from cli.drawing import draw, is_plain, legend, only_differing
from cli.files import binary_file, text_file
from cli.hinting import complete
from cli.links import links
from cli.listing import COLUMNS, rows
from cli.output import Output
from cli.png import png
from cli.text import duration, visible
from db.opinions import Opinion
from db.results import Result
from solvers import registry
from solvers.core import Board, Budget
from solvers.minimality import contradiction, unneeded
from solvers.picture import Picture, picture

LONGEST_LINK = 240  # characters
SECONDS = 5.0  # for each board that is solved to find out why


def show(result: Result, said: list[Opinion], console: Console, *, why: bool) -> None:
    """Draw board and solution, mark where the witness differs, and say what was found and at which cost."""
    label = f"  {visible(result.label)}" if result.label else ""
    head = f"board {result.board}  {visible(result.source)}:{result.line}{label}"
    console.print(Text(head, style="bold"), soft_wrap=True)
    console.print(Text(f"{result.family} {result.variant}: {verdict_line(result)}"), soft_wrap=True)
    family = registry.family(result.family)
    drawings = family.draw(result.text, result.solution or "", result.witness or "")
    for drawing in drawings:
        draw(drawing, console)
    if is_plain(console) and (said_of_marks := legend(drawings)):
        console.print(Text(said_of_marks), soft_wrap=True)
    if result.witness:
        console.print(Text("a second solution, in the cells in which it differs:", style="dim"), soft_wrap=True)
        for drawing in family.draw(result.text, result.witness, result.solution or ""):
            draw(only_differing(drawing), console)
    for opinion in said:
        console.print(Text(_opinion(opinion), style="dim"), soft_wrap=True)
    if why:
        console.print(Text(_why(result)), soft_wrap=True)
    elif result.verdict == "none":
        console.print(
            Text(complete(f"`gridmill show {result.board} --why` names givens that contradict each other"), style="dim")
        )
    _show_links(result, console)
    if result.same_as:
        console.print(Text(f"the same board as {result.same_as}, which was solved for it", style="dim"), soft_wrap=True)


def _show_links(result: Result, console: Console) -> None:
    """Addresses of a line or two; others fill the screen, and are named."""
    known = links(board_of(result))
    short = [link for link in known if len(link) <= LONGEST_LINK]
    for link in short:
        console.print(Text(link, style="dim"), no_wrap=True, overflow="ignore", crop=False)
    if len(short) < len(known):
        hosts = ", ".join(urlsplit(link).hostname or "" for link in known if link not in short)
        said = f"`gridmill show {result.board} --json` has longer links, to {hosts}"
        console.print(Text(said, style="dim"), soft_wrap=True)


def _current(result: Result) -> list[Opinion]:
    if result.verdict is None:
        return []
    return [Opinion(
        result.board, "current", result.engine or "", result.verdict, result.count or 0, bool(result.count_is_exact),
        result.solution, result.witness, result.reason, result.nodes or 0, result.solve_ns or 0,
    )]  # fmt: skip


def _opinion(opinion: Opinion) -> str:
    """``current: unique, 12 µs, 3 nodes, sudoku-1``"""
    counted = f" ({'' if opinion.count_is_exact else 'at least '}{opinion.count:,})" if opinion.count > 1 else ""
    cost = f"{duration(opinion.solve_ns)}, {opinion.nodes:,} nodes, {visible(opinion.engine)}"
    kind = "" if opinion.kind == "current" else f"{opinion.kind}: "
    return f"{kind}{opinion.verdict}{counted}, {cost}"


def givens_to_blame(result: Result) -> dict[str, list[str]]:
    """Which givens a unique board does not need, or which of another contradict each other; solves to find out."""
    budget = Budget(seconds=SECONDS)
    if result.verdict == "unique":
        (found,) = unneeded(result.family, [result.text], budget)
        return {} if found is None else {"unneeded": found}
    if result.verdict in ("none", "invalid"):
        blamed = contradiction(result.family, result.text, budget)
        return {} if blamed is None else {"contradiction": blamed}
    return {}


def _why(result: Result) -> str:
    found = givens_to_blame(result)
    if "unneeded" in found:
        names = " ".join(found["unneeded"])
        return f"givens that it does not need, each taken away alone: {names}" if names else "it needs all its givens"
    if "contradiction" in found:
        names = " ".join(found["contradiction"])
        return f"givens that contradict each other: {names}" if names else "it has no solution even without givens"
    if result.verdict == "multiple":
        return "it needs more givens: those in the marked cells would tell its solutions apart"
    return "why is not known: a search used up its time"


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


def show_all(
    results: list[Result],
    said: list[list[Opinion]] | None = None,
    *,
    path: str = "",
    why: bool = False,
    no_color: bool = False,
) -> None:
    """Show boards one below the other, with all that was ``said`` of each, or with their current answers."""
    if path:
        with text_file(path) as file:
            _show(results, said, paper(file), why=why)
    else:
        _show(results, said, paper(no_color=no_color), why=why)


def _show(results: list[Result], said: list[list[Opinion]] | None, console: Console, *, why: bool) -> None:
    said = [_current(result) for result in results] if said is None else said
    for at, (result, opinions) in enumerate(zip(results, said, strict=True)):
        if at:
            console.print()
        show(result, opinions, console, why=why)


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
        try:
            Path(path).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise click.UsageError(f"expected a folder to write to, got {path}: {error.strerror}") from None
    for result in results:
        content = png(picture_of(result)) if form == "png" else picture_of(result).svg().encode() + b"\n"
        if folder:
            _write(Path(path) / f"board-{result.board}.{form}", content)
        elif path:
            _write(Path(path), content)
        elif form == "png" and sys.stdout.isatty():
            raise click.UsageError("PNG is no text: name a file with -o, or redirect the output")
        else:
            sys.stdout.buffer.write(content)


def _write(path: Path, content: bytes) -> None:
    with binary_file(path) as file:
        file.write(content)


def write_json(results: list[Result], said: list[list[Opinion]], path: str, *, why: bool = False) -> None:
    output = Output("json", path=path)
    extra = ("answers", "links", *(("unneeded", "contradiction") if why else ()))
    output.write(_with_more(results, said, output, why=why), (*COLUMNS, *extra))


def _with_more(
    results: list[Result], said: list[list[Opinion]], output: Output, *, why: bool
) -> Iterator[dict[str, object]]:
    for row, result, opinions in zip(rows(results, output), results, said, strict=True):
        answers = [opinion._asdict() for opinion in opinions]
        found = givens_to_blame(result) if why else {}
        yield row | {"answers": answers, "links": links(board_of(result))} | found
