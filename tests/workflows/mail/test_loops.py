"""Programs that answer each other end by themselves: the product answers no program, and writes once a day at most."""

from collections.abc import Callable

import pytest
from django.core import mail
from django.core.mail import EmailMessage

from tests.factories import a_moderator
from tests.mail.written import a_bounce, a_mail
from tests.staff import Staff
from tests.workflows.mail.post import an_answer, answered, arrives, header, kinds, stored
from tests.workflows.mail.test_warnings import days_pass
from tests.workflows.reviews.desk import do_jobs
from tests.workflows.tickets.threads import reply, status
from tickets.models import OriginalMail, Ticket
from workflows.tickets.mail_in import ingest_mail
from workflows.tickets.mail_messages import Result
from workflows.tickets.warnings import warn_clients

ROUNDS = 5


def exchange(answer: Callable[[EmailMessage, int], bytes | None]) -> int:
    """Mail goes to and fro until nobody writes; how many mails of ours went out."""
    seen = 0
    for turn in range(ROUNDS):
        do_jobs()
        new, seen = mail.outbox[seen:], len(mail.outbox)
        for number, each in enumerate(new):
            raw = answer(each, turn * 100 + number)
            if raw is not None:
                ingest_mail(raw)
        warn_clients()
    return len(mail.outbox)


def through_another_docket(sent: EmailMessage, number: int) -> bytes | None:
    """Another Docket takes our mail for a client's; it answers as ours does, by the warning of its own clock."""
    return an_answer(
        sent,
        sender="Other desk <support@other-docket.example>",
        message_id=f"<ticket.{number}@other-docket.example>",
        Auto_Submitted="auto-replied",
    )


def out_of_office(sent: EmailMessage, number: int) -> bytes:
    return an_answer(sent, "I am away.", message_id=f"<away{number}@client.example.com>", Auto_Submitted="auto-replied")


def older_robot(sent: EmailMessage, number: int) -> bytes:
    """Without ids, with the subject alone."""
    subject = f"Automatic reply: {sent.subject}"
    return a_mail("I am away.", subject=subject, message_id=f"<away{number}@client.example.com>", X_Autoreply="yes")


def bounced(sent: EmailMessage, number: int) -> bytes:
    return a_bounce(header(sent, "Message-ID").strip("<>"), message_id=f"<bounce{number}@mx.example.com>")


@pytest.mark.parametrize("answer", [through_another_docket, out_of_office, older_robot, bounced])
def test_a_program_that_answers_all_our_mail_gets_one_automatic_mail(
    answer: Callable[[EmailMessage, int], bytes | None],
) -> None:
    ticket = arrives(a_mail())
    answered(ticket)
    days_pass(ticket, 11)
    warn_clients()
    assert exchange(answer) == 2  # a person's reply, and the warning
    assert (status(ticket), Ticket.objects.count()) == ("awaiting_response", 1)
    assert set(kinds(ticket)) == {"client", "staff", "system"}


def test_two_dockets_that_are_each_others_client_send_nothing_by_themselves() -> None:
    """Even where the other's mail looks like a person's: arrival answers nothing."""
    ticket = arrives(a_mail(sender="Other desk <support@other-docket.example>"))
    for number in range(ROUNDS):
        raw = a_mail(
            "We have received your mail.",
            sender="Other desk <support@other-docket.example>",
            subject=f"Re: [#{ticket.pk}-{ticket.token}]",
            message_id=f"<{number}@other-docket.example>",
        )
        assert ingest_mail(raw) == Result.MESSAGE
        do_jobs()
    assert mail.outbox == []
    assert Ticket.objects.count() == 1


def test_a_bounce_of_a_bounce_is_kept_and_answered_by_nobody() -> None:
    ticket = arrives(a_mail())
    ours = header(answered(ticket), "Message-ID").strip("<>")
    assert ingest_mail(a_bounce(ours)) == Result.SYSTEM
    assert (
        ingest_mail(a_bounce("bounce-1@mx.client.example.com", message_id="<bounce-2@mx.example.com>")) == Result.SYSTEM
    )
    assert (
        ingest_mail(a_bounce("unknown@elsewhere.example", message_id="<bounce-3@mx.example.com>")) == Result.QUARANTINE
    )
    do_jobs()
    assert (len(mail.outbox), kinds(ticket)) == (1, ["client", "staff", "system", "system"])


def test_a_mailing_list_begins_nothing_and_our_mail_comes_back_as_a_duplicate() -> None:
    assert ingest_mail(a_mail(List_Id="<users.example.com>", Precedence="list")) == Result.QUARANTINE
    ticket = arrives(a_mail(message_id="<9@client.example.com>"))
    sent = answered(ticket)
    assert ingest_mail(b"List-Id: <users.example.com>\n" + sent.message().as_bytes()) == Result.DUPLICATE
    do_jobs()
    assert (len(mail.outbox), kinds(ticket)) == (1, ["client", "staff"])


def test_mail_to_oneself_begins_nothing() -> None:
    ticket = arrives(a_mail(sender="Moderator <moderator@example.org>"))
    sent = answered(ticket)
    assert ingest_mail(sent.message().as_bytes()) == Result.DUPLICATE
    forged = a_mail(sender="Docket <moderation@docket.test>", message_id="<x@elsewhere.example>")
    assert ingest_mail(forged) == Result.QUARANTINE
    do_jobs()
    assert (len(mail.outbox), Ticket.objects.count()) == (1, 1)
    assert OriginalMail.objects.get(message=None).reason == "own"


def test_a_ticket_made_of_mail_to_oneself_is_answered_to_nobody() -> None:
    forged = a_mail(sender="Docket <moderation@docket.test>", message_id="<x@elsewhere.example>")
    assert ingest_mail(forged) == Result.QUARANTINE
    staff, number = Staff(a_moderator()), OriginalMail.objects.get().pk
    assert staff.post(f"/mail/quarantine/{number}/ticket").status_code == 201
    ticket = Ticket.objects.get()
    assert reply(staff, ticket).status_code == 201
    do_jobs()
    assert (ticket.client_email, mail.outbox) == ("", [])


def test_a_mail_of_somebody_else_under_an_id_of_ours_is_not_lost() -> None:
    """As programs write it that send a mail on and let people change it."""
    ticket = arrives(a_mail())
    ours = header(answered(ticket), "Message-ID")
    raw = a_mail("That is the wrong order: see below.", message_id=ours)
    assert ingest_mail(raw) == Result.QUARANTINE
    kept = OriginalMail.objects.get(message=None)
    assert (kept.reason, stored(kept.raw)) == ("same_id", raw)
