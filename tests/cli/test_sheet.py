"""Sheets are valid PDFs with the boards, their labels and their solutions."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

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

    assert "Week 14 \\u6570\\u72ec" in text
    assert "1 first of all" in " ".join(text.split())
    assert "Solutions" in text
    digits = [char for char in text.split("\f")[0].split("first of all")[1] if char.isdigit()]
    assert len(digits) == 26


FONTS = [Path(path) for path in ("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",)]


def test_letters_of_a_font(cli: Cli, tmp_path: Path) -> None:
    font = next((path for path in FONTS if path.exists()), None)
    if font is None:
        pytest.skip("no DejaVu Sans: install the package fonts-dejavu-core")
    path = tmp_path / "sheet.pdf"

    done = cli("sheet", "-o", path, "--title", "Неделя Σ 14 数独", "--font", font)

    assert done.exit_code == 0, done.stderr
    assert f"{font} lacks '数独': written as codes" in done.stderr
    assert "Неделя Σ 14 \\u6570\\u72ec" in _text(path)


def test_what_is_no_font(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "font.ttf").write_text("hello")

    done = cli("sheet", "-o", tmp_path / "sheet.pdf", "--font", tmp_path / "font.ttf")

    assert done.exit_code == 2
    assert "expected a TrueType or OpenType font" in done.stderr


def test_one_svg_with_all_pages_and_letters(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "sheet.svg"

    done = cli("sheet", "-o", path, "--per-page", "4", "--title", "Неделя <14> 数独")

    root = ET.parse(path).getroot()
    space = "{http://www.w3.org/2000/svg}"
    words = [text.text for text in root.findall(f"{space}g/{space}text")]
    assert done.exit_code == 0, done.stderr
    assert (root.get("width"), root.get("height")) == ("210.0mm", "891mm")
    assert words.count("Неделя <14> 数独") == 2
    assert words.count("Неделя <14> 数独 Solutions") == 1
    assert len(root.findall(f"{space}g/{space}svg")) == 7 + 5
    assert len(root.findall(f"{space}g/{space}svg/{space}text[@class='given']")) > 7 * 2


def test_nothing_to_print(cli: Cli, tmp_path: Path) -> None:
    done = cli("sheet", "-o", tmp_path / "sheet.pdf", "--verdict", "pending")

    assert done.exit_code == 2
    assert "none that fit" in done.stderr


@pytest.mark.usefixtures("solved")
@pytest.mark.parametrize("ending", ["pdf", "svg"])
def test_solutions_of_boards_that_have_none(cli: Cli, tmp_path: Path, ending: str) -> None:
    done = cli("sheet", "--verdict", "invalid", "--solutions", "only", "-o", tmp_path / f"x.{ending}")

    assert done.exit_code == 2
    assert "boards with solutions" in done.stderr
    assert not (tmp_path / f"x.{ending}").exists()


@pytest.mark.usefixtures("solved")
def test_solutions_alone_are_counted(cli: Cli, tmp_path: Path) -> None:
    done = cli("sheet", "--solutions", "only", "-o", tmp_path / "x.pdf")

    assert "x.pdf: 5 boards" in done.stderr


@pytest.mark.usefixtures("solved")
@pytest.mark.parametrize(("args", "name"), [((), "x.png"), (("--svg",), "x.pdf"), ((), "x.HTML")])
def test_an_ending_that_says_another_form(cli: Cli, tmp_path: Path, args: tuple[str, ...], name: str) -> None:
    done = cli("sheet", *args, "-o", tmp_path / name)

    assert done.exit_code == 2
    assert "whose ending" in done.stderr
    assert not (tmp_path / name).exists()


@pytest.mark.usefixtures("solved")
@pytest.mark.parametrize("ending", ["pdf", "svg"])
def test_a_title_that_is_no_text(cli: Cli, tmp_path: Path, ending: str) -> None:
    done = cli("sheet", "--title", "a\udce9b", "-o", tmp_path / f"x.{ending}")

    assert done.exit_code == 0, done.output
