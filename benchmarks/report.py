"""Writes docs/benchmarks.md: the machine, the versions, and a table for every chapter."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from benchmarks.case import Case, Figure
from benchmarks.data import versions

HEAD = """\
# Benchmarks

Written by `make bench`; run it to see your own machine's figures. Each case is one piece of work, done by Gridmill and
by its peers in turn, one pair of runs after the other; a figure is the median over the rounds, a ratio the median of
the rounds' ratios. There are as many rounds as the time of a case allows, five at most, and a slow peer gets the first
boards of a file, as many as it ends in about two seconds. All of Gridmill's answers are proofs (unique, or two
solutions) that passed the checker, unless a case says otherwise. How the work grows with machines stands in
[scaling.md](scaling.md).

"""


def machine() -> Iterator[str]:
    """What the figures were measured on."""
    cpu = next((line.split(":", 1)[1].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")), "")
    memory = next((int(line.split()[1]) for line in _lines("/proc/meminfo") if line.startswith("MemTotal")), 0)
    yield f"machine: {cpu or platform.processor()}, {os.cpu_count()} cores, {memory / 2**20:.0f} GiB"
    yield f"system: {platform.system()} {platform.release()}, {platform.libc_ver()[0]} {platform.libc_ver()[1]}"
    yield f"python {platform.python_version()}, gridmill {version('gridmill')}"
    yield "peers: " + ", ".join(f"{name} {number}" for name, number in versions())


def _lines(path: str) -> Sequence[str]:
    return Path(path).read_text("utf-8").splitlines() if Path(path).exists() else ()


def chapter(title: str, text: str, measured: Iterable[tuple[Case, Sequence[Figure]]]) -> str:
    """One table of Markdown: a line for every side of every case; when, and how busy the machine was."""
    load = os.getloadavg()[2]
    when = f"Measured {datetime.now(UTC):%Y-%m-%d}; load average of the last quarter of an hour {load:.1f}."
    rows = ["| work | by | a second | rounds | Gridmill is |", "| --- | --- | ---: | ---: | ---: |"]
    notes = []
    for case, figures in measured:
        ours = figures[0]
        names = (case.name, *[""] * (len(figures) - 1))
        sides = zip(names, figures, strict=True)
        rows += [f"| {name} | {side.side} | {_cells(side, ours, case.unit)} |" for name, side in sides]
        if case.note:
            notes.append(f"- {case.name}: {case.note}")
    return "\n".join([f"## {title}", "", text.strip(), "", when, "", *rows, "", *notes, ""]) + "\n"


def _cells(figure: Figure, ours: Figure, unit: str) -> str:
    """What is said of one side: rate, rounds, ratio; or why there is nothing to say."""
    if figure.fault:
        return f"failed: {figure.fault.replace('|', '/')} | | "
    ratio = "" if figure is ours else f"{_short(figure.ratio(ours))} times as fast"
    return f"{_rate(figure.median)} {unit} | {len(figure.rates)} | {ratio}"


def _rate(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"


def _short(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}"


def write(path: Path, chapters: Iterable[str], *, others: bool = True) -> None:
    """The document, with these chapters in place of those of the same title; ``others`` stay as they were measured."""
    known = {_title(text): text for text in _chapters(path) if others}
    known |= {_title(text): text for text in chapters}
    path.write_text(HEAD + "\n".join(f"- {line}" for line in machine()) + "\n\n" + "\n".join(known.values()), "utf-8")


def _chapters(path: Path) -> list[str]:
    text = path.read_text("utf-8") if path.exists() else ""
    return [f"## {part.rstrip()}\n" for part in text.split("\n## ")[1:]]


def _title(chapter: str) -> str:
    return chapter.partition("\n")[0]
