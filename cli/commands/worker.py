"""``gridmill worker``: a worker group in the foreground."""

from __future__ import annotations

import click

from cli import options


@click.command("worker")
@options.slots_option
@click.option(
    "--metrics", metavar="[HOST:]PORT", default=None,
    help="Answer Prometheus there; the host is 127.0.0.1 unless you name one [env: GRIDMILL_METRICS].",
)  # fmt: skip
@options.log_option
@options.service_options
def command(
    slots: int | None, metrics: str | None, log_format: str | None, database: str | None, broker: str | None
) -> None:
    """Solve what was submitted, until SIGTERM or Ctrl-C. Waits for a database or broker that is not there yet.

    \b
    Examples:
      gridmill worker
      gridmill worker --slots 8 --broker redis://queue:6379/0 --database postgresql://db/boards
      gridmill worker --metrics 0.0.0.0:9108 --log-format json
    """
    from cli.services import refuse_foreign, settings_of
    from worker import logs
    from worker.embedded import embedded_broker
    from worker.supervisor import Stop, supervise

    asked = settings_of(slots=slots, metrics=metrics, log_format=log_format, database=database, broker=broker)
    refuse_foreign(asked)
    logs.set_up(asked.log_format)
    stop = Stop()
    stop.on_signals()
    with embedded_broker(asked) as settings:
        supervise(settings, stop)
