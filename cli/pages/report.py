"""Gathers what a report shows of a batch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from itertools import islice
from typing import Any

from sqlalchemy import Connection

from cli.pages.rendering import number
from cli.text import duration
from db import equivalents, queries, statistics, totals, transfer
from db.batches import rejects as rejects_of
from db.filters import Filter
from db.queries import Progress
from db.results import Result, board, results
from db.statistics import Distribution, Work
from db.totals import Cell
from solvers.core import Verdict

SLOWEST = 6
SAMPLED = 10_000  # boards of a page
SHOWN_SOURCES = 200
SHOWN_INVALID = 50
SHOWN_GROUPS = 20
SHOWN_REJECTS = 100
SHOWN_NOTES = 50
DRAWN_CELLS = 3000  # characters of a board that is drawn; larger ones would be the page
MOMENTS = 5
ORDER = (*(verdict.value for verdict in Verdict), "pending")
SECTIONS = (
    ("verdicts", "Verdicts"), ("cost", "Cost"), ("work", "Work"), ("slowest", "Slowest"), ("invalid", "Invalid"),
    ("duplicates", "Duplicates"), ("equivalents", "Equivalents"), ("rejects", "Rejects"), ("notes", "Notes"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A row of a table of verdicts: what it is about, and the boards of each verdict."""

    heads: tuple[str, ...]
    boards: int
    verdicts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Report:
    """All that the template asks for."""

    done: Progress
    created: str
    solution_limit: int
    time_limit: str
    version: str
    engines: list[str]
    verdicts: dict[str, int]
    names: list[str]
    variants: list[CrossRow]
    sources: list[CrossRow]
    more_sources: int
    times: Distribution | None
    nodes: Distribution | None
    sampled: int  # boards that the two are of; 0: all
    work: Work | None
    worked: int
    slowest: list[Result]
    invalid: list[Result]
    more_invalid: bool
    duplicates: int
    groups: list[tuple[Result, int]]
    equivalents: int
    unlikened: int  # boards that nobody compared with others yet
    likes: list[tuple[Result, list[int]]]
    rejects: list[tuple[str, int, int, str, str]]
    more_rejects: int
    notes: list[tuple[str, int, str]]

    @property
    def sections(self) -> list[tuple[str, str]]:
        shown = {
            "verdicts": True, "cost": self.times, "work": self.work, "slowest": self.slowest, "invalid": self.invalid,
            "duplicates": self.duplicates, "equivalents": self.equivalents, "rejects": self.rejects,
            "notes": self.notes,
        }  # fmt: skip
        return [(name, title) for name, title in SECTIONS if shown[name]]

    @property
    def rates(self) -> list[float]:
        return [boards / self.work.slice_s for boards in self.work.boards] if self.work else []

    @property
    def moments(self) -> list[str]:
        """Times below the axis: how long after the start."""
        seconds = self.work.seconds if self.work else 0.0
        return [duration(seconds * at / (MOMENTS - 1) * 1e9) if at else "0 s" for at in range(MOMENTS)]

    @staticmethod
    def unit_ns(value: float) -> str:
        return duration(value)

    @staticmethod
    def unit_s(value: float) -> str:
        return duration(value * 1e9)

    @staticmethod
    def unit_count(value: float) -> str:
        return number(value)

    @staticmethod
    def told_rate(value: float) -> str:
        return f"{number(value)} boards a second"


