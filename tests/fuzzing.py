"""The rounds of a fuzzer: `python -m tests.FAMILY.fuzz [SECONDS [SEED]]`."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator


def rounds() -> Iterator[random.Random]:
    """A generator for each round until the time is up; its seed is printed first, so that a crash can be repeated."""
    words = sys.argv[1:]
    end, seed = time.monotonic() + float(words[0] if words else 60), int(words[1]) if len(words) > 1 else 0
    number = 0
    while time.monotonic() < end:
        number += 1
        print(f"seed {seed + number}", end="\r", flush=True)
        yield random.Random(seed + number)
    print(f"\n{number} rounds without a fault")
