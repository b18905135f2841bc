"""`Idempotency-Key`: a repeated request runs once and gets the same answer again (figures.md, rule 6)."""

from collections import Counter
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import override_settings

from accounts.models import AccessToken, SignInAttempt, User
from api.models import IdempotentAnswer, prune_answers
from commands.management.commands.docket_scheduler import REGULARLY
from tests.accounts.visitors import Visitor
from tests.api.problems import refusal
from tests.factories import PASSWORD, a_moderator, a_pending_task, an_account, an_admin
from tests.live import LiveStaff, at_once
from tests.staff import Staff
from workflows.engine.outbox.outbox import enqueue_once, perform
from workflows.models import OutboxMessage, Task, TaskEvent

pytestmark = pytest.mark.rule(6)
KEY = "2f1d6c1e-0f3c-4c86-9a53-52f3b9a6b6f1"
APPROVAL = {"outcome": "approve"}


def a_held_task() -> tuple[Task, Staff]:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/lock")
    return task, staff


def decisions() -> int:
    return TaskEvent.objects.filter(action="decide").count()


def test_the_same_request_has_the_same_answer_and_one_effect() -> None:
    task, staff = a_held_task()
    first, second = (staff.post(f"/tasks/{task.pk}/decision", APPROVAL, idempotency_key=KEY) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert (first.content, first.headers["Content-Type"]) == (second.content, second.headers["Content-Type"])
    assert ("Idempotency-Replayed" in first.headers, second.headers["Idempotency-Replayed"]) == (False, "true")
    assert first.headers["X-Request-ID"] != second.headers["X-Request-ID"]
    assert decisions() == 1


def test_without_a_key_it_is_another_request() -> None:
    task, staff = a_held_task()
    assert staff.post(f"/tasks/{task.pk}/decision", APPROVAL).status_code == 200
    assert refusal(staff.post(f"/tasks/{task.pk}/decision", APPROVAL)) == (409, "task_closed")


def test_what_only_reads_is_read_anew_and_not_kept() -> None:
    admin, asked = Staff(an_admin()), {"value": "troll@example.com"}
    check = partial(admin.post, "/blacklist/check", asked, idempotency_key=KEY)
    assert check().json()["match"] is False
    assert admin.post("/blacklist", asked).status_code == 201
    assert check().json()["match"] is True
    assert not IdempotentAnswer.objects.exists()


def test_an_answer_without_content_is_stored_as_well(staff: Staff) -> None:
    for _ in range(2):
        answer = staff.post("/queues/pending/next", idempotency_key=KEY)
        assert (answer.status_code, answer.content) == (204, b"")
    a_pending_task()
    assert staff.post("/queues/pending/next", idempotency_key=KEY).status_code == 204
    assert staff.post("/queues/pending/next", idempotency_key=KEY + "-2").status_code == 200


@pytest.mark.parametrize("change", ["body", "path", "query"])
def test_the_same_key_with_another_request_is_refused(change: str) -> None:
    task, staff = a_held_task()
    staff.post(f"/tasks/{task.pk}/notes", {"text": "Look."}, idempotency_key=KEY)
    path, body = f"/tasks/{task.pk}/notes", {"text": "Look."}
    match change:
        case "body":
            body = {"text": "Look!"}
        case "path":
            path = f"/tasks/{task.pk}/skip"
        case _:
            path += "?x=1"
    assert refusal(staff.post(path, body, idempotency_key=KEY)) == (422, "idempotency_key_reused")
    assert TaskEvent.objects.filter(action="note").count() == 1


def test_another_persons_same_key_is_a_key_of_their_own() -> None:
    first, second = a_pending_task(), a_pending_task()
    given = [Staff(a_moderator()).post("/queues/pending/next", idempotency_key=KEY) for _ in range(2)]
    assert {answer.json()["task_id"] for answer in given} == {first.pk, second.pk}
    assert IdempotentAnswer.objects.count() == 2


def test_a_refusal_does_not_use_up_the_key() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    path = f"/tasks/{task.pk}/decision"
    assert refusal(staff.post(path, APPROVAL, idempotency_key=KEY)) == (409, "lock_lost")
    assert refusal(staff.post(path, {"outcome": "burn"}, idempotency_key=KEY))[0] in (409, 422)
    assert not IdempotentAnswer.objects.exists()
    staff.put(f"/tasks/{task.pk}/lock")
    assert staff.post(path, APPROVAL, idempotency_key=KEY).status_code == 200
    assert decisions() == 1


def test_an_internal_error_is_rolled_back_and_does_not_use_up_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    task, staff = a_held_task()
    staff.client.raise_request_exception = False

    def fail(*_args: Any, **_kwargs: Any) -> Any:
        raise RuntimeError("a fault of our own")

    with monkeypatch.context() as broken:
        broken.setattr("api.tasks.tasks._next_step", fail)  # after the decision was written
        answer = staff.post(f"/tasks/{task.pk}/decision", APPROVAL, idempotency_key=KEY)
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert (decisions(), IdempotentAnswer.objects.count()) == (0, 0)
    assert staff.post(f"/tasks/{task.pk}/decision", APPROVAL, idempotency_key=KEY).status_code == 200
    assert decisions() == 1


def test_a_failed_sign_in_with_a_key_counts_for_the_throttle() -> None:
    email = an_account().email
    statuses = [Visitor().sign_in(email, "Wrong-horse-1", idempotency_key=KEY).status_code for _ in range(7)]
    assert statuses == [401] * 5 + [429] * 2
    assert SignInAttempt.objects.count() == 5


def test_a_sign_in_that_is_sent_again_makes_one_session() -> None:
    email = an_account().email
    tokens = {Visitor().sign_in(email, idempotency_key=KEY).json()["accessToken"] for _ in range(3)}
    assert len(tokens) == 1
    assert AccessToken.objects.count() == 1


def test_stored_answers_are_encrypted() -> None:
    email = an_account().email
    token = Visitor().sign_in(email, idempotency_key=KEY).json()["accessToken"]
    with connection.cursor() as cursor:
        cursor.execute("SELECT scope || content || answer FROM api_idempotentanswer")
        ((kept,),) = cursor.fetchall()
    for secret in (token, token[:16], email, PASSWORD, KEY, "accessToken", "docket.test"):
        assert secret.encode() not in bytes(kept)


def test_a_wrong_password_gets_no_stored_token() -> None:
    email = an_account().email
    Visitor().sign_in(email, idempotency_key=KEY)
    assert refusal(Visitor().sign_in(email, "Wrong-horse-1", idempotency_key=KEY)) == (422, "idempotency_key_reused")


@pytest.mark.parametrize("end", ["signed out", "disabled"])
def test_an_answer_is_not_repeated_after_its_session_has_ended(end: str) -> None:
    a_pending_task()
    user = a_moderator()
    staff = Staff(user)
    assert staff.post("/queues/pending/next", idempotency_key=KEY).status_code == 200
    if end == "disabled":
        User.objects.filter(pk=user.pk).update(is_active=False)
    else:
        Staff(user).post("/auth/logout-others")
    assert refusal(staff.post("/queues/pending/next", idempotency_key=KEY)) == (401, "unauthenticated")


@pytest.mark.parametrize("opened_by", ["sign_in", "register"])
def test_a_sign_in_is_not_repeated_after_its_session_has_ended(opened_by: str) -> None:
    def send() -> Any:
        if opened_by == "register":
            return Visitor().register("ada@docket.test", PASSWORD, idempotency_key=KEY)
        return Visitor().sign_in(email, idempotency_key=KEY)

    email = an_account().email
    token = send().json().get("token" if opened_by == "register" else "accessToken")
    assert token in send().content.decode()
    assert Visitor().post("/auth/logout", token).status_code == 204
    again = send()
    assert refusal(again) == (401, "unauthenticated")
    assert token not in again.content.decode()


def test_an_answer_is_not_repeated_after_a_permission_was_removed() -> None:
    a_pending_task()
    user = a_moderator()
    staff = Staff(user)
    assert staff.post("/queues/pending/next", idempotency_key=KEY).status_code == 200
    for access, answer in (["tickets"], (403, "forbidden")), (["moderation", *user.cms_access, "search"], (200, None)):
        User.objects.filter(pk=user.pk).update(cms_access=access)
        again = staff.post("/queues/pending/next", idempotency_key=KEY)
        assert (again.status_code, again.json().get("code")) == answer


def test_signing_out_can_be_sent_again() -> None:
    staff = Staff(an_account())
    assert [staff.post("/auth/logout", idempotency_key=KEY).status_code for _ in range(2)] == [204, 204]
    assert staff.get("/user/me").status_code == 401


def test_answers_are_stored_for_a_day() -> None:
    task, staff = a_held_task()
    for number in range(2):
        staff.post(f"/tasks/{task.pk}/notes", {"text": "Look."}, idempotency_key=f"{KEY}-{number}")
    first, second = IdempotentAnswer.objects.order_by("pk")
    IdempotentAnswer.objects.filter(pk=first.pk).update(kept_at=F("kept_at") - timedelta(hours=24))
    IdempotentAnswer.objects.filter(pk=second.pk).update(kept_at=F("kept_at") - timedelta(hours=23, minutes=59))
    assert prune_answers() == 1
    assert IdempotentAnswer.objects.get().pk == second.pk


def test_a_job_of_the_scheduler_prunes_them() -> None:
    _, staff = a_held_task()
    staff.post("/queues/backlog/next", idempotency_key=KEY)
    assert "prune_answers" in REGULARLY
    with override_settings(IDEMPOTENCY_KEPT=timedelta()):
        for topic in REGULARLY:
            enqueue_once(topic)
        for message in OutboxMessage.objects.filter(done_at=None, topic="prune_answers"):
            assert perform(message.pk)
    assert not IdempotentAnswer.objects.exists()


def test_fifty_at_once_have_one_effect(server: str) -> None:
    task, person = a_pending_task(), a_moderator()
    staff = LiveStaff(server, person)
    staff.put(f"/tasks/{task.pk}/lock")
    send = partial(staff.post, f"/tasks/{task.pk}/notes", {"text": "Look."}, headers={"Idempotency-Key": KEY})
    answers = at_once([send] * 50)
    assert Counter(answer.status_code for answer in answers) == {201: 50}
    assert sum("Idempotency-Replayed" not in answer.headers for answer in answers) == 1
    assert TaskEvent.objects.filter(action="note").count() == 1


def test_fifty_at_once_on_next_take_one_item(server: str) -> None:
    for _ in range(3):
        a_pending_task()
    staff = LiveStaff(server, a_moderator())
    answers = at_once([partial(staff.post, "/queues/pending/next", headers={"Idempotency-Key": KEY})] * 50)
    assert Counter(answer.status_code for answer in answers) == {200: 50}
    assert len({answer.json()["task_id"] for answer in answers}) == 1
    assert TaskEvent.objects.filter(action="claim").count() == 1
