"""A stored answer is short: a repeated request reads the item anew, with the rights of now (decision 7)."""

import base64
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

from accounts.models import User
from api.http.idempotency import ANEW_PATHS, NOTED_READING_PATHS, READING_PATHS
from api.models import IdempotentAnswer
from audit.models import AuditEntry
from tests.api import test_each_change_is_recorded as each_change
from tests.api.problems import refusal
from tests.caller import Client
from tests.description import description
from tests.factories import a_head_moderator, a_moderator, a_pending_task, an_admin, open_task
from tests.reviews.test_reason_codes import NEW as NEW_REASON
from tests.staff import Staff
from tests.workflows.bulk.batches import REJECTION, ask_for, pending_tasks
from tests.workflows.restrictions.requests import a_published_review, a_request, ask
from workflows.engine.verbs.claims import claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.models import Task
from workflows.second_looks.sampling import start_second_look

pytestmark = pytest.mark.rule(6)
KEY = "2f1d6c1e-0f3c-4c86-9a53-52f3b9a6b6f1"
MOST = 1_024  # bytes of a row
# Answers that cannot be made again: a secret that is shown once, and what a program or a file was told of each line.
WHOLE = {
    "/api/auth/login",
    "/api/users",
    "/api/auth/password",
    "/api/user",
    "/api/user/{user_id}/link",
    "/api/user/{user_id}/keys",
    "/api/auth/second-factor",
    "/api/auth/passkey",
    "/api/user/me/codes",
    "/api/user/me/codes/confirm",
    "/api/user/me/recovery-codes",
    "/api/user/me/passkeys",
    "/api/ingest/reviews",
    "/api/ingest/tickets",
    "/api/banned-words/import",
}
UPLOADS = {"/api/attachments", "/api/testimonials", "/api/ingest/testimonials"}
UNKEPT = {*READING_PATHS, *NOTED_READING_PATHS, *ANEW_PATHS, *UPLOADS}


