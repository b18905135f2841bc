"""The arrival of tickets and of messages from outside: by API, mail, import, or by hand.

All of them call `start_ticket` and `add_from_outside`; each call is one transaction.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.notifications import Notification
from companies.errors import CompanyNotFoundError
from companies.models import Company, Country
from kit.errors import InvalidError
from kit.prepared import fetch
from tickets.errors import TicketNotFoundError
from tickets.models import Message, MessageKind, Ticket, Via
from tickets.writing import CONVERSATION, Client, NewMessage, add_message, new_ticket
from workflows.engine.core.lifecycle import start_process
from workflows.engine.core.transition.writer import record_event
from workflows.engine.verbs.changes import newest_process, open_task_in
from workflows.engine.verbs.handing_on import notify_people_of, take_outside_outcome
from workflows.engine.verbs.harm import raise_priority
from workflows.engine.verbs.notices import give_notice, who_wants
from workflows.models import OPEN, Process, Task
from workflows.ticket_resolution import TicketResolution
from workflows.tickets.clocks import REOPENED_WITHIN
from workflows.tickets.harm import searched, unanswered_harm
from workflows.tickets.priority import expect_reply
from workflows.tickets.process import Opening
from workflows.tickets.reopening import begin_again

# Finds the ticket for a message: follows merges and continuations of tickets in any order. UNION stops cycles, which
# arise if a continuation was merged into an older ticket.
_WAY = """
    WITH RECURSIVE way AS (
        SELECT %(ticket)s::bigint AS id
        UNION
        SELECT further.id FROM way JOIN tickets_ticket ticket ON ticket.id = way.id CROSS JOIN LATERAL (
            SELECT ticket.merged_into_id AS id WHERE ticket.merged_into_id IS NOT NULL
            UNION ALL
            SELECT newer.id FROM tickets_ticket newer WHERE newer.older_id = ticket.id
                AND %(by_client)s AND ticket.status = 'resolved' AND ticket.resolved_at <= %(over)s
        ) further
    )
    SELECT standing.id, standing.is_over FROM (
        SELECT ticket.id, %(by_client)s AND ticket.status = 'resolved' AND ticket.resolved_at <= %(over)s AS is_over
        FROM way JOIN tickets_ticket ticket USING (id) WHERE ticket.merged_into_id IS NULL
    ) standing
    ORDER BY standing.is_over, standing.id DESC LIMIT 1
