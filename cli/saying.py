"""Messages on stderr: words for people, or with ``--log-format json`` one object a line for programs."""

from __future__ import annotations

import logging
from typing import Any

import click

from cli.hinting import complete
from cli.text import visible

log = logging.getLogger("gridmill")
_as_json: list[bool] = [False]


def in_json(form: str) -> None:
    """Say everything from here on in that form of the setting ``log_format``."""
    _as_json[0] = form == "json"
    if _as_json[0]:
        from worker.logs import set_up  # noqa: PLC0415 - as above - nobody else needs it

        set_up(form)


def speaks_json() -> bool:
    return _as_json[0]


def say(message: str, *, level: int = logging.INFO, **values: Any) -> None:
    """A message, with the values in it for programs."""
    message = complete(message)
    if _as_json[0]:
        from worker.logs import FIELDS  # noqa: PLC0415 - as above

        log.log(level, message, extra={FIELDS: values})
    else:
        click.echo(visible(message), err=True)
