"""A worker group: Celery in a process of its own, started again when it dies, and the dispatcher beside it.

    supervisor ── dispatcher (thread)
        └── worker.process: Celery's main process ── one child a slot, in which kernels run

On SIGTERM or SIGINT chunks in hand are finished within the grace period, then given back, and nothing is lost.
"""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from db.engine import masked, open_database
from db.schema import upgrade
from worker.app import make_app
from worker.broker import Broker, BrokerError
from worker.dispatcher import Dispatcher
from worker.settings import Settings

log = logging.getLogger(__name__)

GRACE_S = 3.0  # for chunks in hand to be finished
GIVE_BACK_S = 10.0  # for the rest to be given back
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 15.0
HEALTHY_S = 30.0  # a process that lived so long starts again without a pause
LOOK_S = 0.2


def supervise(settings: Settings, stop: Event, alive: Callable[[], bool] = lambda: True) -> None:
    """Work until ``stop`` is set or ``alive`` says no."""
    engine = open_database(settings.database)
    if not _ready(settings, engine, stop):
        return
    with tempfile.TemporaryDirectory(prefix="gridmill-worker-") as folder:
        settings = replace(settings, stop_file=str(Path(folder) / "stop"))
        dispatcher = Dispatcher(make_app(settings), Broker(settings), engine, settings)
        thread = Thread(target=dispatcher.run, args=(stop,), name="dispatcher")
        thread.start()
        try:
            _keep_running(settings, stop, alive)
        finally:
            stop.set()
            thread.join()
    engine.dispose()


def stop_on_signals(stop: Event) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())


def _ready(settings: Settings, engine: Engine, stop: Event) -> bool:
    """Wait for database and broker, and say so; False if told to stop meanwhile."""
    broker = Broker(settings)
    said = ""
    while not stop.is_set():
        try:
            upgrade(engine)
            broker.ping()
        except (SQLAlchemyError, BrokerError) as error:
            waiting = "database" if isinstance(error, SQLAlchemyError) else "broker"
            if waiting != said:
                log.warning("waiting for the %s of %s: %s", waiting, masked(settings.database), error)
            said = waiting
            stop.wait(1.0)
        else:
            return True
    return False


def _keep_running(settings: Settings, stop: Event, alive: Callable[[], bool]) -> None:
    pause = FIRST_PAUSE_S
    while not stop.is_set() and alive():
        started = time.monotonic()
        process = _start(settings)
        while process.poll() is None and not stop.is_set() and alive():
            stop.wait(LOOK_S)
        if process.poll() is None:
            _end(process, settings)
            return
        pause = FIRST_PAUSE_S if time.monotonic() - started > HEALTHY_S else min(pause * 2, LONGEST_PAUSE_S)
        log.warning("the worker process ended with %s: starting it again in %.1f s", process.returncode, pause)
        stop.wait(pause)


def _start(settings: Settings) -> subprocess.Popen[bytes]:
    """Celery in a session of its own: Ctrl-C in the terminal is for us to handle."""
    command = [sys.executable, "-m", "worker.process", str(os.getpid())]
    return subprocess.Popen(command, env=settings.environment(), start_new_session=True)  # noqa: S603


def _end(process: subprocess.Popen[bytes], settings: Settings) -> None:
    process.terminate()  # Celery finishes what runs, and takes no more
    with suppress(subprocess.TimeoutExpired):
        process.wait(GRACE_S)
        return
    Path(settings.stop_file).touch()  # kernels stop, chunks are given back
    with suppress(subprocess.TimeoutExpired):
        process.wait(GIVE_BACK_S)
        return
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
