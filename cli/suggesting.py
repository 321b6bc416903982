"""What a shell completes behind options and in place of arguments: names that this installation and database have."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

Suggest = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def suggests(names: Callable[[click.Context], Iterable[tuple[str, str]]]) -> Suggest:
    """For ``shell_complete``: names with what they are; nothing where they cannot be had, as nobody can be told."""

    def suggest(context: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        try:
            found = list(names(context))
        except Exception:  # noqa: BLE001 - a shell that completes has no place for messages
            return []
        return [CompletionItem(name, help=said) for name, said in found if name.startswith(incomplete)]

    return suggest


def _families(_context: click.Context) -> Iterable[tuple[str, str]]:
    from solvers.registry import families  # noqa: PLC0415 - `gridmill --help` needs none of it

    return [(family.name, family.title) for family in families().values()]


def _formats(_context: click.Context) -> Iterable[tuple[str, str]]:
    from solvers.reading.choosing import candidates  # noqa: PLC0415 - as above

    return {form.name: form.summary for form in candidates()}.items()


def _written(_context: click.Context) -> Iterable[tuple[str, str]]:
    from solvers.reading.choosing import candidates  # noqa: PLC0415 - as above

    return {form.name: form.summary for form in candidates() if form.write}.items()


def _forms(context: click.Context) -> Iterable[tuple[str, str]]:
    from cli.exporting import TABLES  # noqa: PLC0415 - as above

    return [*((name, "") for name in (*TABLES, "sqlite", "sdm", "judge")), *_written(context)]


def _asked(sql: str) -> Callable[[click.Context], Iterable[tuple[str, str]]]:
    """Names and what they are, of the database that the command line names so far."""

    def ask(context: click.Context) -> Iterable[tuple[str, str]]:
        from cli.services import questioning  # noqa: PLC0415 - as above
        from db.plain import rows  # noqa: PLC0415 - as above

        with questioning(context.params.get("database")) as connection:
            return [(str(name), str(said)) for name, said in rows(connection, sql)]

    return ask


FAMILIES = suggests(_families)
FORMATS = suggests(_formats)
WRITTEN = suggests(_written)
FORMS = suggests(_forms)
NUMBERS = suggests(_asked("SELECT id, name FROM batch ORDER BY id DESC LIMIT 50"))
VARIANTS = suggests(_asked("SELECT DISTINCT name, family FROM variant ORDER BY name"))
ENGINES = suggests(_asked("SELECT name, '' FROM engine ORDER BY name"))
