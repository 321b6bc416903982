"""JSON lines that are an object each are read as one by one, whatever stands among them."""

from __future__ import annotations

import json
import random

import pytest

from solvers.reading.tables import jsonl
from tests.reading.test_alike import BOARDS, spoilt, told

ROWS = [BOARDS[0][at : at + 9] for at in range(0, 81, 9)]
MEMBERS = (None, 7, 1.5, True, "a", [1, 2], ["abc", "def"], {"x": [1]}, "\u00e9")
STRAY = ("[]", "[1]", "null", '{"puzzle": ""}', "{}", '{"puzzle": 5}', json.dumps([{"puzzle": BOARDS[0]}] * 2))


def object_of(by: random.Random) -> str:
    members: dict[str, object] = {"id": by.randrange(50)} if by.random() < 0.7 else {}
    members["puzzle"] = by.choice(BOARDS) if by.random() < 0.95 else ROWS
    if by.random() < 0.3:
        members["solution"] = by.choice((BOARDS[0].replace(".", "1"), "", None, 5))
    members |= {name: by.choice(MEMBERS) for name in by.choices(("", "rating", "x"), k=by.randrange(3))}
    return json.dumps(members) if by.random() < 0.98 else by.choice(STRAY)


def test_objects_in_pages_are_those_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonl, "BULK", 16)
    by = random.Random(3)
    texts = [spoilt("\n".join(object_of(by) for _ in range(by.choice((3, 40, 90)))), by) for _ in range(25)]
    in_pages = [told("jsonl", text) for text in texts]
    monkeypatch.setattr(jsonl, "_plain", lambda *_: None)

    for text, found in zip(texts, in_pages, strict=True):
        assert found == told("jsonl", text)
