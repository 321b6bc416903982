"""The command line: commands, tables, progress, drawing."""
