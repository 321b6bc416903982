"""Exit codes, and the turning of errors into them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from io import StringIO
from typing import Any

import click

from cli.text import harmless
from solvers.core import GridmillError

SUCCESS = 0
USAGE = 2
REJECTED = 3  # some input was rejected or unreadable; all the rest was dealt with
UNAVAILABLE = 4  # the database or the broker cannot be reached
CONTRADICTED = 5  # an audit found something wrong, or a rerun contradicts an answer
INTERRUPTED = 130

# By the modules that raise them. A right that lacks and a file that is no database are among the DATABASE's.
_DATABASE = ("OperationalError", "InterfaceError", "ProgrammingError", "DatabaseError", "InternalError")
UNAVAILABILITIES = {
    "sqlalchemy": _DATABASE, "psycopg": _DATABASE, "sqlite3": _DATABASE,
    "redis": ("ConnectionError", "TimeoutError", "AuthenticationError"),
}  # fmt: skip
MEND = "`gridmill doctor` looks what is wrong; --database and --broker name other services."


def guarded(run: Callable[[], Any]) -> int:
    """Run a command; returns its exit code, with the message of an error on stderr."""
    try:
        code = run()
    except click.ClickException as error:
        said = StringIO()
        error.show(said)
        click.echo(harmless(said.getvalue()), nl=False, err=True)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except GridmillError as error:
        click.echo(f"gridmill: {harmless(str(error))}", err=True)
        return _code_of(error)
    except Exception as error:
        if not _is_unavailable(error):
            raise
        click.echo(f"gridmill: {harmless(_first_line(error))}\n{MEND}", err=True)
        return UNAVAILABLE
    return code if isinstance(code, int) else SUCCESS


def _first_line(error: Exception) -> str:
    """What the driver says, without the name of its exception class: ``unable to open database file``."""
    lines = str(error).splitlines() or [type(error).__name__]
    module, _, rest = lines[0].partition(") ")
    return rest if rest and module.startswith("(") else lines[0]


def let_go_of_stdout() -> int:
    """The reader has seen enough (`| head`); without this, Python would complain again when it closes stdout."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return SUCCESS


def _code_of(error: GridmillError) -> int:
    return UNAVAILABLE if type(error).__name__ in ("DatabaseError", "BrokerError") else USAGE


def _is_unavailable(error: Exception) -> bool:
    """Told by module and name, so that nobody imports a database driver to handle an error of another kind."""
    module = type(error).__module__.partition(".")[0]
    return type(error).__name__ in UNAVAILABILITIES.get(module, ())
