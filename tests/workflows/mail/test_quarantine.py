"""Head moderators look at mail that could not become a message."""

from typing import Any

import pytest

from audit.actions import sentence_of
from audit.models import AuditEntry
from mail.apart import ReaderBusyError
from tests.audit_log import sentences
from tests.factories import a_head_moderator, a_moderator
from tests.mail.written import a_mail
from tests.staff import Staff
from tests.workflows.mail.post import arrives, kinds, stored
from tests.workflows.tickets.threads import reply, status
from tickets.models import Message, OriginalMail, Ticket
from tickets.originals import MAX_SHOWN
from workflows.tickets import mail_in
from workflows.tickets.mail_in import ingest_mail
from workflows.tickets.mail_messages import Result


def test_a_head_moderator_lists_and_reads_the_quarantine_and_the_read_is_noted() -> None:
    arrives(a_mail())
    ingest_mail(b"Subject: nobody\n\ntext \xff")
    staff = Staff(a_head_moderator())
    listed = staff.get("/mail/quarantine").json()
    (item,) = listed["items"]
    assert (item["reason"], item["size"], listed["next_before"]) == ("no_sender", 23, None)
    read = staff.post(f"/mail/quarantine/{item['id']}/source").json()
    assert (read["source"], read["is_whole"]) == ("Subject: nobody\n\ntext \ufffd", True)
    assert b"".join(Staff().client.get(read["url"]).streaming_content) == b"Subject: nobody\n\ntext \xff"  # type: ignore[attr-defined]
    entry = AuditEntry.objects.latest("pk")
    assert (entry.user_id, sentence_of(entry)) == (
        staff.user and staff.user.pk,
        f"Exported mail {item['id']} of the quarantine.",
    )
    assert staff.get(f"/mail/quarantine?before={item['id']}").json()["items"] == []


