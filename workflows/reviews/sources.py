"""What a subject's source has to say, while a process runs or after its end: it vouches, its author writes anew."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db.models.functions import Now

from reviews.actions import verify_review
from reviews.models import Review, ReviewStatus
from workflows.engine.core.activations import ask_again
from workflows.engine.core.flows import ProductFlow
from workflows.engine.core.history import record_event
from workflows.engine.core.lifecycle import close_beside, held_with_subject, start_process, waiting_in
from workflows.engine.core.locked import is_leased
from workflows.engine.core.starting import foresee
from workflows.engine.verbs.notes import tell
from workflows.engine.verbs.revisions import record_revision
from workflows.models import OPEN, Process, Task, TaskEvent
from workflows.reviews.revise import write_amendment, write_revision


def vouch_for(flow: type[ProductFlow], review_id: int) -> bool:
    """Note that the source vouches for the experience; False when that is known. Raises TaskBusyError.

    What waits for verification goes on at once; where somebody holds it, as soon as nobody does.
    """
    with newest_process(flow, review_id) as process:
        if Review.objects.values_list("verified", flat=True).get(pk=review_id):
            return False
        verify_review(review_id)
        task = _open_task(process)
        record_event(process, "vouch", task=task)
        if task is not None and task.flow_task.on_word:
            _take_or_wait(process, task)
        return True


def revise_from_source(flow: type[ProductFlow], start: Any, review_id: int, changes: Mapping[str, Any]) -> bool:
    """Keep what the author has written anew; False when nothing is new. Raises TaskBusyError, InvalidError.

    New words are never live unread: after an end, or a decision that waits for its effect, they are moderated anew.
    """
    with newest_process(flow, review_id) as process:
        task = _open_task(process)
        revised = write_revision(process, task, changes, reason="")
        if revised is None:
            return False
        record_revision(process, task, revised, reason="")
        if task is None:
            close_beside(flow, review_id)
            start_process(flow, start, review=Review.objects.select_related("company").get(pk=review_id))
        elif _is_to_be_asked_again(start, process, task):
            _ask_again(start, process, task)
        return True


def amend_from_source(flow: type[ProductFlow], start: Any, review_id: int, changes: Mapping[str, Any]) -> None:
    """Keep what the source tells otherwise now beside the words: stars, date, addresses. Raises TaskBusyError.

    Other stars are never live unread: what is published, or approved and waits for that, is moderated anew.
    """
    with newest_process(flow, review_id) as process:
        before = Review.objects.values("rating", "status").get(pk=review_id)
        task = _open_task(process)
        write_amendment(process, task, changes, before["rating"])
        if "rating" not in changes:
            return
        if task is None and before["status"] == ReviewStatus.PUBLISHED:
            close_beside(flow, review_id)
            start_process(flow, start, review=Review.objects.select_related("company").get(pk=review_id))
        elif task is not None and task.flow_task.undo and task.queue:
            _ask_again(start, process, task)


@contextmanager
def newest_process(flow: type[ProductFlow], review_id: int) -> Iterator[Process]:
    """The newest process of a flow over a review, locked with its subject: none begins beside it."""
    about = Process.objects.filter(flow_class=flow, subject_id=review_id).order_by("-pk")
    with held_with_subject(about[0]):
        process: Process = about[0].coerced  # read again: another may have begun while we waited
        with flow.lock(process.pk):
            yield process


def _open_task(process: Process) -> Any:
    """With the database's time. Its row is safe: whoever changes a task locks its process first."""
    open_tasks = Task.objects.filter(process=process, status__in=OPEN)
    task: Any = open_tasks.annotate(db_now=Now()).first()
    if task is not None:
        task.process = process
    return task


def _take_or_wait(process: Process, task: Any) -> None:
    if is_leased(task, task.db_now):
        Task.objects.filter(pk=task.pk).update(fires_at=Now())  # the sweep waits for the end of a live lease
        return
    activation = task.flow_task.activation_class(task)
    activation.fire()
    record_event(process, "fire", task=task, outcome=task.flow_task.on_word, to_node=activation.target.name)


def _ask_again(start: Any, process: Process, task: Any) -> None:
    """Let the flow decide anew where the process goes, and tell whose work that undoes."""
    concerned = _concerned(process, task)
    ask_again(task, foresee(start, process).passed[-1])
    event = record_event(process, "screen", task=task, to_node=waiting_in(process))
    if concerned:
        tell(event, _open_task(process), concerned)


def _concerned(process: Process, task: Any) -> set[int]:
    """Who had the step at this moment, and whose decision had led there: both are told that it came to nothing."""
    people = {task.assignee_id, task.owner_id if is_leased(task, task.db_now) else None}
    if task.flow_task.undo:
        led = TaskEvent.objects.filter(process=process, action="decide", to_node=task.flow_task.name)
        decided = led.exclude(node=task.flow_task.name).order_by("-seq")  # not one that only put its time off
        people.add(decided.values_list("actor_id", flat=True).first())
    return {person for person in people if person is not None}


def _is_to_be_asked_again(start: Any, process: Process, task: Any) -> bool:
    """What was decided and waits for its effect; and what nobody has moved or taken, if it would now go elsewhere."""
    if task.flow_task.undo:
        return True
    is_taken = task.assignee_id is not None or is_leased(task, task.db_now)
    is_untouched = not is_taken and not TaskEvent.objects.filter(process=process, action="decide").exists()
    arrived = foresee(start, process)
    is_at_its_beginning = any(target is task.flow_task for target, _ in arrived.passed[-1]._branches)
    return is_untouched and is_at_its_beginning and arrived.step is not task.flow_task
