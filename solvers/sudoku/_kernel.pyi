from collections.abc import Sequence

from solvers.core import Kernel, Pager

ENGINE: str
solve: Kernel
page: Pager

# Shorter than the texts where time ran out or somebody cancelled.
def minlex(texts: Sequence[str], seconds: float = 0.0, cancel: bytearray | None = None) -> list[str]: ...
def code_versions() -> list[str]: ...
def use_code_version(name: str) -> None: ...
