"""Tables in many encodings and containers, the last line cut off: one board is lost, and told with its line."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable

import pytest

from solvers.core import Block, Reject
from solvers.reading import Fate, Report, Source, explain, stream
from tests.reading.test_damaged_tables import CANONICAL, ROWS, records

ENCODINGS: dict[str, Callable[[str], bytes]] = {
    "plain": str.encode,
    "bom": lambda text: text.encode("utf-8-sig"),
    "utf-16": lambda text: text.encode("utf-16"),
    "crlf": lambda text: text.replace("\n", "\r\n").encode(),
    "crcrlf": lambda text: text.replace("\n", "\r\r\n").encode(),
    "cr": lambda text: text.replace("\n", "\r").encode(),
    "guards": lambda text: text.replace(",", "\u200b,").encode(),
}


def zipped(data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("__MACOSX/._a", b"\0")
        archive.writestr("a.txt", data)
    return out.getvalue()


CONTAINERS: dict[str, Callable[[bytes], bytes]] = {
    "two members": lambda data: gzip.compress(data[:500]) + gzip.compress(data[500:]),
    "bz2": bz2.compress,
    "xz in zip": lambda data: zipped(lzma.compress(data)),
}


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("names", ["id puzzle solution level", "puzzle solution"])
def test_a_last_line_that_is_cut_off(names: str, encoding: str, container: str) -> None:
    lines = records(names, quote="")
    lines[-1] = lines[-1][:40]
    source = Source.of(CONTAINERS[container](ENCODINGS[encoding]("\n".join(lines) + "\n")))

    events = list(stream(source))

    report = next(event for event in events if isinstance(event, Report))
    fates = [each.fate for each in explain(source) if isinstance(each, Fate)]
    assert [text for event in events if isinstance(event, Block) for text in event.texts] == CANONICAL[:-1]
    assert [event.line for event in events if isinstance(event, Reject)] == [ROWS + 1]
    assert (report.board_lines, report.rejected_lines, report.comment_lines) == (ROWS - 1, 1, 1)
    assert [fates.count(fate) for fate in ("board", "rejected", "comment")] == [ROWS - 1, 1, 1]
