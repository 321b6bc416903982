"""What drives the parsers: spoilt examples, encodings, containers, links with compressed payloads, rejects to mend."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import random
import sys
import tarfile
import zipfile
import zlib
from base64 import b64encode
from bz2 import compress as bzip
from collections.abc import Callable
from urllib.parse import quote

from solvers.core import Reject
from solvers.reading import formats
from solvers.reading.format import Format
from solvers.reading.mending import export
from solvers.registry import families
from solvers.sudoku.formats.lzstring import compress
from tests.reading.mutations import noise, spoilt, spoilt_bytes

Drive = Callable[[random.Random], bytes]


def _texts() -> tuple[str, ...]:
    return tuple(form.example for form in formats())


def of_format(form: Format) -> Drive:
    others = _texts()

    def drive(rng: random.Random) -> bytes:
        if rng.random() < 0.1:
            return noise(rng)
        return spoilt(form.example, rng, others).encode("utf-8", "surrogatepass")

    return drive


def anything(rng: random.Random) -> bytes:
    texts = _texts()
    return noise(rng) if rng.random() < 0.2 else spoilt(rng.choice(texts), rng, texts).encode("utf-8", "surrogatepass")


def mended(rng: random.Random) -> bytes:
    """Rejects to be mended, with damage to marks and texts."""
    raws = [spoilt(rng.choice(_texts()), rng) for _ in range(3)]
    rejects = [Reject(rng.choice("ab"), rng.randrange(99), 0, "why", raw, raw.count("\n") + 1) for raw in raws]
    text = "".join(export(rejects, {"a": rng.choice(("line", "csv", "nothing"))}))
    return (spoilt(text, rng) if rng.random() < 0.7 else text).encode("utf-8", "replace")


def encoded(rng: random.Random) -> bytes:
    """Text in some encoding, with some line ends, and damage to its bytes."""
    text = spoilt(rng.choice(_texts()), rng).replace("\n", rng.choice(("\n", "\r", "\r\n", "\r\r\n")))
    encoding = rng.choice(("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1"))
    data = text.encode(encoding, "replace")
    return spoilt_bytes(data, rng) if rng.random() < 0.7 else data


def packed(rng: random.Random) -> bytes:
    """Texts in containers in containers, with damage to some of the layers."""
    data = anything(rng)
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
        from compression import zstd  # noqa: PLC0415 - Python 3.14 has it
    else:
        from backports import zstd  # noqa: PLC0415 - earlier ones do not
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


def f_puzzles(rng: random.Random) -> bytes:
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
        row[rng.randrange(len(row))] = _member(rng)  # type: ignore[call-overload]  # rows are lists here
    if rng.random() < 0.3:
        puzzle["killercage"] = [{"cells": [f"R{rng.randrange(11)}C{rng.randrange(1, 10)}"], "value": _member(rng)}]
    text = json.dumps(puzzle)
    load = compress(spoilt(text, rng) if rng.random() < 0.3 else text)
    if rng.random() < 0.3:
        load = spoilt(load, rng)
    return ("https://f-puzzles.com/?load=" + (quote(load, errors="replace") if rng.random() < 0.5 else load)).encode(
        "utf-8", "replace"
    )


def penpa(rng: random.Random) -> bytes:
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


def base64(rng: random.Random) -> bytes:
    symbols = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
    return bytes(rng.choice(symbols) for _ in range(rng.choice((3, 40, 400))))


def canonical_of(name: str) -> Drive:
    texts = tuple(example.text for example in families()[name].examples)

    def drive(rng: random.Random) -> bytes:
        return spoilt(rng.choice(texts), rng, texts).encode("utf-8", "replace")

    return drive
