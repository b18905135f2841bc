"""One-time links: they set a password once, within a day, and tell nobody which accounts exist."""

import re
from datetime import datetime, timedelta
from functools import partial
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail
from django.test import override_settings
from django.utils import timezone

from accounts.models import OneTimeLink, User
from audit.actions import sentence_of
from audit.models import AuditEntry, Kind
from tests.accounts.visitors import CAFE, Visitor
from tests.api.queries import statements
from tests.factories import a_head_moderator, a_moderator, an_account, an_admin
from tests.interleaving import at_the_same_time, blocked_or_done, pause_before
from tests.staff import Staff
from workflows.engine.outbox.outbox import perform
from workflows.models import OutboxMessage

pytestmark = pytest.mark.rule(13)

PASSWORD = "Another-horse-2"


def post(path: str, body: dict[str, Any], address: str = CAFE) -> Any:
    return Visitor(address).client.post(f"/api{path}", data=body, content_type="application/json")


def forget(email: str, address: str = CAFE) -> Any:
    return post("/auth/forgotten", {"email": email}, address)


def redeem(token: str, password: str = PASSWORD) -> Any:
    return post("/auth/password", {"token": token, "password": password})


def ask_about(token: str) -> Any:
    return post("/auth/link", {"token": token})


def do_mail() -> None:
    for message in OutboxMessage.objects.filter(topic="mail_link", done_at=None):
        assert perform(message.pk)


def secret_in(text: str) -> str:
    found = re.search(r"/login#set=([\w-]+)", text)
    assert found
    return found[1]


def handed_over(user: User) -> str:
    answer = Staff(an_admin()).post(f"/user/{user.pk}/link", {"send": False})
    assert answer.status_code == 201
    return secret_in(answer.json()["link"])


@override_settings(CONSOLE_URL="https://desk.example.com")
def test_a_forgotten_password_is_set_by_a_mailed_link_that_works_once() -> None:
    person = a_moderator()
    assert forget(f" {person.email.upper()} ").status_code == 202
    do_mail()
    (letter,) = mail.outbox
    assert letter.to == [person.email]
    assert "https://desk.example.com/login#set=" in letter.body
    secret = secret_in(str(letter.body))
    answer = redeem(secret)
    assert (answer.status_code, answer.json()["user"]["id"]) == (200, person.pk)
    assert Visitor().get("/user/me", answer.json()["accessToken"]).status_code == 200
    assert Visitor().sign_in(person.email, PASSWORD).status_code == 200
    again = redeem(secret, "Third-horse-3")
    assert (again.status_code, again.json()["code"]) == (409, "link_ended")
    entry = AuditEntry.objects.get(kind=Kind.ACCOUNT, subject_id=person.pk)
    assert (sentence_of(entry), entry.user_id) == ("Set the password by a one-time link.", person.pk)


def test_the_secret_is_stored_nowhere() -> None:
    secret = handed_over(an_account())
    assert bytes(OneTimeLink.objects.get().digest) != secret.encode()
    forget(an_account().email)
    assert {frozenset(message.payload) for message in OutboxMessage.objects.filter(topic="mail_link")} == {
        frozenset({"account", "asked"})
    }


def test_an_unknown_address_gets_the_same_answer_by_the_same_statements_and_no_mail() -> None:
    person, gone = a_moderator(), a_moderator()
    User.objects.filter(pk=gone.pk).update(is_active=False)
    seen = []
    for number, email in enumerate((person.email, "nobody@docket.test", gone.email, "not an address")):
        with statements() as sent:
            answer = forget(email, f"198.51.100.{number + 30}")
        named = [(line.split()[0], *re.findall(r'"(\w+)"', line)[:2]) for line in sent]
        seen.append((answer.status_code, answer.content, named))
    assert seen == [seen[0]] * 4
    do_mail()
    assert [letter.to for letter in mail.outbox] == [[person.email]]


def test_links_are_asked_for_a_few_times_alone_whether_or_not_the_account_exists() -> None:
    for email in (a_moderator().email, "nobody@docket.test"):
        answers = [forget(email).status_code for _ in range(6)]
        assert answers == [202] * 5 + [429]
        from_elsewhere = [forget(email, f"203.0.113.{number}").status_code for number in range(100, 110)]
        assert from_elsewhere == [202] * 5 + [429] * 5
    assert Visitor(CAFE).sign_in(a_moderator().email).status_code == 200


def test_a_link_ends_after_a_day() -> None:
    secret = handed_over(an_account())
    OneTimeLink.objects.update(created_at=timezone.now() - timedelta(hours=24, seconds=1))
    for answer in (ask_about(secret), redeem(secret)):
        assert answer.json()["code"] == "link_ended"


def test_a_link_says_whose_password_it_sets_and_until_when_and_stays_alive() -> None:
    person = an_account()
    secret = handed_over(person)
    for _ in range(2):
        found = ask_about(secret).json()
        assert found["email"] == person.email
        left = datetime.fromisoformat(found["expires_at"]) - OneTimeLink.objects.get().created_at
        assert abs(left - timedelta(hours=24)) < timedelta(seconds=1)  # answers have milliseconds
    assert redeem(secret).status_code == 200
    assert ask_about(secret).json()["code"] == "link_ended"


def test_a_link_of_an_account_that_is_not_active_sets_no_password() -> None:
    person = an_account()
    secret = handed_over(person)
    User.objects.filter(pk=person.pk).update(is_active=False)
    for answer in (ask_about(secret), redeem(secret)):
        assert answer.json()["code"] == "link_ended"


