"""`python -m benchmarks [--write] [NAME ...]`: measures chapters; prints them or writes them to docs/benchmarks.md."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pkgutil import iter_modules

import benchmarks
from benchmarks import report
from benchmarks.case import ROUNDS, Case, Figure, measure
from benchmarks.data import ROOT, add_peers

ORDER = ("reading", "sudoku", "kakuro", "beads", "magic", "futoshiki", "storage", "road", "end_to_end")


def chapters() -> list[str]:
    """The modules that have cases: known ones in their order, others behind them."""
    found = [module.name for module in iter_modules(benchmarks.__path__) if not module.name.startswith("_")]
    named = [name for name in ORDER if name in found] + [name for name in found if name not in ORDER]
    return [name for name in named if hasattr(import_module(f"benchmarks.{name}"), "cases")]


def run(name: str, rounds: int) -> str:
    """Measure a chapter; says each figure on stderr as it comes."""
    module = import_module(f"benchmarks.{name}")
    measured: list[tuple[Case, tuple[Figure, ...]]] = []
    for case in module.cases():
        figures = measure(case, rounds)
        measured.append((case, figures))
        said = "; ".join(f"{figure.side} {figure.median:,.0f}/s" for figure in figures)
        print(f"{name}: {case.name}: {said}", file=sys.stderr, flush=True)
    return report.chapter(module.TITLE, module.__doc__ or "", measured) if measured else ""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"chapters, of {', '.join(ORDER)} (default: all)")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--write", action="store_true", help="write them into docs/benchmarks.md instead of printing")
    asked = parser.parse_args()
    add_peers()
    written: list[str] = []
    for name in asked.names or chapters():
        written += filter(None, [run(name, asked.rounds)])
        if asked.write:
            report.write(ROOT / "docs" / "benchmarks.md", written)
    if not asked.write:
        print("\n".join(written))


if __name__ == "__main__":
    main()
