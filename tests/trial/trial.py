"""A family of boards that misbehave, for tests of the queue; found as an entry point where this folder is on the path.

A board is ``trial WHAT NUMBER``: ``sleep 0.5`` takes that many seconds, and so does ``stuck 0.5``, which is easy to
the second engine; ``count 7`` has 7 solutions, ``crash 11`` dies
of signal 11, ``raise 1`` raises, ``wrong 1`` claims a solution that the checker refuses, ``eat 100`` wants 100
megabytes, ``fine 1`` is answered at once. ``trial span A B`` has one solution for each number from A up to,
not including, B; each takes a millisecond, and it can be split. ``trap`` is a span that
dies if it starts at 1000.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence

from solvers.core import CANCELLED, OUT_OF_TIME, Answer, Board, Example, Family, MalformedError, Verdict
from solvers.drawing import Drawing
from solvers.reading.format import Format, Item, Lines, Sample, Wish

WHATS = {"sleep", "stuck", "count", "crash", "raise", "wrong", "eat", "fine", "span", "trap"}


def canonical(text: str) -> str:
    name, _, rest = text.partition(" ")
    if name != "trial" or rest.partition(" ")[0] not in WHATS:
        raise MalformedError(f"expected a trial, got {text!r}")
    return text


def solve(
    texts: Sequence[str],
    limit: int = 2,
    nodes: int = 0,  # noqa: ARG001
    seconds: float = 0.0,
    cancel: bytearray | None = None,
) -> list[Answer]:
    answers = []
    for text in texts:
        start = time.perf_counter_ns()
        answer = _solve(text, limit, seconds, cancel)
        answers.append(answer._replace(solve_ns=time.perf_counter_ns() - start))
    return answers


def _solve(text: str, limit: int, seconds: float, cancel: bytearray | None) -> Answer:  # noqa: PLR0911
    if cancel and cancel[0]:
        return _stopped(CANCELLED, 0)
    _, what, *numbers = text.split()
    number = float(numbers[0])
    match what:
        case "crash":
            os.kill(os.getpid(), int(number))
            time.sleep(1)
        case "raise":
            raise RuntimeError("this board raises")
        case "wrong":
            return _found(1, "wrong")
        case "eat":
            eaten = bytearray(int(number) << 20)
            return _found(1, f"{len(eaten)}")
        case "sleep" | "stuck":
            return _sleep(number, seconds, cancel) or _found(1)
        case "count":
            return _found(int(number))
        case "span" | "trap":
            if what == "trap" and int(numbers[0]) == 1000:
                os.kill(os.getpid(), 9)
            return _span(int(numbers[0]), int(numbers[1]), limit, seconds, cancel)
    return _found(1)


def _sleep(length: float, seconds: float, cancel: bytearray | None) -> Answer | None:
    end, out = time.monotonic() + length, time.monotonic() + (seconds or 1e9)
    while (now := time.monotonic()) < end:
        if cancel and cancel[0]:
            return _stopped(CANCELLED, 0)
        if now > out:
            return _stopped(OUT_OF_TIME, 0)
        time.sleep(0.002)
    return None


def _span(first: int, end: int, limit: int, seconds: float, cancel: bytearray | None) -> Answer:
    out = time.monotonic() + (seconds or 1e9)
    for number in range(first, end):
        if number - first == limit:
            return Answer(Verdict.MULTIPLE, limit, False, str(first), str(first + 1), "limit", limit, 1000, "trial/1")
        if cancel and cancel[0]:
            return _stopped(CANCELLED, number - first)
        if time.monotonic() > out:
            return _stopped(OUT_OF_TIME, number - first)
        time.sleep(0.001)
    return _found(end - first, str(first), str(first + 1) if end - first > 1 else "")


def _found(count: int, solution: str = "1", witness: str = "2") -> Answer:
    verdict = Verdict.NONE if count == 0 else Verdict.UNIQUE if count == 1 else Verdict.MULTIPLE
    return Answer(
        verdict, count, True, solution if count else "", witness if count > 1 else "", "", count, 1000, "trial/1"
    )


def _stopped(reason: str, count: int) -> Answer:
    verdict = Verdict.MULTIPLE if count > 1 else Verdict.UNDECIDED
    return Answer(
        verdict, count, False, "1" if count > 1 else "", "2" if count > 1 else "", reason, count, 1000, "trial/1"
    )


def split(text: str, pieces: int) -> list[str]:
    _, what, *numbers = text.split()
    if what not in ("span", "trap"):
        return []
    first, end = map(int, numbers)
    step = max(1, (end - first) // pieces)
    step = 25 if what == "trap" else step
    return [f"trial {what} {start} {min(start + step, end)}" for start in range(first, end, step)]


def second(
    texts: Sequence[str],
    limit: int = 2,
    nodes: int = 0,
    seconds: float = 0.0,
    cancel: bytearray | None = None,
) -> list[Answer]:
    """Another engine, to which ``stuck`` is easy and that says of ``count`` what is wrong by one."""
    answers = solve([text.replace("stuck", "fine") for text in texts], limit, nodes, seconds, cancel)
    named = [answer._replace(engine="second/1") for answer in answers]
    wrong = [
        _found(int(text.split()[2]) + 1)._replace(engine="second/1") if " count " in text else None for text in texts
    ]
    return [other or answer for other, answer in zip(wrong, named, strict=True)]


def check(texts: Sequence[str], solutions: Sequence[str]) -> list[str]:  # noqa: ARG001
    return ["wrong" if solution == "wrong" else "" for solution in solutions]


def draw(text: str, solution: str = "", witness: str = "") -> Sequence[Drawing]:  # noqa: ARG001
    return ()


def sniff(sample: Sample) -> int:
    return 90 if any(line.startswith("trial ") for line in sample.lines) else 0


def read(lines: Lines, wish: Wish) -> Iterator[Item]:  # noqa: ARG001
    for line in lines:
        lines.tally.board += 1
        yield Board("trial", "v", line, lines.source, lines.number)


FAMILY = Family(
    name="trial",
    title="Trial",
    canonical=canonical,
    variant=lambda text: text.split()[1],
    solve=solve,
    check=check,
    draw=draw,
    formats=(Format("trials", "trial", "one a line", "trial fine 1", sniff, read),),
    examples=(Example("trial fine 1", Verdict.UNIQUE, "1"),),
    split=split,
    engines={"second": second},
)
