"""Check that status, task, history and outbox agree, also after processes were killed (figures.md, rule 5)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from viewflow.workflow.status import PROCESS, STATUS

from restrictions.models import RequestToRestrict
from reviews.models import Review, Revision
from reviews.revisions import words_of
from workflows.engine.core.entry_data import UndeclaredDataError, require_declared, shape_of
from workflows.engine.core.nodes import Ending
from workflows.engine.core.verification import find_faults
from workflows.models import OPEN, DomainEvent, Process, Task, TaskEvent
from workflows.restriction_request import RestrictionRequest
from workflows.review_moderation import ReviewModeration

MOVING = ("start", "reinstate", "decide", "undo", "fire", "screen", "withdraw", "close")


class _Rows:
    """The compared rows, read with one statement per table, because some tests compare after each step."""

    def __init__(self) -> None:
        self.processes = list(Process.objects.order_by("subject_id", "pk"))
        self.tasks = _grouped(Task.objects.order_by("pk"), "process_id")
        self.moves = _grouped(TaskEvent.objects.order_by("seq"), "process_id")
        self.events = Counter(DomainEvent.objects.values_list("process_id", "kind"))
        self.revisions = _grouped(Revision.objects.order_by("number"), "review_id")

    def open_tasks(self, process: Process) -> list[Task]:
        return [task for task in self.tasks[process.pk] if task.status in OPEN]


def _grouped(rows: Iterable[Any], key: str) -> defaultdict[int, list[Any]]:
    groups = defaultdict(list)
    for row in rows:
        groups[getattr(row, key)].append(row)
    return groups


def disagreements() -> Iterator[str]:
    """One message per disagreement; empty if all agrees."""
    yield from (f"{fault}" for fault in find_faults())
    yield from _undeclared_data()
    rows = _Rows()
    by_subject = _grouped(rows.processes, "subject_id")
    for process in rows.processes:
        yield from _faults_of(process, rows)
        yield from _faults_of_end(process, rows)
    for review in Review.objects.filter(pk__in=by_subject):
        moderation = [process for process in by_subject[review.pk] if process.kind == ReviewModeration.kind]
        if moderation:
            yield from _faults_of_review(review, moderation[-1], by_subject[review.pk], rows)
    yield from _faults_of_requests()


def _undeclared_data() -> Iterator[str]:
    """Entries that `record_event` would have refused: written past it, as the demo writes them."""
    for entry in TaskEvent.objects.exclude(data={}).select_related("process"):
        flow: Any = entry.process.flow_class
        node = flow.instance.node(entry.node) if entry.node else None
        try:
            require_declared(entry.action, entry.data, shape_of(flow, entry.action, node, entry.outcome))
        except UndeclaredDataError as error:
            yield f"entry {entry.seq} of process {entry.process_id}: {error}"


def _faults_of(process: Process, rows: _Rows) -> Iterator[str]:
    waiting = rows.open_tasks(process)
    if len(waiting) != (process.status == PROCESS.NEW):
        yield f"process {process.pk} is {process.status} with {len(waiting)} open tasks"
    moves = [event for event in rows.moves[process.pk] if event.action in MOVING]
    decided = sum(task.status == STATUS.DONE and task.outcome != "" for task in rows.tasks[process.pk])
    # an undone decision stays in history, and its task is open again
    recorded = sum(event.action in ("decide", "fire") for event in moves)
    recorded -= sum(event.action == "undo" for event in moves)
    if recorded != decided:
        yield f"process {process.pk} has {recorded} recorded decisions and {decided} decided tasks"
    last = moves[-1] if moves else None
    place = waiting[0].flow_task.name if waiting else process.outcome
    if last is None or last.to_node != place:
        yield f"process {process.pk} is in {place}, its history says {last and last.to_node}"
    for task in waiting:
        if (task.status == STATUS.ASSIGNED) != (task.owner_id is not None and task.lease_until is not None):
            yield f"task {task.pk} is {task.status} for {task.owner_id} until {task.lease_until}"
        if task.assignee_id != (given_to := _recorded_assignee(task, rows)):
            yield f"task {task.pk} is assigned to {task.assignee_id}, its history says {given_to}"


def _recorded_assignee(task: Task, rows: _Rows) -> int | None:
    # a take-over from the assignee ends the assignment; a take-over from a holder leaves it
    moves = [
        event
        for event in rows.moves[task.process_id]
        if event.task_id == task.pk
        and (event.action in ("assign", "unassign") or (event.action == "take_over" and "from" in event.data))
    ]
    return int(moves[-1].data["to"]) if moves and moves[-1].action == "assign" else None


def _faults_of_review(review: Review, process: Process, beside: list[Process], rows: _Rows) -> Iterator[str]:
    """`process`: the review's newest moderation; `beside`: all processes about the review."""
    *_, newest = revisions = rows.revisions[review.pk]
    if [revision.number for revision in revisions] != list(range(1, review.revision + 1)):
        yield f"review {review.pk} is at revision {review.revision} of {len(revisions)}"
    if words_of(newest) != words_of(review):
        yield f"review {review.pk} differs from its newest revision"
    moves = sorted((event for run in beside for event in rows.moves[run.pk]), key=lambda event: (event.at, event.pk))
    edits = [event.data["revision"] for event in moves if event.action == "revise"]
    if edits != list(range(2, review.revision + 1)):
        yield f"review {review.pk} has {review.revision} revisions, its history has others"
    waiting = rows.open_tasks(process)
    expected = waiting[0].flow_task.status if waiting else _end_of(process, beside)
    if review.status != expected:
        yield f"review {review.pk} is {review.status}, its process says {expected}"


def _end_of(process: Process, beside: list[Process]) -> str:
    """The end of a review's moderation, unless a request to restrict it was granted since."""
    is_restricted = any(
        other.kind == RestrictionRequest.kind
        and other.outcome == RestrictionRequest.restricted.name
        and other.finished is not None
        and process.finished is not None
        and other.finished >= process.finished
        for other in beside
    )
    return "restricted" if is_restricted else str(process.outcome)


def _faults_of_end(process: Process, rows: _Rows) -> Iterator[str]:
    if process.status == PROCESS.DONE:
        last = rows.tasks[process.pk][-1]
        if isinstance(last.flow_task, Ending):
            recorded = rows.events[process.pk, last.flow_task.event]
            if recorded != bool(last.flow_task.event):
                yield f"process {process.pk} ended with {recorded} public events"


def _faults_of_requests() -> Iterator[str]:
    """A request has the status of its newest process, and is open only if its review is published."""
    processes = Process.objects.filter(flow_class=RestrictionRequest).order_by("pk")
    newest = {process.data["request"]: process for process in processes}
    for request in RequestToRestrict.objects.select_related("review"):
        process = newest.get(request.pk)
        expected = process and (process.outcome or "open")
        if request.status != expected:
            yield f"request {request.pk} is {request.status}, its process says {expected}"
        if request.status == "open" and request.review.status != "published":
            yield f"request {request.pk} is open on a review that is {request.review.status}"
