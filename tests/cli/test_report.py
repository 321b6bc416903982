"""The report is one file that needs nothing, harms nobody, and reads well in a browser."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.cli.browser import browser, complaints, dark, overflow, requests
from tests.cli.conftest import EASY, Cli

VOID = {"meta", "link", "br", "img", "input", "line", "rect"}


@pytest.fixture
def report(cli: Cli, solved: Path) -> Path:
    path = solved.parent / "report.html"
    done = cli("report", "-o", path)
    assert done.exit_code == 0, done.stderr
    return path


class Nesting(HTMLParser):
    """Collects tags that close nothing, and addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.addresses: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src", "action", "xlink:href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def test_it_is_well_formed_and_points_nowhere(report: Path) -> None:
    parser = Nesting()
    parser.feed(report.read_text("utf-8"))

    assert (parser.open, parser.wrong) == ([], [])
    assert "script" not in parser.tags
    assert [address for address in parser.addresses if not address.startswith(("#", "data:"))] == []


def test_it_says_everything(report: Path) -> None:
    text = re.sub(r"<[^>]+>", " ", report.read_text("utf-8"))

    for said in (
        "r1c1, r1c2", "expected 81 cells, got 80", "3 boards equal an earlier one", "fast lane",
        "Solve time of a board", "sudoku-", "broken.txt", "up to 2 solutions a board", "10 s at most",
    ):  # fmt: skip
        assert said in text


def test_hostile_names_are_inert(report: Path) -> None:
    text = report.read_text("utf-8")

    assert "\x1b" not in text
    assert "&#34;evil.example&#34;" in text


@pytest.mark.usefixtures("solved")
def test_stats_for_people_and_machines(cli: Cli) -> None:
    (found,) = json.loads(cli("stats", "--json").stdout)

    assert found["verdicts"] == {"unique": 3, "multiple": 2, "none": 1, "invalid": 1}
    assert tuple(found[name] for name in ("boards", "answered", "pending", "rejects", "duplicates")) == (7, 7, 0, 1, 3)
    assert found["solve_ns"]["min"] <= found["solve_ns"]["median"] <= found["solve_ns"]["max"]
    assert "solve time" in cli("stats").stdout


def test_a_report_of_a_batch_that_is_not_solved_yet(cli: Cli, folder: Path, tmp_path: Path) -> None:
    cli("submit", folder / "good.txt")

    done = cli("report", "-o", tmp_path / "report.html")

    assert done.exit_code == 0, done.stderr
    assert "5 boards are still pending" in (tmp_path / "report.html").read_text()


def test_equivalents_stand_beside_duplicates(cli: Cli, tmp_path: Path) -> None:
    renamed = EASY.translate(str.maketrans("123456789", "234567891"))
    (tmp_path / "like.txt").write_text(f"{EASY}\n{renamed}\n{EASY}\n")
    cli("submit", tmp_path / "like.txt")

    done = cli("report", "-o", tmp_path / "report.html")

    text = re.sub(r"<[^>]+>", " ", (tmp_path / "report.html").read_text("utf-8"))
    assert done.exit_code == 0, done.stderr
    assert "1 boards equal an earlier one" in text
    assert "1 groups of different boards that symmetries turn into each other" in text
    assert json.loads(cli("stats", "--json").stdout)[0]["equivalent_groups"] == 1


@pytest.fixture
def chromium(tmp_path: Path) -> Iterator[Any]:
    with browser(tmp_path / "profile") as found:
        yield found


@pytest.mark.parametrize("width", [390, 1280])
def test_in_a_browser(width: int, report: Path, chromium: Any) -> None:
    chromium.set_window_size(max(width, 500), 900)
    chromium.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    )

    chromium.get(report.as_uri())
    light = chromium.execute_script("return getComputedStyle(document.body).backgroundColor")
    dark(chromium)
    night = chromium.execute_script("return getComputedStyle(document.body).backgroundColor")

    assert complaints(chromium) == []
    assert [report.as_uri()] == requests(chromium)
    assert overflow(chromium) <= 0
    assert light == "rgb(255, 255, 255)"
    assert night != light
    assert chromium.find_elements("css selector", "svg.gm rect")
    assert len(chromium.get_screenshot_as_png()) > 20_000


def test_long_names_on_a_small_phone(cli: Cli, tmp_path: Path, chromium: Any) -> None:
    name = tmp_path / f"{'a-folder-with-a-long-name' * 4}.txt"
    name.write_text(f"{EASY}\n{EASY[:80]}\n")
    cli("submit", name)
    with sqlite3.connect(tmp_path / "data" / "gridmill" / "gridmill.db") as database:
        database.execute("INSERT INTO note (source_id, line, text) VALUES (1, 1, ?)", ("assumed" * 30,))
    cli("report", "-o", tmp_path / "long.html")
    chromium.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    )

    chromium.get((tmp_path / "long.html").as_uri())

    assert chromium.find_elements("css selector", "#notes li")
    assert overflow(chromium) <= 0


def test_by_keyboard(report: Path, chromium: Any) -> None:
    chromium.get(report.as_uri())

    reached = []
    for _ in range(12):
        chromium.switch_to.active_element.send_keys("\ue004")  # Tab
        reached.append(chromium.switch_to.active_element.get_attribute("href") or "")

    assert reached[0].endswith("#main")
    assert any(address.endswith("#slowest") for address in reached)


def test_a_board_is_drawn_with_its_givens(report: Path) -> None:
    assert re.search(rf'class="given"[^>]*>{EASY[1]}<', report.read_text("utf-8"))
