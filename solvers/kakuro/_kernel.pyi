from solvers.core import Kernel, Pager

ENGINE: str
solve: Kernel
page: Pager

# Clues that fit no cells and runs without a clue: in the text as it is, and with its clues exchanged.
def evidence(text: str) -> tuple[int, int, int, int]: ...
def swapped(text: str) -> str: ...

# "" where the signs are not those of a board of that size.
def from_address(signs: str, rows: int, columns: int) -> str: ...
