"""Commands that messages tell people to type: they run as they stand, on the database that this command was given."""

from __future__ import annotations

import re
import shlex

import click

# Those that have no --database; a test holds them against the commands themselves.
WITHOUT = frozenset({"check", "completion", "convert", "demo", "families", "formats", "list", "minimal", "solve"})
_HINT = re.compile(r"`gridmill ([a-z][a-z-]*)([^`]*)`")
_given: list[str] = [""]  # the option, ready to be typed


def remember(_context: click.Context, _param: click.Parameter, database: str | None) -> str | None:
    """Keep what ``--database`` says, unless that holds a secret, which no message may show."""
    _given[0] = f" --database {shlex.quote(database)}" if database and _may_be_shown(database) else ""
    return database


def _may_be_shown(database: str) -> bool:
    if "://" not in database:
        return True
    from db.engine import masked  # noqa: PLC0415 - imports SQLAlchemy, which many commands do without

    shown = masked(database)
    return "***" not in shown and shown.count("://") == 1 and not shown.endswith("://")


def where() -> str:
    """`` --database URL`` where the command was given one; else nothing, for the next command finds the same."""
    return _given[0]


def complete(message: str) -> str:
    """The message with the database in each hint that needs it."""
    return _HINT.sub(_completed, message) if _given[0] else message


def _completed(found: re.Match[str]) -> str:
    command, rest = found[1], found[2]
    return found[0] if command in WITHOUT or "--database" in rest else f"`gridmill {command}{rest}{_given[0]}`"
