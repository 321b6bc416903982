"""Drives every parser with spoilt files and noise: none may fail, hang, lose a line or take memory out of proportion.

    python -m tests.reading.fuzz SECONDS [SEED] [--format NAME] [--record FILE]

Each parser gets its turn for a few seconds, those that had least first, until SECONDS of CPU time are over; FILE
(default: .fuzz/seconds.json) remembers how long each was driven over all runs, and inputs that broke one lie beside
it. ``--format`` drives one alone; without arguments the parsers and their times are listed. Exit code 1: one broke.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import lzma
import random
import signal
import sys
import tarfile
import time
import traceback
import tracemalloc
import zipfile
import zlib
from base64 import b64encode
from bz2 import compress as bzip
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from urllib.parse import quote

from solvers.core import Block, Board, MalformedError, Reject
from solvers.reading import Fate, Report, Source, boards, explain, formats, full_name, stream, write
from solvers.reading.format import Format, Sample
from solvers.reading.mending import export
from solvers.registry import families, family
from solvers.sudoku.formats.lzstring import compress, decompress
from tests.reading.mutations import noise, spoilt, spoilt_bytes

TURN = 5.0  # CPU seconds
LONGEST = 10.0  # CPU seconds that one input may take
BASE, EACH = 48 << 20, 600  # bytes of memory: of any input, and for each byte of one
MEASURED = 25  # one in so many inputs has its memory measured, which takes twice as long

Drive = Callable[[random.Random], bytes]
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


def _texts() -> tuple[str, ...]:
    return tuple(form.example for form in formats())


def _of_format(form: Format) -> Drive:
    others = _texts()

    def drive(rng: random.Random) -> bytes:
        if rng.random() < 0.1:
            return noise(rng)
        return spoilt(form.example, rng, others).encode("utf-8", "surrogatepass")

    return drive


def _any(rng: random.Random) -> bytes:
    texts = _texts()
    return noise(rng) if rng.random() < 0.2 else spoilt(rng.choice(texts), rng, texts).encode("utf-8", "surrogatepass")


def _mended(rng: random.Random) -> bytes:
    """Rejects to be mended, with damage to marks and texts."""
    raws = [spoilt(rng.choice(_texts()), rng) for _ in range(3)]
    rejects = [Reject(rng.choice("ab"), rng.randrange(99), 0, "why", raw, raw.count("\n") + 1) for raw in raws]
    text = "".join(export(rejects, {"a": rng.choice(("line", "csv", "nothing"))}))
    return (spoilt(text, rng) if rng.random() < 0.7 else text).encode("utf-8", "replace")


def _encoded(rng: random.Random) -> bytes:
    """Text in some encoding, with some line ends, and damage to its bytes."""
    text = spoilt(rng.choice(_texts()), rng).replace("\n", rng.choice(("\n", "\r", "\r\n", "\r\r\n")))
    encoding = rng.choice(("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1"))
    data = text.encode(encoding, "replace")
    return spoilt_bytes(data, rng) if rng.random() < 0.7 else data


def _packed(rng: random.Random) -> bytes:
    """Texts in containers in containers, with damage to some of the layers."""
    data = _any(rng)
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        data = rng.choice(_CONTAINERS)(data, rng)
        if rng.random() < 0.4:
            data = spoilt_bytes(data, rng)
    return data


def _zip(data: bytes, rng: random.Random) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(
        file, "w", rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2))
    ) as archive:
        for name in rng.sample(("a.txt", "../evil.txt", "/etc/evil", "__MACOSX/._a", "b b/c.sdk", "C:\\x"), 3):
            archive.writestr(name, data)
    return file.getvalue()


def _tar(data: bytes, rng: random.Random) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=rng.choice((tarfile.GNU_FORMAT, tarfile.PAX_FORMAT))) as archive:
        for name in ("a.txt", "../evil.txt", "n" * 200):
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return file.getvalue()


def _zstd(data: bytes, _rng: random.Random) -> bytes:
    if sys.version_info >= (3, 14):
        from compression import zstd  # noqa: PLC0415
    else:
        from backports import zstd  # noqa: PLC0415
    packed: bytes = zstd.compress(data)
    return packed


_CONTAINERS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    lambda data, _: gzip.compress(data, 1),
    lambda data, _: gzip.compress(data, 1) + gzip.compress(data, 1),
    lambda data, _: bzip(data, 1),
    lambda data, _: lzma.compress(data, preset=0),
    _zstd,
    _zip,
    _tar,
)


def _member(rng: random.Random, depth: int = 0) -> object:
    """Any JSON value, small."""
    kinds = 4 if depth > 3 else 7
    kind = rng.randrange(kinds)
    if kind == 0:
        return rng.choice((None, True, False, 0, 1, 9, -1, 10**20, 1.5, "", "5", "x", "r1c1", "R1C1"))
    if kind < 4:
        return rng.randrange(-1, 12)
    if kind == 4:
        return [_member(rng, depth + 1) for _ in range(rng.randrange(4))]
    names = ("value", "given", "region", "cells", "sum", "cells", "lines", "title", "size", "grid", "centerPencilMarks")
    return {rng.choice(names): _member(rng, depth + 1) for _ in range(rng.randrange(4))}


def _f_puzzles(rng: random.Random) -> bytes:
    """A link whose compressed JSON is nearly that of a puzzle."""
    size = rng.choice((4, 4, 6, 9, 9, 16, 3, 0))
    grid = [[({"value": rng.randrange(1, size + 1), "given": True} if rng.random() < 0.2 else {}) for _ in range(size)]
            for _ in range(size)]  # fmt: skip
    puzzle: dict[str, object] = {"size": size, "grid": grid, "title": "T", "author": "A"}
    for _ in range(rng.choice((0, 1, 2, 4))):
        names = (
            "size",
            "grid",
            "title",
            "ruleset",
            "killercage",
            "diagonal+",
            "diagonal-",
            "arrow",
            "solution",
            "cage",
        )
        puzzle[rng.choice(names)] = _member(rng)
    if rng.random() < 0.4 and size:
        row = rng.choice(grid)
        row[rng.randrange(len(row))] = _member(rng)  # type: ignore[call-overload]
    if rng.random() < 0.3:
        puzzle["killercage"] = [{"cells": [f"R{rng.randrange(11)}C{rng.randrange(1, 10)}"], "value": _member(rng)}]
    text = json.dumps(puzzle)
    load = compress(spoilt(text, rng) if rng.random() < 0.3 else text)
    if rng.random() < 0.3:
        load = spoilt(load, rng)
    return ("https://f-puzzles.com/?load=" + (quote(load, errors="replace") if rng.random() < 0.5 else load)).encode(
        "utf-8", "replace"
    )


def _penpa(rng: random.Random) -> bytes:
    """A link whose deflated text is nearly that of a board."""
    digits = {str(rng.randrange(200)): [str(rng.randrange(11)), 1, str(rng.randrange(1, 9))] for _ in range(9)}
    problem: dict[str, object] = {"zR": {"z_": []}, "zN": digits}
    if rng.random() < 0.5:
        problem[rng.choice(("zL", "zW", "zC", "z6", "zN", "zS", "zE"))] = _member(rng)
    if rng.random() < 0.5:
        corners = [rng.randrange(160, 340) for _ in range(6)]
        problem["zE"] = {f"{corner},{corner + rng.choice((1, 13, -1, 7))}": rng.choice((2, 2, 8)) for corner in corners}
    text = "\n".join(("square,9,9,38,0,1,1,380,380,5,5", "[0,0,0,0]", "[]", json.dumps(problem), "{}", "[]"))
    engine = zlib.compressobj(wbits=-15)
    data = (spoilt(text, rng) if rng.random() < 0.6 else text).encode("utf-8", "replace")
    packed = engine.compress(data) + engine.flush()
    if rng.random() < 0.2:
        packed = spoilt_bytes(packed, rng)
    return b"https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + b64encode(packed)


def _require_decompressed(data: bytes) -> None:
    try:
        decompress(data.decode("latin-1"))
    except MalformedError:
        return


def _base64(rng: random.Random) -> bytes:
    symbols = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
    return bytes(rng.choice(symbols) for _ in range(rng.choice((3, 40, 400))))


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


def _canonical_of(name: str) -> Drive:
    texts = tuple(example.text for example in families()[name].examples)

    def drive(rng: random.Random) -> bytes:
        return spoilt(rng.choice(texts), rng, texts).encode("utf-8", "replace")

    return drive


def parsers() -> dict[str, tuple[Drive, Use]]:
    """Every parser by name: what drives it, and what must hold."""
    found: dict[str, tuple[Drive, Use]] = {}
    for form in formats():
        found[full_name(form)] = (_of_format(form), lambda data, form=form: require_account(data, form=form))  # type: ignore[misc]
    found |= {f"text of {name}": (_canonical_of(name), _require_canonical(name)) for name in families()}
    return found | {
        "sniffing": (_any, require_sniffs),
        "choosing": (_any, require_account),
        "explaining": (_any, require_fates),
        "encodings": (_encoded, require_account),
        "rejects to mend": (_mended, require_members),
        "containers": (_packed, require_members),
        "links of f-puzzles": (_f_puzzles, require_account),
        "links of penpa": (_penpa, require_account),
        "lz-string": (_base64, _require_decompressed),
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
