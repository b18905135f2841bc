"""Permissions of every route, against one literal table (figures.md, rule 11)."""

import json
import re
from collections import defaultdict
from typing import Any

import pytest

from accounts.keys import SCOPES, create_key
from accounts.models import User
from accounts.rights import PERMISSIONS, AccessLevel, rank
from api.routes import api
from tests.api.places import STEPS, Place, a_batch_of, a_task_in, guarded_places, someone_with
from tests.api.policy import (
    HOLDS,
    OF_BATCH,
    OF_CANNED,
    OF_KEY,
    OF_LINK,
    OF_SOURCE,
    OF_STEP_FOR_HEADS,
    OF_TICKETS,
    POLICY,
    PUBLIC,
    QUEUE_VIEWS,
    QUEUES,
    SIGNED_IN,
)
from tests.description import description
from tests.each import each
from tests.factories import a_pending_task, an_account
from tests.staff import Staff
from tests.workflows.tickets.threads import a_ticket
from workflows.engine.core.flows import flows, queues, steps
from workflows.engine.reading.lists.views import VIEWS

pytestmark = pytest.mark.rule(11)

# an invalid payload, to show that permissions are checked before it
GARBAGE = b'{"outcome": \xff\x00'


@pytest.fixture
def guarded() -> list[Place]:
    return guarded_places()


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
    every_step = [step for flow in flows() for step in steps(flow)]
    assert {step.name: step.permission for step in every_step if not step.queue} == HOLDS
    assert {step.name: step.permission for step in every_step} == STEPS
    assert {name: view.permission for name, view in VIEWS.items()} == QUEUE_VIEWS


@each("token", ["", "Bearer ", "Bearer nonsense"])
def test_every_route_refuses_a_caller_without_a_session(guarded: list[Place], token: str) -> None:
    stranger = Staff()
    elsewhere = (SIGNED_IN, OF_KEY, OF_SOURCE, OF_TICKETS, OF_CANNED, OF_STEP_FOR_HEADS, OF_BATCH, OF_LINK)
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


@each("headers", [{}, {"Idempotency-Key": "a-key-of-mine"}])
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


def test_a_review_is_linked_to_a_ticket_with_the_permissions_of_both() -> None:
    ticket = a_ticket()
    place = Place("POST", f"/api/tickets/{ticket.pk}/links", frozenset())
    offered = Place("GET", f"/api/tickets/{ticket.pk}/linkable-reviews", frozenset())
    for missing in ("tickets", "moderation"):
        for way in (place, offered):
            answer = way.ask(someone_with({*PERMISSIONS} - {missing}), body=GARBAGE)
            assert (answer.status_code, answer.json().get("code")) == (403, "forbidden"), missing
    assert place.ask(someone_with({"tickets", "moderation"}), body=b"{}").status_code == 422


@each(
    "path, body, read, opens",
    [
        ("/user", {"first_name": "Ann", "access_level": "USER"}, "/user", ["users"]),
        ("/group", {"name": "Smiles"}, "/group", ["groups"]),
        ("/company", {"name": "Tan Dental", "category": 1}, "/company", ["organisation", "moderation"]),
    ],
)
def test_who_creates_something_is_led_to_its_page_if_they_may_open_it(
    path: str, body: dict[str, Any], read: str, opens: list[str]
) -> None:
    for holds in ([], *([permission] for permission in opens)):
        creator = someone_with({"top_level_add", *holds})
        sent = {**body, **({"email_address": f"ann{len(holds)}@docket.test"} if path == "/user" else {})}
        created = creator.post(path, sent).json()
        may_open = creator.get(f"{read}/{created['id']}").status_code == 200
        assert (may_open, created["path"].endswith(f"/{created['id']}")) == (bool(holds), bool(holds)), holds


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


@each("level", [level for level in AccessLevel if rank(level) == 0])
def test_a_client_of_whatever_level_opens_nothing(level: str, guarded: list[Place]) -> None:
    client = Staff(an_account(level))
    for place in guarded:
        assert place.ask(client, body=b"{}").status_code == 403, place


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
