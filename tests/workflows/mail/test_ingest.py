"""Each mail becomes a message of the right ticket, or waits whole in the quarantine."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random

import pytest
from django.db import OperationalError, connection
from django.utils import timezone
from psycopg.errors import AdminShutdown, LockNotAvailable, ProgramLimitExceeded, QueryCanceled

from mail.reading import read_mail
from tests.mail.real import real_mails
from tests.mail.written import a_bounce, a_mail, with_parts
from tests.staff import Staff
from tests.workflows.mail.post import an_answer, answered, arrives, header, kinds, stored
from tests.workflows.mail.test_warnings import days_pass
from tests.workflows.tickets.threads import status
from tickets.models import Attachment, Message, OriginalMail, Ticket
from workflows.engine.core.errors import TaskBusyError
from workflows.tickets import mail_messages
from workflows.tickets.fetching import take_waiting
from workflows.tickets.mail_in import ingest_mail, take_kept
from workflows.tickets.mail_messages import Result
from workflows.tickets.warnings import warn_clients

EARLIER = "On 2 Nov 2026 at 10:00, Desk <desk@docket.test> wrote:\n> earlier"
STRANGER = "Eve <eve@stranger.example>"


def quarantined() -> list[str]:
    return list(OriginalMail.objects.filter(message=None).order_by("pk").values_list("reason", flat=True))


def test_a_mail_begins_a_ticket_with_its_text_files_and_original() -> None:
    raw = with_parts(
        [
            ("Content-Type: text/plain; charset=utf-8", f"Hello.\n\n{EARLIER}".encode()),
            ("Content-Type: text/plain\r\nContent-Disposition: attachment; filename=a.png", b"\x89PNG\r\n\x1a\n..."),
        ]
    )
    ticket = arrives(raw)
    assert (ticket.subject, ticket.client_name, ticket.client_email) == (
        "Parts",
        "Ann Client",
        "ann@client.example.com",
    )
    (message,) = Message.objects.all()
    assert (message.kind, message.via, message.text, message.quoted) == ("client", "mail", "Hello.", EARLIER)
    (attachment,) = Attachment.objects.all()
    assert (attachment.message_id, attachment.name, attachment.type) == (message.pk, "a.png", "image/png")
    assert stored(attachment.file) == b"\x89PNG\r\n\x1a\n..."
    assert stored(OriginalMail.objects.get(message=message).raw) == raw


def test_an_answer_returns_the_ticket_to_the_staff() -> None:
    ticket = arrives(a_mail())
    mail = answered(ticket)
    assert ingest_mail(an_answer(mail)) == Result.MESSAGE
    assert (kinds(ticket), status(ticket)) == (["client", "staff", "client"], "replied")


def test_a_program_that_sends_no_ids_is_recognised_by_the_token() -> None:
    ticket = arrives(a_mail())
    mail = answered(ticket)
    assert ingest_mail(a_mail("Thanks.", subject=f"AW: {mail.subject}", message_id="")) == Result.MESSAGE
    assert (kinds(ticket), status(ticket)) == (["client", "staff", "client"], "replied")


@pytest.mark.parametrize("name", ["In_Reply_To", "References"])
def test_each_of_both_headers_is_enough(name: str) -> None:
    ticket = arrives(a_mail())
    mail = answered(ticket)
    again = a_mail(subject="Something else", message_id="<2@client.example.com>", **{name: header(mail, "Message-ID")})
    assert ingest_mail(again) == Result.MESSAGE
    assert len(kinds(ticket)) == 3


def test_a_second_mail_of_the_client_before_any_answer_belongs_to_the_ticket() -> None:
    ticket = arrives(a_mail())
    more = a_mail("One more thing.", message_id="<2@client.example.com>", References="<1@client.example.com>")
    assert ingest_mail(more) == Result.MESSAGE
    assert (kinds(ticket), status(ticket)) == (["client", "client"], "new")


def test_a_stranger_without_the_secret_begins_a_ticket_of_their_own() -> None:
    ticket = arrives(a_mail())
    for number, token in enumerate(("aaaaaaaaaa", "x7k2", ticket.token[:-1])):
        raw = a_mail(sender=STRANGER, subject=f"Re: [#{ticket.pk}-{token}]", message_id=f"<{number}@stranger.example>")
        assert arrives(raw).pk != ticket.pk
    assert kinds(ticket) == ["client"]


def test_a_stranger_with_the_secret_is_shown_as_one() -> None:
    ticket = arrives(a_mail())
    mail = answered(ticket)
    assert ingest_mail(an_answer(mail, sender=STRANGER)) == Result.MESSAGE
    message = Message.objects.latest("pk")
    assert (message.ticket_id, message.author_email) == (ticket.pk, "eve@stranger.example")
    assert Ticket.objects.get().client_email == "ann@client.example.com"


def test_an_answer_long_after_the_end_begins_a_ticket_that_continues_the_old() -> None:
    ticket = arrives(a_mail())
    mail = answered(ticket)
    Ticket.objects.filter(pk=ticket.pk).update(status="resolved", resolved_at=timezone.now() - timedelta(days=31))
    newer = arrives(an_answer(mail))
    assert newer.older_id == ticket.pk
    assert ingest_mail(an_answer(mail, message_id="<3@client.example.com>")) == Result.MESSAGE
    assert (kinds(newer), Ticket.objects.count()) == (["client", "client"], 2)


def test_the_same_mail_twice_is_one_message() -> None:
    ticket = arrives(a_mail())
    assert ingest_mail(a_mail()) == Result.DUPLICATE
    through_another_mailbox = b"Delivered-To: info@docket.test\n" + a_mail()
    assert ingest_mail(through_another_mailbox) == Result.DUPLICATE
    assert (kinds(ticket), Ticket.objects.count(), quarantined()) == (["client"], 1, [])


def test_one_mail_that_eight_mailboxes_have_at_the_same_moment_is_one_message() -> None:
    def take(number: int) -> str:
        try:
            return ingest_mail(f"Delivered-To: box{number}@docket.test\n".encode() + a_mail())
        except TaskBusyError:  # it stays at its source, and is a duplicate at the next run
            return Result.DUPLICATE
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(take, range(8)))
    take_waiting()  # those of which the row was locked
    assert sorted(results) == [Result.DUPLICATE] * 7 + [Result.TICKET]
    assert (Ticket.objects.count(), Message.objects.count(), OriginalMail.objects.count()) == (1, 1, 1)


def test_a_mail_that_another_process_has_taken_in_meanwhile_stays_as_it_came() -> None:
    ticket = arrives(a_mail())
    original = OriginalMail.objects.get()
    assert take_kept(original.pk) == Result.DUPLICATE
    assert OriginalMail.objects.get().message_id == original.message_id
    assert (stored(original.raw), kinds(ticket)) == (a_mail(), ["client"])


def test_another_mail_under_a_used_id_is_not_lost() -> None:
    arrives(a_mail())
    assert ingest_mail(a_mail("Something else.")) == Result.QUARANTINE
    assert ingest_mail(a_mail("Something else.")) == Result.DUPLICATE
    more = with_parts([("Content-Type: text/plain", b"Hello."), ("Content-Type: image/gif", b"GIF89a")])
    assert ingest_mail(more.replace(b"parts@", b"1@")) == Result.QUARANTINE
    assert quarantined() == ["same_id", "same_id"]


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (a_mail(Auto_Submitted="auto-replied"), "automatic"),
        (a_mail(Precedence="bulk", Auto_Submitted="auto-generated"), "automatic"),
        (a_mail(List_Id="<users.example.com>", Precedence="list"), "list"),
        (a_bounce("unknown@docket.test"), "bounce"),
        (a_mail(sender="Docket <moderation@docket.test>"), "own"),
        (a_mail(message_id="<letter-1@docket.test>"), "own"),
        (b"Subject: nobody\n\ntext", "no_sender"),
        (b"\x00\x01", "no_header"),
    ],
    ids=["automatic", "bulk", "list", "bounce", "own", "own-letter", "no-sender", "no-mail"],
)
def test_what_begins_no_ticket_is_kept_whole_in_quarantine(raw: bytes, reason: str) -> None:
    assert ingest_mail(raw) == Result.QUARANTINE
    assert quarantined() == [reason]
    assert stored(OriginalMail.objects.get().raw) == raw
    assert Ticket.objects.count() == 0


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "list", "List_Id": "<users.example.com>", "sender": STRANGER},
        {"Return_Path": "<>"},
    ],
    ids=lambda each: next(iter(each)),
)
def test_mail_of_programs_is_a_system_message_where_it_belongs_to_a_ticket(headers: dict[str, str]) -> None:
    ticket = arrives(a_mail())
    assert ingest_mail(an_answer(answered(ticket), **headers)) == Result.SYSTEM
    assert (kinds(ticket), status(ticket)) == (["client", "staff", "system"], "awaiting_response")


@pytest.mark.parametrize(
    "headers",
    [
        {"List_Unsubscribe": "<https://crm.example/u>"},
        {"List_Unsubscribe": "<https://crm.example/u>", "List_Id": "<crm.example>", "Precedence": "list"},
        {"Precedence": "bulk"},
        {"sender": "Pat Post <postmaster@client.example.com>"},
    ],
    ids=["unsubscribe", "list", "bulk", "postmaster"],
)
def test_an_answer_of_a_person_moves_the_ticket_whatever_their_program_adds(headers: dict[str, str]) -> None:
    ticket = arrives(a_mail())
    assert ingest_mail(an_answer(answered(ticket), **headers)) == Result.MESSAGE
    assert (kinds(ticket), status(ticket)) == (["client", "staff", "client"], "replied")


@pytest.mark.parametrize(
    "headers",
    [
        {"List_Unsubscribe": "<https://crm.example/u>"},
        {"Auto_Submitted": "auto-generated", "Reply_To": "visitor@example.org"},
        {"sender": "Pat Post <postmaster@client.example.com>"},
    ],
    ids=["unsubscribe", "form", "postmaster"],
)
def test_a_mail_with_one_sign_of_a_program_begins_a_ticket_to_which_only_people_write(headers: dict[str, str]) -> None:
    ticket = arrives(a_mail(**headers))
    assert ticket.no_automatic_mail
    assert not arrives(a_mail(message_id="<2@client.example.com>")).no_automatic_mail
    answered(ticket)
    days_pass(ticket, 11)
    assert warn_clients() == 0


def test_a_bounce_from_nobody_shows_that_a_reply_has_failed() -> None:
    ticket = arrives(a_mail())
    ours = header(answered(ticket), "Message-ID")
    raw = a_mail(f"It failed.\n\nMessage-ID: {ours}", subject="Undelivered Mail Returned to Sender")
    bounce = raw.replace(b"From: Ann Client <ann@client.example.com>", b"From: MAILER-DAEMON (Mail Delivery System)")
    assert ingest_mail(bounce.replace(b"<1@client", b"<2@client")) == Result.SYSTEM
    assert Message.objects.get(kind="staff").delivery == "failed"


def test_an_answer_goes_to_the_author_where_reply_to_is_our_own_address() -> None:
    ticket = arrives(a_mail(Reply_To="moderation@docket.test"))
    assert ticket.client_email == "ann@client.example.com"


def test_a_private_reply_goes_to_the_address_in_brackets_and_the_name_is_suspect(staff: Staff) -> None:
    raw = a_mail().replace(b"Ann Client <ann@", b"refunds@bigbank.example <ann@")
    ticket = arrives(raw)
    assert answered(ticket).to == ["ann@client.example.com"]
    shown = staff.get(f"/tickets/{ticket.pk}").json()
    assert (shown["client"]["suspect"], shown["messages"][0]["author"]["suspect"]) == (True, True)
    assert staff.get("/tickets?filter=waiting_on_client").json()["items"][0]["client"]["suspect"]
    other = arrives(a_mail(message_id="<2@client.example.com>"))
    assert not staff.get(f"/tickets/{other.pk}").json()["client"]["suspect"]


def test_a_bounce_shows_that_a_reply_has_failed() -> None:
    ticket = arrives(a_mail())
    mail = answered(ticket)
    delayed = a_bounce(header(mail, "Message-ID").strip("<>"), message_id="<delay@mx>", action="delayed")
    assert ingest_mail(delayed) == Result.SYSTEM
    assert Message.objects.get(kind="staff").delivery == "sent"
    assert ingest_mail(a_bounce(header(mail, "Message-ID").strip("<>"))) == Result.SYSTEM
    assert Message.objects.get(kind="staff").delivery == "failed"
    assert status(ticket) == "awaiting_response"


def test_a_mail_that_we_cannot_take_in_goes_to_quarantine_and_leaves_no_file_behind(
    monkeypatch: pytest.MonkeyPatch, settings: object
) -> None:
    def fail(*_arguments: object, **_more: object) -> None:
        raise RuntimeError("anything")

    monkeypatch.setattr(mail_messages, "start_ticket", fail)
    raw = with_parts([("Content-Type: image/png", b"\x89PNG\r\n\x1a\n...")])
    assert ingest_mail(raw) == Result.QUARANTINE
    assert quarantined() == ["error"]
    assert Attachment.objects.count() == 0


def test_a_mail_with_an_id_too_long_for_an_index_begins_a_ticket_and_comes_once() -> None:
    random = Random(1)
    long = "".join(chr(random.randrange(0x10000, 0xE0000)) for _ in range(880))
    raw = a_mail(message_id="<X>").replace(b"<X>", f"<{long}>".encode())
    ticket = arrives(raw)
    assert ingest_mail(raw) == Result.DUPLICATE
    assert (kinds(ticket), quarantined()) == (["client"], [])


@pytest.mark.parametrize("cause", [ProgramLimitExceeded, LockNotAvailable, QueryCanceled, AdminShutdown])
def test_a_mail_that_the_database_refuses_waits_in_quarantine_and_any_other_comes_again(
    cause: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object, **_more: object) -> None:
        raise OperationalError from cause

    monkeypatch.setattr(mail_messages, "start_ticket", fail)
    if cause is ProgramLimitExceeded:
        assert ingest_mail(a_mail()) == Result.QUARANTINE
    else:
        with pytest.raises(OperationalError if cause is AdminShutdown else TaskBusyError):
            ingest_mail(a_mail())
    assert quarantined() == ["error" if cause is ProgramLimitExceeded else OriginalMail.WAITING]


def test_every_real_mail_is_in_a_ticket_or_in_quarantine_and_nothing_is_sent() -> None:
    raws = [path.read_bytes() for path in real_mails()]
    results = [ingest_mail(raw) for raw in raws]
    kept = {stored(mail.raw) for mail in OriginalMail.objects.all()}
    missing = [raw for raw, result in zip(raws, results, strict=True) if raw not in kept]
    for raw in missing:  # the same mail with another header or other line ends
        mail = read_mail(raw)
        assert Message.objects.filter(mail_message_id=mail.message_id, text=mail.text, quoted=mail.quoted).exists()
    assert {result for raw, result in zip(raws, results, strict=True) if raw in missing} == {Result.DUPLICATE}
    assert [ingest_mail(raw) for raw in raws].count(Result.DUPLICATE) == len(raws)
    assert Message.objects.exclude(delivery=None).count() == 0
