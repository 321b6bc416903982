"""``gridmill worker``: a worker group in the foreground."""

from __future__ import annotations

import logging

import click

from cli import options


@click.command("worker")
@options.slots_option
@options.service_options
def command(slots: int | None, database: str | None, broker: str | None) -> None:
    """Solve what was submitted, until SIGTERM or Ctrl-C. Waits for a database or broker that is not there yet.

    \b
    Examples:
      gridmill worker
      gridmill worker --slots 8 --broker redis://queue:6379/0 --database postgresql://db/boards
    """
    from cli.services import settings_of
    from worker.embedded import embedded_broker
    from worker.supervisor import Stop, supervise

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    stop = Stop()
    stop.on_signals()
    with embedded_broker(settings_of(slots=slots, database=database, broker=broker)) as settings:
        supervise(settings, stop)
