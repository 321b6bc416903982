"""A rack on paper: 10 to 1,000 worker cores and a billion boards, event by event: `python -m benchmarks.simulation`.

Fed by measured costs: those below, or what `python -m benchmarks.road BOARDS postgresql` has written to a file that is
named. A chunk goes from station to station; a station has so many servers, takes what comes first, and is busy for as
long as the work costs. What is stored and recorded goes through the write-ahead log, too, a station of one disk:

    submitter -> dispatcher -> main process of the group -> database: claim, load -> worker core -> database: record
"""

from __future__ import annotations

import argparse
import heapq
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count, product
from pathlib import Path
from typing import Any

US = 1e-6
BILLION = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Plant:
    """What the rack is and what its steps cost: seconds of a processor a board, or a chunk where it says so."""

    cores: int = 100
    chunk: int = 5_000
    solve_s: float = 1.3 * US  # kernel and check
    database_cores: int = 16
    submitters: int = 1  # each stores a segment after the other
    stored_before: bool = False  # the archive is in the database before the workers begin
    group: int = 16  # worker cores of a machine behind one main process
    window: int = 4  # references in Redis a core
    submit_s: float = 2.0 * US  # of the submitter, who waits for the server besides: to read, and its part of storing
    store_s: float = 5.5 * US  # of the server
    load_s: float = 1.1 * US  # of the server; the worker's part is in worker_s
    record_s: float = 1.8 * US  # of the server
    worker_s: float = 1.8 * US  # SQLAlchemy, psycopg and tuples on the worker's own core
    dispatch_chunk_s: float = 0.7e-3
    message_chunk_s: float = 1.0e-3
    transaction_chunk_s: float = 0.4e-3  # of the server: claim or finish, without the rows
    commit_s: float = 1.0e-3  # waited for, not worked
    store_log: float = 568.0  # bytes a board that are written ahead
    record_log: float = 322.0
    disk: float = 1e9  # bytes a second


class Station:
    """Servers that take what comes first."""

    def __init__(self, servers: int) -> None:
        self._free = [0.0] * servers
        self._servers = servers
        self.worked = 0.0

    def serve(self, now: float, work: float) -> float:
        """When the work that comes now is done."""
        end = max(now, self._free[0]) + work
        heapq.heapreplace(self._free, end)
        self.worked += work
        return end

    def busy(self, total: float) -> float:
        return self.worked / self._servers / total


@dataclass(frozen=True, slots=True)
class Outcome:
    """Boards a second, and the part of the time for which each station worked."""

    boards_s: float
    busy: dict[str, float]

    def ceiling(self) -> str:
        """The station that has most to do."""
        return max(self.busy, key=lambda name: self.busy[name])


def simulate(plant: Plant, boards: int = BILLION) -> Outcome:
    """Let all chunks of so many boards go through."""
    chunks = -(-boards // plant.chunk)
    store, dispatcher, database = Station(plant.submitters), Station(1), Station(plant.database_cores)
    log = Station(1)
    mains = [Station(1) for _ in range(-(-plant.cores // plant.group))]
    worked = last = 0.0
    taken: list[float] = []  # when each chunk was taken from the window
    given = 0
    order = count()
    events: list[tuple[float, int, str, int]] = [(0.0, next(order), "take", core) for core in range(plant.cores)]
    stored = 0.0

    def step(time: float, name: str, core: int) -> None:
        heapq.heappush(events, (time, next(order), name, core))

    while events:
        now, _, name, core = heapq.heappop(events)
        if name == "take":
            if given == chunks:
                continue
            if not plant.stored_before:
                stored = store.serve(0.0, (plant.submit_s + plant.store_s) * plant.chunk)
                stored = log.serve(stored, plant.store_log * plant.chunk / plant.disk)
                database.worked += plant.store_s * plant.chunk
            room = taken[given - plant.window * plant.cores] if given >= plant.window * plant.cores else 0.0
            ready = dispatcher.serve(max(room, stored), plant.dispatch_chunk_s)
            given += 1
            taken.append(max(now, ready))
            step(mains[core // plant.group].serve(max(now, ready), plant.message_chunk_s), "claim", core)
        elif name == "claim":
            work = plant.transaction_chunk_s + plant.load_s * plant.chunk
            step(database.serve(now, work) + plant.commit_s, "solve", core)
        elif name == "solve":
            work = (plant.solve_s + plant.worker_s) * plant.chunk
            worked += work
            step(now + work, "record", core)
        else:
            work = plant.transaction_chunk_s + plant.record_s * plant.chunk
            written = log.serve(now, plant.record_log * plant.chunk / plant.disk)
            last = max(last, end := max(database.serve(now, work), written) + plant.commit_s)
            step(end, "take", core)
    return Outcome(
        chunks * plant.chunk / last,
        {
            "submitter": store.busy(last),
            "dispatcher": dispatcher.busy(last),
            "main processes": max(main.busy(last) for main in mains),
            "database": database.busy(last),
            "log": log.busy(last),
            "worker cores": worked / plant.cores / last,
        },
    )


def table(plants: Iterator[tuple[str, Plant]], boards: int = BILLION) -> Iterator[str]:
    """A Markdown table, a line for every plant."""
    stations = "submitter | dispatcher | main | database | log | cores"
    yield f"| rack | boards a second | a billion in | busy: {stations} | ceiling |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
    for name, plant in plants:
        found = simulate(plant, boards)
        busy = " | ".join(f"{part:.0%}" for part in found.busy.values())
        hours = BILLION / found.boards_s / 3600
        yield f"| {name} | {found.boards_s:,.0f} | {hours:,.2f} h | {busy} | {found.ceiling()} |"


def measured(costs: Mapping[str, Any]) -> Plant:
    """A rack with the costs that benchmarks/road.py found on PostgreSQL."""
    served = costs["server"]
    own = {stage: (costs[stage] - served[stage]) * US for stage in served}
    return Plant(
        solve_s=(costs["solve"] + costs["check"]) * US,
        submit_s=own["read"] + own["store"],
        store_s=served["store"] * US,
        load_s=served["claim"] * US,
        record_s=served["record"] * US,
        worker_s=own["claim"] + own["record"],
        store_log=costs["log"]["store"],
        record_log=costs["log"]["record"],
    )


def racks(plant: Plant) -> Iterator[tuple[str, Plant]]:
    """As it is; then what moves the ceiling, one thing after the other."""
    for cores, (kind, solve_s) in product((10, 100, 1000), (("easy", plant.solve_s), ("1 ms", 1e-3))):
        yield f"{cores} cores, {kind} boards", replace(plant, cores=cores, solve_s=solve_s)
    full = replace(plant, cores=1000)
    yield "1000 cores, easy, 4 writers at a time", (full := replace(full, submitters=4))
    yield "… archive stored before", (full := replace(full, stored_before=True))
    yield "… chunks of 500", replace(full, chunk=500)
    yield "… chunks of 50,000", (full := replace(full, chunk=50_000))
    yield "… 64 database cores", replace(full, database_cores=64)
    yield "… and a log over ten disks", replace(full, database_cores=64, disk=10 * full.disk)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.simulation", description=__doc__)
    parser.add_argument("costs", nargs="?", type=Path, help="what benchmarks.road wrote; the last line is taken")
    path = parser.parse_args().costs
    plant = measured(json.loads(path.read_text("utf-8").splitlines()[-1])) if path else Plant()
    for line in table(racks(plant)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
