"""The process in which Celery works; the supervisor starts it. It ends when its supervisor does."""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import sys

from worker.settings import load

PR_SET_PDEATHSIG = 1


def die_with_parent(parent: int) -> None:
    """Ask Linux for SIGTERM when the parent dies; elsewhere, an orphan goes on until its broker is gone."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it died before we asked
            sys.exit(0)


def main() -> None:
    die_with_parent(int(sys.argv[1]))
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    from worker.app import app  # noqa: PLC0415 - after the death of the parent is taken care of

    app.worker_main(
        [
            "worker", "--pool=prefork", f"--concurrency={load().processes()}", "--loglevel=INFO",
            "--without-mingle", "--without-gossip", "--without-heartbeat",
        ]
    )  # fmt: skip


if __name__ == "__main__":
    main()
