"""A worker group: a supervisor that loads everything once, and two processes that it forks and keeps running.

    supervisor ──┬── dispatcher: keeps the window of references, puts back what was lost
                 └── Celery's main process ── one child a slot, in which kernels run

Forked, because loading costs half a second of CPU and would be paid twice. The supervisor itself starts no thread and
opens no connection, so that a fork finds nothing half done.

On SIGTERM or SIGINT chunks in hand are finished within the grace period, then given back, and nothing is lost; a
second signal ends everything at once, and still nothing is lost, because leases end too.
"""

from __future__ import annotations

import logging
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import Event

from db import clock
from worker.folders import own_folder
from worker.process import Process
from worker.settings import Settings

log = logging.getLogger(__name__)

GRACE_S = 3.0  # for chunks in hand to be finished
GIVE_BACK_S = 10.0  # for the rest to be given back
RESIGN_S = 1.0  # for the dispatcher to hand over the lead
LOOK_S = 0.2
LAST_LOOK_S = 0.05


class Stop(Event):
    """Set when the group shall end; ``urgent`` is set when it shall not even finish what it holds."""

    def __init__(self) -> None:
        super().__init__()
        self.urgent = Event()

    def on_signals(self) -> None:
        """The first SIGTERM or SIGINT asks, the second one insists."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.urgent.set() if self.is_set() else self.set())


def supervise(settings: Settings, stop: Stop, alive: Callable[[], bool] = lambda: True) -> None:
    """Work until ``stop`` is set or ``alive`` says no."""
    clock.go_wrong(settings.clock_shift_s)
    with _stop_file(settings) as found, ExitStack() as ended:
        dispatcher, celery, *others = processes = _processes(found)
        for process in processes:
            ended.callback(process.kill)
        while not stop.is_set() and alive():
            for process in processes:
                process.keep()
            stop.wait(LOOK_S)
        stop.set()
        _end(dispatcher, celery, found, stop)
        for other in others:
            other.terminate()
            other.wait(RESIGN_S)


@contextmanager
def _stop_file(settings: Settings) -> Iterator[Settings]:
    """Settings with the name of a file through which children are told to give back what they hold."""
    with own_folder("gridmill-worker-") as folder:
        found = replace(settings, stop_file=str(folder / "stop"))
        found.take_effect()  # Celery's configuration is read when its modules are loaded
        yield found


def _processes(settings: Settings) -> list[Process]:
    from worker import metrics, tasks  # noqa: F401, PLC0415 - loaded once, for both
    from worker.dispatcher import dispatch  # noqa: PLC0415 - see _stop_file
    from worker.pool import work  # noqa: PLC0415 - the same

    metrics.check(settings)
    found = [Process("dispatcher", lambda: dispatch(settings)), Process("worker", lambda: work(settings))]
    if settings.metrics:
        found.append(Process("metrics", lambda: metrics.serve(settings)))
    return found


def _end(dispatcher: Process, celery: Process, settings: Settings, stop: Stop) -> None:
    """Let the children finish what they hold, then make them give it back; then there is nothing to wait for.

    Celery's own shutdown takes three seconds even when idle, so it is not waited for.
    """
    dispatcher.terminate()
    celery.terminate()  # it takes no more
    if not _empty_handed(celery, settings, stop, GRACE_S):
        Path(settings.stop_file).touch()  # kernels stop, chunks are given back
        _empty_handed(celery, settings, stop, GIVE_BACK_S)
    dispatcher.wait(RESIGN_S)


def _empty_handed(celery: Process, settings: Settings, stop: Stop, seconds: float) -> bool:
    """Wait until no child holds a chunk; two looks, because Celery may just be handing one on."""
    from worker.leases import held_by_group  # noqa: PLC0415 - see _stop_file

    end = time.monotonic() + seconds
    idle = 0
    while time.monotonic() < end and not stop.urgent.is_set():
        if not celery.lives():
            return True
        idle = 0 if held_by_group(settings, celery.pid) else idle + 1
        if idle == 2:
            return True
        with suppress(InterruptedError):
            stop.urgent.wait(LAST_LOOK_S)
    return False
