"""Outlives whoever started it, by a moment: ends the embedded broker when its owner was killed, removes its folder.

Run as a file and with the standard library alone, so that it costs a few milliseconds. Its standard input is a pipe
whose other end the owner and its forks hold; the end of the last of them is the end of the pipe.
"""

from __future__ import annotations

import shutil
import socket
import sys
from contextlib import suppress
from pathlib import Path


def end_broker(folder: Path) -> None:
    """Shut down the server that listens in the folder, if there is one, and remove the folder."""
    with suppress(OSError), socket.socket(socket.AF_UNIX) as found:
        found.settimeout(2)
        found.connect(str(folder / "valkey.sock"))
        found.sendall(b"SHUTDOWN NOSAVE\r\n")
        found.recv(1)  # comes back when the server is gone
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.stdin.buffer.read()
    end_broker(Path(sys.argv[1]))
