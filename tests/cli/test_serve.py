"""`gridmill serve`: pages and JSON that agree, strict headers, no way to write, and a walk through it in a browser."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families
from selenium.webdriver.support.ui import WebDriverWait
from sqlalchemy import Engine
from starlette.testclient import TestClient

from cli.pages.app import application
from cli.pages.openapi import openapi
from db.engine import open_database
from tests.cli.browser import browser, complaints, overflow, requests
from tests.cli.conftest import Cli, command

PAGES = ("/", "/batches/1", "/batches/1/boards", "/boards/1", "/boards/5")


@pytest.fixture
def engine(solved: Path) -> Iterator[Engine]:
    found = open_database(f"sqlite:///{solved}")
    yield found
    found.dispose()


@pytest.fixture
def site(engine: Engine) -> Iterator[TestClient]:
    with TestClient(application(engine, ["testserver"]), raise_server_exceptions=False) as client:
        yield client


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_guarded(page: str, site: TestClient) -> None:
    answer = site.get(page)

    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert not re.search(r"<script|<style| style=| on\w+=|\x1b", answer.text)


def test_pages_and_json_agree(site: TestClient) -> None:
    (batch,) = site.get("/batches.json").json()
    boards = site.get("/batches/1/boards.json").json()["boards"]

    assert (batch["boards"], batch["answered"], batch["rejects"]) == (7, 7, 1)
    assert site.get("/batches/1.json").json()["verdicts"] == {"unique": 3, "multiple": 2, "none": 1, "invalid": 1}
    assert [board["board"] for board in boards] == [1, 2, 3, 4, 5, 6, 7]
    shown = site.get("/boards/3.json").json()
    assert boards[2] == {name: shown[name] for name in boards[2]}
    assert [answer["verdict"] for answer in shown["answers"]] == [shown["verdict"]]
    assert "image/svg+xml" in site.get("/boards/3.svg").headers["content-type"]


def test_filters_and_the_next_page(site: TestClient) -> None:
    first = site.get("/batches/1/boards.json?limit=4").json()
    second = site.get(first["next"]).json()
    none = site.get("/batches/1/boards.json?verdict=none&givens=8-10").json()

    assert [board["board"] for board in first["boards"]] == [1, 2, 3, 4]
    assert [board["board"] for board in second["boards"]] == [5, 6, 7]
    assert second["next"] is None
    assert [board["verdict"] for board in none["boards"]] == ["none"]


@pytest.mark.parametrize("page", ["/batches/99", "/boards/99", "/boards/0", "/boards/9" + "9" * 30, "/no", "/boards/x"])
def test_what_is_not_there(page: str, site: TestClient) -> None:
    assert site.get(page).status_code == 404
    assert "error" in site.get(page + ".json").json() if page.count("/") == 2 and page[-1].isdigit() else True


@pytest.mark.parametrize(
    "query",
    ["where=1", "limit=0x", "limit=0", "verdict=unique&verdict=none",
     "limit=5000", "givens=a", "verdict=good", "sort=luck", "after=-1", "label=" + "x" * 600,
     "label=%00", "givens=99999999999999999999999", "time=5parsec"],
)  # fmt: skip
def test_queries_that_nobody_should_ask(query: str, site: TestClient) -> None:
    answer = site.get(f"/batches/1/boards.json?{query}")

    assert answer.status_code == 400
    assert "expected" in answer.json()["error"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_nothing_can_be_written(method: str, site: TestClient) -> None:
    assert site.request(method, "/batches/1").status_code == 405


def test_only_known_hosts_are_answered(site: TestClient) -> None:
    refused = site.get("/", headers={"host": "evil.example"})

    assert refused.status_code == 400
    assert "content-security-policy" in refused.headers


def test_metrics_are_those_of_the_database(site: TestClient) -> None:
    answer = site.get("/metrics")

    samples = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.text) for sample in family.samples
    }  # fmt: skip
    expected = {
        ("gridmill_boards",): 7, ("gridmill_rejects",): 1, ("gridmill_answered",): 4,
        ("gridmill_known",): 3, ("gridmill_chunks", "waiting"): 0,
    }  # fmt: skip
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert expected == {key: samples[key] for key in expected}


def test_the_description_names_every_json_page_and_field(site: TestClient) -> None:
    described = openapi()

    assert described == site.get("/openapi.json").json()
    schemas = described["components"]["schemas"]
    assert list(schemas["Shown"]["properties"]) == list(site.get("/boards/1.json").json())
    assert list(schemas["Board"]["properties"]) == list(site.get("/batches/1/boards.json").json()["boards"][0])
    assert set(schemas["Summary"]["properties"]) == set(site.get("/batches/1.json").json())
    assert set(schemas["Progress"]["properties"]) == set(site.get("/batches.json").json()[0])


@pytest.fixture
def address(solved: Path) -> Iterator[str]:
    running = subprocess.Popen(
        command("serve", "--port", "0", "--database", solved),
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stderr is not None
    yield running.stderr.readline().split()[0]
    running.terminate()
    running.communicate(timeout=20)


def test_a_walk_through_the_pages(address: str, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "later.txt").write_text("." * 80 + "1\n")
    cli("submit", tmp_path / "later.txt")  # nobody solves it: its progress is shown
    with browser(tmp_path / "profile") as chromium:
        chromium.set_window_size(600, 900)
        chromium.get(address)
        (bar,) = chromium.find_elements("css selector", "progress")
        assert (bar.get_attribute("value"), bar.get_attribute("max")) == ("0", "1")
        _follow(chromium, "1")
        assert "Batch 1" in chromium.title
        _follow(chromium, "Boards of batch 1")
        chromium.find_element("name", "verdict").send_keys("invalid")
        chromium.find_element("css selector", "button").click()
        WebDriverWait(chromium, 20).until(lambda found: "verdict=invalid" in found.current_url)
        WebDriverWait(chromium, 20).until(lambda found: len(found.find_elements("css selector", "tbody tr")) == 1)
        rows = chromium.find_elements("css selector", "tbody tr")
        assert "stands twice" in rows[0].text
        rows[0].find_element("css selector", "a").click()
        WebDriverWait(chromium, 20).until(lambda found: "/boards/" in found.current_url)
        WebDriverWait(chromium, 20).until(lambda found: found.find_elements("css selector", "svg.gm rect.given"))

        given = "document.querySelector('svg.gm text.given')"
        assert chromium.execute_script(f"return getComputedStyle({given}).fontWeight") == "700"
        assert "sudoku-" in chromium.find_element("css selector", "[aria-label=Answers] tbody").text
        assert overflow(chromium) <= 0
        assert complaints(chromium) == []
        assert [asked for asked in requests(chromium) if not asked.startswith(address)] == []


def test_every_page_fits_a_phone(address: str, tmp_path: Path) -> None:
    pages = (
        "",
        "batches/1",
        "batches/1/boards",
        "batches/1/boards?verdict=absurd",
        "batches/99",
        "boards/1",
        "boards/3",
    )
    with browser(tmp_path / "profile") as chromium:
        for page in pages:
            chromium.execute_cdp_cmd(
                "Emulation.setDeviceMetricsOverride",
                {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True},
            )
            chromium.get(address + page)
            wide = chromium.execute_script("return document.documentElement.scrollWidth")

            assert wide <= 360, page
            assert [said for said in complaints(chromium) if "status of 40" not in said] == [], page


def test_logs_in_json_name_every_request(solved: Path) -> None:
    running = subprocess.Popen(
        command("serve", "--port", "0", "--database", solved, "--log-format", "json"), stderr=subprocess.PIPE, text=True
    )
    assert running.stderr is not None
    address = json.loads(running.stderr.readline())["url"]
    for page, status in (("batches/1.json", 200), ("batches/99", 404), ("boards/1.svg?x=%0a", 200)):
        with suppress(HTTPError), urlopen(address + page) as answer:  # noqa: S310 - a server of this test's own
            assert answer.status == status
    running.terminate()
    _, rest = running.communicate(timeout=20)

    lines = [json.loads(line) for line in rest.splitlines()]
    found = [line for line in lines if line.get("event") == "request"]
    assert [(line["method"], line["path"], line["status"]) for line in found] == [
        ("GET", "/batches/1.json", 200), ("GET", "/batches/99", 404), ("GET", "/boards/1.svg", 200),
    ]  # fmt: skip
    assert all(0 <= line["seconds"] < 60 and line["client"] == "127.0.0.1" for line in found)


def test_what_breaks_is_an_answer_in_the_form_of_the_page(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.pages.app.gather", lambda *_args, **_rest: 1 // 0)
    site = TestClient(application(engine, ["testserver"]), raise_server_exceptions=False)

    assert site.get("/batches/1.json").status_code == 500
    assert "error" in site.get("/batches/1.json").json()
    assert "something broke" in site.get("/batches/1").text


def _follow(chromium: Any, text: str) -> None:
    chromium.find_element("link text", text).click()


def test_serve_without_a_database(cli: Cli) -> None:
    assert cli("serve", "--port", "0").exit_code == 4


def test_a_port_that_is_taken(cli: Cli, address: str) -> None:
    done = cli("serve", "--port", address.rstrip("/").rpartition(":")[2])

    assert done.exit_code == 2
    assert "expected a free address" in done.stderr
