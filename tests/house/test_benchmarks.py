"""What measures is right itself: rounds and peers end, chapters stay apart, a rack on paper has the known ceilings."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.__main__ import SECONDS
from benchmarks.case import Case, measure, over
from benchmarks.simulation import Plant, simulate
from tests.house.tree import ROOT


def test_a_chapter_has_a_title_and_says_what_it_measures() -> None:
    """Read as text: together they import half of the peers."""
    chapters = [path for path in (ROOT / "benchmarks").glob("*.py") if "\ndef cases()" in path.read_text("utf-8")]

    assert {path.stem for path in chapters} == set(SECONDS)
    for path in chapters:
        assert re.match(r'"""\w.*?""".*^TITLE = "\w', path.read_text("utf-8"), re.DOTALL | re.MULTILINE), path


def one() -> int:
    return 1


def broken() -> int:
    raise ValueError("no such board\nand more")


def test_time_that_others_take_counts_only_where_sides_wait() -> None:
    def waiting() -> int:
        time.sleep(0.02)
        return 1

    (by_clock,) = measure(Case("work", waiting), rounds=1)
    (by_work,) = measure(Case("work", waiting, busy=True), rounds=1)

    assert by_clock.median < 50
    assert by_work.median > 100


def test_a_peer_that_fails_is_out_and_says_why() -> None:
    ours, good, bad = measure(Case("work", one, (("good", one), ("bad", broken))), rounds=3)

    assert (len(ours.rates), len(good.rates), bad.rates) == (3, 3, ())
    assert bad.fault == "ValueError: no such board"
    written = report.chapter("A", "", [(Case("work"), (ours, bad))])
    assert "|  | bad | failed: ValueError: no such board |" in written


def test_a_peer_that_does_nothing_is_out() -> None:
    _, idle = measure(Case("work", one, (("idle", int),)), rounds=1)

    assert idle.fault == "ValueError: did nothing of the work"


def test_our_own_failure_is_an_error() -> None:
    with pytest.raises(ValueError, match="no such board"):
        measure(Case("work", broken))


def test_once_the_time_is_over_no_round_begins() -> None:
    (ours,) = measure(Case("work", one), rounds=5, seconds=0.0)

    assert len(ours.rates) == 1


def test_what_was_measured_already_stands_beside_peers() -> None:
    ours, peer = measure(Case("work", peers=(("peer", one),), known=(2.0, 4.0, 6.0)))

    assert ours.median == 4.0
    assert len(peer.rates) == 3


def test_a_slow_side_ends_behind_the_board_in_hand() -> None:
    assert over(len, ["a", "b", "c"], seconds=0.0)() == 1
    assert over(len, ["a", "b", "c"])() == 3


def test_chapters_replace_their_own_title(tmp_path: Path) -> None:
    path = tmp_path / "benchmarks.md"
    report.write(path, ["## One\n\nold\n", "## Two\n\nold\n"])
    report.write(path, ["## Two\n\nnew\n"])
    assert path.read_text("utf-8").endswith("## One\n\nold\n\n## Two\n\nnew\n")

    report.write(path, ["## Two\n\nnew\n"], others=False)

    assert "## One" not in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("plant", "ceiling", "boards_s"),
    [
        # A core that takes 1 ms a board, and 4 of them.
        (Plant(cores=1, solve_s=1e-3, worker_s=0.0, stored_before=True), "worker cores", 1e3),
        (Plant(cores=4, solve_s=1e-3, worker_s=0.0, stored_before=True), "worker cores", 4e3),
        # A submitter that takes 10 microseconds a board, and two.
        (Plant(submit_s=4e-6, store_s=6e-6), "submitter", 1e5),
        (Plant(submit_s=4e-6, store_s=6e-6, submitters=2), "submitter", 2e5),
        # A dispatcher that hands out 500 boards in 1 ms.
        (Plant(cores=1000, chunk=500, dispatch_chunk_s=1e-3, stored_before=True), "dispatcher", 5e5),
        # A database core that takes 4 microseconds a board and 0.8 ms a chunk of 1,000.
        (Plant(1000, 1000, database_cores=1, load_s=1e-6, record_s=3e-6, stored_before=True), "database", 1e6 / 4.8),
    ],
)  # fmt: skip
def test_the_ceiling_is_that_of_the_slowest_station(plant: Plant, ceiling: str, boards_s: float) -> None:
    found = simulate(plant, 2_000 * plant.chunk if plant.cores < 100 else 10_000 * plant.chunk)

    assert found.ceiling() == ceiling
    assert found.boards_s == pytest.approx(boards_s, rel=0.05)
