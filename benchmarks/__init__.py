"""Measures Gridmill side by side with what people would use instead: `make bench`, or `python -m benchmarks NAME`.

A module here that has TITLE and `cases()` is a chapter of docs/benchmarks.md; its docstring stands below the title. A
case (benchmarks/case.py) is one piece of work, done by ours and by peers from PyPI in turn. Peers are the dependency
group `bench`, in an environment of their own (.venv-bench); one that is not there is left out, and so is a case whose
data is missing.
"""
