"""What ``submit`` and ``run`` share: reading with progress, storing, saying what was stored."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress, TextColumn
from sqlalchemy import Engine

from cli.hinting import complete
from cli.saying import say
from cli.telling import Teller
from cli.text import many
from cli.waiting import awaited, say_each, told
from db.engine import reading
from db.submissions import Ask
from solvers.reading import Event
from worker.broker import Broker
from worker.settings import Settings
from worker.submitting import Summary, Wanted, submit

COUNT_ALL = 10**18
STORE_ALL = 10**9  # solutions of a board: some fill any disk


def ask_of(context: click.Context) -> Ask:
    """What the options of a command ask; ``--count`` and ``--all`` lift the limit unless one was given."""
    asked = context.params
    listing = bool(asked.get("all_"))
    limit, seconds = asked["limit"], asked["time_limit"]
    if (asked.get("count") or listing) and not _given(context, "limit"):
        limit = STORE_ALL if listing else COUNT_ALL
    if listing and not _given(context, "time_limit"):
        seconds = 0.0
    return Ask(limit, seconds, listing=listing)


def _given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT


def store(engine: Engine, settings: Settings, wanted: Wanted, name: str, ask: Ask, teller: Teller) -> Summary:
    """Submit with a running count on stderr, and wake the dispatcher where a broker is configured."""
    console = Console(stderr=True)
    shown = Progress(TextColumn("reading: {task.description}"), console=console, transient=True,
                     disable=teller.quiet or not sys.stderr.isatty())  # fmt: skip
    options = {"family": wanted.family, "variant": wanted.variant, "format": wanted.format}
    batch = 0
    with shown, _completable(wanted, lambda: batch):
        task = shown.add_task("")

        def tell(event: Event, summary: Summary) -> None:
            nonlocal batch
            batch = summary.batch_id
            teller(event)
            shown.update(task, description=f"{many(summary.boards, 'board')}, {summary.rejects:,} rejected")

        summary = submit(engine, wanted, name or wanted.places[0], ask, options, tell)
    if settings.broker:
        Broker(settings).ring()
    if summary.known:
        with reading(engine) as connection:
            summary.waits = awaited(connection, summary.batch_id)
    return summary


@contextmanager
def _completable(wanted: Wanted, batch: Callable[[], int]) -> Iterator[None]:
    """Say after Ctrl-C how the batch is completed."""
    try:
        yield
    except KeyboardInterrupt:
        if not (number := batch()):
            click.echo("\nstopped before any board was stored", err=True)
        else:
            how = f"`gridmill resume {number}` reads on where it stopped"
            if "-" in wanted.places:
                how = "standard input cannot be read again: submit it anew"
            click.echo(complete(f"\nbatch {number} is incomplete: {how}"), err=True)
        raise


def say_stored(summary: Summary, *, dry_run: bool = False) -> None:
    """``batch 3: 3 sources: 49,158 boards (0 new, 49,158 already known), 2 rejected``"""
    text = stored_line(summary, dry_run=dry_run)
    say(
        text if dry_run else f"batch {summary.batch_id}: {text}", event="read" if dry_run else "stored",
        batch=summary.batch_id, sources=summary.sources, boards=summary.boards, known=summary.known,
        rejects=summary.rejects, errors=summary.errors,
    )  # fmt: skip
    say_each(told(summary.batch_id, summary.waits))


def stored_line(summary: Summary, *, dry_run: bool = False) -> str:
    """``3 sources: 49,158 boards (0 new, 49,158 already known), 2 rejected``"""
    text = f"{many(summary.sources, 'source')}: {many(summary.boards, 'board')}"
    if not dry_run:
        text += f" ({summary.new:,} new, {summary.known:,} already known)"
    text += f", {summary.rejects:,} rejected"
    return text + (f", {summary.errors:,} damaged or unreadable" if summary.errors else "")


def outcome(summary: Summary, *, dry_run: bool = False) -> dict[str, Any]:
    """For programs; of a dry run, no batch, and nobody looked which boards are known."""
    return {
        "batch": None if dry_run else summary.batch_id,
        "sources": summary.sources,
        "boards": summary.boards,
        "new": None if dry_run else summary.new,
        "known": None if dry_run else summary.known,
        "rejects": summary.rejects,
        "errors": summary.errors,
        "waits_for": [{"batch": other, "state": state} for other, state in summary.waits],
    }
