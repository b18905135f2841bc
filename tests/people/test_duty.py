"""On duty and off duty: one's own switch, and a head moderator's for others."""

import logging

import pytest

from accounts.models import User
from tests.factories import a_head_moderator, a_moderator, an_account
from tests.staff import Staff

pytestmark = pytest.mark.usefixtures("database")


def on_duty(user: User) -> bool:
    return User.objects.get(pk=user.pk).on_duty


def test_one_switches_oneself(caplog: pytest.LogCaptureFixture) -> None:
    me = a_moderator()
    with caplog.at_level(logging.INFO, "accounts.duty"):
        for wanted in (False, False, True):
            assert Staff(me).put("/user/me/duty", {"on_duty": wanted}).status_code == 204
            assert Staff(me).get("/user/me").json()["on_duty"] is wanted
    assert [record.getMessage() for record in caplog.records] == [
        f"account {me.pk} is off duty, switched by account {me.pk}",
        f"account {me.pk} is on duty, switched by account {me.pk}",
    ]


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
