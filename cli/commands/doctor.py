"""``gridmill doctor``: is everything there, and how to mend it."""

from __future__ import annotations

import click

from cli import exits, options


@click.command("doctor")
@options.service_options
def command(database: str | None, broker: str | None) -> int:
    """Check versions, kernels, database, broker and workers; each line says what was found and how to mend it.

    \b
    Examples:
      gridmill doctor
      gridmill doctor --broker redis://queue:6379/0
    """
    from cli.diagnosis import examine
    from cli.services import settings_of

    healthy = True
    for finding in examine(settings_of(database=database, broker=broker)):
        healthy &= finding.good
        mark = click.style("ok  ", fg="green") if finding.good else click.style("fail", fg="red")
        click.echo(f"{mark} {finding.what}: {finding.found}")
        if not finding.good:
            click.echo(f"     {finding.mend}")
    return exits.SUCCESS if healthy else exits.UNAVAILABLE
