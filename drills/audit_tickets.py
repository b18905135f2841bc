"""What must hold of tickets after a drill: no message lost or doubled, and each reply mailed at most once."""

from collections.abc import Collection, Iterator, Sequence

from accounts.models import User
from drills.arrivals import PREFIX, Clients
from drills.audit import Fault, unequal
from drills.receivers import Received
from tests.repliers import Replier
from tickets.models import Delivery, Message, MessageKind, Ticket


def faults_of_tickets(clients: Clients, repliers: Sequence[Replier], mail: Received) -> Iterator[Fault]:
    yield from _faults_of_ingest(clients)
    yield from _faults_of_replies(repliers)
    yield from faults_of_mails([replier.user for replier in repliers], mail)


def _faults_of_ingest(clients: Clients) -> Iterator[Fault]:
    stored = dict(Ticket.objects.filter(external_id__startswith=PREFIX).values_list("external_id", "pk"))
    if stored != clients.tickets:
        sentence = f"{len(clients.tickets)} tickets were acknowledged, and {len(stored)} are stored"
        yield unequal(sentence, len(clients.tickets), len(stored))
    of_clients = Message.objects.filter(ticket__in=stored.values(), kind=MessageKind.CLIENT)
    written = sorted(name or "" for name in of_clients.values_list("external_id", flat=True))
    if written != sorted(clients.messages):
        sentence = f"{len(clients.messages)} messages of clients were acknowledged, and {len(written)} are stored"
        yield unequal(sentence, len(clients.messages), len(written))


def _faults_of_replies(repliers: Sequence[Replier]) -> Iterator[Fault]:
    people = [replier.user for replier in repliers]
    found = Message.objects.filter(author__in=people, kind=MessageKind.STAFF)
    written = set(found.values_list("ticket_id", "pk"))
    for reply in written ^ {reply for replier in repliers for reply in replier.replies}:
        is_lost = reply not in written
        sentence = f"reply {reply} is {'lost' if is_lost else 'written and not acknowledged'}"
        yield Fault(sentence, lost=is_lost, doubled=not is_lost)


def faults_of_mails(authors: Collection[User], mail: Received) -> Iterator[Fault]:
    """Each reply is mailed once, or shown as failed when its worker was killed meanwhile."""
    for message in Message.objects.filter(author__in=authors, kind=MessageKind.STAFF):
        came = mail.times[(message.mail_message_id or "").partition("@")[0]]
        allowed = {Delivery.SENT: (1,), Delivery.FAILED: (0, 1)}.get(Delivery(message.delivery or ""), ())
        if came not in allowed:
            yield unequal(f"reply {message.pk} is {message.delivery}, and its mail came {came} times", 1, came)
