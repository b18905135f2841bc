"""Permissions of every route, against one literal table (figures.md, rule 11)."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from os import urandom
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.keys import SCOPES, create_key
from accounts.models import ApiKey, User
from accounts.rights import PERMISSIONS
from api.routes import api
from banned_words.models import BannedWord, WordTrial
from blacklist.models import BlacklistEntry
from groups.models import Group
from reviews.statements import issue_statement
from tags.models import Tag
from tests.api.policy import (
    ANYWHERE,
    LOGS,
    OF_BATCH,
    OF_CANNED,
    OF_KEY,
    OF_LOG,
    OF_PROCESS,
    OF_QUEUE,
    OF_SOURCE,
    OF_STAFF_OR_KEY,
    OF_STEP,
    OF_STEP_FOR_HEADS,
    OF_STEP_OR_STORY,
    OF_THING,
    OF_TICKETS,
    POLICY,
    PUBLIC,
    QUEUE_VIEWS,
    QUEUES,
    SIGNED_IN,
)
from tests.description import description
from tests.factories import a_head_moderator, a_moderator, a_pending_task, a_second_look, an_account, open_task
from tests.staff import Staff
from tests.testimonials.arriving import a_company_that_checks, a_testimonial, decide_testimonial
from tests.workflows.bulk.batches import ask_for
from tests.workflows.restrictions.requests import a_request, decide
from tests.workflows.tickets.threads import a_ticket, reply, task_of, writes
from tickets.attachments import store_upload
from tickets.models import OriginalMail
from workflows.engine.core.flows import flows, queues, steps
from workflows.engine.inbox.views import VIEWS
from workflows.models import OutboxMessage, Process, Task
from workflows.testimonial_transcription import TestimonialTranscription
from workflows.tickets.mail_in import quarantine

pytestmark = pytest.mark.usefixtures("database")

OF_TESTIMONIALS = dict.fromkeys(("transcribe", "check", "publication_held", "rejection_held"), "testimonials")
OF_TICKETS_QUEUE = dict.fromkeys(("new", "replied", "awaiting_response"), "tickets")
STEPS = {
    **{name: permission for name, permission in QUEUES.items() if name not in ("tickets", "testimonials")},
    **OF_TICKETS_QUEUE,
    **OF_TESTIMONIALS,
    "refused": "moderation",
    "granted": "moderation",
}
PROCESSES = {
    "review_moderation": {"moderation", "backlog", "head_moderator", "history"},
    "decision_check": {"moderation", "head_moderator", "history"},
    "restriction_request": {"moderation", "head_moderator", "history"},
    "ticket_resolution": {"tickets", "head_moderator", "history"},
    "testimonial_transcription": {"testimonials", "backlog", "head_moderator", "history"},
}

# how a review gets from pending to a step
WAYS: dict[str, dict[str, Any]] = {
    "investigation": {"outcome": "investigate", "form": {"question": "Was it so?"}},
    "backlog": {"outcome": "backlog"},
    "escalated": {"outcome": "escalate", "form": {"notes": "Too hard."}},
    "queued": {"outcome": "approve"},
    "refused": {"outcome": "reject", "form": {"reason": "fake", "facts": "It is."}},
}

# an invalid payload, to show that permissions are checked before it
GARBAGE = b'{"outcome": \xff\x00'


class Place(NamedTuple):
    """One path of a route, and the permissions, each of which is sufficient."""

    method: str
    path: str
    openers: frozenset[str]

    def ask(self, staff: Staff, *, body: bytes | None = None, **headers: str) -> Any:
        content_type = "" if body is None else "application/json"
        return staff.client.generic(self.method, self.path, body or b"", content_type, headers=headers)


def a_task_in(step: str) -> Task:
    if step in ("second_look", "disagreements"):
        return a_task_of_a_check(step)
    if step in OF_TICKETS_QUEUE:
        return a_task_of_a_ticket(step)
    if step in OF_TESTIMONIALS:
        return a_task_of_a_testimonial(step)
    if step in ("requests_to_restrict", "granted"):
        process = a_request()
        if step == "granted":
            decide(Staff(a_moderator()), process, "restrict")
        return open_task(process)
    task = a_pending_task(verified=step != "unverified")
    if step in WAYS:
        staff = Staff(a_moderator())
        staff.put(f"/tasks/{task.pk}/lock")
        staff.post(f"/tasks/{task.pk}/decision", WAYS[step])
        task = open_task(task.process)
    assert task.flow_task.name == step
    return task


def a_task_of_a_ticket(step: str) -> Task:
    ticket = a_ticket()
    if step != "new":
        reply(Staff(a_moderator()), ticket)
    if step == "replied":
        writes(ticket)
    return task_of(ticket)


def a_task_of_a_testimonial(step: str) -> Task:
    number = a_testimonial(a_company_that_checks() if step == "check" else None)
    staff = Staff(a_moderator())
    if step == "rejection_held":
        decide_testimonial(staff, number, "reject", {"reason": "other", "facts": "It is no testimonial."})
    elif step != "transcribe":
        decide_testimonial(staff, number, "finish", {"transcription": "They repaired my roof."})
    task = open_task(Process.objects.get(subject_id=number, flow_class=TestimonialTranscription))
    assert task.flow_task.name == step
    return task


def a_task_of_a_check(step: str) -> Task:
    task = a_second_look()
    if step == "disagreements":
        staff = Staff(a_moderator())
        staff.put(f"/tasks/{task.pk}/lock")
        staff.post(f"/tasks/{task.pk}/decision", {"outcome": "would_approve"})
        task = open_task(task.process)
    assert task.flow_task.name == step
    return task


@pytest.fixture
def guarded() -> list[Place]:
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
            "ticket_id": tasks["new"].process.subject_id,
            "attachment_id": store_upload("a.txt", b"A", by=None).pk if "{attachment_id}" in path else "",
            "testimonial_id": tasks["transcribe"].process.subject_id,
            "message_id": 1,
            "mail_id": a_quarantined_mail() if "{mail_id}" in path else "",
            "entry_id": an_entry().pk if "{entry_id}" in path else "",
            "group_id": Group.objects.create(name="Smiles").pk if "{group_id}" in path else "",
            "category_id": 1,
            "code": "fake",
            "tag_id": Tag.objects.create(name="Kind", category="dental", type="user").pk if "{tag_id}" in path else "",
        }
        yield Place(method, path.format(**known), frozenset(ANYWHERE[rule]))


def a_failed_job() -> OutboxMessage:
    return OutboxMessage.objects.create(topic="sweep", set_aside_at=timezone.now())


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


def test_every_route_is_in_the_table_and_every_row_is_a_route() -> None:
    paths = description()["paths"]
    assert {(method.upper(), path) for path, methods in paths.items() for method in methods} == set(POLICY)


def test_no_route_hides_from_the_description() -> None:
    described = {path.removeprefix("/api/").replace("{", "<").replace("}", ">") for _, path in POLICY}
    patterns = {re.sub("<[a-z]+:", "<", str(pattern.pattern)) for pattern in api.urls[0]}
    assert patterns == described | {"", "openapi.json"}


def test_the_description_says_which_routes_want_a_session() -> None:
    paths = description()["paths"]
    for (method, path), rule in POLICY.items():
        operation = paths[path][method.lower()]
        declared = set(map(int, operation["responses"]))
        assert bool(operation.get("security")) == (rule != PUBLIC), path
        assert rule == PUBLIC or 401 in declared, path
        assert rule in (PUBLIC, SIGNED_IN) or 403 in declared, path
        assert "{" not in path.replace("{mention_id}", "") or 404 in declared, path


def test_every_queue_every_view_and_every_step_is_in_the_table() -> None:
    assert {queue.name: queue.permission for queue in queues().values()} == QUEUES
    assert {step.name: step.permission for flow in flows() for step in steps(flow)} == STEPS
    assert {flow.kind for flow in flows()} == set(PROCESSES)
    assert {name: view.permission for name, view in VIEWS.items()} == QUEUE_VIEWS


def test_a_request_to_restrict_comes_with_a_key_of_its_scope_alone() -> None:
    for scope in SCOPES:
        key, row = create_key("A solicitor", [scope])
        answer = Staff().post("/restriction-requests", b"{", authorization=f"Bearer {key}")
        assert answer.status_code == (422 if scope == "restrict" else 403)
        ApiKey.objects.filter(pk=row.pk).update(revoked_at=timezone.now())
        assert Staff().post("/restriction-requests", b"{", authorization=f"Bearer {key}").status_code == 401


@pytest.mark.parametrize("token", ["", "Bearer ", "Bearer nonsense"])
def test_every_route_refuses_a_caller_without_a_session(guarded: list[Place], token: str) -> None:
    stranger = Staff()
    elsewhere = (SIGNED_IN, OF_KEY, OF_SOURCE, OF_TICKETS, OF_CANNED, OF_STEP_FOR_HEADS, OF_BATCH)
    others = [Place(*route, frozenset()) for route, rule in POLICY.items() if rule in elsewhere]
    for place in [*guarded, *others]:
        answer = place.ask(stranger, body=GARBAGE, authorization=token)
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated"), place
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_all_other_permissions_together_are_refused(guarded: list[Place]) -> None:
    staff = {place.openers: someone_with({*PERMISSIONS} - place.openers) for place in guarded}
    for place in guarded:
        answer = place.ask(staff[place.openers])
        assert (answer.status_code, answer.json().get("code")) == (403, "forbidden"), place


def test_the_one_permission_is_enough(guarded: list[Place]) -> None:
    staff = {permission: someone_with({permission}) for place in guarded for permission in place.openers}
    for place in guarded:
        for permission in place.openers:
            answer = place.ask(staff[permission], body=b"{}")
            assert answer.status_code not in (401, 403, 404, 405, 500, 503), (place, permission)


@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "a-key-of-mine"}])
def test_the_permission_is_checked_before_the_payload(guarded: list[Place], headers: dict[str, str]) -> None:
    stranger = Staff(an_account())
    for place in guarded:
        queried = place._replace(path=f"{place.path}?limit=many&rating=-1&cursor=%00")
        assert queried.ask(stranger, body=GARBAGE, **headers).status_code == 403, place


def test_what_is_in_a_batch_wants_bulk_moderation_and_the_permission_of_its_step() -> None:
    batch = a_batch_of(a_pending_task())
    for path in [path.format(batch_id=batch) for (_, path), rule in POLICY.items() if rule == OF_BATCH]:
        place = Place("GET", path, frozenset())
        for missing in ("bulk_moderation", "moderation"):
            answer = place.ask(someone_with({*PERMISSIONS} - {missing}))
            assert (answer.status_code, answer.json().get("code")) == (403, "forbidden"), (path, missing)
        assert place.ask(someone_with({"bulk_moderation", "moderation"})).status_code == 200, path


def test_only_a_head_moderator_who_may_do_the_step_takes_an_item_from_somebody() -> None:
    for step, permission in STEPS.items():
        path = f"/api/tasks/{a_task_in(step).pk}/take-over"
        for missing in {"head_moderator", permission}:
            answer = Place("POST", path, frozenset()).ask(someone_with({*PERMISSIONS} - {missing}), body=GARBAGE)
            assert answer.status_code == 403, (step, missing)
        answer = Place("POST", path, frozenset()).ask(someone_with({"head_moderator", permission}), body=b"{}")
        assert answer.status_code == 422, step


def test_the_feed_opens_to_a_key_with_its_scope_alone() -> None:
    keys = {scope: create_key("A subscriber", [scope])[0] for scope in SCOPES}
    for scope, key in keys.items():
        answer = Staff().get("/events", authorization=f"Bearer {key}")
        assert answer.status_code == (200 if scope == "events" else 403)
    assert Staff(an_account("ADMIN")).get("/events").status_code == 401
    ApiKey.objects.update(revoked_at=timezone.now())
    assert Staff().get("/events", authorization=f"Bearer {keys['events']}").status_code == 401


def test_reviews_come_with_a_key_of_its_scope_alone() -> None:
    for scope in SCOPES:
        key, row = create_key("A source", [scope])
        for revoked in (False, True):
            headers = {"authorization": f"Bearer {key}"}
            sent = Staff().client.generic("POST", "/api/ingest/reviews", GARBAGE, "application/json", headers=headers)
            taken_back = Staff().delete("/ingest/reviews/wf/none", **headers)
            expected = (401, 401) if revoked else (422, 404) if scope == "ingest" else (403, 403)
            assert (sent.status_code, taken_back.status_code) == expected
            ApiKey.objects.filter(pk=row.pk).update(revoked_at=timezone.now())


def test_an_api_key_is_not_a_session(guarded: list[Place]) -> None:
    key, _ = create_key("A subscriber", list(SCOPES))
    others = [Place(*route, frozenset()) for route, rule in POLICY.items() if rule == SIGNED_IN]
    for place in [*guarded, *others]:
        if place.path == "/api/restriction-requests":
            continue  # the one route that takes both
        assert place.ask(Staff(), authorization=f"Bearer {key}").status_code == 401, place


def test_the_access_level_alone_grants_nothing() -> None:
    task, admin = a_pending_task(), an_account("ADMIN", access=[])
    for path in ("/queues/pending/tasks", f"/tasks/{task.pk}", "/processes/review_moderation/graph"):
        assert Staff(admin).get(path).status_code == 403


def test_nobody_raises_their_own_rights() -> None:
    user = an_account()
    staff = Staff(user)
    more = {"access_level": "ADMIN", "cms_access": list(PERMISSIONS), "is_active": True}
    for method, path in POLICY:
        names = {"queue": "pending", "kind": "review_moderation", "source": "wf", "external_id": "x"}
        concrete = path.format_map(defaultdict(lambda: "1", names, user_id=str(user.pk)))
        if not path.startswith("/api/auth/logout"):
            staff.client.generic(method, concrete, data=json.dumps(more), content_type="application/json")
    kept = User.objects.get(pk=user.pk)
    assert (kept.access_level, kept.cms_access) == ("NO_DASHBOARD", [])
