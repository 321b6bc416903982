"""The Celery application: how references to chunks travel.

Celery carries pointers and promises nothing; the database does. So there are no results, no retries and no pickles,
a message is acknowledged after the work, and a lost one is put back by the sweeper (see worker/dispatcher.py).
"""

from __future__ import annotations

from celery import Celery

from worker import transport
from worker.settings import Settings, load

TASK = transport.TASK
HARD_LIMIT_S = 6 * 3600  # a net under kernels that keep a time limit of their own which is shorter than half of this
VISIBILITY_S = 24 * 3600  # Redis gives a message to a second worker after that; leases are what we rely on

transport.register()


def make_app(settings: Settings) -> Celery:
    app = Celery("gridmill", broker=broker_url(settings), include=["worker.tasks"])
    app.conf.update(
        accept_content=["json"],
        task_serializer="json",
        task_ignore_result=True,
        task_store_errors_even_if_ignored=False,
        task_default_queue=transport.QUEUE,
        task_acks_late=True,
        task_reject_on_worker_lost=False,  # the lease recovers, with a bounded number of attempts
        task_publish_retry=False,
        worker_prefetch_multiplier=1,
        worker_hijack_root_logger=False,
        worker_send_task_events=False,
        worker_cancel_long_running_tasks_on_connection_loss=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        broker_pool_limit=2,
        broker_transport_options={
            "global_keyprefix": f"{settings.queue}:",
            "visibility_timeout": VISIBILITY_S,
            "socket_timeout": 30,
            "socket_connect_timeout": 5,
            "socket_keepalive": True,
        },
    )
    return app


def broker_url(settings: Settings) -> str:
    """Celery's name for a Redis URL; the scheme of sockets differs from redis-py's."""
    return settings.broker.replace("unix://", "redis+socket://", 1)


app = make_app(load())
