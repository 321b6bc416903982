"""A forked process that is kept running: started again when it ends, with pauses that grow while it keeps ending."""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress

log = logging.getLogger(__name__)

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.2, 5.0
HEALTHY_S = 10.0  # a process that lived so long starts again without a pause
LOOK_S = 0.02
PR_SET_PDEATHSIG = 1


class Process:
    """``run`` in a process, a session and a process group of its own: Ctrl-C in the terminal does not reach it."""

    def __init__(self, name: str, run: Callable[[], None]) -> None:
        self._name = name
        self._run = run
        self._pause = FIRST_PAUSE_S
        self._started = self._due = 0.0
        self._asked = False
        self.pid = 0

    def keep(self) -> None:
        """Start the process if it does not run, unless it ended a moment ago."""
        now = time.monotonic()
        if self.lives() or now < self._due:
            return
        self._started = now
        self.pid = self._fork()

    def lives(self) -> bool:
        """False also if it was never started; says so when it has ended, and cleans up after it."""
        if not self.pid:
            return False
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        if not pid:
            return True
        self._clean_up()
        self._note_end(os.waitstatus_to_exitcode(status))
        return False

    def terminate(self) -> None:
        self._asked = True
        if self.pid:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGTERM)

    def wait(self, seconds: float) -> None:
        """Give it time to end."""
        end = time.monotonic() + seconds
        while self.lives() and time.monotonic() < end:
            time.sleep(LOOK_S)

    def kill(self) -> None:
        """End it and its children now."""
        if self.pid:
            self._clean_up()
            with suppress(ChildProcessError):
                os.waitpid(self.pid, 0)
            self.pid = 0

    def _clean_up(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def _note_end(self, code: int) -> None:
        healthy = time.monotonic() - self._started > HEALTHY_S
        self._pause = FIRST_PAUSE_S if healthy else min(self._pause * 2, LONGEST_PAUSE_S)
        self._due = time.monotonic() + self._pause
        self.pid = 0
        if code and not self._asked:
            log.warning("the %s process ended with %s: starting it again in %.1f s", self._name, code, self._pause)

    def _fork(self) -> int:
        parent = os.getpid()
        pid = os.fork()
        if pid:
            with suppress(OSError):
                os.setpgid(pid, pid)  # the child does it too; whoever comes first
            return pid
        code = 1
        try:
            _begin(parent)
            self._run()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        except BaseException:
            log.exception("the %s process failed", self._name)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)


def _begin(parent: int) -> None:
    """A fork inherits what its parent does on signals; a worker does nothing of it."""
    os.setpgid(0, 0)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    die_with_parent(parent)


def die_with_parent(parent: int) -> None:
    """Ask Linux for SIGTERM when the parent dies; elsewhere, an orphan goes on until its broker is gone."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:  # it died before we asked
        os._exit(0)
