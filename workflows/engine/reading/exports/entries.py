"""The selected entries by process, each process in its order; read in parts, so that memory does not grow."""

from collections.abc import Iterator, Sequence
from datetime import UTC

from django.db.models import Q

from workflows.engine.core.flows import steps
from workflows.engine.reading.history.filters import HistoryFilter
from workflows.models import Process, TaskEvent

READ_AT_ONCE = 200  # Python holds its lock while it makes objects of them
# actions that take an outcome: a person's, and the clock's or the source's
DECIDING = ("decide", "fire")
# actions with which a person begins to work on a task
TAKING = ("claim", "take_over")


def entries_by_process(chosen: HistoryFilter) -> Iterator[list[TaskEvent]]:
    """Parts of the entries with their processes, without texts."""
    rows = chosen.entries().select_related("process").defer("data", "text_digest", "previous_hash")
    rows = rows.order_by("process_id", "seq")
    part = list(rows[:READ_AT_ONCE])
    while part:
        yield part
        process, seq = part[-1].process_id, part[-1].seq
        # the first condition lets the index `event_seq` begin there
        later = Q(process_id__gte=process) & (Q(process_id__gt=process) | Q(seq__gt=seq))
        part = list(rows.filter(later)[:READ_AT_ONCE])


def decided_by_claim(part: Sequence[TaskEvent], chosen: HistoryFilter) -> dict[int, TaskEvent]:
    """By the claims among these entries, the selected decision that each led to: the next one of its task, by the same
    person and without another claim in between.
    """
    taken = {entry.task_id for entry in part if entry.action in TAKING}
    if not taken:
        return {}
    processes = {entry.process_id for entry in part}  # along the index `event_seq`
    rows = chosen.entries().filter(process_id__in=processes, task_id__in=taken, action__in=(*TAKING, "decide"))
    found: dict[int, TaskEvent] = {}
    claims: dict[int | None, TaskEvent] = {}
    for entry in rows.defer("data", "text_digest", "previous_hash").order_by("process_id", "seq"):
        if entry.action in TAKING:
            claims[entry.task_id] = entry
        elif (claim := claims.pop(entry.task_id, None)) and claim.actor_id == entry.actor_id:
            found[claim.pk] = entry
    return found


def entry_type(entry: TaskEvent) -> str:
    """`step:outcome` for what was decided; else `step:action`, or the action alone where there is no step."""
    return ":".join(filter(None, (entry.node, entry.outcome if entry.action in DECIDING else entry.action)))


def at_utc(entry: TaskEvent) -> str:
    return entry.at.astimezone(UTC).isoformat(timespec="microseconds") if entry.at else ""


def subject_name(process: Process) -> str:
    """As HistoryFilter selects it."""
    return f"{process.flow_class.subject.thing}:{process.subject_id}"


def queue_of(entry: TaskEvent) -> str:
    return next((step.queue for step in steps(entry.process.flow_class) if step.name == entry.node), "")
