"""Names that nothing in the database has: a filter that finds nothing because of a typo says so."""

from __future__ import annotations

from datetime import UTC, datetime
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import click

from cli.text import visible
from db.errors import NotFoundError
from db.plain import rows, value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from db.plain import Asked

KNOWN = {
    "family": "SELECT DISTINCT family FROM variant",
    "variant": "SELECT DISTINCT name FROM variant",
    "engine": "SELECT name FROM engine",
    "source": "SELECT DISTINCT name FROM source",
}
SHOWN = 3
LISTED = "`gridmill results` lists them"


def warn_of_unknown(connection: Asked, options: Mapping[str, Any]) -> None:
    """One line on stderr for each name or moment that no board can have; raises NotFoundError for a board."""
    for option, query in KNOWN.items():
        if options[option]:
            known = [row[0] for row in rows(connection, query)]
            if not any(_fits(option, name, options[option]) for name in known):
                _say(f"--{option}: nothing here has the name {options[option]!r}{_close(options[option], known)}")
    for option in ("same_as", "like"):
        key = options[option]
        if key and value(connection, "SELECT id FROM board WHERE id = :board", {"board": key}) is None:
            raise NotFoundError(f"--{option.replace('_', '-')}: expected the number of a board, got {key}: {LISTED}")
    if options["since"] and options["since"] > datetime.now(UTC):
        _say(f"--since: {options['since']:%Y-%m-%d %H:%M} is still to come")


def _fits(option: str, name: str, asked: str) -> bool:
    if option == "source":
        return name.endswith(asked)
    return name == asked or (option == "engine" and name.startswith(f"{asked}/"))


def _close(asked: str, known: list[str]) -> str:
    names = {name.rpartition("/")[2] if "/" in name and asked.count("/") == 0 else name for name in known} | set(known)
    found = get_close_matches(asked, sorted(names), SHOWN)
    return f"; did you mean {', '.join(found)}?" if found else ""


def _say(message: str) -> None:
    click.echo(visible(message), err=True)
