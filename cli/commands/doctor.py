"""``gridmill doctor``: is everything there, and how to mend it."""

from __future__ import annotations

import click

from cli import exits, options


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="The findings as a JSON array.")
@options.service_options
def command(database: str | None, broker: str | None, *, as_json: bool) -> int:
    """Check versions, kernels, database, broker and workers; each line says what was found and how to mend it.

    \b
    Examples:
      gridmill doctor
      gridmill doctor --broker redis://queue:6379/0
    """
    from dataclasses import asdict
    from json import dumps

    from cli.diagnosis import examine
    from cli.hinting import complete
    from cli.services import settings_of

    if as_json:
        findings = list(examine(settings_of(database=database, broker=broker)))
        click.echo(dumps([asdict(finding) for finding in findings], ensure_ascii=False, indent=1))
        return exits.SUCCESS if all(finding.good for finding in findings) else exits.UNAVAILABLE
    healthy = True
    for finding in examine(settings_of(database=database, broker=broker)):
        healthy &= finding.good
        mark = click.style("ok  ", fg="green") if finding.good else click.style("fail", fg="red")
        click.echo(f"{mark} {finding.what}: {finding.found}")
        if not finding.good:
            click.echo(complete(f"     {finding.mend}"))
    return exits.SUCCESS if healthy else exits.UNAVAILABLE
