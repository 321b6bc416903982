from solvers.core import Kernel

ENGINE: str
solve: Kernel

def define_set(name: str, pieces: str) -> None: ...
def count_fixing_each(head: str, region: str) -> list[str]: ...
