"""Gridmill's solvers: puzzle boards in, proven answers out. Knows no queue and no database."""
