"""A submission that was cut off is read on, and nothing is twice or missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from db import audits, submissions
from db.control import ControlError
from db.errors import BusyError
from db.submissions import Ask
from solvers.reading import Event
from tests.db.filling import block, rows
from tests.db.filling import submit as store
from tests.integration.test_flow import EASY, relabelled
from worker.resuming import read_on
from worker.submitting import Summary, Wanted, submit


class Cut(Exception):  # noqa: N818
    """Ctrl-C."""


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """Three files with rejects in between; segments and blocks are small."""
    monkeypatch.setattr(submissions, "SEGMENT_BOARDS", 4)
    monkeypatch.chdir(tmp_path)
    boards = relabelled(EASY, 18)
    for number in range(3):
        some = boards[number * 6 : number * 6 + 6]
        Path(f"{number}.txt").write_text("\n".join([*some[:3], "no board", *some[3:], "nor this"]) + "\n")
    return "0.txt", "1.txt", "2.txt"


def content(engine: Engine) -> list[list[tuple[object, ...]]]:
    return [
        rows(engine, f"SELECT {columns} FROM {table} ORDER BY {columns}")  # noqa: S608
        for table, columns in (
            ("source", "name, boards, rejects, lines"), ("board", "text, source_id, line"), ("reject", "line, raw"),
            ("batch", "boards, known, rejects, complete"),
        )
    ]  # fmt: skip


@pytest.mark.parametrize("events", [1, 2, 4, 7, 9, 12])
def test_whatever_was_stored_is_completed(
    engine: Engine, places: tuple[str, ...], events: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = 0

    def tell(_event: Event, _summary: Summary) -> None:
        nonlocal seen
        seen += 1
        if seen == events:
            raise Cut

    with pytest.raises(Cut):
        submit(engine, Wanted(places), "x", Ask(), {}, tell)
    monkeypatch.chdir("/")

    summary = read_on(engine, 1, lambda *_: None)

    assert summary is not None
    assert (summary.boards, summary.rejects) == (18, 6)
    sources, boards, rejects, batch = content(engine)
    assert [row[:3] for row in sources] == [("0.txt", 6, 2), ("1.txt", 6, 2), ("2.txt", 6, 2)]
    assert len(boards) == len(set(boards)) == 18
    assert len(rejects) == 6
    assert (batch[0][:3], bool(batch[0][3])) == ((18, 0, 6), True)
    assert read_on(engine, 1, lambda *_: None) is None
    assert rows(engine, "SELECT sum(boards) FROM chunk") == [(18,)]
    assert tmp_path.exists()


def test_a_source_with_other_boards_is_refused(engine: Engine, places: tuple[str, ...]) -> None:
    def tell(_event: Event, summary: Summary) -> None:
        if summary.boards == 6:
            raise Cut

    with pytest.raises(Cut):
        submit(engine, Wanted(places), "cut", Ask(), {}, tell)
    there = content(engine)
    held = Path("0.txt").read_text()
    Path("0.txt").write_text(held.translate(str.maketrans("123456789", "234567891")))

    with pytest.raises(ControlError, match=r"0\.txt does not hold the boards"):
        read_on(engine, 1, lambda *_: None)

    assert content(engine) == there


def test_standard_input_cannot_be_read_again(engine: Engine) -> None:
    batch = submissions.begin(engine, "x", Ask(), {"places": '["-"]'}).batch_id

    with pytest.raises(ControlError, match="standard input"):
        read_on(engine, batch, lambda *_: None)


def test_two_readers_do_not_store_a_batch_twice(engine: Engine, places: tuple[str, ...]) -> None:
    seen = 0

    def tell(_event: Event, _summary: Summary) -> None:
        nonlocal seen
        seen += 1
        if seen == 5:
            with pytest.raises(BusyError, match="batch 1 is being read by process"):
                read_on(engine, 1, lambda *_: None)

    submit(engine, Wanted(places), "x", Ask(), {}, tell)

    assert rows(engine, "SELECT count(*) FROM board") == [(18,)]
    assert rows(engine, "SELECT count(*) FROM lease") == [(0,)]


def test_a_reader_that_was_taken_for_dead_stores_nothing_more(engine: Engine, places: tuple[str, ...]) -> None:
    """It slept for longer than its lease, and somebody else read on."""
    seen = 0

    def tell(_event: Event, _summary: Summary) -> None:
        nonlocal seen
        seen += 1
        if seen == 5:
            with engine.begin() as connection:
                connection.execute(text("UPDATE lease SET until_s = 0"))
            read_on(engine, 1, lambda *_: None)

    with pytest.raises(BusyError, match="this one stops"):
        submit(engine, Wanted(places), "x", Ask(), {}, tell)

    assert rows(engine, "SELECT count(*), count(DISTINCT text) FROM board") == [(18, 18)]


def test_a_source_moves_only_from_where_its_reader_believes_it_to_be(engine: Engine, places: tuple[str, ...]) -> None:
    submission = submissions.begin(engine, "x", Ask(), {})
    submission.open_source(places[0])
    submission.reopen_source(1, 4, 0)
    submission.add(block("a"))

    with pytest.raises(BusyError, match="another process reads batch 1"):
        submission.flush()


def test_an_audit_sees_a_source_that_was_stored_twice(engine: Engine) -> None:
    store(engine, block("a", "b"))
    with engine.begin() as connection:
        connection.execute(text("UPDATE board SET line = 1, text = 'a'"))
        connection.execute(text("UPDATE source SET lines = 1, format = 'line'"))

        faults = audits.disorders(connection, 1)

    assert "source boards.txt, line 1 was stored twice" in faults
    assert any("2 boards" in fault for fault in faults)
