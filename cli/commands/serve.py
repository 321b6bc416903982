"""``gridmill serve``: the database in a browser."""

from __future__ import annotations

import click

from cli import options


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), default=8034, show_default=True, help="0 takes a free one.")
@click.option("--name", "names", multiple=True, metavar="HOST", help="One more host name by which browsers may ask.")
@options.log_option
@options.database_option
def command(host: str, port: int, names: tuple[str, ...], log_format: str | None, database: str | None) -> None:
    """Show batches and boards in a browser, live and read-only, with JSON beside every page, and /metrics.

    There is no log-in: whoever reaches the address can read the database. By default that is this machine alone.

    \b
    Examples:
      gridmill serve
      gridmill serve --port 9000 --database postgresql://db/boards
      gridmill serve --log-format json 2>> access.log
    """
    from cli.saying import in_json
    from cli.services import existing, settings_of

    settings = settings_of(database=database, log_format=log_format)
    in_json(settings.log_format)
    engine = existing(settings)
    try:
        from cli.serving import serve
    except ModuleNotFoundError:
        raise click.UsageError("pages need an extra: `pip install 'gridmill[web]'`") from None
    serve(engine, (host, port), names, settings.log_format)