"""


@dataclass(frozen=True, slots=True)
class Arrived:
    """Where a message from outside is stored. `is_new`: it did not come before. `begins`: it started a ticket."""

    ticket_id: int
    message_id: int
    is_new: bool = True
    begins: bool = False


def start_ticket(
    subject: str,
    client: Client,
    words: NewMessage,
    *,
    company_id: int | None = None,
    source: str = "",
    external_id: str | None = None,
    older_id: int | None = None,
    further: Sequence[NewMessage] = (),
    by: User | None = None,
) -> Arrived:
    """Start a ticket with the client's first message. Idempotent by this message's mail id or source id.

    `older_id`: the ended ticket that this one continues. `further`: messages that came with the first. `by`: the member
    of staff who opens it for the client. The caller checks the ticket's own `external_id` (`find_ticket`).
    """
    if (found := _find(words)) is not None:
        return found
    thread = searched((words, *further), subject=subject, ticket_id=older_id)
    try:
        with transaction.atomic():
            at = words.at or timezone.now()
            ticket = new_ticket(
                subject, client, company_id=company_id, source=source, external_id=external_id, older_id=older_id, at=at
            )
            messages = [add_message(ticket.pk, each) for each in thread]
            opening = Opening(
                messages[0].pk,
                bool(unanswered_harm(thread)),
                _country_of(company_id),
                standing_of(thread),
            )
            start = TicketResolution.opened
            start_process(TicketResolution, start, actor_id=by.pk if by else None, ticket=ticket, opening=opening)
            return Arrived(ticket.pk, messages[0].pk, begins=True)
    except IntegrityError:
        if (found := _find(words)) is not None:  # the same mail came from another mailbox
            return found
        raise


def open_for_client(subject: str, client: Client, text: str, *, company_id: int | None, by: User) -> int:
    """Open a ticket for a client by hand; returns its id. Raises InvalidError for an unknown company."""
    if company_id is not None and not Company.objects.filter(pk=company_id).exists():
        raise InvalidError({"company": [CompanyNotFoundError.message]})
    words = NewMessage(MessageKind.CLIENT, text, Via.CONSOLE, author_name=client.name, author_email=client.email)
    return start_ticket(subject, client, words, company_id=company_id, by=by).ticket_id


def add_from_outside(ticket_id: int, words: NewMessage, *, gives_notice: bool = True) -> Arrived:
    """Add a message to a ticket and let it move the ticket.

    The author is the client, a program, or a member of staff who uses another program. The result names the ticket that
    holds the message. Idempotent by the mail's id, and by the source's id with the ticket that the message was sent to,
    even if that ticket was merged or continued since.

    A client's message moves a ticket that waits for the client to `replied`, and reopens a ticket that ended less than
    REOPENED_WITHIN ago. Later, it starts a new ticket that continues the old one and gets the next messages. A merged
    ticket passes the message to the older one, even if it continued another. Messages of programs (`auto`) and system
    messages move nothing. `gives_notice`: to the people who replied; without, the client of a
    ticket that it starts is not warned before that ends. Raises TicketNotFoundError, TaskBusyError.
    """
    words = words if words.sent_to else replace(words, sent_to=ticket_id)
    if (found := _find(words)) is not None:
        return found
    ticket_id = holder_of(ticket_id, words)
    with transaction.atomic(), newest_process(TicketResolution, ticket_id) as process:
        goes_to, comes_too_late = _destination(ticket_id, words)
        if goes_to == ticket_id:
            takes = partial(_continue, ticket_id) if comes_too_late else partial(_add, process)
            return takes(words, gives_notice=gives_notice)
    # it was merged or continued while this call waited for its lock
    return add_from_outside(goes_to, words, gives_notice=gives_notice)


def _add(process: Process, words: NewMessage, *, gives_notice: bool) -> Arrived:
    ticket_id: int = process.subject_id
    (words,) = searched([words], ticket_id=ticket_id)
    try:
        with transaction.atomic():
            message = add_message(ticket_id, words)
    except IntegrityError:
        if (found := _find(words)) is not None:  # another process has just stored it
            return found
        raise
    _move(process, message, words)
    if words.is_by_client and gives_notice:
        _give_notice(process)
    return Arrived(ticket_id, message.pk)


def _find(words: NewMessage) -> Arrived | None:
    """A message that came before: the same mail, or one sent to the same ticket with the same external id."""
    if (found := find_mail(words.mail_message_id)) is not None:
        return found
    if words.external_id is None or words.sent_to is None:
        return None
    return _place_of(Message.objects.filter(sent_to=words.sent_to, external_id=words.external_id))


def find_mail(mail_message_id: str | None) -> Arrived | None:
    """The message of the mail with this `Message-ID`, if it came before."""
    return _place_of(Message.objects.filter(mail_message_id=mail_message_id)) if mail_message_id else None


def _place_of(messages: QuerySet[Message]) -> Arrived | None:
    found = messages.values_list("ticket_id", "pk").first()
    return Arrived(*found, is_new=False) if found else None


def find_ticket(source: str, external_id: str) -> int | None:
    """The id of the ticket that a source has sent with this external id."""
    found: int | None = (
        Ticket.objects.filter(source=source, external_id=external_id).values_list("pk", flat=True).first()
    )
    return found


def holder_of(ticket_id: int, words: NewMessage) -> int:
    """The id of the ticket that gets a message for this one. Raises TicketNotFoundError.

    That is the ticket itself, or the older one that it was merged into. For a client who writes long after the end, it
    is the newest ticket that continues it, or the one that ticket was merged into. If all of them ended long ago, it is
    the newest of them.
    """
    return _destination(ticket_id, words)[0]


def _destination(ticket_id: int, words: NewMessage) -> tuple[int, bool]:
    """The id of the ticket that gets the message, and whether that ticket ended too long ago to be reopened."""
    over = timezone.now() - REOPENED_WITHIN
    values = {"ticket": ticket_id, "by_client": words.is_by_client, "over": over}
    if not (found := fetch(_WAY, values)):
        raise TicketNotFoundError
    goes_to, comes_too_late = found[0]
    return goes_to, comes_too_late


def _continue(ticket_id: int, words: NewMessage, *, gives_notice: bool) -> Arrived:
    """Start a new ticket that continues one that ended long ago. The caller has locked the old one."""
    old = Ticket.objects.get(pk=ticket_id)
    client = Client(old.client_name, old.client_email)
    arrived = start_ticket(old.subject, client, words, company_id=old.company_id, source=old.source, older_id=old.pk)
    if arrived.begins and not gives_notice:
        Ticket.objects.filter(pk=arrived.ticket_id).update(no_automatic_mail=True)
    return arrived


def _move(process: Process, message: Message, words: NewMessage) -> None:
    """Apply the effect of a message from outside to the process, with one entry of history."""
    task, data = open_task_in(process), {"message": message.pk}
    if words.is_by_client and task is None:
        process = begin_again(process, data=data)
        if words.harm:
            raise_priority(process, open_task_in(process))
        return
    if words.harm:
        raise_priority(process, task)
    if task is not None and (outcome := _outcome_of(task.flow_task, words)):
        take_outside_outcome(process, task, outcome, data)
        return
    entry = record_event(process, "message", task=task, data=data)
    if task is not None:
        if words.is_by_client:
            expect_reply(process, task)
        notify_people_of(task, entry)


def _give_notice(process: Process) -> None:
    """Notify the people who have replied to this client, and the assignee."""
    processes = Process.objects.filter(flow_class=TicketResolution, subject_id=process.subject_id)
    assigned = Task.objects.filter(process__in=processes.values("pk"), status__in=OPEN).values("assignee_id")
    replied = Message.objects.filter(ticket=process.subject_id, kind=MessageKind.STAFF).values("author_id")
    wanting = who_wants(Notification.TICKET_REPLIED).filter(Q(pk__in=assigned) | Q(pk__in=replied))
    if (people := list(wanting.values_list("pk", flat=True))) and (task := open_task_in(processes.latest("pk"))):
        give_notice(Notification.TICKET_REPLIED, task, people)


def _outcome_of(step: Any, words: NewMessage) -> str:
    """The outcome that this message takes in the step; empty if it moves nothing."""
    wanted = {MessageKind.CLIENT: "client_replies", MessageKind.STAFF: "answered_elsewhere"}.get(words.kind, "")
    return wanted if wanted in step.outcomes and not words.auto else ""


def standing_of(thread: Sequence[Any]) -> Literal["", "answered", "replied"]:
    """The state of an imported thread, by the author of its last message; empty if the staff never wrote."""
    if all(words.kind != MessageKind.STAFF for words in thread):
        return ""
    last = [words.kind for words in thread if words.kind in CONVERSATION][-1]
    return "answered" if last == MessageKind.STAFF else "replied"


def _country_of(company_id: int | None) -> int:
    found = Company.objects.filter(pk=company_id).values_list("country", flat=True).first() if company_id else None
    return found or Country.UNITED_KINGDOM
