"""The beginning of a process."""

from typing import Any

from workflows.engine.flows import ProductFlow
from workflows.engine.history import record_event
from workflows.models import Process


def start_process(flow: type[ProductFlow], start: Any, *, actor_id: int | None = None, **arguments: Any) -> Process:
    """Run a start node; the caller's transaction holds it. The first entry of the history tells where it led."""
    process: Process = start.run(**arguments)
    first = process.task_set.exclude(queue="").order_by("pk").first()
    record_event(process, "start", actor_id=actor_id, to_node=first.flow_task.name if first else "")
    return process
