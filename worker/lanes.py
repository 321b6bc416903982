"""The two lanes: what a board may cost before it is set aside, and which boards go on to the deep lane.

The fast lane gives each board a small budget, so that one monster does not delay a thousand easy boards. What uses it
up is solved again in the deep lane, alone, with the whole time limit of its batch.
"""

from __future__ import annotations

from collections.abc import Sequence

from solvers.core import OUT_OF_TIME, Answers, Budget

FAST_SECONDS = 0.25


def budget(lane: str, time_limit_s: float) -> Budget:
    """The budget of a board; a time limit of 0 means none."""
    if lane == "deep":
        return Budget(seconds=time_limit_s)
    return Budget(seconds=min(FAST_SECONDS, time_limit_s or FAST_SECONDS))


def needs_more(lane: str, time_limit_s: float, keys: Sequence[int], answers: Answers) -> set[int]:
    """The boards that the fast lane's budget was too small for, and that have more to spend."""
    if lane == "deep" or 0 < time_limit_s <= FAST_SECONDS:
        return set()
    return {key for key, reason in zip(keys, answers.column("reason"), strict=True) if reason == OUT_OF_TIME}
