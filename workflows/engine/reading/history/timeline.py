"""The history of a process for readers, with names and labels."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User
from workflows.engine.core.entry_data import account_keys
from workflows.engine.core.flows import ProductFlow, node_named, outcome_label
from workflows.engine.core.graph import node_title
from workflows.engine.core.history import events_of
from workflows.engine.core.outcomes import OutcomeForm
from workflows.models import Process, TaskEvent


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of history. `label`: of the outcome; `to_title`: the title of the next step; `reason`: the title of the
    reason, empty if there is none.

    Accounts in `data` are `{id, name}` with current names, which history does not store.
    """

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
    reason: str
    text: str | None
    data: dict[str, Any]
    request_id: str


def timeline_of(process: Process) -> Iterator[Entry]:
    """The entries of a process in order; a constant number of statements (`timelines_of`)."""
    return iter(timelines_of([process])[process.pk])


def timeline_with_overridden(process: Process) -> tuple[list[Entry], Entry | None]:
    """The timeline of a process, and the decision that this process overrides.

    That is the last decision in the overridden process that a person made and did not undo. One more statement if there
    is such a process.
    """
    before = process.override_of
    found = timelines_of([process, before] if before else [process])
    return found[process.pk], _last_decision(before.flow_class, found[before.pk]) if before else None


def _last_decision(flow: type[ProductFlow], entries: list[Entry]) -> Entry | None:
    decided: list[Entry] = []
    for entry in entries:
        if entry.action == "decide":
            decided.append(entry)
        elif entry.action == "undo":
            while decided and (decided[-1].node, decided[-1].outcome) != (entry.to_node, entry.outcome):
                decided.pop()
            del decided[-1:]
    # ending a hold early is not a decision of its own
    choices = [entry for entry in decided if entry.actor and not getattr(node_named(flow, entry.node), "undo", "")]
    return choices[-1] if choices else None


def timelines_of(processes: Collection[Process]) -> dict[int, list[Entry]]:
    """The entries of each process in order.

    One statement for all entries, one for all names of people, and the statements of `read_details` per flow.
    """
    flow_of: dict[int, type[ProductFlow]] = {process.pk: process.flow_class for process in processes}
    events = events_of(*processes)
    names = User.objects.names_of(pk for event in events for pk in _people_in(event, flow_of[event.process_id]))
    details: dict[int, Mapping[str, Any]] = {}
    for flow in set(flow_of.values()):
        details.update(flow.read_details([event for event in events if flow_of[event.process_id] is flow]))
    found: dict[int, list[Entry]] = {process.pk: [] for process in processes}
    for event in events:
        flow = flow_of[event.process_id]
        data = {**event.data, **_accounts_of(event, flow, names), **details.get(event.pk, {})}
        found[event.process_id].append(entry_for_readers(flow, event, names, data))
    return found


def _people_in(event: TaskEvent, flow: type[ProductFlow]) -> Iterator[int | None]:
    yield event.actor_id
    for key in account_keys(flow, event.action):
        yield event.data.get(key)


def _accounts_of(event: TaskEvent, flow: type[ProductFlow], names: Mapping[int, str]) -> dict[str, Any]:
    held = {key: event.data[key] for key in account_keys(flow, event.action) if key in event.data}
    return {key: {"id": pk, "name": names[pk]} for key, pk in held.items()}


def entry_for_readers(
    flow: type[ProductFlow], event: Any, names: Mapping[int, str], data: dict[str, Any] | None = None
) -> Entry:
    """An entry with titles and labels. `names` has the name of its actor."""
    # the undone outcome belongs to the step to which the item returned
    chosen_in, led_to = (event.to_node, event.node) if event.action == "undo" else (event.node, event.to_node)
    node = node_named(flow, chosen_in)
    return Entry(
        seq=event.seq,
        at=event.at,
        action=event.action,
        actor=(event.actor_id, names[event.actor_id]) if event.actor_id else None,
        node=event.node,
        title=node_title(flow, event.node) if event.node else "",
        outcome=event.outcome,
        label=outcome_label(node, event.outcome, led_to) if event.outcome else "",
        to_node=event.to_node,
        to_title=node_title(flow, event.to_node) if event.to_node else "",
        reason=_reason_of(event, node),
        text=event.text.body if hasattr(event, "text") else None,
        data=data or {},
        request_id=event.request_id,
    )


def _reason_of(event: Any, node: Any) -> str:
    if not event.data.get("reason"):
        return ""
    chosen = getattr(node, "outcomes", {}).get(event.outcome) if event.action == "decide" else None
    form: type[OutcomeForm] = chosen.form if chosen and chosen.form else OutcomeForm
    return form.reason_in(event.data) or str(event.data["reason"])
