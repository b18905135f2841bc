"""The lock of every flow: the process row, with a bounded wait and one attempt (engine.md, decision 3)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import OperationalError, connection, transaction
from psycopg.errors import DeadlockDetected, LockNotAvailable
from viewflow.workflow.exceptions import FlowLockFailed


class RowLock:
    """Holds the process row until the transaction ends. The connection's `lock_timeout` limits the wait."""

    @contextmanager
    def __call__(self, flow_class: Any, process_pk: int) -> Iterator[None]:
        meta = flow_class.process_class._meta
        table, key = (connection.ops.quote_name(name) for name in (meta.db_table, meta.pk.column))
        with transaction.atomic(savepoint=False):
            try:
                with connection.cursor() as cursor:
                    cursor.execute(f"SELECT 1 FROM {table} WHERE {key} = %s FOR NO KEY UPDATE", [process_pk])
            except OperationalError as error:
                if is_lock_failure(error):
                    raise FlowLockFailed(f"process {process_pk} is busy") from error
                raise
            yield


def lock_subject(kind: str, subject_id: int) -> None:
    """Lock a subject until the transaction ends, so that no other process about it can start.

    Call it before locking a process. Decisions do not need it: they start no process.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, %s))", [kind, subject_id])


def is_lock_failure(error: OperationalError) -> bool:
    """Whether the error is a lock timeout or a deadlock, not a lost connection."""
    return isinstance(error.__cause__, LockNotAvailable | DeadlockDetected)
