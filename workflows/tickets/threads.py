"""The arrival of whole threads from another system, many at once, in a constant number of statements.

Writes the same rows as `start_ticket`. The flow chooses the first step of each by the author of the last message; a
closed one is resolved from there. Nobody gets a letter by it: no notice is given, and no warning is mailed before an
unanswered ticket ends.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.db.models.functions import Now

from banned_words.harm import new_passages, passages_among
from companies.lookup import CompanyRef, Found, find_or_make_companies
from companies.models import Country
from kit.copying import Rows, another, reserve_ids
from kit.database import retry_after_conflict
from kit.email_addresses import plain_address
from kit.errors import DomainError
from kit.prepared import fetch
from tickets.models import Message, MessageKind, Ticket, Via, new_token
from tickets.writing import CONVERSATION, Client, NewMessage, add_message
from workflows.engine.core.lifecycle import start_processes
from workflows.engine.core.transition.plan import Plan
from workflows.engine.core.transition.planning import first_steps
from workflows.engine.core.transition.writer import record_event, write
from workflows.engine.verbs.changes import newest_process, open_task_in
from workflows.engine.verbs.handing_on import fire
from workflows.models import OPEN, Task
from workflows.ticket_resolution import TicketResolution
from workflows.tickets.process import Opening, TicketProcess
from workflows.tickets.starting import add_from_outside, holder_of, standing_of

OTHER_CLIENT = "differs from the address that the ticket with this id has: it is another client's"
# when those were resolved that arrived closed
_END_THEN = """UPDATE tickets_ticket SET resolved_at = ended.at, updated_at = ended.at
    FROM unnest(%s::bigint[], %s::timestamptz[]) AS ended (id, at) WHERE tickets_ticket.id = ended.id"""
# a template to copy: calling the constructor is ten times slower
_LIKE = TicketProcess()
_LIKE.flow_class = TicketResolution


@dataclass(frozen=True, slots=True)
class ThreadMessage:
    """A message of a thread. `external_id`: by which a newer export of the thread tells what it adds.

    `author_name`: who wrote it in that system, without an account here. The text of a note stands in the message, as
    nobody here has written it into history.
    """

    kind: MessageKind
    text: str
    at: datetime | None = None
    external_id: str | None = None
    author_name: str = ""
    author_email: str = ""

    def by(self, client: Client) -> tuple[str, str]:
        """Name and address of the author; the client's, where a message of the client names nobody."""
        if self.kind != MessageKind.CLIENT:
            return self.author_name, ""
        if not self.author_email and self.author_name not in ("", client.name):
            return self.author_name, ""
        is_other = self.author_email and plain_address(self.author_email) != plain_address(client.email)
        return (self.author_name or self.author_email, self.author_email) if is_other else (client.name, client.email)


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread of another system. `external_id`: its id in that system. `closed_at`: None if not known."""

    external_id: str
    subject: str
    client: Client
    messages: Sequence[ThreadMessage]
    company: CompanyRef | None = None
    is_closed: bool = False
    closed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SavedThread:
    """What became of a thread. `ticket_id`: of a new ticket. `added`: messages that a known one got. `refused`: why."""

    ticket_id: int | None = None
    added: int = 0
    refused: str = ""


def save_threads(source: str, threads: Sequence[Thread]) -> list[SavedThread]:
    """Save new threads, and add to known ones the messages that they have not, each known one in its own transaction.

    Messages without an external id are not compared, and not added; nor are any to a ticket whose own came without.
    """
    saved = retry_after_conflict(partial(_save, source, threads))
    known = [thread for thread, one in zip(threads, saved, strict=True) if one == SavedThread()]
    tickets = dict(
        Ticket.objects.filter(source=source, external_id__in=[thread.external_id for thread in known]).values_list(
            "external_id", "pk"
        )
    )
    sent = Message.objects.filter(sent_to__in=tickets.values(), external_id__isnull=False)
    has = {(ticket, number) for ticket, number in sent.values_list("sent_to_id", "external_id") if ticket}
    numbered = {ticket for ticket, _ in has}
    return [
        _with_more(one, thread, number, has)
        if one == SavedThread() and (number := tickets[thread.external_id]) in numbered
        else one
        for thread, one in zip(threads, saved, strict=True)
    ]


def _with_more(one: SavedThread, thread: Thread, ticket_id: int, has: set[tuple[int, str | None]]) -> SavedThread:
    """Add what is new; `has` learns it, as the file may hold the thread again."""
    added = 0
    try:
        for message in thread.messages:
            if message.external_id is not None and (ticket_id, message.external_id) not in has:
                _add(ticket_id, thread, message)
                has.add((ticket_id, message.external_id))
                added += 1
    except DomainError as error:
        return replace(one, refused=f"{error.message} ({added} messages were added)")
    return replace(one, added=added)


def _add(ticket_id: int, thread: Thread, message: ThreadMessage) -> None:
    """What an open thread adds moves the ticket as any message does; what a closed one adds only stands there."""
    name, address = message.by(thread.client)
    words = NewMessage(
        message.kind,
        message.text,
        Via.API,
        author_name=name,
        author_email=address,
        at=message.at,
        auto=message.kind == MessageKind.SYSTEM,
        external_id=message.external_id,
        sent_to=ticket_id,
    )
    if message.kind in CONVERSATION and not thread.is_closed:
        add_from_outside(ticket_id, words, gives_notice=False)
        return
    holder = holder_of(ticket_id, replace(words, auto=True))  # it opens and continues nothing
    with transaction.atomic(), newest_process(TicketResolution, holder) as process:
        stored = add_message(holder, words)
        record_event(process, "message", task=open_task_in(process), data={"message": stored.pk})


def _save(source: str, threads: Sequence[Thread]) -> list[SavedThread]:
    with transaction.atomic():
        ((now,),) = fetch("SELECT statement_timestamp()", {})
        sent = [thread.external_id for thread in threads]
        stored = dict(Ticket.objects.filter(source=source, external_id__in=sent).values_list("external_id", "pk"))
        others = of_another_client(
            {stored[each]: thread.client.email for thread in threads if (each := thread.external_id) in stored}
        )
        existing = set(stored)
        references = {thread.company for thread in threads if thread.company is not None}
        companies = find_or_make_companies(references, also_closed=True) if references else {}
        results = [SavedThread()] * len(threads)
        new: dict[int, Thread] = {}
        for place, thread in enumerate(threads):
            company = companies.get(thread.company) if thread.company else None
            if isinstance(company, str):
                results[place] = SavedThread(refused=f"company: {company}")
            elif stored.get(thread.external_id) in others:
                results[place] = SavedThread(refused=f"client: {OTHER_CLIENT}")
            elif thread.external_id not in existing:
                existing.add(thread.external_id)
                new[place] = thread
        numbers = reserve_ids(Ticket, len(new))
        _write(source, list(new.values()), numbers, companies, now)
        for place, number in zip(new, numbers, strict=True):
            results[place] = SavedThread(ticket_id=number)
        return results


def of_another_client(sent: Mapping[int, str]) -> set[int]:
    """Those of these tickets whose known addresses of the client do not include the address that was sent again.

    `sent`: the address by ticket id. An empty address, sent or stored, is not compared.
    """
    stored: dict[int, set[str]] = {}
    tickets = Ticket.objects.filter(pk__in=[number for number, address in sent.items() if address])
    written = Message.objects.filter(ticket__in=tickets, kind=MessageKind.CLIENT)
    for rows in (tickets.values_list("pk", "client_email"), written.values_list("ticket_id", "author_email")):
        for number, address in rows:
            stored.setdefault(number, set()).update({plain_address(address)} - {""})
    return {number for number, known in stored.items() if known and plain_address(sent[number]) not in known}


def _write(source: str, threads: Sequence[Thread], numbers: Sequence[int], companies: Any, now: datetime) -> None:
    if not threads:
        return
    message_ids = iter(reserve_ids(Message, sum(len(thread.messages) for thread in threads)))
    harm = _harm_among(threads)
    tickets, messages, processes = _rows_of_tickets(source, now), _rows_of_messages(now), list[TicketProcess]()
    ended: dict[int, datetime] = {}
    for thread, number, passages in zip(threads, numbers, harm, strict=True):
        ids = [next(message_ids) for _ in thread.messages]
        company: Found | None = companies.get(thread.company) if thread.company else None
        times = [message.at or now for message in thread.messages]
        spoken = [place for place, message in enumerate(thread.messages) if message.kind in CONVERSATION]
        ticket = Ticket(
            pk=number,
            company_id=company.id if company else None,
            subject=thread.subject,
            client_name=thread.client.name,
            client_email=thread.client.email,
            token=new_token(),
            source=source,
            external_id=thread.external_id,
            created_at=times[0],
            updated_at=max(times[place] for place in spoken),
            last_message_id=ids[spoken[-1]],
            message_count=len(spoken),
            no_automatic_mail=True,
        )
        country = company.country if company else Country.UNITED_KINGDOM
        process = another(_LIKE)
        is_harmful = not thread.is_closed and any(_unanswered(thread, passages))
        process.begin(ticket, Opening(ids[spoken[0]], is_harmful, country, standing_of(thread.messages)))
        _, step = first_steps(TicketResolution.opened, process)
        ticket.status = step.status
        if thread.is_closed:
            ended[number] = min(max(thread.closed_at or ticket.updated_at, ticket.updated_at), now)
        processes.append(process)
        tickets.add_instance(ticket)
        for message_id, message, at, found in zip(ids, thread.messages, times, passages, strict=True):
            name, address = message.by(thread.client)
            messages.add(
                id=message_id,
                ticket_id=number,
                kind=message.kind,
                text=message.text,
                harm=found,
                created_at=at,
                author_name=name[:300],
                author_email=address,
                auto=message.kind == MessageKind.SYSTEM,
                external_id=message.external_id,
                sent_to_id=None if message.external_id is None else number,
            )
    tickets.write()
    messages.write()
    start_processes(TicketResolution.opened, processes, now)
    if ended:
        _end([process.pk for process in processes if process.subject_id in ended], ended)


def _end(processes: Sequence[int], ended: Mapping[int, datetime]) -> None:
    """Resolve what arrived closed. `ended`: when, by ticket."""
    plans = []
    opened = Task.objects.filter(process__in=processes, status__in=OPEN)
    for task in opened.select_related("process").annotate(db_now=Now()):
        plans.append(Plan(task.process))
        fire(plans[-1], task, "resolve")
    write(plans)
    with connection.cursor() as cursor:
        cursor.execute(_END_THEN, [list(ended), list(ended.values())])


def _rows_of_tickets(source: str, now: datetime) -> Rows:
    return Rows(Ticket(pk=0, source=source, created_at=now, updated_at=now))


def _rows_of_messages(now: datetime) -> Rows:
    return Rows(Message(pk=0, ticket_id=0, via=Via.API, created_at=now))


def _harm_among(threads: Sequence[Thread]) -> list[list[list[str]]]:
    """For each message of each thread, its passages that say somebody may come to harm; one statement for all."""
    texts = [
        () if message.kind != MessageKind.CLIENT else ("" if place else thread.subject, message.text)
        for thread in threads
        for place, message in enumerate(thread.messages)
    ]
    found = iter(passages_among(texts))
    result = []
    for thread in threads:
        known: list[str] = []
        of_messages = []
        for _ in thread.messages:
            of_messages.append(new_passages(next(found), known))
            known += of_messages[-1]
        result.append(of_messages)
    return result


def _unanswered(thread: Thread, passages: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """The passages of the messages after the staff's last message."""
    places = [place for place, message in enumerate(thread.messages) if message.kind == MessageKind.STAFF]
    return passages[places[-1] + 1 :] if places else passages
