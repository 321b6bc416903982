from solvers.core import Kernel

ENGINE: str
solve: Kernel
