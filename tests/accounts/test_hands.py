"""Who knew a way into an account does not use it once the account has more rights than they hold (decision 86)."""

import re
from typing import Any

import pytest
from django.core import mail

from accounts.models import ApiKey, User
from accounts.passwords import password_matches
from audit.actions import sentence_of
from audit.models import AuditEntry, Kind
from tests.accounts.visitors import Visitor
from tests.factories import a_company, a_head_moderator, a_moderator, an_account, an_admin
from tests.staff import Staff
from workflows.engine.outbox.outbox import perform
from workflows.models import OutboxMessage

KNOWN = "Mallory-horse-1"
CHANGED = "Mallory-horse-2"
RAISED = {"access_level": "ADMIN"}


def do_mail() -> None:
    for message in OutboxMessage.objects.filter(topic="mail_link", done_at=None):
        assert perform(message.pk)


def redeem(text: object) -> Any:
    """Set the password by the link in a text."""
    found = re.search(r"/login#set=([\w-]+)", str(text))
    assert found
    body = {"token": found[1], "password": KNOWN}
    return Visitor().client.post("/api/auth/password", data=body, content_type="application/json")


def sets_the_password(head: Staff, person: User) -> None:
    assert head.put(f"/user/{person.pk}/password", {"password": KNOWN}).status_code == 204


def sets_the_password_then_changes_it_as_its_owner(head: Staff, person: User) -> None:
    sets_the_password(head, person)
    as_person = Staff(person)
    assert as_person.put(f"/user/{person.pk}/password", {"password": CHANGED}).status_code == 204
    assert as_person.put(f"/user/{person.pk}/password", {"password": KNOWN}).status_code == 204


def uses_a_link_handed_over(head: Staff, person: User) -> None:
    assert redeem(head.post(f"/user/{person.pk}/link", {"send": False}).json()["link"]).status_code == 200


def gets_the_mail_of_another_address(head: Staff, person: User) -> None:
    before = person.email
    assert head.patch(f"/user/{person.pk}", {"email_address": "mallory@docket.test"}).status_code == 200
    Visitor().client.post("/api/auth/forgotten", {"email": "mallory@docket.test"}, content_type="application/json")
    do_mail()
    assert mail.outbox[-1].to == ["mallory@docket.test"]
    assert redeem(mail.outbox[-1].body).status_code == 200
    assert head.patch(f"/user/{person.pk}", {"email_address": before}).status_code == 200


WAYS = (
    sets_the_password,
    sets_the_password_then_changes_it_as_its_owner,
    uses_a_link_handed_over,
    gets_the_mail_of_another_address,
)


@pytest.mark.parametrize("raised", [RAISED, {"cms_access": ["history"]}], ids=["level", "permission"])
@pytest.mark.parametrize("knows", WAYS, ids=lambda way: way.__name__)
def test_a_way_into_an_account_ends_when_it_gets_rights_that_who_knows_it_lacks(knows: Any, raised: Any) -> None:
    head, admin, person = Staff(a_head_moderator()), Staff(an_admin()), an_account()
    knows(head, person)
    as_person = Visitor().sign_in(person.email, KNOWN)
    assert as_person.status_code == 200
    path = f"/user/{person.pk}"
    refused = admin.patch(path, raised)
    assert (refused.status_code, refused.json()["code"]) == (409, "address_unconfirmed")
    other = admin.patch(path, {**raised, "shown": {"email_address": "other@docket.test"}})
    assert other.json()["code"] == "address_unconfirmed"
    assert User.objects.get(pk=person.pk).access_level == "NO_DASHBOARD"
    assert admin.patch(path, {**raised, "shown": {"email_address": person.email}}).status_code == 200
    assert Visitor().sign_in(person.email, KNOWN).status_code == 401
    assert Visitor().get("/user/me", as_person.json()["accessToken"]).status_code == 401
    do_mail()
    assert mail.outbox[-1].to == [person.email]
    assert redeem(mail.outbox[-1].body).status_code == 200
    entry = AuditEntry.objects.filter(kind=Kind.ACCOUNT, subject_id=person.pk, code="sign_in_ended").get()
    assert sentence_of(entry) == (
        "The password and the sessions ended, as somebody with fewer rights may have known a way in."
    )
    # once: the admin answers for the address from here on
    assert admin.patch(path, {"cms_access": []}).status_code == 200
    assert admin.patch(path, {"cms_access": ["history"]}).status_code == 200
    assert Visitor().sign_in(person.email, KNOWN).status_code == 200


def test_who_created_an_account_with_an_address_of_theirs_is_known_when_it_is_raised() -> None:
    head, admin = Staff(a_head_moderator()), Staff(an_admin())
    new = {"first_name": "Eve", "email_address": "mallory@docket.test", "access_level": "MODERATOR"}
    number = head.post("/user", new).json()["id"]
    do_mail()
    token = redeem(mail.outbox[-1].body).json()["accessToken"]
    assert admin.patch(f"/user/{number}", RAISED).json()["code"] == "address_unconfirmed"
    # who raises it gives it the address that they know
    assert admin.patch(f"/user/{number}", {"email_address": "eve@docket.test"}).status_code == 200
    shown = {"email_address": "Eve@Docket.test"}
    assert admin.patch(f"/user/{number}", {**RAISED, "shown": shown}).status_code == 200
    assert Visitor().get("/user/me", token).status_code == 401
    do_mail()
    assert mail.outbox[-1].to == ["eve@docket.test"]


