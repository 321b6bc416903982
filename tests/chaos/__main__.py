"""The long storm: ``python -m tests.chaos [sqlite|postgresql] [STRIKES] [SEED]`` prints what it did."""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests import servers
from tests.chaos.storm import storm
from tests.integration.program import Program

PAUSE_S = 0.6
BOARDS_A_STRIKE = 450  # so that there is work until the last one


def main() -> None:
    kind = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    strikes = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        persistence = {"appendonly": "yes"} if seed % 2 else {}
        valkey = stack.enter_context(servers.valkey(stack.enter_context(servers.short_folder()), **persistence))
        postgres = None
        database = f"sqlite:///{home / 'boards.db'}"
        if kind == "postgresql":
            postgres = stack.enter_context(servers.postgres(stack.enter_context(servers.short_folder())))
            database = postgres.new_database()
        program = Program(home, database, servers.broker_url(valkey))
        boards = BOARDS_A_STRIKE * strikes
        found = storm(program, valkey, postgres, strikes=strikes, boards=boards, pause_s=PAUSE_S, seed=seed)
        program.engine.dispose()
    print(f"{kind}, seed {seed}, Valkey {'with' if persistence else 'without'} persistence:", found)
    sys.exit(bool(found.faults))


if __name__ == "__main__":
    main()
