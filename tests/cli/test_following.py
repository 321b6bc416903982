"""What is said of the time left."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from cli.following import forecast, time_left
from db.estimates import Estimate
from db.queries import Progress


def progress(**values: object) -> Progress:
    usual = {"complete": True, "boards": 10_000, "known": 0, "rejects": 0, "answered": 0, "deep": 0, "running": 1}
    return Progress(1, "x", datetime.now(UTC), **(usual | values))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("done", "rate", "text"),
    [
        (progress(answered=1000), 900.0, "900/s, about 10 s left"),
        (progress(answered=9998, deep=2, time_limit_s=60.0), 0.0, "0/s, 2 in the deep lane, up to 60 s each"),
        (progress(answered=9999, deep=1), 3.0, "3/s, 1 in the deep lane, without a time limit"),
        (progress(answered=5000, control="paused"), 0.0, "paused"),
        (progress(answered=10_000, again=3), 0.0, "0/s, 3 boards once more"),
        (progress(answered=10_000, again=1), 0.0, "0/s, 1 board once more"),
    ],
)
def test_forecasts(done: Progress, rate: float, text: str) -> None:
    assert forecast(done, rate) == text


@pytest.mark.parametrize(
    ("done", "left", "text"),
    [
        (progress(answered=0), Estimate(120.0, 0, 4), "about 30 s left"),
        (progress(answered=0), Estimate(120.0, 0, 0), "about 120 s of work"),
        (progress(answered=0), Estimate(0.2, 50, 1), "less than a second, 50 boards of unknown cost"),
        (progress(answered=9998, deep=2, time_limit_s=60.0), Estimate(), "2 in the deep lane, up to 60 s each"),
        (progress(answered=5000, control="paused"), Estimate(2.0, 0, 1), "paused, about 2 s left"),
        (progress(answered=10_000), Estimate(), ""),
    ],
)
def test_times_left_before_there_is_a_rate(done: Progress, left: Estimate, text: str) -> None:
    assert time_left(done, left) == text
