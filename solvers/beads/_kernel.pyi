from solvers.core import Kernel

ENGINE: str
solve: Kernel

def define_set(name: str, pieces: str) -> None:
    """Make a named set known, drawn as in a head (``A=oo/o;B=oooo``); a second definition replaces the first."""
