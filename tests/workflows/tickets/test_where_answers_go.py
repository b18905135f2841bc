"""A client answers a ticket that was merged, or ended long ago: which ticket gets the answer."""

from collections import Counter
from datetime import timedelta

from django.utils import timezone

from tests.consistency import inconsistencies
from tests.staff import Staff
from tests.workflows.tickets.threads import a_ticket, reopen, resolve, status, words, writes
from tickets.models import Message, MessageKind, Ticket, TicketStatus
from workflows.tickets.starting import add_from_outside


def merged(staff: Staff, ticket: Ticket, into: Ticket) -> None:
    assert staff.post(f"/tickets/{ticket.pk}/merge", {"into": into.pk}).status_code == 200


def ended(staff: Staff, ticket: Ticket, *, days: int = 31) -> None:
    assert resolve(staff, ticket).status_code == 200
    Ticket.objects.filter(pk=ticket.pk).update(resolved_at=timezone.now() - timedelta(days=days))


def continued(staff: Staff, ticket: Ticket) -> Ticket:
    """The ticket that begins with the client's message long after the end of this one."""
    ended(staff, ticket)
    return Ticket.objects.get(pk=writes(ticket, "It broke again.").ticket_id, older=ticket)


def arrives_once(ticket: Ticket, *, at: Ticket) -> None:
    """An answer to the first ticket arrives at the second, and the same mail again adds nothing."""
    before = Counter(Message.objects.values_list("ticket_id", flat=True))
    answer = words("An answer.", external_id="answer-1")
    arrived = add_from_outside(ticket.pk, answer)
    assert (arrived.ticket_id, arrived.is_new) == (at.pk, True)
    again = add_from_outside(ticket.pk, words("An answer.", external_id="answer-1"))
    assert (again.ticket_id, again.message_id, again.is_new) == (at.pk, arrived.message_id, False)
    assert Counter(Message.objects.values_list("ticket_id", flat=True)) == before + Counter([at.pk])
    assert list(inconsistencies()) == []


def test_an_answer_to_a_ticket_that_was_merged_twice_arrives_at_the_last(staff: Staff) -> None:
    first, second, third = a_ticket("One."), a_ticket("Two."), a_ticket("Three.")
    merged(staff, third, second)
    merged(staff, second, first)
    arrives_once(third, at=first)
    assert [Ticket.objects.get(pk=each.pk).merged_into_id for each in (third, second)] == [second.pk, first.pk]


def test_an_answer_to_a_merged_ticket_reopens_the_older_that_ended_lately(staff: Staff) -> None:
    older, newer = a_ticket("One."), a_ticket("Two.")
    merged(staff, newer, older)
    ended(staff, older, days=29)
    arrives_once(newer, at=older)
    assert status(older) == "new"


def test_an_answer_to_a_merged_ticket_begins_a_new_one_when_the_older_ended_long_ago(staff: Staff) -> None:
    older, newer = a_ticket("One."), a_ticket("Two.")
    merged(staff, newer, older)
    ended(staff, older)
    arrived = writes(newer, "Years later.")
    begun = Ticket.objects.get(pk=arrived.ticket_id)
    assert (begun.older_id, begun.status, status(older), arrived.begins) == (older.pk, "new", "resolved", True)
    # the next answer to any of them goes on there
    for each in (newer, older, begun):
        assert writes(each).ticket_id == begun.pk
    assert list(inconsistencies()) == []


def test_an_answer_follows_the_continuation_of_the_older_into_what_that_was_merged_into(staff: Staff) -> None:
    older, newer, other = a_ticket("One."), a_ticket("Two."), a_ticket("Another question.")
    merged(staff, newer, older)
    continuation = continued(staff, older)
    merged(staff, continuation, other)
    arrives_once(newer, at=other)
    assert Ticket.objects.filter(older=older).get() == continuation


def test_an_answer_begins_a_new_ticket_when_all_that_continued_it_ended_long_ago(staff: Staff) -> None:
    older, other = a_ticket("One."), a_ticket("Another question.")
    merged(staff, continued(staff, older), other)
    ended(staff, other)
    begun = Ticket.objects.get(pk=writes(older, "Years later.").ticket_id)
    assert (begun.older_id, begun.status) == (other.pk, "new")
    arrives_once(older, at=begun)


def test_tickets_that_continue_each_other_in_a_circle_are_no_endless_way(staff: Staff) -> None:
    older, newer = a_ticket("One."), a_ticket("Two.")
    # what continues the newer is merged into the older, and what continues the older into the newer
    merged(staff, continued(staff, newer), older)
    continuation = continued(staff, older)
    assert reopen(staff, newer).status_code == 200
    merged(staff, continuation, newer)
    ended(staff, newer)
    begun = Ticket.objects.get(pk=writes(older, "Years later.").ticket_id)
    assert (begun.older_id, begun.status) == (newer.pk, "new")
    arrives_once(newer, at=begun)


def test_what_is_not_by_the_client_goes_to_the_merged_ticket_and_begins_none(staff: Staff) -> None:
    older, newer = a_ticket("One."), a_ticket("Two.")
    merged(staff, newer, older)
    ended(staff, older)
    bounce = words("Could not be delivered.", kind=MessageKind.SYSTEM, auto=True)
    assert add_from_outside(newer.pk, bounce).ticket_id == older.pk
    assert Ticket.objects.exclude(status=TicketStatus.MERGED).get() == older