def test_whoever_registered_an_account_is_not_known_and_loses_it_when_it_is_raised() -> None:
    registered = Visitor().register("ada@docket.test", KNOWN).json()
    admin, path = Staff(an_admin()), f"/user/{registered['id']}"
    assert admin.patch(path, {"job_title": "Nurse"}).status_code == 200
    refused = admin.patch(path, RAISED)
    assert (refused.status_code, refused.json()["code"]) == (409, "address_unconfirmed")
    assert admin.patch(path, {**RAISED, "shown": {"email_address": "ada@docket.test"}}).status_code == 200
    assert Visitor().get("/user/me", registered["token"]).status_code == 401
    assert Visitor().sign_in("ada@docket.test", KNOWN).status_code == 401
    do_mail()
    assert mail.outbox[-1].to == ["ada@docket.test"]


def test_nothing_ends_where_all_who_know_a_way_in_hold_the_new_rights() -> None:
    admin, other, person = Staff(an_admin()), Staff(an_admin()), a_moderator()
    for knows in WAYS:
        knows(admin, person)
    head, company = Staff(a_head_moderator()), a_company()
    for answer in (head.put, head.delete):
        assert answer(f"/user/{person.pk}/associations/{company.pk}").status_code == 204
    token = Visitor().sign_in(person.email, KNOWN).json()["accessToken"]
    for values in (RAISED, {"active": False}, {"active": True}, {"cms_access": ["users"]}, {"cms_access": ["history"]}):
        assert other.patch(f"/user/{person.pk}", values).status_code == 200
    assert Visitor().get("/user/me", token).status_code == 401  # deactivated
    assert Visitor().sign_in(person.email, KNOWN).status_code == 200


def test_nothing_ends_where_rights_are_taken_away() -> None:
    head, admin, person = Staff(a_head_moderator()), Staff(an_admin()), a_moderator()
    sets_the_password(head, person)
    for values in ({"cms_access": ["tickets"]}, {"access_level": "USER", "cms_access": []}, {"first_name": "Ada"}):
        assert admin.patch(f"/user/{person.pk}", values).status_code == 200
    assert Visitor().sign_in(person.email, KNOWN).status_code == 200


@pytest.mark.parametrize("left", ["deactivated", "lowered"])
def test_who_has_left_or_was_lowered_holds_nothing_of_what_an_account_gets_later(left: str) -> None:
    leaver, admin, person = an_admin(), Staff(an_admin()), an_account()
    sets_the_password(Staff(leaver), person)
    values = {"active": False} if left == "deactivated" else {"access_level": "USER"}
    assert admin.patch(f"/user/{leaver.pk}", values).status_code == 200
    assert admin.patch(f"/user/{person.pk}", {"access_level": "MODERATOR"}).json()["code"] == "address_unconfirmed"


def test_keys_that_were_made_as_the_account_end_and_those_that_others_gave_it_stay() -> None:
    head, admin, person = Staff(a_head_moderator()), Staff(an_admin()), a_moderator()
    sets_the_password(head, person)
    body = {"name": "A program", "scopes": ["tickets"]}
    made = Staff(person).post(f"/user/{person.pk}/keys", body).json()["id"]
    given = head.post(f"/user/{person.pk}/keys", body).json()["id"]
    shown = {"email_address": person.email}
    assert admin.patch(f"/user/{person.pk}", {**RAISED, "shown": shown}).status_code == 200
    assert set(ApiKey.objects.filter(revoked_at=None).values_list("pk", flat=True)) == {given}
    assert AuditEntry.objects.get(code="key_revoked").details == {"key": made}


def test_a_session_whose_call_is_on_its_way_changes_nothing_any_more() -> None:
    """The call was let in before the session ended, and waited for the account's row."""
    head, person = a_head_moderator(), an_account("MODERATOR", access=["users"])
    sets_the_password(Staff(head), person)
    as_person = Staff(person)
    User.objects.filter(pk=person.pk).update(password="!")
    for answer in (
        as_person.put(f"/user/{person.pk}/password", {"password": KNOWN}),
        as_person.patch(f"/user/{person.pk}", {"email_address": "mallory@docket.test"}),
    ):
        assert answer.status_code == 403


def test_a_sign_in_that_has_begun_does_not_outlast_the_password(monkeypatch: pytest.MonkeyPatch) -> None:
    head, admin, person = Staff(a_head_moderator()), Staff(an_admin()), an_account()
    sets_the_password(head, person)

    def raise_the_account(password: str, stored: str) -> bool:
        raised = {**RAISED, "shown": {"email_address": person.email}}
        assert admin.patch(f"/user/{person.pk}", raised).status_code == 200
        return password_matches(password, stored)

    monkeypatch.setattr("accounts.sessions.password_matches", raise_the_account)
    assert Visitor().sign_in(person.email, KNOWN).status_code == 401
    assert not person.access_tokens.exists()


def test_the_own_password_of_a_person_stays_when_they_are_raised() -> None:
    person, admin = a_moderator(), Staff(an_admin())
    assert Staff(person).put(f"/user/{person.pk}/password", {"password": KNOWN}).status_code == 204
    assert admin.patch(f"/user/{person.pk}", RAISED).status_code == 200
    assert Visitor().sign_in(person.email, KNOWN).status_code == 200
