from collections.abc import Sequence

from solvers.core import Kernel, Pager

ENGINE: str
solve: Kernel
page: Pager

def minlex(texts: Sequence[str]) -> list[str]: ...
def code_versions() -> list[str]: ...
def use_code_version(name: str) -> None: ...
