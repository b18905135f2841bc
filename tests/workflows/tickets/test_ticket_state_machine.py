"""People, the clients and the clock at four tickets, in any order: no message lost, no mail twice, no illegal step."""

from collections import Counter
from collections.abc import Collection

import pytest
from django.db.models.functions import Now
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule
from viewflow.workflow.status import PROCESS

from tests.factories import a_head_moderator, a_moderator
from tests.workflows.engine.people_machine import WHICH, WHO, PeopleMachine, run_machine
from tests.workflows.tickets.threads import a_ticket, words
from tickets.models import Message, MessageKind, Ticket, TicketStatus
from tickets.writing import CONVERSATION
from workflows.models import OPEN, OutboxMessage, Process, Task
from workflows.ticket_resolution import TicketResolution
from workflows.tickets.merging import merge_tickets
from workflows.tickets.messages import MAIL_MESSAGE
from workflows.tickets.starting import add_from_outside, holder_of
from workflows.tickets.verbs import leave_note_on, reopen, reply_to, resolve

pytestmark = [pytest.mark.slow, pytest.mark.rule(7)]

ENDED = {TicketStatus.RESOLVED, TicketStatus.MERGED}
OPEN_ONES = set(TicketStatus) - ENDED
reached: Counter[str] = Counter()  # what was done in all examples


