"""Somebody else's transaction, on a connection of its own."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from workflows.models import Process

PATIENCE_SECONDS = 20


@contextmanager
def locked_elsewhere(process: Process) -> Iterator[None]:
    """While the block runs, another transaction holds the process's row."""
    begun, done = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                Process.objects.select_for_update().get(pk=process.pk)
                begun.set()
                done.wait(PATIENCE_SECONDS)
        finally:
            connection.close()

    thread = threading.Thread(target=hold)
    thread.start()
    begun.wait(PATIENCE_SECONDS)
    try:
        yield
    finally:
        done.set()
        thread.join()