def test_a_link_and_a_session_from_before_a_deactivation_stay_ended_after_it() -> None:
    person, admin = a_moderator(), Staff(an_admin())
    staff, secret = Staff(person), handed_over(person)
    for active in (False, True):
        assert admin.patch(f"/user/{person.pk}", {"active": active}).status_code == 200
    assert staff.get("/user/me").status_code == 401
    assert redeem(secret).json()["code"] == "link_ended"


def test_a_newer_link_a_new_address_and_a_new_password_end_the_earlier_link() -> None:
    person, admin = an_account(), Staff(an_admin())
    for end in (
        lambda: handed_over(person),
        lambda: admin.patch(f"/user/{person.pk}", {"email_address": "new@docket.test"}),
        lambda: admin.put(f"/user/{person.pk}/password", {"password": PASSWORD}),
        lambda: admin.patch(f"/user/{person.pk}", {"active": False}),
    ):
        secret = handed_over(person)
        end()
        assert redeem(secret).json()["code"] == "link_ended"
    answer = admin.post(f"/user/{person.pk}/link", {"send": True})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_active")


def test_a_link_that_was_handed_over_ends_when_its_giver_does_not_cover_the_account_any_more() -> None:
    heads, admin = [a_head_moderator() for _ in range(3)], Staff(an_admin())
    new = {"first_name": "Eve", "access_level": "USER", "send_details": False}
    raises: dict[str, dict[str, Any]] = {
        "raised": {"access_level": "ADMIN"},
        "trusted": {"cms_access": ["history"]},
        "left": {},
    }
    for number, (head, (change, values)) in enumerate(zip(heads, raises.items(), strict=True)):
        made = Staff(head).post("/user", {**new, "email_address": f"eve{number}@docket.test"}).json()
        given = Staff(head).post(f"/user/{made['id']}/link", {"send": False}).json() if number else made
        shown = {"email_address": f"eve{number}@docket.test"}
        assert admin.patch(f"/user/{made['id']}", {**values, "shown": shown}).status_code == 200
        if change == "left":
            assert admin.patch(f"/user/{head.pk}", {"active": False}).status_code == 200
        assert redeem(secret_in(given["link"])).json()["code"] == "link_ended"


def test_a_mailed_link_and_one_of_a_giver_who_covers_the_account_outlast_a_change_of_rights(admin: Staff) -> None:
    for send in (True, False):
        person = an_account()
        link = admin.post(f"/user/{person.pk}/link", {"send": send}).json()["link"]
        do_mail()
        assert admin.patch(f"/user/{person.pk}", {"access_level": "MODERATOR"}).status_code == 200
        assert redeem(secret_in(link or str(mail.outbox[-1].body))).status_code == 200


def test_a_weak_password_leaves_the_link_alive() -> None:
    secret = handed_over(an_account())
    answer = redeem(secret, "weak")
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["password"])
    assert redeem(secret).status_code == 200


@pytest.mark.parametrize("token", ["", "x", "\x00", "ü" * 200])
def test_nonsense_is_an_ended_link(token: str) -> None:
    for answer in (ask_about(token), redeem(token)):
        assert answer.json()["code"] == "link_ended"


def test_a_new_account_gets_its_link_by_mail_or_its_creator_is_shown_it(admin: Staff) -> None:
    new = {"first_name": "Ada", "email_address": "ada@docket.test", "access_level": "MODERATOR"}
    assert admin.post("/user", new).json()["link"] is None
    do_mail()
    assert redeem(secret_in(str(mail.outbox[0].body))).status_code == 200
    shown = admin.post("/user", {**new, "email_address": "eve@docket.test", "send_details": False}).json()["link"]
    do_mail()
    assert len(mail.outbox) == 1
    assert redeem(secret_in(shown)).json()["user"]["email"] == "eve@docket.test"


def test_an_address_that_changes_while_it_is_mailed_gets_no_link_that_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    person, admin = a_moderator(), Staff(an_admin())
    forget(person.email)
    (message,) = OutboxMessage.objects.filter(topic="mail_link")
    change = partial(admin.patch, f"/user/{person.pk}", {"email_address": "new@docket.test"})
    addressed = pause_before(monkeypatch, "workflows.accounts.links.issue_link")
    with at_the_same_time(partial(perform, message.pk), addressed):
        assert blocked_or_done(change, then=addressed.let_go).status_code == 200
    (letter,) = mail.outbox
    assert letter.to == [person.email]
    assert redeem(secret_in(str(letter.body))).json()["code"] == "link_ended"


def test_a_mail_that_the_server_did_not_take_leaves_no_link(monkeypatch: pytest.MonkeyPatch) -> None:
    forget(a_moderator().email)
    (message,) = OutboxMessage.objects.filter(topic="mail_link")
    with monkeypatch.context() as broken:

        def refuse(*_args: Any, **_named: Any) -> Any:
            raise SMTPServerDisconnected

        broken.setattr("workflows.engine.outbox.mailer.get_connection", refuse)
        assert not perform(message.pk)
    assert not OneTimeLink.objects.exists()
    assert perform(message.pk)
    assert redeem(secret_in(str(mail.outbox[0].body))).status_code == 200


def test_the_sign_in_page_learns_whether_registration_is_open() -> None:
    for is_open in (True, False):
        with override_settings(REGISTRATION_OPEN=is_open):
            assert Visitor().client.get("/api/auth/options").json()["registration"] is is_open
