"""What is told of an error."""

from __future__ import annotations

from worker.failing import how


def caught(error: BaseException) -> BaseException:
    try:
        raise error  # noqa: TRY301 - to have a traceback
    except BaseException as raised:  # noqa: BLE001 - any
        return raised


def test_an_error_says_what_and_where_and_nothing_of_the_machine() -> None:
    assert how(caught(RuntimeError("no such piece")), 4096) == (
        "RuntimeError: no such piece, in worker/test_failing.py:10 caught"
    )
    assert how(RuntimeError(), 4096) == "RuntimeError"


def test_memory_names_its_bound() -> None:
    assert how(MemoryError(), 512) == "out of memory (a worker child gets 512 MB)"
    assert how(MemoryError("std::bad_alloc"), 0) == "out of memory: std::bad_alloc"


def test_an_error_that_talks_too_much_is_cut() -> None:
    assert len(how(ValueError("x" * 100_000), 0)) < 1000
