"""Without a mail server nothing is said to be sent: not by a ticket, not by a letter, not by a link."""

import io
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command

from accounts.links import redeem_link
from accounts.models import OneTimeLink
from audit.models import AuditEntry
from kit.mail import PrintedMail
from tests.consistency import inconsistencies
from tests.factories import PASSWORD, a_moderator, an_account, an_admin
from tests.staff import Staff
from tests.workflows.reviews.desk import do_jobs
from tests.workflows.reviews.test_statement_letters import a_rejected_review, letter
from tests.workflows.tickets.threads import a_ticket, reply
from tickets.models import Message


@pytest.fixture(autouse=True)
def _no_server(settings: Any) -> None:
    settings.MAIL_IS_SENT = False
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"


def test_a_reply_is_kept_and_said_not_to_be_sent_until_a_server_is_set(settings: Any) -> None:
    staff, ticket = Staff(a_moderator()), a_ticket()
    reply(staff, ticket)
    do_jobs()
    answer = Message.objects.get(delivery__isnull=False)
    assert answer.delivery == "not_sent"
    settings.MAIL_IS_SENT = True
    assert staff.post(f"/tickets/{ticket.pk}/messages/{answer.pk}/delivery").status_code < 300
    do_jobs()
    answer.refresh_from_db()
    assert answer.delivery == "sent"


def test_a_letter_says_that_no_server_is_set() -> None:
    assert letter(a_rejected_review(author_email="ada@example.com")).json()["state"] == "not_sent"
    assert list(inconsistencies()) == []


def test_who_creates_an_account_or_asks_for_a_link_is_shown_it() -> None:
    staff = Staff(an_admin())
    body = {
        "first_name": "Ada",
        "last_name": "Lund",
        "email_address": "ada@docket.test",
        "access_level": "MODERATOR",
        "send_details": True,
    }
    created = staff.post("/user", body)
    shown = staff.post(f"/user/{created.json()['id']}/link", {"send": True})
    assert [answer.status_code for answer in (created, shown)] == [201, 201]
    for answer in (created, shown):
        assert "#set=" in answer.json()["link"]
    redeem_link(shown.json()["link"].partition("#set=")[2], PASSWORD, address="")
    do_jobs()
    assert not AuditEntry.objects.filter(code="link_mailed").exists()


def test_a_forgotten_password_leaves_no_link_that_nobody_gets_and_the_sign_in_page_says_so() -> None:
    an_account().save()
    person = an_account(name="Ada")
    assert Staff().post("/auth/forgotten", {"email": person.email}).status_code == 202
    do_jobs()
    assert not OneTimeLink.objects.exists()
    assert Staff().get("/auth/options").json()["mail"] is False


def test_the_check_says_that_nothing_is_mailed() -> None:
    said = io.StringIO()
    call_command("docket_check", stdout=io.StringIO(), stderr=said)
    assert "no mail server is set (MAIL_URL): nothing is mailed" in said.getvalue()


@pytest.mark.parametrize("secret", ["set", "stop"])
def test_printed_mail_leaves_the_secrets_of_its_links_out(secret: str) -> None:
    printed = io.StringIO()
    letter_to = mail.EmailMessage("Password", f"Open http://localhost/login#{secret}=SECRET now.", to=["a@example.com"])
    PrintedMail(stream=printed).send_messages([letter_to])
    assert "SECRET" not in printed.getvalue()
    assert f"/login#{secret}=(left out) now." in printed.getvalue()
