"""``python -m worker [PARENT]``: a worker group with the settings of the environment; ends with its parent."""

from __future__ import annotations

import logging
import os
import sys

from worker.settings import load
from worker.supervisor import Stop, supervise


def main() -> None:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    parent = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    stop = Stop()
    stop.on_signals()
    supervise(load(), stop, lambda: not parent or os.getppid() == parent)


if __name__ == "__main__":
    main()
