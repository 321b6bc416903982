"""Runs the application of the pages until it is told to stop."""

from __future__ import annotations

import socket

import click
import uvicorn
from sqlalchemy import Engine

from cli.pages.app import application

LOCAL = ["127.0.0.1", "localhost", "[::1]", "::1"]


def serve(engine: Engine, host: str, port: int, names: tuple[str, ...]) -> None:
    """Raises click.UsageError where the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise click.UsageError(f"expected a free address, got {host}:{port}: {error.strerror}") from None
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"http://{shown}:{listener.getsockname()[1]}/  (Ctrl-C ends it)", err=True)
    # Behind 0.0.0.0 stand all names of this machine; the caller chose to be reached by them.
    hosts = ["*"] if host in ("0.0.0.0", "::") and not names else [*LOCAL, host, *names]  # noqa: S104
    config = uvicorn.Config(application(engine, hosts), log_level="warning", access_log=False)
    uvicorn.Server(config).run(sockets=[listener])
