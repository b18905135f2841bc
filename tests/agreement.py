"""Check that state agrees with history by the rules of `docket verify`, also after kills (figures.md, rule 5)."""

from collections.abc import Iterator
from typing import Any

from workflows.agreement import verify
from workflows.engine.core.entry_data import UndeclaredDataError, require_declared, shape_of
from workflows.models import TaskEvent


def disagreements() -> Iterator[str]:
    """One message per disagreement; empty if all agrees."""
    yield from verify()
    yield from _undeclared_data()


def _undeclared_data() -> Iterator[str]:
    """Entries that `record_event` would have refused: written past it, as the demo writes them."""
    for entry in TaskEvent.objects.exclude(data={}).select_related("process"):
        flow: Any = entry.process.flow_class
        node = flow.instance.node(entry.node) if entry.node else None
        try:
            require_declared(entry.action, entry.data, shape_of(flow, entry.action, node, entry.outcome))
        except UndeclaredDataError as error:
            yield f"entry {entry.seq} of process {entry.process_id}: {error}"
