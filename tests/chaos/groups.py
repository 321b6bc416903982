"""Worker groups of a storm, as an operator keeps them: started again when they die."""

from __future__ import annotations

import random
import subprocess
import sys
from contextlib import suppress

from tests.integration.program import Program


class Groups:
    """Several ``gridmill worker`` of one program."""

    def __init__(self, program: Program, size: int) -> None:
        self.program = program
        self._log = (program.home / "worker.log").open("a")
        self._groups = [self._start() for _ in range(size)]

    def pids(self) -> list[int]:
        return [group.pid for group in self._groups]

    def kill_one(self, chance: random.Random) -> None:
        at = chance.randrange(len(self._groups))
        self._groups[at].kill()
        self._groups[at].wait()
        self._groups[at] = self._start()

    def close(self) -> None:
        for group in self._groups:
            group.terminate()
        for group in self._groups:
            with suppress(subprocess.TimeoutExpired):
                group.wait(20)
            group.kill()
            group.wait()
        self._log.close()

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "cli.main", "worker"]
        return subprocess.Popen(
            command, env=self.program.environment(), cwd=self.program.home, stdout=self._log, stderr=self._log
        )
