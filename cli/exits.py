"""Exit codes, and the turning of errors into them."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from typing import Any, TextIO

import click

from cli.hinting import complete
from cli.text import harmless
from solvers.core import GridmillError

SUCCESS = 0
USAGE = 2
REJECTED = 3  # some input was rejected or unreadable; all the rest was dealt with
UNAVAILABLE = 4  # the database or the broker cannot be reached, or the output cannot be written
CONTRADICTED = 5  # an audit found something wrong, or a rerun contradicts an answer
INTERRUPTED = 130

UNAVAILABILITIES = {  # by the modules that raise them
    "sqlalchemy": ("OperationalError", "InterfaceError", "DatabaseError"),
    "sqlite3": ("OperationalError", "DatabaseError"),
    "redis": ("ConnectionError", "TimeoutError", "AuthenticationError"),
}
MEND = "`gridmill doctor` looks what is wrong; --database and --broker name other services."
# PostgreSQL's words; a plain ProgrammingError is about a URL with options that there are none of.
NOT_ALLOWED = ("InsufficientPrivilege", "ReadOnlySqlTransaction", "UndefinedTable", "ProgrammingError")
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def guarded(run: Callable[[], Any]) -> int:
    """Run a command; returns its exit code, with the message of an error on stderr."""
    code = _told(run)
    try:
        sys.stdout.flush()  # what is left in Python's buffer would be lost when it ends, with a message of its own
    except OSError as error:
        code = _cannot_write(error)
    return code


def _told(run: Callable[[], Any]) -> int:
    try:
        code = run()
    except click.ClickException as error:
        said = StringIO()
        error.show(said)
        _say(said.getvalue().rstrip("\n"))
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        _say("interrupted")
        return INTERRUPTED
    except GridmillError as error:
        _say(f"gridmill: {error}")
        return _code_of(error)
    except OSError as error:
        return _cannot_write(error)
    except Exception as error:
        if not _is_unavailable(error):
            raise
        _say(f"gridmill: {_first_line(error)}\n{MEND}")
        return UNAVAILABLE
    return code if isinstance(code, int) else SUCCESS


def _say(message: str) -> None:
    """Where not even that can be written, the exit code has to do."""
    try:
        click.echo(harmless(complete(message)), err=True)
    except OSError:
        _let_go(sys.stderr)


def _cannot_write(error: OSError) -> int:
    """A full disk, mostly: reading has its own errors, which name the file."""
    _let_go(sys.stdout)
    if isinstance(error, BrokenPipeError):
        return SUCCESS
    why = error.strerror or str(error)
    if error.filename:
        _say(f"gridmill: {os.fsdecode(error.filename)}: {why}")
    else:
        _say(f"gridmill: {'the output cannot be written: ' if error.errno in NO_ROOM else ''}{why}")
    return UNAVAILABLE


def _first_line(error: Exception) -> str:
    """What the driver says, without the name of its exception class: ``unable to open database file``."""
    lines = str(error).splitlines() or [type(error).__name__]
    module, _, rest = lines[0].partition(") ")
    return rest if rest and module.startswith("(") else lines[0]


def let_go_of_stdout() -> int:
    """The reader has seen enough (`| head`)."""
    _let_go(sys.stdout)
    return SUCCESS


def _let_go(stream: TextIO) -> None:
    """Without this, Python would complain again when it closes a stream that cannot be written."""
    with suppress(OSError, ValueError):  # a stream that is no file has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def open_closed_streams() -> None:
    """Stand in for streams that are closed (`>&-`), which Python leaves out and other files would take the numbers of.

    There is nothing in the input, writing to the output is an error, and messages go nowhere.
    """
    for name, flags, mode in (("stdin", os.O_RDONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, flags), mode))


def _code_of(error: GridmillError) -> int:
    return UNAVAILABLE if type(error).__name__ in ("DatabaseError", "BrokerError", "OutputError") else USAGE


def _is_unavailable(error: Exception) -> bool:
    """Told by module and name, so that nobody imports a database driver to handle an error of another kind."""
    module = type(error).__module__.partition(".")[0]
    cause = type(getattr(error, "orig", None))
    if module == "sqlalchemy" and cause.__module__.startswith("psycopg") and cause.__name__ in NOT_ALLOWED:
        return True
    return type(error).__name__ in UNAVAILABILITIES.get(module, ())
