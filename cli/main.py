"""``gridmill``: the command group, and the one place where errors become messages and exit codes.

Commands are imported when they are called, so ``gridmill --help`` costs no more than click.
"""

from __future__ import annotations

import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from cli import exits

COMMANDS = {
    "run": "Submit files, solve them here, and show what came out.",
    "solve": "Solve boards from files or stdin to stdout; no database, no queue.",
    "minimal": "Name the givens that a board does not need.",
    "submit": "Store the boards of files, to be solved by workers.",
    "watch-folder": "Submit what appears in a folder, once, by its content.",
    "worker": "Solve what was submitted, until told to stop.",
    "status": "List batches and how far they are.",
    "watch": "Follow a batch until it is done.",
    "results": "List the boards of a batch with their answers.",
    "equivalents": "List groups of boards that symmetries turn into each other.",
    "rejects": "List the input of a batch that is no board.",
    "solutions": "List the stored solutions of boards submitted with --all.",
    "list": "List every solution of a board, in ascending order.",
    "show": "Draw a board, its solution and its witness.",
    "pause": "Let a batch wait.",
    "resume": "Go on with a batch that was paused, cancelled, or not read to its end.",
    "cancel": "Stop a batch.",
    "drop": "Remove a batch for good.",
    "priority": "Move a batch before or behind others.",
    "retry": "Solve boards again that came out undecided or failed.",
    "rerun": "Solve a batch a second time, and compare.",
    "audit": "Look at a batch again: its books, its solutions, a sample of its proofs.",
    "sheet": "Print boards on sheets: one PDF or SVG.",
    "stats": "Sum a batch up in numbers.",
    "report": "Write a report of a batch as one HTML file.",
    "serve": "Show batches and boards in a browser, live and read-only.",
    "export": "Take boards and answers away: CSV, JSONL, Parquet, SQLite, native formats, judges' words.",
    "import": "Take an export back, answers and all.",
    "families": "List the families, their variants and formats.",
    "formats": "List the formats that can be read and written.",
    "check": "Say what is in files, without solving it.",
    "convert": "Write boards in another format.",
    "migrate": "Create or upgrade the tables.",
    "doctor": "Check database, broker and versions, and say how to mend what is wrong.",
    "completion": "Install completion of commands and options for your shell.",
    "demo": "Run the boards of the examples from file to stored, proven answer.",
}


MODULES = {
    "import": "import_",
    "list": "list_",
    "watch-folder": "watch_folder",
}  # where the name of a command is none of Python's
WIDTH = 100  # of help that goes to a file or a pipe; a terminal decides for itself, up to this


class LazyGroup(click.Group):
    """A group that knows its commands' names and one-line helps without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"cli.commands.{MODULES.get(cmd_name, cmd_name)}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(_unknown(args[0]), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def make_context(self, *args: Any, **rest: Any) -> click.Context:
        try:
            return super().make_context(*args, **rest)
        except BrokenPipeError:  # of --help; click itself would make it a failure with code 1
            raise click.exceptions.Exit(exits.let_go_of_stdout()) from None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # as above
            return exits.let_go_of_stdout()

    def main(self, *args: Any, standalone_mode: bool = True, **rest: Any) -> Any:
        """Run a command line; as a program, errors become messages and the process ends with an exit code."""
        rest.setdefault("prog_name", "gridmill")
        if not sys.stdout.isatty():
            rest.setdefault("terminal_width", WIDTH)
        call = partial(super().main, *args, standalone_mode=False, **rest)
        if not standalone_mode:
            return call()
        sys.exit(exits.guarded(call))


def _unknown(name: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - nobody who types well pays for it

    near = get_close_matches(name, COMMANDS, 1)
    where = f"Did you mean `gridmill {near[0]}`?" if near else "`gridmill --help` lists the commands."
    if Path(name).exists():
        where = f"To solve that file: `gridmill run {name}`."
    return f"expected a command, got {name!r}. {where}"


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    epilog="Exit codes: 0 success, 2 usage, 3 some input rejected, 4 database or broker unavailable or "
    "output not writable, 5 answers found wrong or contradicted, 130 interrupted.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDTH},
)
@click.version_option(package_name="gridmill", message="%(prog)s %(version)s")
@click.pass_context
def gridmill(context: click.Context) -> None:
    """Gridmill solves puzzle boards by the million, and proves how many solutions each one has.

    \b
    gridmill run boards.txt            store, solve and prove a file, and show what came out
    gridmill solve - < boards.txt      the same as a filter, without a database
    gridmill results --verdict multiple    ask for what was found

    Called alone, it says where you stand and what to try next.
    """
    if context.invoked_subcommand is None:
        from cli.standing import say_standing  # noqa: PLC0415 - needs the database

        say_standing()


def main() -> None:
    """The entry point of the ``gridmill`` command."""
    exits.open_closed_streams()
    gridmill()


if __name__ == "__main__":
    main()
