from solvers.core import Kernel, Pager

ENGINE: str
solve: Kernel
page: Pager
