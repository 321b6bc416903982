"""Looks for equivalent boards: computes what is not known yet, with progress on stderr, and keeps it."""

from __future__ import annotations

import sys

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from sqlalchemy import Engine

from db import equivalents
from db.engine import reading
from db.equivalents import Kind
from solvers.likeness import likenesses

AT_ONCE = 5_000
SECONDS = 10.0  # for the form of a board; none that we know takes one
SAID = 20_000  # boards for which somebody waits long enough to be told at the end


def liken(engine: Engine, batch_id: int, *, quiet: bool = False) -> None:
    """Afterwards the likeness of every board of the batch, and of all that may be its equivalents, is known."""
    with reading(engine) as connection:
        kinds = equivalents.kinds(connection, batch_id)
        total = equivalents.how_many_unknown(connection, kinds)
    if not total:
        return
    columns = (TextColumn("comparing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = quiet or not sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), disable=hidden, transient=True) as shown:
        task, after, left = shown.add_task("", total=total), 0, 0
        while some := _next(engine, kinds, after):
            after = some[-1][0]
            found = _likened(some)
            equivalents.remember(engine, found)
            left += len(some) - len(found)
            shown.advance(task, len(some))
    if left:
        click.echo(f"{left:,} boards are in no group: to compare one took more than {SECONDS:g} s", err=True)
    if total >= SAID and not quiet:
        click.echo(f"compared {total:,} boards; that is kept", err=True)


def _next(engine: Engine, kinds: list[Kind], after: int) -> list[tuple[int, str, str]]:
    with reading(engine) as connection:
        return equivalents.unknown(connection, kinds, after, AT_ONCE)


def _likened(some: list[tuple[int, str, str]]) -> list[tuple[int, bytes]]:
    found: dict[int, bytes] = {}
    for family in {name for _, name, _ in some}:
        mine = [(key, text) for key, name, text in some if name == family]
        hashes = likenesses(family, [text for _, text in mine], SECONDS)
        found |= {key: likeness for (key, _), likeness in zip(mine, hashes, strict=True) if likeness}
    return sorted(found.items())
