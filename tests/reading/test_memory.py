"""However long a source is, it is read in the memory of a few blocks; and what would take more is refused."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

from solvers.core import Reject
from solvers.reading import Report, Source, stream
from tests.peak import PEAK_KB

LIMIT_MB = 200
# Bytes that flow: 120 MB in every run, the 2 GB of the promise where GRIDMILL_LONG is set; both stand in a process of
# their own, whose peak of memory is measured.
TOTAL = 2_000_000_000 if "GRIDMILL_LONG" in os.environ else 120_000_000

PROGRAM = """
import sys
from io import BufferedReader, RawIOBase
from solvers.reading import Report, Source, stream

class Flow(RawIOBase):
    def __init__(self, piece, total):
        super().__init__()
        self.piece, self.left = piece, total
    def readable(self):
        return True
    def readinto(self, buffer):
        size = min(len(buffer), len(self.piece), self.left)
        buffer[:size] = self.piece[:size]
        self.left -= size
        return size

line = b".13.....22.....48....7...19...9..8..7......2....3.......263.9..4.9.7.6....149...8\\n"
piece = {"lines": line * 6000, "one line": b"1" * (1 << 19), "blank": b"\\n" * (1 << 19), "noise": b"?!" * 50 + b"\\n"}
flow = Flow(piece[sys.argv[1]], int(sys.argv[2]))
for event in stream(Source("flow", lambda: BufferedReader(flow, 1 << 19))):
    if isinstance(event, Report):
        print(event.boards, event.rejects, event.error)
"""
PROGRAM += f"print({PEAK_KB} >> 10)\n"


@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak of memory where Linux shows it")
@pytest.mark.parametrize(
    ("kind", "total", "boards", "rejects"),
    [
        ("lines", TOTAL, TOTAL // 82, (0, 1)),
        ("one line", TOTAL, 0, (1, 1)),
        ("blank", TOTAL // 10, 0, (0, 0)),
        ("noise", TOTAL // 10, 0, (1, 1)),
    ],
)
def test_memory_is_constant(kind: str, total: int, boards: int, rejects: tuple[int, int]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, kind, str(total)], capture_output=True, text=True, check=True,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    (found, refused, *error), (peak,) = (line.split() for line in done.stdout.splitlines())

    assert int(peak) < LIMIT_MB
    assert int(found) == boards
    assert rejects[0] <= int(refused) <= rejects[1]
    assert error == []


def test_a_bomb_is_stopped_before_it_fills_anything() -> None:
    bomb = gzip.compress(gzip.compress(b"\0" * (1 << 30), 9), 9)

    (report,) = (event for event in stream(Source.of(bomb)) if isinstance(event, Report))

    assert "expands to more than 1000 times its size" in report.error or "binary data" in report.error


def test_boards_too_large_are_told_with_their_size() -> None:
    rows = "\n".join(" ".join("0" for _ in range(400)) for _ in range(400))

    rejects = [event for event in stream(Source.of(rows)) if isinstance(event, Reject)]

    assert [each.reason for each in rejects] == ["expected boards of size 4 to 25, got rows of 400 cells"]
