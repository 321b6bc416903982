"""Headless Chromium, where Debian's packages chromium and chromium-driver are installed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
)  # fmt: skip


@contextmanager
def browser(profile: Path) -> Iterator[Any]:
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not chromium or not driver:
        pytest.skip("no browser: install the packages chromium and chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    found = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield found
    finally:
        found.quit()


def complaints(found: Any) -> list[str]:
    """What the console holds."""
    return [entry["message"] for entry in found.get_log("browser")]


def requests(found: Any) -> list[str]:
    """The addresses that were asked for since the last call, except the browser's own pages."""
    messages = [json.loads(entry["message"])["message"] for entry in found.get_log("performance")]
    sent = [message["params"] for message in messages if message["method"] == "Network.requestWillBeSent"]
    addresses = [found["request"]["url"] for found in sent]
    return [address for address in addresses if not address.startswith(("chrome:", "data:", "about:"))]


def dark(found: Any) -> None:
    found.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    )


def overflow(found: Any) -> int:
    """Pixels by which the page is wider than its window."""
    return int(found.execute_script("return document.documentElement.scrollWidth - window.innerWidth"))
