"""Entries of many processes for readers, with names, titles and labels; and as lines of a file."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from viewflow.workflow.status import STATUS

from accounts.models import User
from kit.spreadsheets import csv_lines
from workflows.engine.core.conditions import taken_first
from workflows.engine.core.flows import ProductFlow, steps
from workflows.engine.inbox.history_filter import HistoryFilter
from workflows.engine.inbox.history_pages import all_entries
from workflows.engine.inbox.timeline import Entry, entry_for_readers
from workflows.models import Process, Task, TaskEvent


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """An entry with its process. `queue`: that of its step; empty for a step without a queue.

    `batched`: a decision that a person made without taking the item, as batches do.
    """

    event: TaskEvent
    entry: Entry
    process: Process
    flow: type[ProductFlow]
    queue: str
    batched: bool

    @property
    def at_subject(self) -> str:
        """As HistoryFilter selects it."""
        return f"{self.flow.subject.thing}:{self.process.subject_id}"


def history_rows(entries: Sequence[TaskEvent]) -> list[HistoryRow]:
    """Two statements, for the names of people and for batches; the entries have their processes and texts."""
    names = User.objects.names_of(entry.actor_id for entry in entries)
    decided = {entry.task_id for entry in entries if entry.action == "decide" and entry.actor_id}
    untaken = Task.objects.filter(pk__in=decided, status=STATUS.DONE).exclude(taken_first())
    batched = set(untaken.values_list("pk", flat=True)) if decided else set()
    return [_row(entry, names, batched) for entry in entries]


HEADER = (
    *("id", "at", "person_id", "person", "kind", "process_id", "task_id", "subject", "queue"),
    *("action", "outcome", "from", "to", "note", "request_id"),
)


def csv_of_history(chosen: HistoryFilter) -> Iterator[str]:
    """All selected entries, newest first, in parts: the memory needed does not grow with their number."""
    return csv_lines(HEADER, (_cells(row) for part in all_entries(chosen) for row in history_rows(part)))


def _row(event: TaskEvent, names: dict[int, str], batched: Collection[int]) -> HistoryRow:
    process = event.process
    flow: type[ProductFlow] = process.flow_class
    queue = next((step.queue for step in steps(flow) if step.name == event.node), "")
    in_batch = event.action == "decide" and event.task_id in batched
    return HistoryRow(event, entry_for_readers(flow, event, names), process, flow, queue, in_batch)


def _cells(row: HistoryRow) -> list[Any]:
    event, entry = row.event, row.entry
    return [
        *(event.pk, entry.at.isoformat(), event.actor_id, entry.actor[1] if entry.actor else None),
        *(row.flow.kind, event.process_id, event.task_id, row.at_subject, row.queue),
        *(event.action, event.outcome, event.node, event.to_node, entry.text, event.request_id),
    ]
