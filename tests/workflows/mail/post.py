"""The post between clients and the desk: `arrives(raw)`, `answered(ticket)`, `sent()`."""

from pathlib import Path
from typing import Any

from django.core import mail
from django.core.mail import EmailMessage

from tests.factories import a_moderator
from tests.mail.written import a_mail
from tests.staff import Staff
from tests.workflows.reviews.desk import do_jobs
from tests.workflows.tickets.threads import reply
from tickets.models import Message, Ticket
from workflows.tickets.mail_in import ingest_mail
from workflows.tickets.mail_messages import Result


def arrives(raw: bytes) -> Ticket:
    """A mail that begins a ticket."""
    assert ingest_mail(raw) == Result.TICKET
    return Ticket.objects.latest("pk")


def answered(ticket: Ticket, text: str = "It is on its way.") -> EmailMessage:
    """A moderator replies; the mail that goes out."""
    assert reply(Staff(a_moderator()), ticket, text).status_code == 201
    do_jobs()
    return newest()


def newest() -> EmailMessage:
    return mail.outbox[-1]


def header(message: EmailMessage, name: str) -> str:
    return str(message.message().get(name, ""))


def kinds(ticket: Ticket) -> list[str]:
    return list(Message.objects.filter(ticket=ticket).order_by("pk").values_list("kind", flat=True))


def stored(file: Any) -> bytes:
    return Path(file.path).read_bytes()


def a_maildir(folder: Path, *mails: bytes) -> Path:
    for name in ("cur", "new", "tmp"):
        (folder / name).mkdir(parents=True)
    for number, raw in enumerate(mails):
        (folder / "new" / f"{number:03}.host").write_bytes(raw)
    return folder


def an_answer(to: EmailMessage, text: str = "Thank you.", **more: Any) -> bytes:
    """The client answers a mail of ours as their program does."""
    return a_mail(
        text,
        **{
            "subject": f"Re: {to.subject}",
            "message_id": "<2@client.example.com>",
            "In_Reply_To": header(to, "Message-ID"),
            "References": f"{header(to, 'References')} {header(to, 'Message-ID')}".strip(),
            **more,
        },
    )
