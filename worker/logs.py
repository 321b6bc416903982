"""Logs of processes that run for long: lines for people, or one JSON object a line for programs."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
FIELDS = "gridmill"  # where a record carries what it says in values instead of words


class JsonLines(logging.Formatter):
    """``{"time": …, "level": "info", "logger": …, "message": …}``, and the values that came with the message."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        line |= getattr(record, FIELDS, {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def set_up(form: str) -> None:
    """Log to stderr in the form of the setting ``log_format``."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter(TEXT))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # which steps it takes is nobody's business but its own
    logging.captureWarnings(capture=form == "json")
