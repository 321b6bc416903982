from solvers.core import Kernel, Pager

ENGINE: str
solve: Kernel
page: Pager

def code_versions() -> list[str]: ...
def use_code_version(name: str) -> None: ...
