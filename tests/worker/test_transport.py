"""Of a message nothing is taken but what was checked."""

from __future__ import annotations

import json
from base64 import b64decode

import pytest

from tests.integration.test_messages import HOSTILE, OURS, changed
from worker.transport import anew


@pytest.mark.parametrize("limits", [[None, None], [21600, None], [0.5, None]])
def test_a_message_of_ours_keeps_chunk_name_and_limit(limits: list[object]) -> None:
    made = anew(json.loads(changed("headers", id="7-host/1-0", timelimit=limits)))

    assert made is not None
    assert json.loads(b64decode(made["body"]))[0] == [7]
    assert (made["headers"]["id"], made["headers"]["timelimit"]) == ("7-host/1-0", limits)
    assert made["properties"]["delivery_tag"] == OURS["properties"]["delivery_tag"]  # type: ignore[index]  # JSON of our own


def test_what_a_message_says_beside_that_is_not_heard() -> None:
    said = changed("headers", id="7-x", eta="2030-01-01", retries=9, stamps=[], chord=7, argsrepr="\x1b[2J")

    assert anew(json.loads(said)) == anew(json.loads(changed("headers", id="7-x")))


@pytest.mark.parametrize("message", [None, 7, "x", [], {}, {"headers": {}}, {"headers": OURS["headers"]}])
def test_what_is_no_message(message: object) -> None:
    assert anew(message) is None


def test_hostile_messages_are_refused_or_made_harmless() -> None:
    readable = []
    for message in HOSTILE:
        try:
            readable.append(json.loads(message))
        except (ValueError, RecursionError):
            continue

    harmless = {json.dumps(anew(message)) for message in readable}

    assert harmless <= {"null", json.dumps(anew(OURS))}