def test_the_beginning_of_a_large_mail_is_read_and_said_to_be_that() -> None:
    number = set_aside(b"Subject: nobody\n\n" + b"text " * (MAX_SHOWN // 5))
    read = Staff(a_head_moderator()).post(f"/mail/quarantine/{number}/source").json()
    assert (len(read["source"]), read["is_whole"]) == (MAX_SHOWN, False)


def test_a_mail_of_a_ticket_is_not_in_quarantine() -> None:
    arrives(a_mail())
    number = OriginalMail.objects.get().pk
    assert Staff(a_head_moderator()).post(f"/mail/quarantine/{number}/source").status_code == 404


def test_the_mail_of_a_message_is_read_and_saved_as_it_came_and_the_read_is_noted() -> None:
    raw = a_mail("Größe", subject="A question").replace(b"Gr", b"\xffGr")
    ticket, staff = arrives(raw), Staff(a_moderator())
    (message,) = staff.get(f"/tickets/{ticket.pk}").json()["messages"]
    assert message["original"] is True
    answer = staff.post(f"/tickets/{ticket.pk}/messages/{message['id']}/source")
    assert (answer.status_code, answer.json()["is_whole"]) == (200, True)
    assert answer.json()["source"].startswith("From: Ann Client")
    entry = AuditEntry.objects.latest("pk")
    assert (entry.user_id, sentence_of(entry)) == (
        staff.user and staff.user.pk,
        f"Exported the mail of message {message['id']}.",
    )
    saved: Any = Staff().client.get(answer.json()["url"])
    assert b"".join(saved.streaming_content) == raw
    assert (saved["Content-Type"], saved["Content-Disposition"][:11]) == ("application/octet-stream", "attachment;")
    assert Staff().client.get(f"{answer.json()['url']}x").status_code == 404


def test_a_message_without_a_mail_or_of_another_ticket_has_none_to_read() -> None:
    ticket, staff = arrives(a_mail()), Staff(a_moderator())
    other = arrives(a_mail(message_id="<9@client.example.com>"))
    (message,) = staff.get(f"/tickets/{ticket.pk}").json()["messages"]
    assert reply(staff, ticket).status_code == 201
    written = staff.get(f"/tickets/{ticket.pk}").json()["messages"][-1]
    assert written["original"] is False
    before = AuditEntry.objects.count()
    assert staff.post(f"/tickets/{ticket.pk}/messages/{written['id']}/source").status_code == 404
    assert staff.post(f"/tickets/{other.pk}/messages/{message['id']}/source").status_code == 404
    assert AuditEntry.objects.count() == before


def set_aside(raw: bytes) -> int:
    assert ingest_mail(raw) == Result.QUARANTINE
    return int(OriginalMail.objects.latest("pk").pk)


def waiting(staff: Staff) -> int:
    number: int = staff.get("/mail/quarantine/count").json()["waiting"]
    return number


NEWS = {"List_Id": "<news.example.com>", "Precedence": "bulk", "Auto_Submitted": "auto-generated"}


def test_a_mail_that_was_set_aside_is_recognised_and_counted(staff: Staff) -> None:
    set_aside(a_mail(sender="pay@bigbank.example <ann@client.example.com>", subject="My refund", **NEWS))
    (item,) = staff.get("/mail/quarantine").json()["items"]
    assert (item["author"], item["subject"]) == (
        {"name": "pay@bigbank.example", "email": "a…@client.example.com", "suspect": True},
        "My refund",
    )
    assert (item["readable"], item["settled"], waiting(staff)) == (True, False, 1)


@pytest.mark.parametrize(
    ("raw", "client"),
    [
        (a_mail(**NEWS), "ann@client.example.com"),
        (a_mail(Reply_To="visitor@example.org", **NEWS), "visitor@example.org"),
        (b"From: nobody\nSubject: My refund\n\nHello.", ""),
    ],
    ids=["list", "form", "no-sender"],
)
def test_a_ticket_is_made_of_what_a_person_wrote(raw: bytes, client: str) -> None:
    moderator = a_moderator()
    staff = Staff(moderator)
    number = set_aside(raw)
    made = staff.post(f"/mail/quarantine/{number}/ticket")
    ticket = Ticket.objects.get()
    assert (made.status_code, made.json()) == (201, {"ticket_id": ticket.pk})
    assert (ticket.client_email, kinds(ticket), status(ticket)) == (client, ["client"], "new")
    assert stored(OriginalMail.objects.get(message__ticket=ticket).raw) == raw
    assert (waiting(staff), quarantine_of(staff)) == (0, [])
    entry = AuditEntry.objects.latest("pk")
    assert (entry.user_id, sentence_of(entry)) == (moderator.pk, f"Made it a message of ticket {ticket.pk}.")
    assert staff.post(f"/mail/quarantine/{number}/ticket").status_code == 404


def test_a_ticket_is_made_of_another_mail_under_a_used_id() -> None:
    arrives(a_mail())
    number = set_aside(a_mail("Something else."))
    assert Staff(a_moderator()).post(f"/mail/quarantine/{number}/ticket").status_code == 201
    assert list(Message.objects.order_by("pk").values_list("text", flat=True)) == ["Hello.", "Something else."]


def test_no_ticket_is_made_of_what_cannot_be_read(staff: Staff) -> None:
    number = set_aside(b"\x00\x01")
    assert not staff.get("/mail/quarantine").json()["items"][0]["readable"]
    refused = staff.post(f"/mail/quarantine/{number}/ticket")
    assert (refused.status_code, refused.json()["code"]) == (409, "mail_unreadable")
    settled = staff.put(f"/mail/quarantine/{number}/settled", {"always": True})
    assert (settled.status_code, settled.json()["code"]) == (409, "mail_without_sender")
    assert staff.put(f"/mail/quarantine/{number}/settled", {}).status_code == 204
    assert (waiting(staff), quarantine_of(staff), quarantine_of(staff, settled=True)) == (0, [], [number])


def test_mail_of_a_sender_who_is_a_program_is_set_aside_and_not_counted_until_a_person_says_otherwise() -> None:
    staff = Staff(a_moderator())
    first = set_aside(a_mail(**NEWS))
    second = set_aside(a_mail(message_id="<2@client.example.com>", **NEWS))
    other = set_aside(a_mail(sender="Bob <bob@client.example.com>", message_id="<3@client.example.com>", **NEWS))
    assert staff.put(f"/mail/quarantine/{first}/settled", {"always": True}).status_code == 204
    assert (quarantine_of(staff), waiting(staff)) == ([other], 1)
    fourth = set_aside(a_mail(message_id="<4@client.example.com>"))
    assert OriginalMail.objects.get(pk=fourth).reason == "program"
    assert (quarantine_of(staff, settled=True), waiting(staff)) == ([fourth, second, first], 1)
    assert staff.post(f"/mail/quarantine/{fourth}/ticket").status_code == 201
    assert sentences(kind="mail")[-1] == "Mail of its sender is not always that of a program."
    arrives(a_mail(message_id="<5@client.example.com>"))


def quarantine_of(staff: Staff, *, settled: bool = False) -> list[int]:
    items = staff.get(f"/mail/quarantine?settled={str(settled).lower()}").json()["items"]
    return [item["id"] for item in items]


def test_a_mail_that_takes_long_is_not_waited_for_and_can_be_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    number, staff = set_aside(a_mail(**NEWS)), Staff(a_moderator())

    def is_slow(raw: bytes, **_: Any) -> Any:
        raise ReaderBusyError

    for _ in range(3):
        with monkeypatch.context() as slow:
            slow.setattr(mail_in, "read_in_subprocess", is_slow)
            busy = staff.post(f"/mail/quarantine/{number}/ticket")
        assert (busy.status_code, busy.json()["code"]) == (503, "overloaded")
    assert staff.post(f"/mail/quarantine/{number}/ticket").status_code == 201
