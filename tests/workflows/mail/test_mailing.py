"""A reply goes out once, in its thread; a failure is shown, and a person sends it again."""

from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import Any

import pytest
from django.core import mail
from django.core.files.base import ContentFile
from django.core.mail.backends.locmem import EmailBackend
from django.db.models import F
from django.utils import timezone

from mail.reading import read_mail
from tests.factories import a_moderator
from tests.mail.written import a_mail
from tests.staff import Staff
from tests.workflows.mail.post import an_answer, answered, arrives, header, newest
from tests.workflows.reviews.desk import do_jobs, make_jobs_due
from tests.workflows.tickets.threads import a_ticket, read, reply
from tickets.models import Attachment, Message, Ticket
from workflows.models import OutboxMessage
from workflows.tickets import mailing
from workflows.tickets.mail_in import ingest_mail
from workflows.tickets.mailing import send_message


def delivery() -> str | None:
    return Message.objects.filter(kind="staff").latest("pk").delivery


def failing(error: BaseException) -> Any:
    def fail(*_arguments: Any) -> None:
        raise error

    return fail


def test_a_reply_is_threaded_and_by_a_person() -> None:
    ticket = arrives(a_mail())
    first = answered(ticket)
    assert first.to == ["ann@client.example.com"]
    assert first.subject == f"Re: A question [#{ticket.pk}-{ticket.token}]"
    assert header(first, "In-Reply-To") == "<1@client.example.com>"
    assert header(first, "References") == "<1@client.example.com>"
    assert header(first, "Auto-Submitted") == "no"
    ingest_mail(an_answer(first))
    second = answered(ticket)
    assert header(second, "In-Reply-To") == "<2@client.example.com>"
    assert header(second, "References").split() == [
        "<1@client.example.com>",
        header(first, "Message-ID"),
        "<2@client.example.com>",
    ]
    assert header(second, "Message-ID") != header(first, "Message-ID")
    assert ticket.token in header(first, "Message-ID")


def test_the_token_stands_once_however_often_the_subject_comes_back() -> None:
    ticket = arrives(a_mail(subject="Re: Re: A question [#12-abcdefghij]"))
    assert answered(ticket).subject == f"Re: Re: A question [#{ticket.pk}-{ticket.token}]"


def test_a_subject_of_a_client_adds_no_header() -> None:
    Ticket.objects.using("owner").update(subject="x")
    ticket = arrives(a_mail())
    Ticket.objects.using("owner").filter(pk=ticket.pk).update(subject="Hi\r\nBcc: victim@example.com")
    assert reply(Staff(a_moderator()), ticket).status_code == 201
    do_jobs()
    assert (mail.outbox, delivery()) == ([], "failed")


def test_our_mail_is_read_by_ourselves_as_it_was_written() -> None:
    sent = read_mail(answered(arrives(a_mail()), "Grüße\n\n  indented").message().as_bytes())
    assert (sent.text, sent.written.kind) == ("Grüße\n\n  indented", "")
    assert sent.sender.email == parseaddr(newest().from_email)[1]


def test_attachments_go_with_the_reply() -> None:
    ticket, staff = arrives(a_mail()), Staff(a_moderator())
    upload = Attachment(uploader=staff.user, name="plan.pdf", type="application/pdf", size=5, sha256="0" * 64)
    upload.file.save("", ContentFile(b"%PDF-"))
    assert reply(staff, ticket, attachments=[upload.pk]).status_code == 201
    do_jobs()
    assert newest().attachments == [("plan.pdf", b"%PDF-", "application/pdf")]


def test_a_reply_is_mailed_once_however_often_its_job_runs() -> None:
    answered(arrives(a_mail()))
    number = Message.objects.get(kind="staff").pk
    for _ in range(3):
        send_message(number)
    assert (len(mail.outbox), delivery()) == (1, "sent")


