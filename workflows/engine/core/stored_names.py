"""The steps that rows name. A renamed node strands its open tasks, so that a rename needs a migration of data."""

from collections.abc import Iterator

from django.db import connection

from workflows.engine.core.flows import flows, nodes_of
from workflows.models import Process, Task


def unknown_names() -> Iterator[tuple[str, int]]:
    """(stored name, number of rows) of flows and steps that the code does not have."""
    known_flows = {flow.kind for flow in flows()}
    known_steps = {f"{flow.kind}.{node.name}" for flow in flows() for node in nodes_of(flow)}
    for model, column, known in ((Process, "flow_class", known_flows), (Task, "flow_task", known_steps)):
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {column}, count(*) FROM {model._meta.db_table} GROUP BY 1 ORDER BY 1")
            yield from ((name, count) for name, count in cursor.fetchall() if name not in known)
