"""The reference of all commands as Markdown, made from the commands themselves: ``python -m cli.reference``."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from cli.main import COMMANDS, WIDTH, gridmill

HEAD = """\
# The commands

Made from the program by `python -m cli.reference > docs/cli.md`. What verdicts and exit codes mean stands in
[verdicts.md](verdicts.md).
"""


def reference() -> str:
    """The help of every command in the order of ``gridmill --help``."""
    return "\n".join([HEAD, *_sections()])


def _sections() -> Iterator[str]:
    top = _context(gridmill, "gridmill")
    yield f"## gridmill\n\n```text\n{gridmill.get_help(top)}\n```\n"
    for name in COMMANDS:
        command = gridmill.get_command(top, name)
        if command is not None:
            yield f"## gridmill {name}\n\n```text\n{command.get_help(_context(command, name, top))}\n```\n"


def _context(command: click.Command, name: str, parent: click.Context | None = None) -> click.Context:
    return click.Context(
        command, info_name=name, parent=parent, terminal_width=WIDTH, help_option_names=["-h", "--help"], color=False
    )


if __name__ == "__main__":
    sys.stdout.write(reference())
