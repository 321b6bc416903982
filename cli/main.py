"""``gridmill``: the command group, and the one place where errors become messages and exit codes.

Commands are imported when they are called, so ``gridmill --help`` costs no more than click.
"""

from __future__ import annotations

import sys
from importlib import import_module

import click

from cli import exits

COMMANDS = {
    "run": "Submit files, solve them here, and show what came out.",
    "solve": "Solve boards from files or stdin to stdout; no database, no queue.",
    "submit": "Store the boards of files, to be solved by workers.",
    "worker": "Solve what was submitted, until told to stop.",
    "status": "List batches and how far they are.",
    "watch": "Follow a batch until it is done.",
    "results": "List the boards of a batch with their answers.",
    "rejects": "List the input of a batch that is no board.",
    "show": "Draw a board, its solution and its witness.",
    "families": "List the families, their variants and formats.",
    "migrate": "Create or upgrade the tables.",
    "doctor": "Check database, broker and versions, and say how to mend what is wrong.",
    "demo": "Run the boards of the examples from file to stored, proven answer.",
}


class LazyGroup(click.Group):
    """A group that knows its commands' names and one-line helps without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"cli.commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LazyGroup,
    epilog="Exit codes: 0 success, 2 usage, 3 some input rejected, 4 database or broker unavailable, 130 interrupted.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(package_name="gridmill", message="%(prog)s %(version)s")
def gridmill() -> None:
    """Gridmill solves puzzle boards by the million, and proves how many solutions each one has.

    \b
    gridmill run boards.txt        everything in one go
    gridmill solve - < boards.txt  as a filter, without a database
    """


def main() -> None:
    """The entry point of the ``gridmill`` command."""
    sys.exit(exits.guarded(lambda: gridmill.main(prog_name="gridmill", standalone_mode=False)))


if __name__ == "__main__":
    main()
