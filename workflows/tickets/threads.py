"""The arrival of whole threads from another system, many at once, in a constant number of statements.

Writes the same rows as `start_ticket`. The flow chooses the first step of each by the author of the last message.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from banned_words.harm import new_passages, passages_among
from companies.lookup import CompanyRef, Found, find_or_make_companies
from companies.models import Country
from kit.copying import Rows, another, reserve_ids
from kit.database import with_what_others_wrote
from kit.email_addresses import plain_address
from tickets.models import Message, MessageKind, Ticket, Via, new_token
from tickets.writing import Client
from workflows.engine.core.lifecycle import start_processes
from workflows.engine.core.transition.planning import first_steps
from workflows.ticket_resolution import TicketResolution
from workflows.tickets.process import Opening, TicketProcess
from workflows.tickets.starting import standing_of

OTHER_CLIENT = "differs from the address that the ticket with this id has: it is another client's"
# a template to copy: calling the constructor is ten times slower
_LIKE = TicketProcess()
_LIKE.flow_class = TicketResolution


@dataclass(frozen=True, slots=True)
class ThreadMessage:
    """A message of the client or the staff."""

    kind: MessageKind
    text: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread of another system. `external_id`: its id in that system."""

    external_id: str
    subject: str
    client: Client
    messages: Sequence[ThreadMessage]
    company: CompanyRef | None = None


def save_threads(source: str, threads: Sequence[Thread]) -> list[int | str | None]:
    """Save new threads. Returns for each the new ticket's id, None for a duplicate, or the reason of the refusal."""
    return with_what_others_wrote(partial(_save, source, threads))


def _save(source: str, threads: Sequence[Thread]) -> list[int | str | None]:
    with transaction.atomic():
        now = timezone.now()
        sent = [thread.external_id for thread in threads]
        stored = dict(Ticket.objects.filter(source=source, external_id__in=sent).values_list("external_id", "pk"))
        others = of_another_client(
            {stored[each]: thread.client.email for thread in threads if (each := thread.external_id) in stored}
        )
        existing = set(stored)
        references = {thread.company for thread in threads if thread.company is not None}
        companies = find_or_make_companies(references, also_closed=True) if references else {}
        results: list[int | str | None] = [None] * len(threads)
        new: dict[int, Thread] = {}
        for place, thread in enumerate(threads):
            company = companies.get(thread.company) if thread.company else None
            if isinstance(company, str):
                results[place] = f"company: {company}"
            elif stored.get(thread.external_id) in others:
                results[place] = f"client: {OTHER_CLIENT}"
            elif thread.external_id not in existing:
                existing.add(thread.external_id)
                new[place] = thread
        numbers = reserve_ids(Ticket, len(new))
        results_of_new = dict(zip(new, numbers, strict=True))
        _write(source, list(new.values()), numbers, companies, now)
        for place, number in results_of_new.items():
            results[place] = number
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
    for thread, number, passages in zip(threads, numbers, harm, strict=True):
        ids = [next(message_ids) for _ in thread.messages]
        company: Found | None = companies.get(thread.company) if thread.company else None
        times = [message.at or now for message in thread.messages]
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
            updated_at=max(times),
            last_message_id=ids[-1],
            message_count=len(ids),
        )
        country = company.country if company else Country.UNITED_KINGDOM
        process = another(_LIKE)
        is_harmful = any(_unanswered(thread, passages))
        process.begin(ticket, Opening(ids[0], is_harmful, country, standing_of(thread.messages)))
        _, step = first_steps(TicketResolution.opened, process)
        ticket.status = step.status
        processes.append(process)
        tickets.add_instance(ticket)
        for message_id, message, at, found in zip(ids, thread.messages, times, passages, strict=True):
            is_client = message.kind == MessageKind.CLIENT
            messages.add(
                id=message_id,
                ticket_id=number,
                kind=message.kind,
                text=message.text,
                harm=found,
                created_at=at,
                author_name=thread.client.name if is_client else "",
                author_email=thread.client.email if is_client else "",
            )
    tickets.write()
    messages.write()
    start_processes(TicketResolution.opened, processes, now)


def _rows_of_tickets(source: str, now: datetime) -> Rows:
    return Rows(Ticket(pk=0, source=source, created_at=now, updated_at=now))


def _rows_of_messages(now: datetime) -> Rows:
    return Rows(Message(pk=0, ticket_id=0, via=Via.API, created_at=now))


def _harm_among(threads: Sequence[Thread]) -> list[list[list[str]]]:
    """For each message of each thread, its passages that say somebody may come to harm; one statement for all."""
    texts = [
        () if message.kind == MessageKind.STAFF else ("" if place else thread.subject, message.text)
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
