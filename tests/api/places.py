"""The places behind a permission: each route of the table, at paths that exist."""

from collections.abc import Callable, Iterator
from os import urandom
from typing import Any, NamedTuple
from uuid import uuid4

from django.utils import timezone

from accounts.keys import create_key
from banned_words.models import BannedWord, WordTrial
from blacklist.models import BlacklistEntry
from groups.models import Group
from reviews.statements import issue_statement
from tags.models import Tag
from tests.api.policy import (
    ANYWHERE,
    HOLDS,
    LOGS,
    OF_LOG,
    OF_PROCESS,
    OF_QUEUE,
    OF_STAFF_OR_KEY,
    OF_STEP,
    OF_STEP_OR_STORY,
    OF_THING,
    POLICY,
    QUEUE_VIEWS,
    QUEUES,
)
from tests.factories import (
    a_head_moderator,
    a_moderator,
    a_pending_task,
    a_process,
    a_second_look,
    an_account,
    open_task,
)
from tests.moderation_desk import Desk
from tests.staff import Staff
from tests.testimonials.arriving import a_company_that_checks, a_sent_testimonial, a_testimonial, decide_testimonial
from tests.workflows.bulk.batches import ask_for
from tests.workflows.restrictions.requests import a_request, decide
from tests.workflows.tickets.threads import a_ticket, reply, task_of, writes
from tickets.attachments import store_upload
from tickets.models import Message, OriginalMail
from workflows.engine.core.flows import flows, steps
from workflows.engine.core.nodes import HumanTask
from workflows.engine.outbox.events import emit_event
from workflows.models import OutboxMessage, Process, Task, WebhookDelivery, WebhookEndpoint
from workflows.review_moderation import ReviewModeration
from workflows.testimonial_transcription import TestimonialTranscription
from workflows.tickets.mail_in import quarantine

# a step that the table lacks turns the test that compares both red, and no other
STEPS = {
    step.name: {**QUEUES, **HOLDS}.get(step.queue or step.name, step.permission)
    for flow in flows()
    for step in steps(flow)
}
PROCESSES = {flow.kind: {"history", *(STEPS[step.name] for step in steps(flow))} for flow in flows()}


class Place(NamedTuple):
    """One path of a route, and the permissions, each of which is sufficient."""

    method: str
    path: str
    openers: frozenset[str]

    def ask(self, staff: Staff, *, body: bytes | None = None, **headers: str) -> Any:
        content_type = "" if body is None else "application/json"
        return staff.client.generic(self.method, self.path, body or b"", content_type, headers=headers)


def a_task_in(step: str) -> Task:
    flow = next(flow for flow in flows() if any(each.name == step for each in steps(flow)))
    if flow is not ReviewModeration:
        return OTHER_TASKS[flow.kind](step)
    task = a_pending_task(verified=step != "unverified")
    if step != "unverified":
        task = open_task(Desk(task).decide(*ways_from(ReviewModeration.pending)[step]).process)
    assert task.flow_task.name == step
    return task


def ways_from(first: HumanTask) -> dict[str, list[str]]:
    """By step, the fewest outcomes that lead to it."""
    ways, reached = {first.name: list[str]()}, [first]
    for node in reached:
        for outcome, target in node.targets.items():
            if isinstance(target, HumanTask) and target.name not in ways:
                ways[target.name] = [*ways[node.name], outcome]
                reached.append(target)
    return ways


def a_task_of_a_request(step: str) -> Task:
    process = a_request()
    if step == "granted":
        decide(Staff(a_moderator()), process, "restrict")
    return open_task(process)


def a_task_of_a_ticket(step: str) -> Task:
    ticket = a_ticket()
    if step != "new":
        reply(Staff(a_moderator()), ticket)
    if step == "replied":
        writes(ticket)
    return task_of(ticket)


def a_task_of_a_testimonial(step: str) -> Task:
    arrives = a_sent_testimonial if step == "examining" else a_testimonial
    number = arrives(a_company_that_checks() if step == "check" else None)
    staff = Staff(a_moderator())
    if step == "rejection_held":
        decide_testimonial(staff, number, "reject", {"reason": "other", "facts": "It is no testimonial."})
    elif step not in ("examining", "transcribe"):
        decide_testimonial(staff, number, "finish", {"transcription": "They repaired my roof."})
    task = open_task(Process.objects.get(subject_id=number, flow_class=TestimonialTranscription))
    assert task.flow_task.name == step
    return task


def a_task_of_a_check(step: str) -> Task:
    task = a_second_look()
    if step == "disagreements":
        staff = Staff(a_moderator())
        staff.decide(task.pk, "would_approve")
        task = open_task(task.process)
    assert task.flow_task.name == step
    return task


OTHER_TASKS: dict[str, Callable[[str], Task]] = {
    "restriction_request": a_task_of_a_request,
    "decision_check": a_task_of_a_check,
    "ticket_resolution": a_task_of_a_ticket,
    "testimonial_transcription": a_task_of_a_testimonial,
}


def guarded_places() -> list[Place]:
    """Every place behind a permission."""
    tasks = {step: a_task_in(step) for step in STEPS}
    either = [Place(*route, frozenset({"moderation"})) for route, rule in POLICY.items() if rule == OF_STAFF_OR_KEY]
    placed = [place for (method, path), rule in POLICY.items() for place in _places(method, path, rule, tasks)]
    return [*either, *placed]


