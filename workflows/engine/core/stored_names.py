"""Names of kinds, steps and queues in rows. Renaming one needs a data migration, or lists lose its open tasks."""

from collections.abc import Collection, Iterator

from django.db import connection
from django.db.models import Model

from workflows.engine.core.flows import flows, nodes_of, queues
from workflows.models import OPEN, Process, Task


def unknown_names() -> Iterator[tuple[str, int]]:
    """(stored name, number of rows) of kinds, steps and, for open tasks, queues that the code does not declare."""
    kinds = {flow.kind for flow in flows()}
    nodes = {f"{flow.kind}.{node.name}" for flow in flows() for node in nodes_of(flow)}
    yield from _unknown(Process, "flow_class", kinds)
    yield from _unknown(Task, "flow_task", nodes)
    yield from _unknown(Task, "queue", {*queues(), ""}, is_open=True)


def _unknown(
    model: type[Model], column: str, declared: Collection[str], *, is_open: bool = False
) -> Iterator[tuple[str, int]]:
    table, narrowed = model._meta.db_table, "WHERE status = ANY(%s)" if is_open else ""
    with connection.cursor() as cursor:
        statement = f"SELECT {column}, count(*) FROM {table} {narrowed} GROUP BY 1 ORDER BY 1"
        cursor.execute(statement, [[str(status) for status in OPEN]] if is_open else None)
        yield from ((name, count) for name, count in cursor.fetchall() if name not in declared)
