"""The duty switch: a person's own, and a head moderator's for others."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import ProgrammingError
from django.utils import timezone

from accounts.models import User
from audit import actions
from audit.entries import record_audit
from audit.models import AuditEntry
from tests.audit_log import told
from tests.factories import a_head_moderator, a_moderator, an_account
from tests.staff import Staff


def on_duty(user: User) -> bool:
    return User.objects.get(pk=user.pk).on_duty


def audit_entries() -> list[tuple[Any, ...]]:
    return told("kind", "subject_id", "user_id")


def test_a_person_switches_their_own_duty_and_each_change_is_recorded_once() -> None:
    me = a_moderator()
    for wanted in (False, False, True):
        assert Staff(me).put("/user/me/duty", {"on_duty": wanted}).status_code == 204
        assert Staff(me).get("/user/me").json()["on_duty"] is wanted
    assert audit_entries() == [
        ("account", me.pk, me.pk, "Went off duty."),
        ("account", me.pk, me.pk, "Went on duty."),
    ]


def test_a_switch_is_recorded_with_actor_and_time_and_a_refused_one_is_not() -> None:
    me, head = a_moderator(), a_head_moderator()
    before = timezone.now()
    answer = Staff(head).put(f"/team/{me.pk}/duty", {"on_duty": False})
    (entry,) = AuditEntry.objects.all()
    assert audit_entries() == [("account", me.pk, head.pk, "Was put off duty.")]
    assert abs(entry.at - before) < timedelta(minutes=1)
    assert entry.request_id == answer.headers["X-Request-ID"]
    assert Staff(me).put(f"/team/{head.pk}/duty", {"on_duty": False}).status_code == 403
    assert Staff(head).put(f"/team/{an_account().pk}/duty", {"on_duty": False}).status_code == 404
    assert len(audit_entries()) == 1


def test_a_change_and_its_audit_entry_are_one_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    me = a_moderator()
    staff = Staff(me)
    staff.client.raise_request_exception = False

    def fail(*_args: object, **_named: object) -> None:
        raise RuntimeError("as if the table were full")

    monkeypatch.setattr("accounts.duty.record_audit", fail)
    assert staff.put("/user/me/duty", {"on_duty": False}).status_code == 500
    assert on_duty(me)
    with pytest.raises(ValueError, match="transaction"):
        record_audit(actions.ACCOUNT_ERASED, me.pk, user_id=me.pk)
    assert audit_entries() == []


@pytest.mark.parametrize("change", [{"code": "erased"}, None], ids=["update", "delete"])
def test_the_application_cannot_change_the_audit_log(change: dict[str, str] | None) -> None:
    Staff(a_moderator()).put("/user/me/duty", {"on_duty": False})
    entries = AuditEntry.objects.all()
    with pytest.raises(ProgrammingError, match="permission denied"):
        entries.update(**change) if change else entries.delete()
    assert [sentence for *_, sentence in audit_entries()] == ["Went off duty."]


def test_a_head_moderator_switches_others() -> None:
    me, head = a_moderator(), Staff(a_head_moderator())
    assert head.put(f"/team/{me.pk}/duty", {"on_duty": False}).status_code == 204
    assert not on_duty(me)
    assert Staff(a_moderator()).put(f"/team/{me.pk}/duty", {"on_duty": True}).status_code == 403
    assert not on_duty(me)


def test_only_the_staff_is_on_duty() -> None:
    client, gone, head = an_account(), a_moderator(), Staff(a_head_moderator())
    User.objects.filter(pk=gone.pk).update(is_active=False)
    for user_id in (client.pk, gone.pk, 999):
        assert head.put(f"/team/{user_id}/duty", {"on_duty": False}).status_code == 404
    assert Staff(client).put("/user/me/duty", {"on_duty": False}).status_code == 403
