"""Metrics of a real worker, scraped over HTTP, beside those of the database."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import replace
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from worker import metrics
from worker.metrics import address
from worker.settings import SettingsError, load

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [("9108", ("127.0.0.1", 9108)), ("0.0.0.0:1", ("0.0.0.0", 1)), ("[::1]:2", ("::1", 2))],  # noqa: S104 - parsed only
)
def test_addresses(asked: str, expected: tuple[str, int]) -> None:
    assert expected == address(asked)


@pytest.mark.parametrize("asked", ["x", "host:", "99999", "host:port"])
def test_what_is_no_address(asked: str) -> None:
    with pytest.raises(SettingsError, match="expected"):
        address(asked)


def test_a_worker_counts_what_it_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = [sys.executable, "-m", "cli.main"]
    boards = ROOT / "examples" / "sudoku" / "mixed-verdicts.txt"
    subprocess.run([*program, "submit", boards], cwd=tmp_path, capture_output=True, check=False)
    with (tmp_path / "log").open("w") as log:
        worker = subprocess.Popen(
            [*program, "worker", "--slots", "1", "--metrics", str(port), "--log-format", "json"],
            stdout=subprocess.DEVNULL, stderr=log, cwd=tmp_path,
        )  # fmt: skip
    try:
        found = _scraped(port)
    finally:
        worker.terminate()
        worker.wait(30)

    documented = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs" / "metrics.md").read_text("utf-8"), re.MULTILINE))
    seen = {re.sub(r"_(bucket|sum|count|created)$", "", name) for name, _ in found}
    assert documented - seen <= {"gridmill_worker_repeats_total"}  # nothing was tried before
    assert seen <= documented
    accepted = found["gridmill_boards", ()]
    solved = {labels: count for (name, labels), count in found.items() if name == "gridmill_worker_boards_total"}
    assert accepted == sum(solved.values()) == found["gridmill_answered", ()]
    assert solved[("family", "sudoku"), ("verdict", "none")] == 1
    assert found["gridmill_rejects", ()] == 1
    assert found["gridmill_chunks", (("state", "waiting"),)] == 0
    lane = (("family", "sudoku"), ("lane", "fast"))
    assert found["gridmill_worker_chunks_total", lane] == found["gridmill_worker_attempts_total", lane] == 1
    assert found["gridmill_worker_chunk_seconds_count", lane] == 1
    lines = (tmp_path / "log").read_text().splitlines()
    assert lines
    assert all({"time", "level", "logger", "message"} <= json.loads(line).keys() for line in lines)


def _scraped(port: int) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """The samples, once every board has its answer."""
    for _ in range(300):
        time.sleep(0.1)
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
                text = answer.read().decode()
        except OSError:
            continue
        families = text_string_to_metric_families(text)
        found = {
            (sample.name, tuple(sorted(sample.labels.items()))): sample.value
            for family in families for sample in family.samples
        }  # fmt: skip
        if ("gridmill_worker_chunk_seconds_count", (("family", "sudoku"), ("lane", "fast"))) in found:
            return found
    pytest.fail("no worker answered")


def test_an_address_that_cannot_be_had_is_told_at_once() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        busy = f"127.0.0.1:{taken.getsockname()[1]}"
        for asked in (busy, "no.such.host.invalid:9108"):
            with pytest.raises(SettingsError, match="metrics cannot be served at"):
                metrics.check(replace(load(), metrics=asked))