def _places(method: str, path: str, rule: str, tasks: dict[str, Task]) -> Iterator[Place]:
    if rule == OF_QUEUE:
        views = {} if path.endswith("/next") else QUEUE_VIEWS
        for queue, permission in {**QUEUES, **views}.items():
            yield Place(method, path.format(queue=queue), frozenset({permission}))
    elif rule in (OF_STEP, OF_STEP_OR_STORY):
        beside = {"moderation"} if rule == OF_STEP_OR_STORY else set()
        yield from _places_of_steps(method, path, tasks, beside)
    elif rule == OF_THING:
        yield from _places_of_things(method, path, tasks)
    elif rule == OF_LOG:
        yield from _places_of_logs(method, path)
    elif rule == OF_PROCESS or "{kind}" in path:
        yield from _places_of_kinds(method, path, rule, tasks)
    elif rule in ANYWHERE:
        review = tasks["pending"].process
        # nobody changes an account beyond their own rights
        person = an_account() if path.startswith("/api/user/") else a_moderator()
        known = {
            "user_id": person.pk,
            "key_id": create_key("A program", ["events"], person)[1].pk if "{key_id}" in path else "",
            "review_id": review.subject_id,
            "company_id": review.company_id,
            "request_id": tasks["requests_to_restrict"].process.data["request"],
            "word_id": BannedWord.objects.create(term=uuid4().hex).pk if "{word_id}" in path else 0,
            "trial_id": WordTrial.objects.create(entry={}).pk if "{trial_id}" in path else 0,
            "reference": a_statement_about(review) if "{reference}" in path else "",
            "batch_id": a_batch_of(tasks["pending"]) if "{batch_id}" in path else "",
            "job_id": a_failed_job().pk if "{job_id}" in path else "",
            "webhook_id": a_webhook().pk if "{webhook_id}" in path else "",
            "delivery_id": a_delivery().pk if "{delivery_id}" in path else "",
            "ticket_id": tasks["new"].process.subject_id,
            "attachment_id": a_file_of(tasks["new"]) if "{attachment_id}" in path else "",
            "testimonial_id": tasks["transcribe"].process.subject_id,
            "message_id": a_mail_of(tasks["new"]) if path.endswith("/source") else 1,
            "mail_id": a_quarantined_mail() if "{mail_id}" in path else "",
            "entry_id": an_entry().pk if "{entry_id}" in path else "",
            "group_id": Group.objects.create(name="Smiles").pk if "{group_id}" in path else "",
            "category_id": 1,
            "code": "fake",
            "tag_id": Tag.objects.create(name="Kind", category="dental", type="user").pk if "{tag_id}" in path else "",
        }
        yield Place(method, path.format(**known), frozenset(ANYWHERE[rule]))


def a_file_of(task: Task) -> int:
    """A file of the client: nobody but its uploader opens one that is not sent."""
    file = store_upload("a.txt", b"A", by=None)
    file.message = Message.objects.filter(ticket=task.process.subject_id).latest("pk")
    file.save()
    return file.pk


def a_mail_of(task: Task) -> int:
    """A message that has come by mail."""
    message = Message.objects.filter(ticket=task.process.subject_id).latest("pk")
    if not OriginalMail.objects.filter(message=message).exists():
        OriginalMail.objects.filter(pk=a_quarantined_mail()).update(message=message, reason="")
    return message.pk


def a_failed_job() -> OutboxMessage:
    return OutboxMessage.objects.create(topic="sweep", set_aside_at=timezone.now())


def a_webhook() -> WebhookEndpoint:
    return WebhookEndpoint.objects.create(url="https://hooks.example/events")


def a_delivery() -> WebhookDelivery:
    event = emit_event("review.published", a_process(), ReviewModeration.subject)
    return WebhookDelivery.objects.create(endpoint=a_webhook(), event=event)


def an_entry() -> BlacklistEntry:
    return BlacklistEntry.objects.create(digest=urandom(32), hint="a…@example.com")


def a_quarantined_mail() -> int:
    quarantine(b"", uuid4().hex, "empty")
    return OriginalMail.objects.latest("pk").pk


def a_statement_about(process: Process) -> str:
    """The reference of a statement with its letter."""
    statement, _ = issue_statement(
        process.subject_id, process_id=process.pk, kind="reject", reason="fake", facts="It is."
    )
    return statement.puid


def a_batch_of(task: Task) -> int:
    """A batch that has not begun."""
    return ask_for(Staff(a_head_moderator()), [task]).pk


def _places_of_steps(method: str, path: str, tasks: dict[str, Task], beside: set[str]) -> Iterator[Place]:
    for step, permission in STEPS.items():
        task = tasks[step]
        if "{review_id}" in path and task.process.kind != "review_moderation":
            continue  # no other process edits a review
        concrete = path.format(task_id=task.pk, review_id=task.process.subject_id)
        yield Place(method, concrete, frozenset({permission, *beside}))


def _places_of_things(method: str, path: str, tasks: dict[str, Task]) -> Iterator[Place]:
    for step, permission in STEPS.items():
        yield Place(method, path.format(kind="task", number=tasks[step].pk), frozenset({permission}))
    review = tasks["pending"].process.subject_id
    yield Place(method, path.format(kind="review", number=review), frozenset({"moderation"}))


def _places_of_logs(method: str, path: str) -> Iterator[Place]:
    for kind, permission in LOGS.items():
        yield Place(method, path.format(kind=kind, subject_id=1), frozenset({permission}))


def _places_of_kinds(method: str, path: str, rule: str, tasks: dict[str, Task]) -> Iterator[Place]:
    kinds = PROCESSES if "{kind}" in path else {"review_moderation": PROCESSES["review_moderation"]}
    for kind, permissions in kinds.items():
        process = next(task.process for task in tasks.values() if task.process.kind == kind)
        openers = permissions if rule == OF_PROCESS else {rule}
        concrete = path.format(kind=kind, process_id=process.pk, review_id=process.subject_id)
        yield Place(method, concrete, frozenset(openers))


def someone_with(access: set[str]) -> Staff:
    return Staff(an_account(access=sorted(access)))
