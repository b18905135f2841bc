"""Whether status, task, history and outbox agree, whatever was killed in between (figures.md, rule 5)."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Count, Q
from viewflow.workflow.status import PROCESS, STATUS

from restrictions.models import RequestToRestrict
from reviews.models import Review
from reviews.revisions import revisions_of, words_of
from workflows.engine.core.entry_data import UndeclaredDataError, require_declared, shape_of
from workflows.engine.core.nodes import Ending
from workflows.engine.core.verification import find_faults
from workflows.models import OPEN, DomainEvent, Process, Task, TaskEvent
from workflows.restriction_request import RestrictionRequest
from workflows.review_moderation import ReviewModeration

MOVING = ("start", "reinstate", "decide", "fire", "screen", "withdraw", "close")


def disagreements() -> Iterator[str]:
    """Every sentence is a fault."""
    yield from (f"{fault}" for fault in find_faults())
    yield from _undeclared_data()
    open_tasks = Count("task_set", filter=Q(task_set__status__in=OPEN))
    newest = Process.objects.annotate(open_tasks=open_tasks).order_by("subject_id", "pk")
    moderation = {process.subject_id: process for process in newest if process.kind == ReviewModeration.kind}
    for process in newest:
        yield from _faults_of(process)
        yield from _faults_of_end(process)
    for review in Review.objects.filter(pk__in=moderation):
        yield from _faults_of_review(review, moderation[review.pk])
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


def _faults_of(process: Any) -> Iterator[str]:
    running = process.status == PROCESS.NEW
    if process.open_tasks != running:
        yield f"process {process.pk} is {process.status} with {process.open_tasks} open tasks"
    moves = TaskEvent.objects.filter(process=process, action__in=MOVING).order_by("seq")
    decided = Task.objects.filter(process=process, status=STATUS.DONE).exclude(outcome="").count()
    told = moves.filter(action__in=("decide", "fire")).count()
    if told != decided:
        yield f"process {process.pk} tells {told} decisions of {decided} decided tasks"
    last = moves.last()
    waiting = Task.objects.filter(process=process, status__in=OPEN).first()
    place = waiting.flow_task.name if waiting else process.outcome
    if last is None or last.to_node != place:
        yield f"process {process.pk} is in {place}, its history says {last and last.to_node}"
    for task in Task.objects.filter(process=process, status__in=OPEN):
        if (task.status == STATUS.ASSIGNED) != (task.owner_id is not None and task.lease_until is not None):
            yield f"task {task.pk} is {task.status} for {task.owner_id} until {task.lease_until}"
        if task.assignee_id != (given_to := _told_assignee(task)):
            yield f"task {task.pk} is assigned to {task.assignee_id}, its history says {given_to}"


def _told_assignee(task: Task) -> int | None:
    moves = TaskEvent.objects.filter(process_id=task.process_id, task_id=task.pk).order_by("seq")
    # a takeover from the assignee says so; from a holder alone it leaves the assignment
    last = moves.filter(Q(action__in=("assign", "unassign")) | Q(action="take_over", data__has_key="from")).last()
    return int(last.data["to"]) if last and last.action == "assign" else None


def _faults_of_review(review: Review, process: Process) -> Iterator[str]:
    *_, newest = revisions = list(revisions_of(review.pk))
    if [revision.number for revision in revisions] != list(range(1, review.revision + 1)):
        yield f"review {review.pk} is at revision {review.revision} of {len(revisions)}"
    if words_of(newest) != words_of(review):
        yield f"review {review.pk} does not read as its newest revision"
    edits = TaskEvent.objects.filter(process__subject_id=review.pk, action="revise").values_list("data", flat=True)
    if [edit["revision"] for edit in edits.order_by("at", "pk")] != list(range(2, review.revision + 1)):
        yield f"review {review.pk} has {review.revision} revisions, the history tells other ones"
    waiting = Task.objects.filter(process=process, status__in=OPEN).first()
    expected = waiting.flow_task.status if waiting else _end_of(process)
    if review.status != expected:
        yield f"review {review.pk} is {review.status}, its process says {expected}"


def _end_of(process: Process) -> str:
    """The end of a review's moderation, unless a request to restrict it was granted since."""
    restricted = Process.objects.filter(
        flow_class=RestrictionRequest,
        subject_id=process.subject_id,
        outcome=RestrictionRequest.restricted.name,
        finished__gte=process.finished,
    )
    return "restricted" if restricted.exists() else str(process.outcome)


def _faults_of_end(process: Process) -> Iterator[str]:
    if process.status == PROCESS.DONE:
        last = Task.objects.filter(process=process).latest("pk")
        told = DomainEvent.objects.filter(process=process, kind=last.flow_task.event).count()
        if isinstance(last.flow_task, Ending) and told != bool(last.flow_task.event):
            yield f"process {process.pk} ended and told it {told} times"


def _faults_of_requests() -> Iterator[str]:
    """A request stands where its newest process does, and is open on a published review alone."""
    processes = Process.objects.filter(flow_class=RestrictionRequest).order_by("pk")
    newest = {process.data["request"]: process for process in processes}
    for request in RequestToRestrict.objects.select_related("review"):
        process = newest.get(request.pk)
        expected = process and (process.outcome or "open")
        if request.status != expected:
            yield f"request {request.pk} is {request.status}, its process says {expected}"
        if request.status == "open" and request.review.status != "published":
            yield f"request {request.pk} is open on a review that is {request.review.status}"
