from solvers.core import Kernel, Pager

ENGINE: str
solve: Kernel
page: Pager

def define_set(name: str, pieces: str) -> None: ...
def count_fixing_each(head: str, region: str) -> list[str]: ...
