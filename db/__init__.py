"""The database: tables, writes, reads, migrations. Knows solvers.core and nothing else of ours."""
