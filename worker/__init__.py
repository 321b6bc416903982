"""The queue: settings, dispatch, workers. The one place where queue, solvers and database meet."""
