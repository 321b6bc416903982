"""Sheets are valid PDFs with the boards, their labels and their solutions."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Cli

pytestmark = pytest.mark.usefixtures("solved")


def _text(path: Path) -> str:
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext: install the package poppler-utils")
    return subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("options", "pages"),
    [(["--per-page", "4"], 3), (["--per-page", "4", "--solutions", "none"], 2),
     (["--per-page", "1", "--limit", "1"], 2),
     (["--per-page", "9", "--paper", "letter"], 2), (["--solutions", "only", "--per-page", "2"], 1)],
)  # fmt: skip
def test_pages(options: list[str], pages: int, cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"

    done = cli("sheet", "-o", path, *options)

    assert done.exit_code == 0, done.stderr
    assert path.read_bytes().startswith(b"%PDF-")
    assert _text(path).count("\f") == pages


def test_labels_titles_and_cells(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    cli("sheet", "-o", path, "--title", "Week 14 数独", "--label", "first*")

    text = _text(path)

    assert "Week 14 ??" in text
    assert "1 first of all" in " ".join(text.split())
    assert "Solutions" in text
    digits = [char for char in text.split("\f")[0].split("first of all")[1] if char.isdigit()]
    assert len(digits) == 26


def test_nothing_to_print(cli: Cli, tmp_path: Path) -> None:
    done = cli("sheet", "-o", tmp_path / "sheet.pdf", "--verdict", "pending")

    assert done.exit_code == 2
    assert "none that fit" in done.stderr
