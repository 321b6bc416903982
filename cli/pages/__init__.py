"""Pages for browsers: a report as one file, and the same live from `gridmill serve`."""
