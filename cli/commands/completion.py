"""``gridmill completion``: the shell completes commands, options and values."""

from __future__ import annotations

from pathlib import Path

import click

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@click.option("--print", "printed", is_flag=True, help="Print the script; install nothing.")
def command(shell: str | None, *, printed: bool) -> None:
    """Install completion for SHELL (default: the one you use); it works in the next shell that you open.

    \b
    Examples:
      gridmill completion
      gridmill completion zsh --print > ~/.zfunc/_gridmill
    """
    from cli.completing import install, script, your_shell

    shell = shell or your_shell()
    if printed:
        click.echo(script(shell))
        return
    path: Path = install(shell)
    click.echo(f"{path}: installed; it works in the next {shell} that you open", err=True)
