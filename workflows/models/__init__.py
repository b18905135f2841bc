"""The tables of the processes, a module for each concern."""

from workflows.models.bulk import MOVING, BatchState, BulkBatch, BulkItem, Result
from workflows.models.counts import CountsSnapshot, DayFigures
from workflows.models.desk import Mention, Notice, Presence, TaskDraft, TaskSkip
from workflows.models.history import EventText, EventType, HistoryHead, TaskEvent, Verification
from workflows.models.outbox import JobLock, OutboxMessage
from workflows.models.processes import FACETS, NUMBERS, OPEN, TEXTS, Priority, Process, Task
from workflows.models.sampled_decisions import SampledDecision
from workflows.models.webhooks import DomainEvent, WebhookDelivery, WebhookEndpoint

__all__ = [
    "FACETS",
    "MOVING",
    "NUMBERS",
    "OPEN",
    "TEXTS",
    "BatchState",
    "BulkBatch",
    "BulkItem",
    "CountsSnapshot",
    "DayFigures",
    "DomainEvent",
    "EventText",
    "EventType",
    "HistoryHead",
    "JobLock",
    "Mention",
    "Notice",
    "OutboxMessage",
    "Presence",
    "Priority",
    "Process",
    "Result",
    "SampledDecision",
    "Task",
    "TaskDraft",
    "TaskEvent",
    "TaskSkip",
    "Verification",
    "WebhookDelivery",
    "WebhookEndpoint",
]