def gather(connection: Connection, batch_id: int, *, brief: bool = False) -> Report:
    """Raises NotFoundError. ``brief``: what a page shows at once, of a million boards too: costs are of a sample."""
    done = queries.progress(connection, batch_id)
    (about,) = transfer.batches(connection, [batch_id])
    cells = totals.cells(connection, batch_id, done.pending)
    verdicts = totals.verdicts(cells, done.pending)
    sources = _sources(connection, batch_id, cells)
    sample = totals.costs(connection, batch_id, SAMPLED if brief else done.boards)
    times, nodes = statistics.costs(sample)
    work = statistics.work(connection, batch_id)
    groups = totals.copies(connection, batch_id, SHOWN_GROUPS) if done.known else []
    small = not brief or done.boards <= SAMPLED  # groups of equivalents are looked for among all boards
    found = equivalents.how_many_groups(connection, batch_id) if small else 0
    broken = Filter(batch_id, verdict=("invalid", "failed"), limit=SHOWN_INVALID + 1)
    invalid = list(results(connection, broken))
    rejects = list(islice(rejects_of(connection, batch_id), SHOWN_REJECTS))
    slowest = list(results(connection, Filter(batch_id, sort="slowest", limit=3 * SLOWEST)))
    return Report(
        done=done,
        created=f"{done.created_at:%Y-%m-%d %H:%M:%S}",
        solution_limit=about.solution_limit,
        time_limit=f"{about.time_limit_s:g} s at most" if about.time_limit_s else "without a time limit",
        version=version("gridmill"),
        engines=totals.engines(connection, batch_id),
        verdicts=verdicts,
        names=[name for name in ORDER if name in verdicts],
        variants=_variants(connection, cells),
        sources=sources[:SHOWN_SOURCES],
        more_sources=max(0, len(sources) - SHOWN_SOURCES),
        times=times,
        nodes=nodes,
        sampled=0 if sample.whole else len(sample.costs),
        work=work,
        worked=sum(boards for _, _, boards in work.lanes) if work else 0,
        slowest=[found for found in slowest if found.solve_ns and len(found.text) < DRAWN_CELLS][:SLOWEST],
        invalid=invalid[:SHOWN_INVALID],
        more_invalid=len(invalid) > SHOWN_INVALID,
        duplicates=done.known,
        groups=[(board(connection, key), copies) for key, copies in groups],
        equivalents=found,
        unlikened=equivalents.how_many_unknown(connection, equivalents.kinds(connection, batch_id)) if found else 0,
        likes=_likes(connection, batch_id) if found else [],
        rejects=rejects,
        more_rejects=done.rejects - len(rejects),
        notes=statistics.notes(connection, batch_id, SHOWN_NOTES),
    )


def _likes(connection: Connection, batch_id: int) -> list[tuple[Result, list[int]]]:
    """The first board of a group of equivalents, and the numbers of the others."""
    found = []
    for group in list(equivalents.groups(connection, batch_id, SHOWN_GROUPS)):
        first, *others = equivalents.members(connection, group)
        result = board(connection, first)
        found.append((result, others[:SHOWN_GROUPS]))
    return found


def _variants(connection: Connection, cells: list[Cell]) -> list[CrossRow]:
    held: dict[tuple[str, ...], Counter[str]] = {}
    names = queries.variants(connection)
    for cell in sorted(cells, key=lambda cell: names[cell.variant_id]):
        held.setdefault(names[cell.variant_id], Counter())[cell.verdict] += cell.boards
    return _rows(held)


def _sources(connection: Connection, batch_id: int, cells: list[Cell]) -> list[CrossRow]:
    held: dict[int, Counter[str]] = {}
    for cell in cells:
        held.setdefault(cell.source_id, Counter())[cell.verdict] += cell.boards
    rows: dict[tuple[str, ...], Counter[str]] = {}
    for key, source, form, rejects in queries.sources(connection, batch_id):
        if key in held:
            rows.setdefault((source, form, number(rejects)), Counter()).update(held[key])
    return _rows(rows)


def _rows(held: dict[tuple[str, ...], Counter[str]]) -> list[CrossRow]:
    return [CrossRow(heads, sum(verdicts.values()), verdicts) for heads, verdicts in held.items()]


def summary(report: Report) -> dict[str, Any]:
    """The same for machines."""
    work = report.work
    return {
        "batch": report.done.batch_id,
        "name": report.done.name,
        "created": report.created,
        **{name: getattr(report.done, name) for name in ("boards", "answered", "pending", "known", "rejects")},
        "verdicts": report.verdicts,
        "solution_limit": report.solution_limit,
        "engines": report.engines,
        "version": report.version,
        "duplicates": report.duplicates,
        "equivalent_groups": report.equivalents,
        "sampled_boards": report.sampled,
        "solve_ns": dict(report.times.quantiles) if report.times else {},
        "nodes": dict(report.nodes.quantiles) if report.nodes else {},
        "seconds": work.seconds if work else 0.0,
        "queue_wait_s": dict(work.waits_s.quantiles) if work and work.waits_s else {},
        "lanes": {name: boards for name, _, boards in work.lanes} if work else {},
        "workers": len(work.workers) if work else 0,
    }
