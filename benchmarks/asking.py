"""Questions to a database of a million boards: `gridmill results` as a whole command, process start included.

The boards are made: texts of 81 cells, some of kakuro, one in a hundred a duplicate, a label on half of them, a stated
solution on a third; one answer in fifty is not unique. Each question is asked as a user asks it, and its first twenty
rows are read.

    python -m benchmarks.asking DATABASE [BOARDS]     fill a database if it is not there, then ask
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Engine, select

from db import chunks
from db.engine import open_database
from db.models import Chunk
from db.schema import upgrade
from db.submissions import Ask, SourceEnd, Submission, begin
from solvers.core import Answer, Block, Verdict

BOARDS = 1_000_000
BLOCK = 5_000
SOURCES = 8
SEVENTEEN = 17
QUESTIONS = (
    (), ("--verdict", "unique"), ("--verdict", "multiple"), ("--verdict", "none"), ("--verdict", "failed"),
    ("--verdict", "pending"), ("--family", "kakuro"), ("--family", "beads"), ("--variant", "4x4"), ("--variant", "9x9"),
    ("--source", "boards-7.txt"), ("--source", "absent.txt"), ("--label", "rare*"), ("--label", "*77777"),
    ("--label", "absent"), ("--engine", "other"), ("--engine", "absent"), ("--givens", "17"), ("--givens", "60-"),
    ("--nodes", "900-950"), ("--nodes", "5000-"), ("--nodes", "0"), ("--time", "10ms-"), ("--time", "900us-901us"),
    ("--time", "-2us"), ("--stated", "right"), ("--stated", "wrong"), ("--stated", "absent"), ("--distinct",),
    ("--duplicates",), ("--same-as", "500000"), ("--since", "2d"), ("--since", "2099-01-01"),
    ("--sort", "slowest"), ("--sort", "fastest"), ("--sort", "nodes"), ("--sort", "givens"), ("--sort", "count"),
    ("--sort", "label"), ("--verdict", "unique", "--sort", "slowest", "--family", "kakuro"),
    ("--family", "sudoku"), ("--verdict", "unique", "--sort", "count"), ("--engine", "made", "--sort", "nodes"),
    ("--where", "board = 17"), ("--where", "nodes > 100 * givens"),
)  # fmt: skip


def fill(path: Path, boards: int) -> None:
    """Boards and answers through the same doors as those of a user."""
    engine = open_database(f"sqlite:///{path}")
    upgrade(engine)
    dice = random.Random(1)  # noqa: S311 - made boards keep no secret
    submission = begin(engine, "made", Ask(), {})
    for source in range(SOURCES):
        submission.open_source(f"boards-{source}.txt")
        _boards(submission, dice, source, boards // SOURCES)
        submission.close_source(SourceEnd("line", boards // SOURCES, 0, 0))
    submission.finish()
    _answer(engine, dice)


def _boards(submission: Submission, dice: random.Random, source: int, count: int) -> None:
    first = source * count
    for start in range(first, first + count, BLOCK):
        numbers = range(start, min(start + BLOCK, first + count))
        family, variant = _kind(dice, start // BLOCK)
        texts = [_text(dice, family, number) for number in numbers]
        labels = [f"{'rare' if number % 99_991 == 0 else 'easy'} {number}" if number % 2 else "" for number in numbers]
        stated = [_solution(text) if number % 3 == 0 else "" for number, text in zip(numbers, texts, strict=True)]
        lines = [number - first + 1 for number in numbers]
        submission.add(Block(family, variant, texts, lines, labels, stated))


def _kind(dice: random.Random, at: int) -> tuple[str, str]:
    if at == SEVENTEEN:
        return "kakuro", "6x6"
    return ("sudoku", "4x4") if dice.random() < 0.01 else ("sudoku", "9x9")


def _text(dice: random.Random, family: str, number: int) -> str:
    if family == "kakuro":
        return f"# {number}\\-/-\\4 . ."
    if dice.random() < 0.01:
        number = dice.randrange(number + 1)
    cells = f"{number:09d}" + "." * 72
    return cells[40:] + cells[:40] if number % 50_000 else cells.replace("0", "1").replace(".", "2")[:70] + "." * 11


def _solution(text: str) -> str:
    return text.replace(".", "9")


def _answer(engine: Engine, dice: random.Random) -> None:
    with engine.connect() as connection:
        keys = connection.scalars(select(Chunk.id).order_by(Chunk.id)).all()
    for key in keys[:-1]:  # the last one stays pending
        with engine.begin() as connection:
            held = chunks.claim(connection, key, "host/1/1", 100.0, 15.0)
            if held is None:
                raise RuntimeError(f"expected chunk {key} to be free")
            found, texts = chunks.load_boards(connection, held)
            chunks.finish(connection, held, found, [_found(dice, text) for text in texts], set(), 101.0)


def _found(dice: random.Random, text: str) -> Answer:
    luck = dice.random()
    verdict, count = Verdict.UNIQUE, 1
    if luck < 0.02:
        verdict, count = (Verdict.MULTIPLE, 2) if luck < 0.015 else (Verdict.NONE, 0)
    solution = _solution(text) if luck > 0.0001 or count == 1 else ""
    nodes = int(dice.paretovariate(0.7))
    engine = "other/2" if luck > 0.9999 else "made/1"
    wrong = "8" + solution[1:] if 0.5 < luck < 0.5001 else solution
    return Answer(
        verdict, count, True, wrong if count else "", wrong[::-1] if count > 1 else "",
        "no candidate" if count == 0 else "", nodes, 1500 + nodes * 100, engine,
    )  # fmt: skip


def ask(path: Path) -> Iterator[tuple[str, float, float, int]]:
    """(question, wall seconds, CPU seconds, rows) of every question; the best of three."""
    gridmill = Path(sys.executable).with_name("gridmill")
    environment = dict(os.environ) | {"GRIDMILL_DATABASE": str(path)}
    for question in QUESTIONS:
        command = [str(gridmill), "results", "--limit", "20", "--tsv", *question]
        runs = [_timed(command, environment) for _ in range(3)]
        yield " ".join(question) or "(no filter)", min(run[0] for run in runs), min(run[1] for run in runs), runs[0][2]


def _timed(command: list[str], environment: dict[str, str]) -> tuple[float, float, int]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    out = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, len(out.splitlines()) - 1


def main() -> None:
    path = Path(sys.argv[1])
    if not path.exists():
        start = time.process_time()
        fill(path, int(sys.argv[2]) if len(sys.argv) > 2 else BOARDS)
        print(f"filled in {time.process_time() - start:.0f} s of CPU, {path.stat().st_size / 1e6:,.0f} MB")
    worst = 0.0
    for question, wall, cpu, rows in ask(path):
        worst = max(worst, cpu)
        print(f"{wall:6.3f} s wall  {cpu:6.3f} s CPU  {rows:3d} rows  {question}", flush=True)
    print(f"worst: {worst:.3f} s of CPU, the start of the program included")


if __name__ == "__main__":
    main()
