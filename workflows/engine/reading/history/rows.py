"""Entries of many processes for readers, with names, titles and labels, as rows and as CSV."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from accounts.models import User
from kit.spreadsheets import csv_lines
from workflows.engine.core.flows import ProductFlow, node_named
from workflows.engine.reading.history.filters import HistoryFilter
from workflows.engine.reading.history.pages import all_entries
from workflows.engine.reading.history.timeline import Entry, entry_for_readers
from workflows.models import BulkBatch, BulkItem, Process, Result, TaskEvent


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """An entry with its process. `queue`: the queue of its step; empty if the step has none.

    `batched`: the entry is a decision that a batch made.
    """

    event: TaskEvent
    entry: Entry
    process: Process
    flow: type[ProductFlow]
    queue: str
    batched: bool

    @property
    def at_subject(self) -> str:
        """The subject in the format of `HistoryFilter.subject`."""
        return f"{self.flow.subject.thing}:{self.process.subject_id}"


def history_rows(entries: Sequence[TaskEvent]) -> list[HistoryRow]:
    """Two statements: names of people, and batches. The entries must come with their processes and texts."""
    names = User.objects.names_of(entry.actor_id for entry in entries)
    batched = _batched([entry for entry in entries if entry.action == "decide" and entry.actor_id])
    return [_row(entry, names, batched) for entry in entries]


def _batched(decisions: Sequence[TaskEvent]) -> set[int]:
    """The ids of those tasks that a batch decided. Reads only batches that ran between the oldest and the newest
    decision.
    """
    if not decisions:
        return set()
    at = [entry.at for entry in decisions if entry.at]
    at_work = BulkBatch.objects.filter(by__in={entry.actor_id or 0 for entry in decisions}, at__lte=max(at))
    at_work = at_work.filter(Q(finished_at=None) | Q(finished_at__gte=min(at)))
    items = BulkItem.objects.filter(batch__in=at_work, task_id__in={entry.task_id or 0 for entry in decisions})
    return set(items.filter(result__in=(Result.DONE, Result.ROLLED_BACK)).values_list("task_id", flat=True))


HEADER = (
    *("id", "at", "person_id", "person", "kind", "process_id", "task_id", "subject", "queue"),
    *("action", "outcome", "reason", "reason_title", "from", "to", "note", "request_id"),
)


def csv_of_history(chosen: HistoryFilter) -> Iterator[str]:
    """All selected entries as CSV, newest first. Read in parts, so memory does not grow with their number."""
    return csv_lines(HEADER, (_cells(row) for part in all_entries(chosen) for row in history_rows(part)))


def _row(event: TaskEvent, names: dict[int, str], batched: Collection[int]) -> HistoryRow:
    process = event.process
    flow: type[ProductFlow] = process.flow_class
    queue = getattr(node_named(flow, event.node), "queue", "")
    in_batch = event.action == "decide" and event.task_id in batched
    return HistoryRow(event, entry_for_readers(flow, event, names), process, flow, queue, in_batch)


def _cells(row: HistoryRow) -> list[Any]:
    event, entry = row.event, row.entry
    return [
        *(event.pk, entry.at.isoformat(), event.actor_id, entry.actor[1] if entry.actor else None),
        *(row.flow.kind, event.process_id, event.task_id, row.at_subject, row.queue),
        *(event.action, event.outcome, event.data.get("reason"), entry.reason),
        *(event.node, event.to_node, entry.text, event.request_id),
    ]
