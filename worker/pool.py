"""Celery's main process and its children, one a slot: what happens when they start, and when a child dies."""

from __future__ import annotations

import logging
import os
import resource
import signal
import time
from contextlib import suppress
from typing import Any

from billiard.exceptions import WorkerLostError
from celery import signals
from sqlalchemy import Engine

from db import chunks, poison
from db.clock import now
from db.engine import open_database
from worker import owner
from worker.app import app
from worker.broker import Broker, BrokerError
from worker.settings import Settings, load

log = logging.getLogger(__name__)

LOOK_S = 0.05
ENDED = os.pipe()  # a byte for each child that has ended
for _end in ENDED:
    os.set_blocking(_end, False)
MEGABYTE = 1 << 20


def work(settings: Settings) -> None:
    """Work for Celery until SIGTERM."""
    app.loader.import_default_modules()  # before the broker is asked: it takes its time
    _wait_for_broker(settings)
    app.worker_main(
        [
            "worker", "--pool=prefork", f"--concurrency={settings.processes()}", "--loglevel=INFO",
            "--without-mingle", "--without-gossip", "--without-heartbeat",
        ]
    )  # fmt: skip


def _wait_for_broker(settings: Settings) -> None:
    """Celery would try again after two, four, six … seconds; the dispatcher says what we wait for."""
    broker = Broker(settings)
    while True:
        try:
            broker.ping()
        except BrokerError:
            time.sleep(LOOK_S)
        else:
            broker.close()
            return


@signals.worker_ready.connect  # type: ignore[untyped-decorator]  # Celery ships no types
def look_for_the_dead(sender: Any = None, **_: Any) -> None:
    """Wake Celery's loop when a child has ended.

    Celery listens on a pipe that closes a moment before the exit code is known; it then asks too early, and would ask
    again only after five seconds. SIGCHLD comes when the code is there.
    """
    signal.signal(signal.SIGCHLD, _ring)
    sender.hub.add_reader(ENDED[0], _reap, sender.pool._pool)  # noqa: SLF001 - no public name


def _ring(*_: object) -> None:
    with suppress(BlockingIOError):
        os.write(ENDED[1], b".")


def _reap(pool: Any) -> None:
    with suppress(BlockingIOError):
        os.read(ENDED[0], 4096)
    pool.maintain_pool()


@signals.worker_process_init.connect  # type: ignore[untyped-decorator]  # Celery ships no types
def bound_memory(**_: Any) -> None:
    """A board that wants more memory than its share gets ``failed``; without a bound the whole machine would suffer.

    Linux and macOS take the bound; what is over it raises in C++ and in Python alike.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if wanted := load().memory_mb * MEGABYTE:
        most = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (wanted if most < 0 else min(wanted, most), most))


@signals.task_failure.connect  # type: ignore[untyped-decorator]  # Celery ships no types
def note_death(task_id: str = "", exception: BaseException | None = None, **_: Any) -> None:
    """A child died: keep how, and let its chunk wait again at once. Were this lost, the sweeper would see to it."""
    chunk = task_id.partition("-")[0]
    if not isinstance(exception, WorkerLostError) or not chunk.isdigit():
        return
    settings = load()
    engine = open_database(settings.database)
    try:
        _bury(engine, int(chunk), _manner(exception))
        Broker(settings).ring()
    except Exception as error:  # noqa: BLE001 - Celery's main process must not suffer for a remark
        log.warning("could not note the death of the worker of chunk %s: %s", chunk, error)
    finally:
        engine.dispose()


def _bury(engine: Engine, chunk: int, manner: str) -> None:
    with engine.begin() as connection:
        for key, name in chunks.abandoned(connection, owner.place()):
            if key == chunk and owner.is_dead(name):
                poison.bury(connection, key, name, now(connection), manner)


def _manner(error: WorkerLostError) -> str:
    """``Worker exited prematurely: signal 11 (SIGSEGV) Job: 4.`` becomes ``its worker died of signal 11 (SIGSEGV)``."""
    how = str(error).partition("prematurely: ")[2].partition(" Job")[0].strip(" .")
    return f"its worker died of {how or 'an unknown cause'}"
