"""A threat in a ticket is found in all that came, comes first within an hour, and marks its ticket once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import a_moderator
from tests.mail.written import a_mail, with_parts
from tests.shared_data import SHARED_DATA
from tests.staff import Staff
from tests.workflows.mail.post import an_answer, answered, arrives
from tests.workflows.tickets.threads import a_ticket, decide, read, reply, status, task_of, writes
from tickets.models import Message, MessageKind, Ticket
from tickets.writing import Client
from workflows.engine.core.transition.planning import HARM_WITHIN
from workflows.tickets.mail_in import ingest_mail
from workflows.tickets.mail_messages import Result
from workflows.tickets.threads import Thread, ThreadMessage, save_threads

pytestmark = pytest.mark.usefixtures("files")

THREAT = "I want to kill myself."
PLAIN, MARKUP = "Content-Type: text/plain; charset=utf-8", "Content-Type: text/html; charset=utf-8"


def is_marked(ticket: Ticket) -> bool:
    """First, within an hour, with its passages."""
    task = task_of(ticket)
    shown = read(Staff(a_moderator()), ticket)["task"]["harm"]
    is_first = task.priority == 1
    is_soon = task.due_at is not None and task.due_at <= timezone.now() + HARM_WITHIN
    assert is_first == is_soon == (shown is not None)
    return is_first


def alternative(plain: bytes, markup: bytes) -> bytes:
    return with_parts([(PLAIN, plain), (MARKUP, markup)], kind="alternative")


STORY = b"My order never came, and I have written to you three times. "
MAILS = {
    "html-alone": with_parts([(MARKUP, b"<p>I want to <b>kill</b> myself.</p>")]),
    "html-beside-a-remark": alternative(b"This message is in HTML.", b"<p>I want to kill myself.</p>"),
    "html-beside-the-same": alternative(STORY, b"<p>" + STORY + b"</p><p>I want to kill myself.</p>"),
    "below-a-quotation": a_mail(f"Read this.\n\nOn Mon, 2 Nov 2026, Ann wrote:\n> I am at the end.\n> {THREAT}"),
    "within-a-quotation": a_mail("Read.\n\nOn Mon, 2 Nov 2026, Ann wrote:\n> I want to kill\n> myself."),
    "flowed": a_mail("x")
    .replace(b'plain; charset="utf-8"', b"plain; format=flowed; delsp=yes")
    .replace(b"\nx\n", b"\nI want to ki \nll myself.\n"),
    "subject": a_mail(subject="I want to kill myself"),
    "file": with_parts([(PLAIN, b"See."), ("Content-Type: text/plain; name=a.txt", THREAT.encode())]),
    "long": a_mail("Line\n" * 30_000 + THREAT),
    "list": a_mail(THREAT, List_Id="<x.example>", Precedence="list"),
    "automatic": a_mail(THREAT, Auto_Submitted="auto-replied"),
}


@pytest.mark.parametrize("raw", MAILS.values(), ids=MAILS)
def test_all_that_came_is_searched(raw: bytes) -> None:
    ticket = arrives(raw)
    assert is_marked(ticket)
    (message,) = Message.objects.filter(ticket=ticket)
    assert message.harm
    assert not is_marked(a_ticket())


@pytest.mark.parametrize("name", ["harm-in-html-only", "harm-in-folded"])
def test_the_cases_are_marked(name: str) -> None:
    path = SHARED_DATA / "cases" / f"{name}.eml"
    if not path.is_file():
        pytest.skip("the cases are missing: DOCKET_SHARED_DATA names the folder that holds cases/")
    assert is_marked(arrives(path.read_bytes()))


def test_a_passage_that_the_thread_has_already_does_not_mark_it_again_and_another_does() -> None:
    ticket = arrives(a_mail(f"I am at the end. {THREAT}"))
    sent = answered(ticket)
    assert status(ticket) == "awaiting_response"
    quotation = "Thanks.\n\nOn Mon, 2 Nov 2026, Desk wrote:\n> I am at the end. I want\n> to kill myself."
    assert ingest_mail(an_answer(sent, quotation)) == Result.MESSAGE
    assert not is_marked(ticket)
    assert ingest_mail(an_answer(sent, "I will kill him.", message_id="<3@client.example.com>")) == Result.MESSAGE
    assert is_marked(ticket)
    assert read(Staff(a_moderator()), ticket)["task"]["harm"]["passages"] == ["I will kill him."]
    shown = read(Staff(a_moderator()), ticket)["messages"]
    assert [message["harm"] for message in shown] == [[THREAT], [], [], ["I will kill him."]]


def test_a_mail_of_a_program_that_quotes_a_known_threat_stays_one() -> None:
    ticket = arrives(a_mail(THREAT))
    sent = answered(ticket)
    away = an_answer(sent, f"I am away.\n\n> {THREAT}", Auto_Submitted="auto-replied")
    assert ingest_mail(away) == Result.SYSTEM
    assert task_of(ticket).priority == 5


def test_a_threat_is_due_within_an_hour_by_the_wall_clock_also_where_the_ticket_waits_already() -> None:
    ticket = a_ticket()
    before = task_of(ticket)
    writes(ticket, THREAT)
    after = task_of(ticket)
    assert before.due_at is not None
    assert after.due_at == after.rank_at
    assert after.due_at is not None
    assert abs(after.due_at - timezone.now() - timedelta(hours=1)) < timedelta(minutes=10)


def test_an_escalated_threat_stays_first_and_a_reply_ends_it() -> None:
    ticket, staff = a_ticket(THREAT), Staff(a_moderator())
    decide(staff, ticket, "escalate", notes="Please look at this now.")
    assert task_of(ticket).priority == 1
    assert is_marked(ticket)
    other = a_ticket(THREAT)
    assert reply(staff, other).status_code == 201
    writes(other, "Thank you.")
    assert not is_marked(other)


def test_in_a_thread_of_another_system_what_was_answered_there_marks_nothing() -> None:
    client, staff = (MessageKind.CLIENT, MessageKind.STAFF)
    threads = [
        Thread(str(number), "A question", Client("Ann", "ann@x.example"), [ThreadMessage(*each) for each in messages])
        for number, messages in enumerate(
            [
                [(client, THREAT)],
                [(client, THREAT), (staff, "Please call us.")],
                [(client, THREAT), (staff, "Please call us."), (client, f"Yes.\n\n> {THREAT}")],
                [(client, "Hello."), (staff, "Yes?"), (client, THREAT)],
            ]
        )
    ]
    save_threads("desk", threads)
    assert [task_of(ticket).priority for ticket in Ticket.objects.order_by("external_id")] == [1, 5, 5, 1]
