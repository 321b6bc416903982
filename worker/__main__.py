"""``python -m worker [PARENT]``: a worker group with the settings of the environment; ends with its parent."""

from __future__ import annotations

import os
import sys

from worker import logs
from worker.settings import load
from worker.supervisor import Stop, supervise


def main() -> None:
    settings = load()
    logs.set_up(settings.log_format)
    parent = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    stop = Stop()
    stop.on_signals()
    supervise(settings, stop, lambda: not parent or os.getppid() == parent)


if __name__ == "__main__":
    main()
