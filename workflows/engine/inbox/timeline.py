"""A process's history in the shape that people read: who, what, when, why."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User
from workflows.engine.core.flows import ProductFlow, nodes_of, outcome_label
from workflows.engine.core.graph import node_title
from workflows.engine.core.history import events_of
from workflows.models import Process


@dataclass(frozen=True, slots=True)
class Entry:
    """`label` is what people call the outcome; `to_title` what they call the step that it led to."""

    seq: int
    at: datetime
    action: str
    actor: tuple[int, str] | None
    node: str
    title: str
    outcome: str
    label: str
    to_node: str
    to_title: str
    text: str | None
    data: dict[str, Any]
    request_id: str


def timeline_of(process: Process) -> Iterator[Entry]:
    """The entries in their order, in two queries however many people took part."""
    return iter(timelines_of([process])[process.pk])


def timelines_of(processes: Collection[Process]) -> dict[int, list[Entry]]:
    """The entries of each process in their order, in two queries however many processes and people there are."""
    events = list(events_of(*processes))
    people = {user.pk: user.full_name for user in User.objects.filter(pk__in={event.actor_id for event in events})}
    flow_of: dict[int, type[ProductFlow]] = {process.pk: process.flow_class for process in processes}
    found: dict[int, list[Entry]] = {process.pk: [] for process in processes}
    for event in events:
        found[event.process_id].append(_entry(flow_of[event.process_id], event, people))
    return found


def _entry(flow: type[ProductFlow], event: Any, people: dict[int, str]) -> Entry:
    node = next((node for node in nodes_of(flow) if node.name == event.node), None)
    actor = (event.actor_id, people.get(event.actor_id, "Erased account")) if event.actor_id else None
    return Entry(
        seq=event.seq,
        at=event.at,
        action=event.action,
        actor=actor,
        node=event.node,
        title=node_title(flow, event.node) if event.node else "",
        outcome=event.outcome,
        label=outcome_label(node, event.outcome) if event.outcome else "",
        to_node=event.to_node,
        to_title=node_title(flow, event.to_node) if event.to_node else "",
        text=event.text.body if hasattr(event, "text") else None,
        data=event.data,
        request_id=event.request_id,
    )
