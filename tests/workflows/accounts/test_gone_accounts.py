"""Of an account that is erased or deactivated nothing is held, shown or named any more."""

import pytest

from accounts.models import ApiKey
from tests.consistency import inconsistencies
from tests.factories import a_head_moderator, a_moderator, a_pending_task, an_admin
from tests.staff import Staff
from tests.workflows.tickets.threads import a_ticket, reply
from tickets.models import Message


@pytest.mark.parametrize("end", ["erased", "deactivated"])
def test_what_a_gone_account_holds_is_free_at_once(end: str) -> None:
    gone, task, admin = a_moderator(), a_pending_task(), Staff(an_admin())
    assert Staff(gone).put(f"/tasks/{task.pk}/lock").status_code == 200
    if end == "erased":
        ended = admin.client.delete(f"/api/user/{gone.pk}", {"confirm": True}, content_type="application/json")
    else:
        ended = admin.client.patch(f"/api/user/{gone.pk}", {"active": False}, content_type="application/json")
    assert ended.status_code in (200, 204), ended.content
    assert Staff(a_moderator()).put(f"/tasks/{task.pk}/lock").status_code == 200
    assert list(inconsistencies()) == []


def test_an_erased_accounts_address_and_first_name_leave_its_replies(admin: Staff) -> None:
    gone, ticket = a_moderator("Zora Quill"), a_ticket()
    text = f"Write to {gone.email.upper()}.\nZorah is someone else.\nZora Quill\nZora"
    reply(Staff(gone), ticket, text)
    erased = admin.client.delete(f"/api/user/{gone.pk}", {"confirm": True}, content_type="application/json")
    assert erased.status_code == 204
    left = Message.objects.get(author_id=gone.pk).text
    assert "Zorah is someone else." in left
    assert gone.email.lower() not in left.lower()
    assert left.replace("Zorah", "").count("Zora") == 0


def test_the_names_and_prefixes_of_an_admins_keys_are_the_admins_to_see() -> None:
    admin, head = an_admin(), Staff(a_head_moderator())
    ApiKey.objects.create(name="Secret plan", prefix="dk_abc", digest=b"1" * 32, scopes=["events"], owner=admin)
    refused = head.get(f"/user/{admin.pk}/keys")
    assert (refused.status_code, refused.json()["code"]) == (403, "above_own_rights")
    assert [key["name"] for key in Staff(admin).get(f"/user/{admin.pk}/keys").json()["items"]] == ["Secret plan"]


def test_names_have_no_controls_of_direction() -> None:
    body = {"first_name": "Ada\u202egnol", "email_address": "ada@docket.test", "access_level": "MODERATOR"}
    number = Staff(an_admin()).post("/user", body).json()["id"]
    assert Staff(an_admin()).get(f"/user/{number}").json()["first_name"] == "Adagnol"
