from solvers.core import Kernel, Pager

ENGINE: str
solve: Kernel
page: Pager

# Clues that fit no cells and runs without a clue: in the text as it is, and with its clues exchanged.
def evidence(text: str) -> tuple[int, int, int, int]: ...
def swapped(text: str) -> str: ...

# "" where the signs are not those of a board of that size.
def from_address(signs: str, rows: int, columns: int) -> str: ...

# Boards that the lines of a text begin with: their texts and labels, a line each; the line that each begins with, from
# 0; rows, columns and how many boards one behind the other have them; lines, blank ones and comments that were taken;
# the lines that answers
# begin with; whether the lines ended rather than that something was odd.
def take_boards(
    notation: str, text: str
) -> tuple[str, str, list[int], list[list[int]], int, int, int, list[int], bool]: ...
