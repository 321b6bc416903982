"""The outcome of a command for programs: ``--json`` writes one array of objects to stdout, as every command does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cli.output import Output


def write_outcome(rows: Iterable[Mapping[str, Any]], *, lines: bool = False) -> None:
    """Rows of the same names; as ``lines``, each is one, for a command that does not end."""
    held = list(rows)
    Output("jsonl" if lines else "json").write(held, tuple(held[0]) if held else ())
