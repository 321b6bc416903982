"""A worker on a network of its own, whose only cable can be pulled: a namespace, and a pair of virtual interfaces."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from shutil import which


@dataclass(frozen=True, slots=True)
class Cable:
    """``near`` is this machine's address on it; processes behind it are started through ``words``."""

    name: str
    near: str

    @property
    def words(self) -> list[str]:
        return ["ip", "netns", "exec", self.name]

    def pull(self) -> None:
        """From now on packets vanish; nobody is told."""
        _ip("link", "set", f"{self.name}-a", "down")

    def plug_in(self) -> None:
        _ip("link", "set", f"{self.name}-a", "up")


def missing() -> str:
    """Why no namespace can be made here; "" if one can."""
    if os.geteuid() != 0 or which("ip") is None:
        return "a network of one's own asks for root and the program ip"
    name = f"gm{os.getpid()}t"
    if subprocess.run(["ip", "netns", "add", name], check=False, capture_output=True).returncode:
        return "this machine lets nobody make network namespaces"
    _ip("netns", "delete", name)
    return ""


@contextmanager
def cable(number: int) -> Iterator[Cable]:
    """A namespace at the other end of a cable: 10.213.``number``.1 here, .2 there."""
    name = f"gm{os.getpid()}n{number}"
    near = f"10.213.{number}.1"
    _ip("netns", "add", name)
    try:
        _ip("link", "add", f"{name}-a", "type", "veth", "peer", "name", f"{name}-b", "netns", name)
        _ip("addr", "add", f"{near}/24", "dev", f"{name}-a")
        _ip("link", "set", f"{name}-a", "up")
        for words in (("addr", "add", f"10.213.{number}.2/24", "dev", f"{name}-b"),
                      ("link", "set", f"{name}-b", "up"), ("link", "set", "lo", "up")):  # fmt: skip
            _ip("-n", name, *words)
        yield Cable(name, near)
    finally:
        _ip("netns", "delete", name)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)