def words(length: int) -> str:
    """Text that hardly gets shorter when it is compressed."""
    return " ".join(sha256(str(number).encode()).hexdigest() for number in range(length // 65 + 1))[:length]


def sizes() -> list[int]:
    """The bytes of each row in the table."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_column_size(answer.*) FROM api_idempotentanswer answer ORDER BY id")
        return [size for (size,) in cursor.fetchall()]


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Of each POST that was answered with success: the largest row, 0 without one. Each is sent with a key."""
    found: dict[str, int] = {}
    original = Client.request

    def with_a_key(self: Client, **request: Any) -> Any:
        if request["REQUEST_METHOD"] != "POST":
            return original(self, **request)
        IdempotentAnswer.objects.all().delete()
        request.setdefault("HTTP_IDEMPOTENCY_KEY", KEY)
        answer = original(self, **request)
        if answer.status_code < 300:
            path = each_change.path_of(answer)
            found[path] = max(found.get(path, 0), *sizes(), 0)
        return answer

    monkeypatch.setattr(Client, "request", with_a_key)
    return found


def test_each_command_stores_at_most_a_kilobyte(stored: dict[str, int], settings: Settings, tmp_path: Path) -> None:
    each_change.prepare(settings, tmp_path)
    each_change.call_everything()
    posts = {path for path, methods in description()["paths"].items() if "post" in methods}
    assert posts == stored.keys() >= WHOLE
    assert {path for path, size in stored.items() if not size} == UNKEPT
    assert {path: size for path, size in stored.items() if size > MOST and path not in WHOLE} == {}


def test_long_texts_are_not_stored(stored: dict[str, int]) -> None:
    admin, head, me = Staff(an_admin()), Staff(a_head_moderator()), Staff(a_moderator())
    task = a_pending_task(text=words(5_000))
    assert len(me.post("/queues/pending/next").content) > 5_000
    rejection = {"outcome": "reject", "form": {"reason": "fake", "facts": words(2_000)}, "revision": 1}
    me.post(f"/tasks/{task.pk}/decision", rejection)
    admin.post("/banned-words", {"term": "rubbish", "notes": words(500)})
    admin.post("/blacklist", {"value": "troll@example.com", "notes": words(1_500)})
    admin.post("/reason-codes", {**NEW_REASON, "rule": words(500)})
    head.post("/canned-replies", {"title": "Hello", "text": words(20_000), "scope": "everyone"})
    ask(head, a_published_review(), facts=words(1_500))
    batch = ask_for(head, pending_tasks(2), "reject", form={**REJECTION, "facts": words(1_500)})
    head.post(f"/bulk/{batch.pk}/cancel", {"note": words(400)})
    assert len(stored) == 9
    assert max(stored.values()) <= MOST, stored


def test_what_became_of_two_hundred_items_is_stored_in_a_kilobyte(stored: dict[str, int]) -> None:
    head, colleagues = Staff(a_head_moderator()), [a_moderator() for _ in range(10)]
    ids = [a_pending_task().pk for _ in range(60)]
    for place, task_id in enumerate(ids[:40]):
        claim_task(task_id, by=colleagues[place % 10])
    unknown = [ids[-1] + int(sha256(str(number).encode()).hexdigest()[:5], 16) + 1 for number in range(140)]
    body = {"task_ids": [*ids, *unknown], "user_id": colleagues[0].pk, "note": "Yours."}
    answer = head.post("/tasks/assign", body)
    assert {(row["status"], row["code"]) for row in answer.json()["results"]} == {
        ("done", None),
        ("refused", "task_taken"),
        ("refused", "not_found"),
    }
    assert stored["/api/tasks/assign"] <= MOST


def test_a_repeated_assignment_says_the_same_with_the_names_of_now() -> None:
    head, holder = Staff(a_head_moderator()), a_moderator("Ann Old")
    done, taken = a_pending_task(), a_pending_task()
    claim_task(taken.pk, by=holder)
    body = {"task_ids": [taken.pk, done.pk], "user_id": a_moderator().pk}
    first = head.post("/tasks/assign", body, idempotency_key=KEY).json()
    User.objects.filter(pk=holder.pk).update(last_name="New")
    first["results"][1]["holder"]["name"] = "Ann New"
    again = head.post("/tasks/assign", body, idempotency_key=KEY)
    assert (again.json(), again.headers["Idempotency-Replayed"]) == (first, "true")


def test_a_repeated_next_gives_the_item_as_it_is_now() -> None:
    task, me = a_pending_task(), Staff(a_moderator())
    assert me.post("/queues/pending/next", idempotency_key=KEY).json()["locked"] is True
    me.patch(f"/review/{task.process.subject_id}", {"reason": "A number.", "revision": 1, "text": "They came."})
    me.delete(f"/tasks/{task.pk}/lock")
    again = me.post("/queues/pending/next", idempotency_key=KEY)
    item = again.json()
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (200, "true")
    assert (item["task_id"], item["locked"]) == (task.pk, False)
    assert "They came on time" not in again.content.decode()
    assert item == me.get(f"/tasks/{task.pk}").json()


def test_a_repeated_next_does_not_show_what_its_caller_may_not_see_any_more() -> None:
    task, user, other = a_pending_task(), a_moderator(), a_moderator()
    me = Staff(user)
    assert me.post("/queues/pending/next", idempotency_key=KEY).status_code == 200
    me.delete(f"/tasks/{task.pk}/lock")
    for outcome, form in (("reject", {"reason": "fake", "facts": "No such street."}), ("confirm", {})):
        waiting = open_task(task.process)
        claim_task(waiting.pk, by=other)
        decide_task(waiting.pk, by=other, outcome=outcome, payload=form)
    second_look = start_second_look(task.process_id)
    assert second_look
    me.put(f"/tasks/{open_task(second_look).pk}/lock")
    again = me.post("/queues/pending/next", idempotency_key=KEY)
    assert refusal(again) == (409, "blind_second_look")
    assert "They came on time" not in again.content.decode()
    Task.objects.filter(pk=task.pk).update(barred_id=user.pk)  # as of a second look at one's own decision
    assert refusal(me.post("/queues/pending/next", idempotency_key=KEY)) == (404, "not_found")


def test_what_was_deleted_meanwhile_is_not_shown_by_a_repeated_request() -> None:
    admin, value = Staff(an_admin()), {"value": "troll@example.com", "notes": "Ann said so."}
    entry = admin.post("/blacklist", value, idempotency_key=KEY).json()["id"]
    assert admin.post("/blacklist", value, idempotency_key=KEY).json()["notes"] == "Ann said so."
    admin.delete(f"/blacklist/{entry}")
    assert refusal(admin.post("/blacklist", value, idempotency_key=KEY)) == (404, "not_found")
    body = {"title": "Hello", "text": "Good day.", "scope": "mine"}
    reply = admin.post("/canned-replies", body, idempotency_key=f"{KEY}-2").json()
    assert admin.post("/canned-replies", body, idempotency_key=f"{KEY}-2").json() == reply
    admin.delete(f"/canned-replies/{reply['id']}")
    assert refusal(admin.post("/canned-replies", body, idempotency_key=f"{KEY}-2")) == (404, "not_found")


def test_a_repeated_batch_says_how_far_it_is() -> None:
    head = Staff(a_head_moderator())
    batch = ask_for(head, pending_tasks(2))
    first, again = (head.post(f"/bulk/{batch.pk}/cancel", {}, idempotency_key=KEY).json() for _ in range(2))
    assert (first["state"], again) == ("cancelled", head.get(f"/bulk/{batch.pk}").json())


def test_an_address_that_is_read_is_not_stored_and_each_read_is_recorded() -> None:
    user, request = a_moderator(), a_request(a_published_review())
    me = Staff(user)
    path = f"/restriction-requests/{request.data['request']}/contact"
    answers = [me.post(path, idempotency_key=KEY).json() for _ in range(2)]
    assert answers == [{"email": "olive@tan.example"}] * 2
    assert not IdempotentAnswer.objects.exists()
    assert AuditEntry.objects.filter(user_id=user.pk).count() == 2


def test_an_answer_that_an_earlier_version_stored_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    task, me = a_pending_task(), Staff(a_moderator())
    me.put(f"/tasks/{task.pk}/lock")

    def as_before(vault: Any, answer: dict[str, Any]) -> Any:
        body = base64.b64encode(answer.pop("text").encode()).decode()
        del answer["opened"]
        return vault.encrypt(json.dumps({**answer, "body": body}).encode())

    with monkeypatch.context() as earlier:
        earlier.setattr("api.http.idempotency._sealed", as_before)
        first = me.post(f"/tasks/{task.pk}/decision", {"outcome": "approve"}, idempotency_key=KEY)
    again = me.post(f"/tasks/{task.pk}/decision", {"outcome": "approve"}, idempotency_key=KEY)
    assert (again.status_code, again.content) == (200, first.content)
