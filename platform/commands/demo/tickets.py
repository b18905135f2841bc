"""The demo's tickets: a few in every state, made by the product's own functions, and thousands of threads."""

import tomllib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from commands.demo.making import Progress, chunks, in_processes, vacuum, waits_since
from commands.demo.people import DEMO_ACCOUNTS
from commands.demo.words import a_person, pick
from companies.lookup import CompanyRef
from companies.models import Company
from tickets.canned import add_canned
from tickets.models import CannedReply, Delivery, Message, MessageKind, Ticket, Via
from tickets.writing import Client, NewMessage
from workflows.engine.verbs.decisions import decide_free_task
from workflows.models import OutboxMessage, Process, Task, TaskEvent
from workflows.ticket_resolution import TicketResolution
from workflows.tickets.merging import merge_tickets
from workflows.tickets.messages import MAIL_MESSAGE
from workflows.tickets.starting import add_from_outside, start_ticket
from workflows.tickets.story import newest_task_id
from workflows.tickets.threads import Thread, ThreadMessage, save_threads
from workflows.tickets.verbs import leave_note_on, reply_to, resolve

SOURCE = "demo"
AT_ONCE = 500
LONGEST = 34  # messages of a thread at most; 12 on average
STORIES: Sequence[Mapping[str, Any]] = tomllib.loads(
    Path(__file__).with_name("tickets.toml").read_text(encoding="utf-8")
)["tickets"]
CANNED = (
    ("Greeting", "Dear {{client_name}},\n\nthank you for your message.\n\nBest wishes\n{{my_name}}"),
    (
        "Ask for the review",
        "Dear {{client_name}},\n\nwhich review do you mean?\n\n{{my_name}}",
    ),
    ("Number of the ticket", "Your ticket has the number {{ticket}}. If you call us, please give it."),
)


def make_small_tickets() -> int:
    """Make the tickets of `tickets.toml`; returns their number. If tickets exist, it makes none."""
    if Ticket.objects.exists():
        return 0
    chance = Random(7)  # the same demo each time
    companies = list(Company.objects.order_by("pk").values_list("pk", flat=True)[:50])
    people = {email: User.objects.get(email=email) for email, *_ in DEMO_ACCOUNTS}
    head, by = people["head@docket.test"], people["moderator2@docket.test"]
    if not CannedReply.objects.exists():
        for title, text in CANNED:
            add_canned(title, text, is_shared=True, by=head)
    with transaction.atomic():
        for place, story in enumerate(STORIES):
            _tell(story, pick(chance, companies) if companies else None, len(STORIES) - place, by)
        # the demo sends no mail
        OutboxMessage.objects.filter(topic=MAIL_MESSAGE, done_at=None).delete()
        result = Delivery.SENT if settings.MAIL_IS_SENT else Delivery.NOT_SENT
        Message.objects.filter(delivery__in=[Delivery.HELD, Delivery.QUEUED]).update(delivery=result)
    return len(STORIES)


def make_many_tickets(number: int, *, seed: int, progress: Progress = lambda _size: None) -> int:
    """Make the first `number` threads of a seed, in the state after their last message; returns how many were new."""
    companies = list(Company.objects.order_by("pk").values_list("pk", flat=True)[:5_000])
    parts, made = chunks(number, AT_ONCE), 0
    for part, new in zip(parts, in_processes(partial(_save, seed, companies), parts), strict=True):
        made += new
        progress(len(part))
    vacuum(Ticket, Message, Process, Task, TaskEvent)
    return made


def _save(seed: int, companies: Sequence[int], part: range) -> int:
    threads = [_thread(seed, place, companies) for place in part]
    return sum(saved.ticket_id is not None for saved in save_threads(f"{SOURCE}-{seed}", threads))


def _tell(story: Mapping[str, Any], company_id: int | None, hours: int, by: User) -> None:
    client = Client(*story["client"])
    at = timezone.now() - timedelta(hours=hours, minutes=7 * hours)
    ticket_id = 0
    for text in story["messages"]:
        ticket_id = start_ticket(story["subject"], client, _words(client, text, at), company_id=company_id).ticket_id
    for act in story["then"]:
        _act(act, ticket_id, story["subject"], client, by)
    if not story["then"]:
        waits_since(TicketResolution, ticket_id, at)


def _act(act: str, ticket_id: int, subject: str, client: Client, by: User) -> None:
    if act:
        name, _, text = act.partition(": ")
        last: Any = Ticket.objects.values_list("last_message_id", flat=True).get(pk=ticket_id)
        match name:
            case "reply" | "reply and resolve":
                reply_to(ticket_id, text, last_message_id=last, resolves=name != "reply", by=by)
            case "note":
                leave_note_on(ticket_id, text, by=by)
            case "client":
                add_from_outside(ticket_id, _words(client, text, timezone.now()))
            case "merge":  # the client sent the same message again
                again = start_ticket(subject, client, _words(client, text, timezone.now()))
                merge_tickets(again.ticket_id, ticket_id, by=by)
            case "escalate":
                task_id: Any = newest_task_id(ticket_id)
                decide_free_task(task_id, by=by, outcome="escalate", payload={"notes": text}, revision=last)
            case "resolve":
                resolve(ticket_id, last_message_id=last, by=by)
            case _:
                raise ValueError(f"tickets.toml: nobody can {name}")


def _words(client: Client, text: str, at: Any) -> NewMessage:
    return NewMessage(MessageKind.CLIENT, text, Via.MAIL, author_name=client.name, author_email=client.email, at=at)


def _thread(seed: int, place: int, companies: Sequence[int]) -> Thread:
    """A thread, which depends only on the seed and its number. Two of five threads wait for the client."""
    chance = Random(f"{seed} ticket {place}")  # the same thread for the same number
    client, story = Client(*a_person(chance)), pick(chance, STORIES[:-1])
    length = 1 + int(chance.random() ** 2 * LONGEST)
    at = timezone.now() - timedelta(days=90 * chance.random(), hours=1)
    messages = []
    for turn in range(length):
        texts = [act.partition(": ")[2] for act in story["then"] if ": " in act] or story["messages"]
        kind = MessageKind.STAFF if turn % 2 else MessageKind.CLIENT
        text = story["messages"][0] if turn == 0 else pick(chance, texts)
        messages.append(ThreadMessage(kind, text, at + timedelta(minutes=9 * turn)))
    company = CompanyRef(id=pick(chance, companies)) if companies else None
    return Thread(str(place), story["subject"], client, messages, company)
