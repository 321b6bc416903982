"""A relay from TCP to the unix socket of a server: the wheels' servers listen on nothing else, and speak no TLS.

With TLS it is what stands before a server in many places: it holds the certificate and talks plainly behind. A client
of PostgreSQL asks in PostgreSQL's words whether there is TLS, and is told so.
"""

from __future__ import annotations

import socket
import ssl
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

ASKS_FOR_TLS = struct.pack("!ii", 8, 80877103)  # PostgreSQL's SSLRequest


@contextmanager
def relay(target: Path, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None) -> Iterator[int]:
    """The port on which it listens."""
    with socket.create_server((host, 0)) as server:
        Thread(target=_accept, args=(server, target, tls), daemon=True).start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)


def _accept(server: socket.socket, target: Path, tls: ssl.SSLContext | None) -> None:
    with suppress(OSError):
        while True:
            near, _ = server.accept()
            Thread(target=_serve, args=(near, target, tls), daemon=True).start()


def _serve(near: socket.socket, target: Path, tls: ssl.SSLContext | None) -> None:
    with suppress(OSError), near:
        if tls is not None:
            if near.recv(8, socket.MSG_PEEK) == ASKS_FOR_TLS:
                near.recv(8)
                near.sendall(b"S")
            near = tls.wrap_socket(near, server_side=True)
        with socket.socket(socket.AF_UNIX) as far:
            far.connect(str(target))
            back = Thread(target=_pump, args=(far, near), daemon=True)
            back.start()
            _pump(near, far)
            back.join()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


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
