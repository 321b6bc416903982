"""`python -m benchmarks [--write] [NAME ...]`: measures chapters; prints them or writes them to docs/benchmarks.md.

All chapters take under fifteen minutes: each case has the seconds of its chapter, in which it repeats its rounds, and
once TOTAL_S are over every further case has a single round.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from importlib import import_module
from pkgutil import iter_modules

import benchmarks
from benchmarks import report
from benchmarks.case import ROUNDS, Case, Figure, measure
from benchmarks.data import ROOT, add_peers

# The chapters in their order, with the seconds in which a case of theirs begins rounds.
SECONDS = {
    "reading": 1.0, "sudoku": 8.0, "kakuro": 10.0, "beads": 6.0, "magic": 4.0, "futoshiki": 10.0, "storage": 10.0,
    "road": 10.0, "queueing": 20.0, "end_to_end": 15.0,
}  # fmt: skip
TOTAL_S = 660.0
DOCUMENT = ROOT / "docs" / "benchmarks.md"


def chapters() -> list[str]:
    """The modules that have cases: known ones in their order, others behind them."""
    found = [module.name for module in iter_modules(benchmarks.__path__) if not module.name.startswith("_")]
    named = [name for name in SECONDS if name in found] + [name for name in found if name not in SECONDS]
    return [name for name in named if hasattr(import_module(f"benchmarks.{name}"), "cases")]


def run(name: str, rounds: int, end: float) -> str:
    """Measure a chapter; says each figure on stderr as it comes. From ``end`` on there is one round a case."""
    module = import_module(f"benchmarks.{name}")
    measured: list[tuple[Case, tuple[Figure, ...]]] = []
    start = time.perf_counter()
    for case in module.cases():
        figures = measure(case, rounds, min(SECONDS.get(name, 10.0), end - time.perf_counter()))
        measured.append((case, figures))
        said = "; ".join(f"{each.side} {each.fault or f'{each.median:,.0f}/s'}" for each in figures)
        print(f"{name}: {case.name}: {said}", file=sys.stderr, flush=True)
    print(f"{name}: {time.perf_counter() - start:.0f} s in all", file=sys.stderr, flush=True)
    return report.chapter(module.TITLE, module.__doc__ or "", measured) if measured else ""


def main(*chosen: str) -> None:
    """Measure the chosen chapters, which their modules ask for, or those that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"chapters, of {', '.join(SECONDS)} (default: all)")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--write", action="store_true", help="write them into docs/benchmarks.md instead of printing")
    asked = parser.parse_args([*chosen, *sys.argv[1:]])
    add_peers()
    written: list[str] = []
    failed: list[str] = []
    end = time.perf_counter() + TOTAL_S
    for name in asked.names or chapters():
        try:
            written += filter(None, [run(name, asked.rounds, end)])
        except Exception:  # noqa: BLE001  # the others are complete by themselves
            traceback.print_exc()
            failed.append(name)
        if asked.write:
            report.write(DOCUMENT, written)
    if not asked.write:
        print("\n".join(written))
    elif not asked.names and not failed:  # in order, and without chapters that are no more
        report.write(DOCUMENT, written, others=False)
    if failed:
        sys.exit(f"not measured: {', '.join(failed)}")


if __name__ == "__main__":
    main()
