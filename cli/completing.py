"""Scripts that complete ``gridmill`` in a shell, and where each shell looks for them."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from worker.settings import variable

NAME = "gridmill"
VARIABLE = "_GRIDMILL_COMPLETE"
ZSH = "fpath=(~/.zfunc $fpath); autoload -Uz compinit && compinit"
# The package bash-completion finds the script by itself when somebody completes; without it, this line loads it.
BASH = '[ -r "{path}" ] && . "{path}"  # completion of gridmill'


def your_shell() -> str:
    """Raises click.UsageError for a shell that has no completion here."""
    name = Path(variable("SHELL")).name
    if name not in ("bash", "zsh", "fish"):
        raise click.UsageError(f"expected bash, zsh or fish, found {name or 'no shell'}: name one")
    return name


def script(shell: str) -> str:
    from cli.main import gridmill  # noqa: PLC0415 - this module is loaded by one of its commands

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"expected bash, zsh or fish, got {shell!r}")
    return kind(gridmill, {}, NAME, VARIABLE).source()


def install(shell: str) -> Path:
    """Write the script where the shell looks; a file of the user's is only added to, and once."""
    home = Path.home()
    data = Path(variable("XDG_DATA_HOME") or home / ".local" / "share")
    config = Path(variable("XDG_CONFIG_HOME") or home / ".config")
    path = {
        "bash": data / "bash-completion" / "completions" / NAME,
        "zsh": home / ".zfunc" / f"_{NAME}",
        "fish": config / "fish" / "completions" / f"{NAME}.fish",
    }[shell]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(script(shell) + "\n", encoding="utf-8")
        if shell == "zsh":
            _add_line(home / ".zshrc", ZSH)
        elif shell == "bash":
            _add_line(home / ".bashrc", BASH.format(path=path))
    except OSError as error:
        where = os.fsdecode(error.filename or path)
        hint = f"`gridmill completion {shell} --print` gives what to load"
        raise click.UsageError(f"expected to write to {where}, could not: {error.strerror}; {hint}") from None
    return path


def _add_line(path: Path, line: str) -> None:
    """Behind what is there, which may be in any encoding."""
    text = path.read_bytes() if path.exists() else b""
    if os.fsencode(line) not in text:
        with path.open("ab") as file:
            file.write(b"\n" * bool(text and not text.endswith(b"\n")) + os.fsencode(line) + b"\n")
