"""Runs the application of the pages until it is told to stop."""

from __future__ import annotations

import socket
from typing import Any

import click
import uvicorn
from sqlalchemy import Engine

from cli.pages.app import application
from cli.saying import say

LOCAL = ["127.0.0.1", "localhost", "[::1]", "::1"]


def serve(engine: Engine, address: tuple[str, int], names: tuple[str, ...], log_format: str) -> None:
    """Raises click.UsageError where the address cannot be had; logs in JSON name every request."""
    host, port = address
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
    url = f"http://{shown}:{listener.getsockname()[1]}/"
    say(f"{url}  (Ctrl-C ends it)", event="serving", url=url)
    # Behind 0.0.0.0 stand all names of this machine; the caller chose to be reached by them.
    everywhere = host in ("0.0.0.0", "::")  # noqa: S104 - compared, not listened at
    hosts = ["*"] if everywhere and not names else [*LOCAL, host, *names]
    as_json = log_format == "json"
    app = application(engine, hosts, logged=as_json)
    # One Config alone: the default one sends what uvicorn says past our JSON, for as long as the process lives.
    rest: dict[str, Any] = {"log_config": None} if as_json else {}
    config = uvicorn.Config(app, log_level="warning", access_log=False, **rest)
    uvicorn.Server(config).run(sockets=[listener])
