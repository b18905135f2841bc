"""Sessions: tokens hashed at rest, ended on the server, with idle and absolute limits (figures.md, rules 11 and 12)."""

import base64
from datetime import timedelta
from hashlib import sha256

import pytest
from django.conf import settings
from django.db import connection
from django.db.models import F

from accounts.models import AccessToken, User
from accounts.sessions import end_stale_sessions, open_session
from tests.factories import a_moderator, a_pending_task, an_account
from tests.staff import Staff

pytestmark = [pytest.mark.rule(11), pytest.mark.rule(12)]
MOMENT = timedelta(seconds=5)


def age_sessions(*, created: timedelta = timedelta(), used: timedelta = timedelta()) -> None:
    AccessToken.objects.update(created_at=F("created_at") - created, used_at=F("used_at") - used)


def is_signed_in(staff: Staff) -> bool:
    status = staff.get("/user/me").status_code
    assert status in (200, 401)
    return bool(status == 200)


def test_a_token_has_more_than_128_bits_and_is_never_given_twice() -> None:
    user = an_account()
    tokens = {open_session(user, address="127.0.0.1") for _ in range(20)}
    assert len(tokens) == 20
    for token in tokens:
        drawn = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
        assert len(drawn) * 8 >= 128
        assert len(set(drawn)) > len(drawn) / 2


def test_only_a_digest_of_the_token_is_stored() -> None:
    token = Staff(an_account()).token
    with connection.cursor() as cursor:
        cursor.execute("SELECT session::text FROM accounts_accesstoken AS session")
        ((row,),) = cursor.fetchall()
    for start in range(len(token) - 12):
        part = token[start : start + 12]
        assert part not in row
        assert part.encode().hex() not in row
    assert bytes(AccessToken.objects.get().digest) == sha256(token.encode()).digest()


def test_signing_out_ends_the_session_on_the_server_and_no_other() -> None:
    user = an_account()
    first, second = Staff(user), Staff(user)
    assert first.post("/auth/logout").status_code == 204
    assert [is_signed_in(first), is_signed_in(second)] == [False, True]
    assert AccessToken.objects.count() == 1


def test_signing_out_elsewhere_keeps_this_session_and_other_peoples() -> None:
    user = an_account()
    here, there, stranger = Staff(user), Staff(user), Staff(an_account())
    assert here.post("/auth/logout-others").status_code == 204
    assert [is_signed_in(here), is_signed_in(there), is_signed_in(stranger)] == [True, False, True]


def test_the_limits_are_a_working_day_and_a_week() -> None:
    idle, absolute = settings.SESSION_IDLE_LIMIT, settings.SESSION_ABSOLUTE_LIMIT
    assert (idle, absolute) == (timedelta(hours=8), timedelta(days=7))


def test_an_idle_session_ends() -> None:
    staff = Staff(an_account())
    age_sessions(used=settings.SESSION_IDLE_LIMIT - MOMENT)
    assert is_signed_in(staff)
    age_sessions(used=settings.SESSION_IDLE_LIMIT)
    assert not is_signed_in(staff)


def test_an_active_session_ends_at_the_absolute_limit() -> None:
    staff = Staff(an_account())
    age_sessions(created=settings.SESSION_ABSOLUTE_LIMIT - MOMENT)
    assert is_signed_in(staff)
    age_sessions(created=MOMENT)
    assert not is_signed_in(staff)


def test_sessions_that_have_ended_are_removed() -> None:
    for _ in range(2):
        Staff(an_account())
    age_sessions(created=settings.SESSION_ABSOLUTE_LIMIT)
    Staff(an_account())
    age_sessions(used=settings.SESSION_IDLE_LIMIT)
    live = Staff(an_account())
    assert end_stale_sessions() == 3
    assert is_signed_in(live)


def test_a_disabled_account_is_refused_at_its_next_call(staff: Staff) -> None:
    assert is_signed_in(staff)
    User.objects.update(is_active=False)
    for answer in (staff.get("/user/me"), staff.get("/cms/counts"), staff.post("/queues/pending/next")):
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")


def test_a_removed_permission_is_gone_at_the_next_call() -> None:
    task, user = a_pending_task(), a_moderator()
    staff = Staff(user)
    assert staff.put(f"/tasks/{task.pk}/lock").status_code == 200
    assert staff.get("/cms/counts").json()["pending"] == 1
    User.objects.filter(pk=user.pk).update(cms_access=["foresight"])
    refused = [
        staff.get("/queues/pending/tasks"),
        staff.post("/queues/pending/next"),
        staff.get(f"/tasks/{task.pk}"),
        staff.put(f"/tasks/{task.pk}/lock", {"extend": True}),
        staff.post(f"/tasks/{task.pk}/decision", {"outcome": "approve"}),
        staff.get(f"/processes/review_moderation/{task.process_id}/history"),
    ]
    assert {answer.status_code for answer in refused} == {403}
    assert staff.get("/queues").json() == []
    assert staff.get("/cms/counts").json()["pending"] == 0


def test_automatic_calls_of_the_console_are_not_activity() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/lock")
    age_sessions(used=timedelta(hours=1))
    before = AccessToken.objects.get().used_at
    staff.get("/cms/counts")
    staff.get("/queues")
    staff.get("/queues/pending/tasks")
    staff.put(f"/tasks/{task.pk}/lock", {"extend": True})
    assert AccessToken.objects.get().used_at == before


@pytest.mark.parametrize("call", ["me", "task", "next", "history"])
def test_actions_of_a_person_are_activity(call: str) -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    age_sessions(used=timedelta(hours=1))
    before = AccessToken.objects.get().used_at
    match call:
        case "me":
            staff.get("/user/me")
        case "task":
            staff.get(f"/tasks/{task.pk}")
        case "next":
            staff.post("/queues/pending/next")
        case _:
            staff.get(f"/processes/review_moderation/{task.process_id}/history")
    assert AccessToken.objects.get().used_at - before > timedelta(minutes=59)


def test_a_busy_session_is_not_written_at_each_call() -> None:
    staff = Staff(an_account())
    before = AccessToken.objects.get().used_at
    staff.get("/user/me")
    assert AccessToken.objects.get().used_at == before
