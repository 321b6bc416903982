"""Drives every parser with spoilt files and noise: none may fail, hang, lose a line or take memory out of proportion.

    python -m tests.reading.fuzz SECONDS [SEED] [--format NAME] [--record FILE]

Each parser gets its turn for a few seconds, those that had least first, until SECONDS of CPU time are over; FILE
(default: .fuzz/seconds.json) remembers how long each was driven over all runs, and inputs that broke one lie beside
it. ``--format`` drives one alone; without arguments the parsers and their times are listed. Exit code 1: one broke.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import time
import traceback
import tracemalloc
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

from solvers.core import Block, Board, MalformedError, Reject
from solvers.reading import Fate, Report, Source, boards, explain, formats, full_name, stream, write
from solvers.reading.format import Format, Sample
from solvers.registry import families, family
from solvers.sudoku.formats.lzstring import decompress
from tests.reading.drives import (
    Drive,
    anything,
    base64,
    canonical_of,
    encoded,
    f_puzzles,
    mended,
    of_format,
    packed,
    penpa,
)  # fmt: skip

TURN = 5.0  # CPU seconds
LONGEST = 10.0  # CPU seconds that one input may take
BASE, EACH = 48 << 20, 600  # bytes of memory: of any input, and for each byte of one
MEASURED = 25  # one in so many inputs has its memory measured, which takes twice as long

Use = Callable[[bytes], None]


def require_account(data: bytes, *, form: Format | None = None) -> None:
    """Reads the data, and adds up; each board is canonical, and what a format can carry it reads again."""
    events = list(stream(Source.of(data), format=full_name(form) if form else ""))
    report = events[-1]
    blocks = [event for event in events if isinstance(event, Block)]

    assert isinstance(report, Report)
    assert not report.error.startswith(("internal", "format")), report.error
    assert report.lines == report.board_lines + report.rejected_lines + report.blank_lines + report.comment_lines
    assert report.boards == sum(len(block.texts) for block in blocks)
    assert report.rejects == sum(isinstance(event, Reject) for event in events)
    for block in blocks:
        canonical = family(block.family).canonical
        assert all(canonical(text) == text for text in block.texts)
        assert all(1 <= line <= max(1, report.lines) for line in block.lines)
        if form and form.write:
            for board in list(boards(block))[:3]:
                _require_written(form, board)


def _require_written(form: Format, board: Board) -> None:
    assert form.write is not None
    try:
        text = "".join(write([board], form))
    except MalformedError:
        return
    found = [
        each
        for event in stream(Source.of(text), format=full_name(form), family=board.family, variant="")
        if isinstance(event, Block)
        for each in boards(event)
    ]
    assert [each.text for each in found] == [board.text], (text, board, found)


def require_sniffs(data: bytes) -> None:
    """Every format says how sure it is of the data."""
    sample = Sample(tuple(data.decode("utf-8", "replace").splitlines()))
    assert all(0 <= each.sniff(sample) <= 100 for each in formats())


def require_fates(data: bytes) -> None:
    """Each line has a fate, and they add up to what is told of the whole."""
    *told, report = explain(Source.of(data))
    assert isinstance(report, Report)
    assert not report.error.startswith(("internal", "format")), report.error
    fates = Counter(each.fate for each in told if isinstance(each, Fate))
    sums = (report.board_lines, report.rejected_lines, report.blank_lines, report.comment_lines)
    assert tuple(fates[name] for name in ("board", "rejected", "blank", "comment")) == sums


def require_members(data: bytes) -> None:
    """Each member of an archive adds up, damaged or not."""
    for event in stream(Source.of(data)):
        if isinstance(event, Report):
            assert not event.error.startswith(("internal", "format")), event.error


def _require_decompressed(data: bytes) -> None:
    try:
        decompress(data.decode("latin-1"))
    except MalformedError:
        return


def _require_canonical(name: str) -> Use:
    canonical, variant = families()[name].canonical, families()[name].variant

    def use(data: bytes) -> None:
        try:
            text = canonical(data.decode("utf-8", "replace"))
        except MalformedError:
            return
        assert canonical(text) == text
        assert variant(text)

    return use


def parsers() -> dict[str, tuple[Drive, Use]]:
    """Every parser by name: what drives it, and what must hold."""
    found: dict[str, tuple[Drive, Use]] = {}
    for form in formats():
        found[full_name(form)] = (of_format(form), lambda data, form=form: require_account(data, form=form))  # type: ignore[misc]  # no type for defaults
    found |= {f"text of {name}": (canonical_of(name), _require_canonical(name)) for name in families()}
    return found | {
        "sniffing": (anything, require_sniffs),
        "choosing": (anything, require_account),
        "explaining": (anything, require_fates),
        "encodings": (encoded, require_account),
        "rejects to mend": (mended, require_members),
        "containers": (packed, require_members),
        "links of f-puzzles": (f_puzzles, require_account),
        "links of penpa": (penpa, require_account),
        "lz-string": (base64, _require_decompressed),
    }


class Hung(BaseException):
    """An input that took too long; no parser may catch it."""


def _hang(_signal: int, _frame: FrameType | None) -> None:
    raise Hung


def drive(name: str, seconds: float, rng: random.Random, folder: Path, most: int = 1 << 62) -> tuple[float, int, int]:
    """Drives one parser so long, or with so many inputs; returns the CPU seconds, inputs, and inputs that broke it."""
    make, use = parsers()[name]
    start, inputs, broken = time.process_time(), 0, 0
    while time.process_time() - start < seconds and inputs < most:
        data = make(rng)
        inputs += 1
        why = _broken(use, data, measure=inputs % MEASURED == 0)
        if why:
            broken += 1
            path = folder / f"{name.replace(':', '-').replace(' ', '-')}-{zlib.crc32(data):08x}"
            path.write_bytes(data)
            print(f"{name}: {why}\n  {path}", flush=True)
            if broken == 5:
                break
    return time.process_time() - start, inputs, broken


def _broken(use: Use, data: bytes, *, measure: bool) -> str:
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    if measure:
        tracemalloc.start()
    try:
        use(data)
        peak = tracemalloc.get_traced_memory()[1] if measure else 0
    except Hung:
        return f"took more than {LONGEST} s: {traceback.format_exc(limit=-3)}"
    except Exception as error:  # noqa: BLE001  # any is a finding
        return f"{type(error).__name__}: {str(error)[:300]}\n{traceback.format_exc(limit=-2)}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        tracemalloc.stop()
    return f"took {peak >> 20} MB for {len(data)} bytes" if peak > BASE + EACH * len(data) else ""


def _turns(wanted: list[str], record: dict[str, dict[str, float]], seconds: float) -> Iterator[str]:
    """The parser that had least, until the time is over; one that broke counts as if it had its whole turn."""
    start = time.process_time()
    had = {name: record.get(name, {}).get("seconds", 0.0) for name in wanted}
    while time.process_time() - start < seconds:
        name = min(wanted, key=had.__getitem__)
        had[name] += TURN
        yield name


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("seconds", type=float, nargs="?", default=0.0)
    arguments.add_argument("seed", type=int, nargs="?", default=0)
    arguments.add_argument("--format", default="")
    arguments.add_argument("--record", type=Path, default=Path(".fuzz/seconds.json"))
    options = arguments.parse_args()
    options.record.parent.mkdir(parents=True, exist_ok=True)
    record: dict[str, dict[str, float]] = json.loads(options.record.read_text()) if options.record.exists() else {}
    wanted = [name for name in parsers() if options.format in ("", name, name.partition(":")[2])]
    signal.signal(signal.SIGVTALRM, _hang)
    rng = random.Random(options.seed or None)
    broken = 0
    for name in _turns(wanted, record, options.seconds):
        took, inputs, wrong = drive(name, min(TURN, options.seconds), rng, options.record.parent)
        so_far = record.get(name, {"seconds": 0.0, "inputs": 0.0, "broken": 0.0})
        record[name] = {
            "seconds": round(so_far["seconds"] + took, 1), "inputs": so_far["inputs"] + inputs,
            "broken": so_far["broken"] + wrong,
        }  # fmt: skip
        broken += wrong
        options.record.write_text(json.dumps(record, indent=1))
    for name in wanted:
        done = record.get(name, {"seconds": 0.0, "inputs": 0.0, "broken": 0.0})
        print(f"{name:28} {done['seconds'] / 60:7.1f} min {done['inputs']:10.0f} inputs {done['broken']:5.0f} broke it")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
