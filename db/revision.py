"""The revision of the tables that this program reads and writes."""

HEAD = "0002"
