"""A relay from TCP to the unix socket of a server: the wheels' servers listen on nothing else, and speak no TLS.

With TLS it is what stands before a server in many places: it holds the certificate and talks plainly behind. A client
of PostgreSQL asks in PostgreSQL's words whether there is TLS, and is told so.
"""

from __future__ import annotations

import asyncio
import ssl
import struct
import subprocess
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

ASKS_FOR_TLS = struct.pack("!ii", 8, 80877103)  # PostgreSQL's SSLRequest


@contextmanager
def relay(
    target: Path, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None, *, postgres: bool = False
) -> Iterator[int]:
    """The port on which it listens; clients of PostgreSQL begin plainly and ask for TLS."""
    begun, ports = Event(), []
    loop = asyncio.new_event_loop()
    ended = asyncio.Event()

    async def serve(near: StreamReader, back: StreamWriter) -> None:
        with closing(back), suppress(OSError, asyncio.IncompleteReadError):
            if tls is not None and postgres:
                assert await near.readexactly(8) == ASKS_FOR_TLS
                back.write(b"S")
                await back.start_tls(tls)
            far, forth = await asyncio.open_unix_connection(str(target))
            with closing(forth):
                await asyncio.gather(_pump(near, forth), _pump(far, back))

    async def run() -> None:
        async with await asyncio.start_server(serve, host, 0, ssl=None if postgres else tls) as server:
            ports.append(server.sockets[0].getsockname()[1])
            begun.set()
            await ended.wait()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)  # what they hold is closed while there is a loop

    thread = Thread(target=loop.run_until_complete, args=(run(),), daemon=True)
    thread.start()
    begun.wait()
    try:
        yield ports[0]
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join()
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


async def _pump(source: StreamReader, sink: StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(65536):
            sink.write(data)
            await sink.drain()
    sink.close()


def certificate(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """A self-signed certificate of 127.0.0.1, and a server's context with it."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"],
        check=True, capture_output=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    return cert, context
