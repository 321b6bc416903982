"""Names and boards from people who mean harm: inert in the terminal, in HTML, in CSV, and in the database."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from tests.integration.program import Program
from tests.integration.test_flow import EASY, NONE

NAME = "=HYPERLINK(1)\x1b[2J\x1b]0;x\x07<script>alert(1)<b>'; DROP TABLE board;-- .txt"
REJECT = "\x1b[31m../../etc/passwd <img src=x onerror=alert(1)> =cmd|'/C calc'!A0"


def test_hostile_input_comes_out_inert(tmp_path: Path) -> None:
    program = Program(tmp_path, f"sqlite:///{tmp_path / 'boards.db'}")
    (tmp_path / NAME).write_text(f"{EASY}\n{REJECT}\n{NONE}\n")

    said = [*program.run("run", NAME, "--name", NAME, expected=3)]
    for words in ("status", "results", "rejects", "stats", "show 1"):
        said += program.run(*words.split())

    assert not [text for text in said if "\x1b" in text or "\x07" in text]
    assert program.ask("SELECT count(*) FROM board") == [(2,)]
    table = csv.reader(io.StringIO(program.run("results", "--csv")[0]))
    cells = [cell for row in table for cell in row]
    assert any("HYPERLINK" in cell for cell in cells)
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@", "\t"))]
    program.run("report", "1", "--output", "report.html")
    page = (tmp_path / "report.html").read_text()
    assert "alert(1)" in page
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    program.engine.dispose()
