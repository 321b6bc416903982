"""What is told of a board whose solver raised: kind, words, and where, for whoever has to mend it."""

from __future__ import annotations

from pathlib import PurePath
from traceback import FrameSummary, extract_tb

FRAMES = 4  # innermost ones that are told
LONGEST = 400  # characters of the error's own words


def how(error: BaseException, memory_mb: int) -> str:
    """``out of memory (a worker child gets 4096 MB), …`` or ``RuntimeError: its words``, and in which functions."""
    words = str(error)[:LONGEST]
    if isinstance(error, MemoryError):
        bound = f" (a worker child gets {memory_mb} MB)" if memory_mb else ""
        text = f"out of memory{bound}{': ' * bool(words)}{words}"
    else:
        text = f"{type(error).__name__}{': ' * bool(words)}{words}"
    frames = extract_tb(error.__traceback__)[-FRAMES:]
    return f"{text}, in {' > '.join(map(_place, frames))}" if frames else text


def _place(frame: FrameSummary) -> str:
    """``solvers/solving.py:88 solve_texts``: the last two names of a path say where, and nothing of the machine."""
    return f"{'/'.join(PurePath(frame.filename).parts[-2:])}:{frame.lineno} {frame.name}"