def test_a_worker_that_dies_while_it_sends_leaves_a_failure_and_no_second_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    ticket = arrives(a_mail())
    monkeypatch.setattr(mailing, "post", failing(KeyboardInterrupt()))
    assert reply(Staff(a_moderator()), ticket).status_code == 201
    number = Message.objects.get(kind="staff").pk
    with pytest.raises(KeyboardInterrupt):
        send_message(number)
    assert delivery() == "sending"
    assert read(Staff(a_moderator()), ticket)["messages"][-1]["delivery"] == "queued"
    monkeypatch.undo()
    send_message(number)
    assert (mail.outbox, delivery()) == ([], "failed")


def test_a_mail_server_that_is_away_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ticket = arrives(a_mail())
    with monkeypatch.context() as away:
        away.setattr(EmailBackend, "open", failing(ConnectionRefusedError()))
        assert reply(Staff(a_moderator()), ticket).status_code == 201
        do_jobs()
        assert delivery() == "queued"
    make_jobs_due()
    do_jobs()
    assert (len(mail.outbox), delivery()) == (1, "sent")


def a_day_passes() -> None:
    """The jobs are done whenever they are due, and everything that is stored becomes so much older."""
    left = timedelta(days=1, hours=3, minutes=1)
    while left > timedelta() and (job := OutboxMessage.objects.filter(done_at=None, set_aside_at=None).first()):
        wait = job.available_at - timezone.now()
        left -= wait
        Message.objects.using("owner").update(created_at=F("created_at") - wait)
        if "until" in job.payload:
            job.payload["until"] = (datetime.fromisoformat(job.payload["until"]) - wait).isoformat()
        job.save()
        make_jobs_due()
        do_jobs()


def test_a_mail_server_that_is_away_for_a_day_leaves_a_failure_that_a_person_can_send_for_a_day_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ticket, staff = arrives(a_mail()), Staff(a_moderator())
    with monkeypatch.context() as away:
        away.setattr(EmailBackend, "open", failing(ConnectionRefusedError()))
        assert reply(staff, ticket).status_code == 201
        do_jobs()
        a_day_passes()
        shown = read(staff, ticket)["messages"][-1]
        assert shown["delivery"] == "failed"
        assert staff.post(f"/tickets/{ticket.pk}/messages/{shown['id']}/delivery").status_code == 202
        do_jobs()
        assert delivery() == "queued"
    make_jobs_due()
    do_jobs()
    assert (len(mail.outbox), delivery()) == (1, "sent")
    assert not OutboxMessage.objects.exclude(set_aside_at=None).exists()


def test_a_failure_is_shown_and_a_person_sends_it_again_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ticket, staff = arrives(a_mail()), Staff(a_moderator())
    with monkeypatch.context() as broken:
        broken.setattr(EmailBackend, "send_messages", failing(TimeoutError()))
        assert reply(staff, ticket).status_code == 201
        do_jobs()
    shown = read(staff, ticket)["messages"][-1]
    assert shown["delivery"] == "failed"
    address = f"/tickets/{ticket.pk}/messages/{shown['id']}/delivery"
    assert staff.post(address.replace(f"/{ticket.pk}/", f"/{a_ticket().pk}/", 1)).status_code == 404
    assert [staff.post(address).status_code for _ in range(2)] == [202, 409]
    do_jobs()
    assert (len(mail.outbox), delivery()) == (1, "sent")
    assert staff.post(address).status_code == 409


def test_an_answer_names_no_id_that_was_made_here() -> None:
    """A mail without an id gets one for our own use, which means nothing to its sender's program."""
    sent = answered(arrives(a_mail(message_id="")))
    assert (header(sent, "In-Reply-To"), header(sent, "References")) == ("", "")


def test_the_outbox_holds_no_address_and_no_text() -> None:
    answered(arrives(a_mail()), "A secret answer.")
    held = str(list(OutboxMessage.objects.values_list("payload", "last_error")))
    assert "client.example.com" not in held
    assert "secret" not in held
