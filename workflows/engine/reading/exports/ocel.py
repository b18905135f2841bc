"""What both forms of OCEL 2.0 share: the attributes of an entry."""

from collections.abc import Mapping

from workflows.models import TaskEvent

# the time of attributes that never change
ALWAYS = "1970-01-01T00:00:00Z"
EVENT_ATTRIBUTES: Mapping[str, str] = {
    "step": "string",
    "action": "string",
    "outcome": "string",
    "next_step": "string",
    "seq": "integer",
    "hash": "string",
}


def attributes_of(entry: TaskEvent) -> dict[str, str | int]:
    """Without those that the entry does not have. `hash`: that of the entry in history, for comparison."""
    values: dict[str, str | int] = {
        "step": entry.node,
        "action": entry.action,
        "outcome": entry.outcome,
        "next_step": entry.to_node,
        "seq": entry.seq,
        "hash": bytes(entry.hash).hex(),
    }
    return {name: value for name, value in values.items() if value != ""}
