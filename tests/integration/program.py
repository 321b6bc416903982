"""Gridmill as people start it: real commands, real workers, real signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, create_engine, text

TRIAL = Path(__file__).parents[1] / "trial"
PATIENCE_S = 240.0  # for machines that do many things at once; nothing waits for its end but what fails

Seen = TypeVar("Seen")


def until(what: Callable[[], Seen], seconds: float = PATIENCE_S) -> Seen:
    """What was seen when it became true: a second look might miss it."""
    end = time.monotonic() + seconds
    while not (seen := what()):
        if time.monotonic() > end:
            raise TimeoutError(f"waited {seconds:.0f} s for {what}")
        time.sleep(0.02)
    return seen


@dataclass
class Program:
    """The command line with a home, a database and a broker of its own ("" is the embedded one)."""

    home: Path
    database: str
    broker: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    through: tuple[str, ...] = ()  # words before each command

    def __post_init__(self) -> None:
        self.engine = create_engine(self.database)

    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("GRIDMILL_", "XDG_"))}
        services = {"GRIDMILL_DATABASE": self.database, "GRIDMILL_SLOTS": "2", "GRIDMILL_LEASE_S": "4"}
        services |= {"GRIDMILL_BROKER": self.broker} if self.broker else {}
        homes = {f"XDG_{name}_HOME": str(self.home / name.lower()) for name in ("DATA", "CONFIG")}
        path = os.pathsep.join(filter(None, [str(TRIAL), os.environ.get("PYTHONPATH", "")]))
        return kept | services | homes | {"HOME": str(self.home), "PYTHONPATH": path} | self.settings

    def command(self, *words: str) -> list[str]:
        return [*self.through, sys.executable, "-m", "cli.main", *words]

    def start(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.command(*words), env=self.environment(), text=True, cwd=self.home,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def run(self, *words: str, expected: int = 0) -> tuple[str, str]:
        """Output and messages of a command that ends with the expected code."""
        with self.start(*words) as process:
            try:
                out, err = process.communicate(timeout=PATIENCE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
        assert process.returncode == expected, f"{words}: {process.returncode}\n{out}\n{err}\n{self.log()}"
        return out, err

    @contextmanager
    def working(self) -> Iterator[subprocess.Popen[str]]:
        """``gridmill worker`` in the background, logging to a file."""
        with (self.home / "worker.log").open("a") as log:
            process = subprocess.Popen(
                [*self.through, sys.executable, "-m", "cli.main", "worker"],
                env=self.environment(),
                cwd=self.home,
                stdout=log,
                stderr=log,
            )
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def log(self) -> str:
        return "\n".join(path.read_text() for path in self.home.rglob("*.log"))

    def boards(self, *lines: str, name: str = "boards.txt") -> str:
        """The path of a file with these lines."""
        (self.home / name).write_text("".join(f"{line}\n" for line in lines))
        return str(self.home / name)

    def ask(self, query: str) -> list[tuple[object, ...]]:
        with self.engine.connect() as connection:
            return [tuple(row) for row in connection.execute(text(query))]

    def control(self, act: Callable[[Connection, int], object]) -> None:
        """Do something to batch 1 at once: a command takes seconds to start, in which a short batch is done."""
        with self.engine.begin() as connection:
            act(connection, 1)

    def answered(self) -> int:
        return int(self.ask("SELECT count(*) FROM answer")[0][0])  # type: ignore[call-overload]

    def verdicts(self) -> dict[str, int]:
        return {str(row[0]): int(row[1]) for row in self.ask("SELECT verdict, count(*) FROM answer GROUP BY verdict")}  # type: ignore[call-overload]

    def holders(self) -> list[int]:
        """The process numbers that hold chunks."""
        return [int(str(row[0]).split("/")[1]) for row in self.ask("SELECT owner FROM chunk WHERE state = 'running'")]


def parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def kill(pid: int) -> None:
    with suppress(ProcessLookupError):  # it ended by itself a moment ago
        os.kill(pid, signal.SIGKILL)