class TicketsMachine(PeopleMachine):
    """Three moderators and a head at four tickets of one client, so that any two of them can be merged."""

    tickets: list[int]
    # what was confirmed to people and clients: messages by kind
    written: Counter[str]

    @initialize()
    def open_the_desk(self) -> None:
        self.people = [a_moderator(), a_moderator(), a_moderator(), a_head_moderator()]
        self.tickets = [a_ticket().pk for _ in range(4)]
        ended = Ticket.objects.get(pk=self.tickets[0])
        resolve(ended.pk, last_message_id=ended.last_message_id or 1, by=self.people[3])
        self.written = Counter({MessageKind.CLIENT: 4})

    def process(self, which: int) -> Process:
        found = Process.objects.filter(flow_class=TicketResolution, subject_id=self.tickets[which])
        process: Process = found.latest("pk")
        return process

    def ticket(self, which: int) -> Ticket:
        return Ticket.objects.get(pk=self.tickets[which])

    def mostly(self, which: int, statuses: Collection[str]) -> int:
        """The place of a ticket with such a status, where there is one: others are refused at once."""
        found = Ticket.objects.filter(pk__in=self.tickets, status__in=statuses).order_by("pk")
        ids = list(found.values_list("pk", flat=True))
        return self.tickets.index(ids[which % len(ids)]) if ids and which != 3 else min(which, 3)

    def is_held_by_another(self, which: int, who: int) -> bool:
        held = Task.objects.filter(pk=self.task(which).pk, status__in=OPEN, lease_until__gt=Now())
        return held.exclude(owner=self.people[who]).exists()

    @rule(who=WHO, which=WHICH, resolves=st.booleans(), is_current=st.sampled_from([True, True, False]))
    def reply(self, who: int, which: int, resolves: bool, is_current: bool) -> None:
        which = self.mostly(which, OPEN_ONES)
        before, is_held = self.ticket(which), self.is_held_by_another(which, who)
        last = before.last_message_id if is_current else 1
        sent = self.attempt(
            reply_to, before.pk, "It is on its way.", last_message_id=last, resolves=resolves, by=self.people[who]
        )
        if sent is None:
            assert self.ticket(which).status == before.status
            return
        self.written[MessageKind.STAFF] += 1
        reached["reply"] += 1
        assert not is_held
        assert before.status not in ENDED
        assert last == before.last_message_id
        assert self.ticket(which).last_message_id == sent.message_id
        assert (self.ticket(which).status == TicketStatus.RESOLVED) == resolves

    @rule(who=WHO, which=WHICH)
    def mark_as_resolved(self, who: int, which: int) -> None:
        which = self.mostly(which, OPEN_ONES)
        before, is_held = self.ticket(which), self.is_held_by_another(which, who)
        done = self.attempt(resolve, before.pk, last_message_id=before.last_message_id or 1, by=self.people[who])
        if done is not None:
            reached["resolve"] += 1
            assert not is_held
            assert before.status not in ENDED
            assert self.ticket(which).status == TicketStatus.RESOLVED

    @rule(who=WHO, which=WHICH)
    def take_up_again(self, who: int, which: int) -> None:
        which = self.mostly(which, [TicketStatus.RESOLVED])
        before = self.ticket(which).status
        if self.attempt(reopen, self.tickets[which], by=self.people[who]) is not None:
            reached["reopen"] += 1
            assert before == TicketStatus.RESOLVED
            spoken = Message.objects.filter(ticket=self.tickets[which], kind__in=CONVERSATION).exclude(
                delivery="taken_back"
            )
            kinds = list(spoken.order_by("pk").values_list("kind", flat=True))
            answered = TicketStatus.AWAITING_RESPONSE if kinds[-1:] == [MessageKind.STAFF] else TicketStatus.REPLIED
            assert self.ticket(which).status == (answered if MessageKind.STAFF in kinds else TicketStatus.NEW)

    @rule(who=WHO, which=WHICH)
    def leave_a_note(self, who: int, which: int) -> None:
        if self.attempt(leave_note_on, self.tickets[which], "x", by=self.people[who]) is not None:
            self.written[MessageKind.NOTE] += 1

    @rule(which=WHICH)
    def the_client_writes(self, which: int) -> None:
        arrived = add_from_outside(self.tickets[which], words("Any news?"))
        self.written[MessageKind.CLIENT] += 1
        goes_to = Ticket.objects.get(pk=arrived.ticket_id)
        assert arrived.is_new
        assert goes_to.pk == holder_of(self.tickets[which], words())
        assert goes_to.status not in ENDED

    @rule(which=WHICH)
    def the_same_mail_comes_again(self, which: int) -> None:
        newest = Message.objects.filter(ticket=self.tickets[which], kind=MessageKind.CLIENT).order_by("-pk").first()
        if newest is not None:
            same = words(newest.text, mail_message_id=newest.mail_message_id)
            assert not add_from_outside(self.tickets[which], same).is_new

    @rule(who=WHO, which=WHICH, other=st.integers(0, 3))
    def merge(self, who: int, which: int, other: int) -> None:
        which, other = (self.mostly(each, OPEN_ONES) for each in (which, which + 1 if other else which))
        before = {self.ticket(which).status, self.ticket(other).status}
        kept = self.attempt(merge_tickets, self.tickets[which], self.tickets[other], by=self.people[who])
        if kept is not None:
            reached["merge"] += 1
            ended = max(self.tickets[which], self.tickets[other])
            assert kept == min(self.tickets[which], self.tickets[other])
            assert not before & ENDED
            assert not Message.objects.filter(ticket=ended).exists()

    @invariant()
    def no_message_is_lost_or_doubled(self) -> None:
        if not hasattr(self, "tickets"):
            return
        assert Counter(Message.objects.exclude(kind=MessageKind.SYSTEM).values_list("kind", flat=True)) == self.written
        assert sum(Ticket.objects.values_list("message_count", flat=True)) == sum(
            self.written[kind] for kind in CONVERSATION
        )

    @invariant()
    def each_reply_is_mailed_once(self) -> None:
        mails = OutboxMessage.objects.filter(topic=MAIL_MESSAGE).values_list("payload", flat=True)
        replies = Message.objects.filter(kind=MessageKind.STAFF).values_list("pk", flat=True)
        assert sorted(payload["message"] for payload in mails) == sorted(replies)

    @invariant()
    def what_is_open_has_one_step(self) -> None:
        of_tickets = Process.objects.filter(flow_class=TicketResolution, status=PROCESS.NEW)
        waiting = Task.objects.filter(process__in=of_tickets, status__in=OPEN, flow_task_type="HUMAN")
        still_open = Ticket.objects.exclude(status__in=ENDED).values_list("pk", flat=True)
        for found in (
            of_tickets.values_list("subject_id", flat=True),
            waiting.values_list("process__subject_id", flat=True),
        ):
            assert sorted(found) == sorted(still_open)


def test_people_clients_and_the_clock_break_no_rule_of_tickets() -> None:
    run_machine(TicketsMachine)
    assert min(reached[verb] for verb in ("reply", "resolve", "reopen", "merge")) > 0, reached
