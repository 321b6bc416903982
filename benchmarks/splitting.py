"""Counting one big board with one worker and with two: ``python -m benchmarks.splitting``.

The board is 9x9 with 19 givens and 11,847,272 solutions. Run it on two cores that are idle.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BOARD = ".....8......1....81........8....14..4.6......7...2.8.6.......84.87..9.....5......"
SOLUTIONS = 11_847_272


def seconds(slots: int) -> float:
    """From the claim of the board to its answer."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "board.txt")
        source.write_text(BOARD + "\n")
        environment = dict(os.environ) | {"XDG_DATA_HOME": folder, "GRIDMILL_DATABASE": f"{folder}/boards.db"}
        options = ["--slots", str(slots), "--limit", "1000000000", "--time-limit", "0", "--quiet"]
        start = time.perf_counter()
        command = [sys.executable, "-m", "cli.main", "run", str(source), *options]
        subprocess.run(command, env=environment, check=True, capture_output=True)
        taken = time.perf_counter() - start
        answer = [sys.executable, "-m", "cli.main", "results", "--jsonl"]
        found = subprocess.run(answer, env=environment, check=True, capture_output=True, text=True).stdout
    assert f'"count": {SOLUTIONS},' in found.replace('":', '": ').replace('":  ', '": '), found
    return taken


def main() -> None:
    one, two = seconds(1), seconds(2)
    print(f"one worker {one:.2f} s, two workers {two:.2f} s: {one / two:.2f} times as fast")


if __name__ == "__main__":
    main()
