"""A storm of commands: ``python -m tests.chaos.controls [sqlite|postgresql] [ACTS] [SEED]``.

Batches that share boards are submitted, cancelled, resumed, paused, retried and dropped at random, every other command
is killed in the middle, and so are workers. In the end every batch that is left is resumed: all of its boards are
answered, each once, and audits find nothing.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from cli import exits
from tests import servers
from tests.chaos.groups import Groups
from tests.chaos.processes import members
from tests.integration.program import Program, kill, until

BOARDS = 900  # different ones; each batch holds a third of them
LIMITS = ("0", "20", "60")


class Controls:
    """Acts on the batches of a program; ``done`` counts them."""

    def __init__(self, program: Program, groups: Groups, seed: int) -> None:
        self._program = program
        self._groups = groups
        self._random = random.Random(seed)
        self.done: Counter[str] = Counter()

    def act(self) -> None:
        name = self._random.choice(["submit", "cancel", "cancel", "resume", "pause", "retry", "drop", "worker"])
        if name == "worker":
            self._kill_worker()
        elif name == "submit":
            self.submit()
        elif there := self.batches():
            more = ["--yes"] if name == "drop" else []
            self._command(name, str(self._random.choice(there)), *more)

    def submit(self) -> None:
        chosen = self._random.sample(range(BOARDS), BOARDS // 3)
        lines = (f"trial sleep 0.{number % 7 + 1:03} {number}" for number in chosen)
        path = self._program.boards(*lines, name=f"{self.done['submit']}.txt")
        self._command("submit", path, "--time-limit", self._random.choice(LIMITS))

    def batches(self) -> list[int]:
        return [int(str(row[0])) for row in self._program.ask("SELECT id FROM batch ORDER BY id")]

    def _command(self, name: str, *words: str) -> None:
        """Every other one is killed; what is refused is refused."""
        process = self._program.start(name, *words)
        if name != "submit" and self._random.random() < 0.5:
            time.sleep(self._random.uniform(0.4, 1.2))
            kill(process.pid)
            name += ", killed"
        process.communicate()
        self.done[name if process.returncode <= 0 else f"{name}, refused"] += 1

    def _kill_worker(self) -> None:
        found = [pid for group in self._groups.pids() for pid in members(group)["child"]]
        if found:
            kill(self._random.choice(found))
            self.done["worker child"] += 1


def end(program: Program, controls: Controls) -> list[str]:
    """Let everything that is left come to its end; returns what is wrong."""
    for batch, control in program.ask("SELECT id, control FROM batch"):
        program.run(*(["drop", str(batch), "--yes"] if control == "dropping" else ["resume", str(batch)]))
    until(lambda: not program.ask("SELECT 1 FROM chunk WHERE state <> 'done' LIMIT 1"), 300)
    faults = []
    for batch in controls.batches():
        with program.start("audit", str(batch), "--sample", "0") as process:
            out, said = process.communicate()
        if process.returncode != exits.SUCCESS or " 0 pending" not in said:
            faults.append(f"batch {batch}: {out}{said}")
    questions = {
        "boards without an answer": "SELECT count(*) FROM board LEFT JOIN answer ON board_id = coalesce(same_as, id)"
        " WHERE board_id IS NULL",
        "answers without a board": "SELECT count(*) FROM answer LEFT JOIN board ON id = board_id WHERE id IS NULL",
        "other verdicts": "SELECT count(*) FROM answer WHERE verdict <> 'unique'",
        "marks left": "SELECT count(*) FROM lease WHERE role LIKE 'hand on%'",
    }
    return faults + [what for what, query in questions.items() if program.ask(query) != [(0,)]]


def main() -> None:
    kind = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    acts = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        valkey = stack.enter_context(servers.valkey(stack.enter_context(servers.short_folder())))
        database = f"sqlite:///{home / 'boards.db'}"
        if kind == "postgresql":
            database = stack.enter_context(servers.postgres(stack.enter_context(servers.short_folder()))).new_database()
        program = Program(home, database, servers.broker_url(valkey))
        program.run("migrate")
        groups = Groups(program, 2)
        stack.callback(groups.close)
        controls = Controls(program, groups, seed)
        for _ in range(3):
            controls.submit()
        for _ in range(acts):
            controls.act()
        faults = end(program, controls)
        left = len(controls.batches())
        program.engine.dispose()
    print(f"{kind}, seed {seed}: {dict(controls.done)}, {left} batches left, faults: {faults}")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
