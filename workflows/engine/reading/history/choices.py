"""The values that the filters of history offer: those that occur in history, with titles."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from accounts.models import User
from workflows.engine.core.flows import flow_of, flows, nodes_of, outcome_label
from workflows.models import EventType


@dataclass(frozen=True, slots=True)
class Choices:
    """`people`: names by id. `kinds`, `outcomes`: titles by name. An outcome with several labels is offered with one of
    them.
    """

    people: Mapping[int, str]
    kinds: Mapping[str, str]
    actions: list[str]
    outcomes: Mapping[str, str]


def history_choices() -> Choices:
    """Two statements: the types of entries, and the accounts that are not erased."""
    types = list(EventType.objects.values_list("kind", "node", "action", "outcome"))
    labels = _labels({(kind, node, outcome) for kind, node, _, outcome in types if outcome})
    # The entry of an undo names a step that does not have the undone outcome: prefer labels from other entries.
    outcomes = dict(sorted(labels, key=lambda found: (found[0] != found[1], found)))
    return Choices(
        people=people(),
        kinds={flow.kind: str(flow.process_title) for flow in flows()},
        actions=sorted({action for _, _, action, _ in types}),
        outcomes=dict(sorted(outcomes.items(), key=lambda item: item[1])),
    )


def people() -> dict[int, str]:
    """The names of all accounts that are not erased, by id, ordered by name."""
    rows = User.objects.exclude(first_name="").order_by("first_name", "last_name", "pk").only("first_name", "last_name")
    return {person.pk: person.full_name for person in rows}


def _labels(found: set[tuple[str, str, str]]) -> Iterator[tuple[str, str]]:
    for kind, name, outcome in found:
        flow = flow_of(kind)
        node = next((node for node in nodes_of(flow) if node.name == name), None) if flow else None
        yield outcome, outcome_label(node, outcome, "")
