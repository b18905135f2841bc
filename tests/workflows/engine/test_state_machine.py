"""Several people and the clock, in any order (figures.md, rule 7): no illegal step, no lost or doubled item."""

from collections import Counter
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.db.models.functions import Now
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from viewflow.workflow.status import PROCESS, STATUS

from accounts.duty import switch_duty
from accounts.models import User
from kit.errors import DomainError
from reviews.models import Review
from tests.agreement import disagreements
from tests.cleaning import empty_tables
from tests.factories import a_head_moderator, a_moderator, a_process
from tests.sent_reviews import incoming
from workflows.engine.core.flows import flows, get_queue, queues, steps
from workflows.engine.core.lifecycle import reinstate_process, withdraw_process
from workflows.engine.verbs.assignment import assign_task, unassign_task
from workflows.engine.verbs.claims import (
    claim_next,
    claim_task,
    extend_lease,
    release_task,
    skip_task,
    snooze_task,
    take_over_task,
)
from workflows.engine.verbs.decisions import decide_task
from workflows.engine.verbs.revisions import revise_subject
from workflows.engine.verbs.sweep import sweep
from workflows.engine.verbs.undo import undo_decision
from workflows.models import OPEN, Process, Task
from workflows.reviews.arrival import IngestStatus, receive_reviews

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.slow]

OUTCOMES = sorted({name for flow in flows() for node in steps(flow) for name in node.outcomes})
FORMS: dict[str, dict[str, Any]] = {
    "reject": {"reason": "fake", "facts": "x"},
    "escalate": {"notes": "x"},
    "investigate": {"question": "x"},
    "restrict": {"reason": "fake", "facts": "x"},
    "decline": {"why": "x"},
    "would_reject": {"reason": "hate", "facts": "x"},
    "first": {"why": "x"},
    "second": {"why": "x"},
}
WHO = st.integers(0, 3)
WHICH = st.integers(0, 3)


class DeskMachine(RuleBasedStateMachine):
    """Three moderators and a head at four reviews. What is refused must change nothing; what is done must be legal."""

    people: list[User]
    reviews: list[int]

    @initialize()
    def open_the_desk(self) -> None:
        self.people = [a_moderator(), a_moderator(), a_moderator(), a_head_moderator()]
        processes = [a_process(), a_process(verified=False), a_process(text="I know where you live."), a_process()]
        self.reviews = [process.subject_id for process in processes]

    def process(self, which: int) -> Process:
        process: Process = Process.objects.filter(subject_id=self.reviews[which]).latest("pk")
        return process

    def task(self, which: int) -> Task:
        tasks = Task.objects.filter(process=self.process(which), flow_task_type="HUMAN")
        # an undone decision opens an earlier task again
        task: Task = tasks.filter(status__in=OPEN).first() or tasks.latest("pk")
        return task

    def attempt(self, act: Any, *arguments: Any, **named: Any) -> Any:
        with suppress(DomainError):
            return act(*arguments, **named)
        return None

    @rule(who=WHO, which=WHICH)
    def claim(self, who: int, which: int) -> None:
        self.attempt(claim_task, self.task(which).pk, by=self.people[who])

    @rule(who=WHO, queue=st.sampled_from(sorted(queues())))
    def take_next(self, who: int, queue: str) -> None:
        held = set(Task.objects.filter(owner=self.people[who], lease_until__gt=Now()).values_list("pk", flat=True))
        taken = self.attempt(claim_next, get_queue(queue), by=self.people[who])
        assert taken is None or taken.pk not in held

    @rule(who=WHO, which=WHICH, outcome=st.sampled_from(OUTCOMES))
    def decide(self, who: int, which: int, outcome: str) -> None:
        self.try_to_decide(who, which, outcome)

    @rule(who=WHO, which=WHICH, choice=st.integers(0, 9))
    def hold_and_decide_legally(self, who: int, which: int, choice: int) -> None:
        task = self.task(which)
        outcomes = sorted(task.flow_task.outcomes)
        self.attempt(claim_task, task.pk, by=self.people[who])
        self.try_to_decide(who, which, outcomes[choice % len(outcomes)])

    @rule(who=WHO, which=WHICH, choice=st.integers(0, 9))
    def decide_after_the_lease(self, who: int, which: int, choice: int) -> None:
        task = self.task(which)
        outcomes = sorted(task.flow_task.outcomes)
        if self.attempt(claim_task, task.pk, by=self.people[who]):
            Task.objects.filter(pk=task.pk).update(lease_until=F("assigned"))
            self.try_to_decide(who, which, outcomes[choice % len(outcomes)])

    def try_to_decide(self, who: int, which: int, outcome: str) -> None:
        task, person = self.task(which), self.people[who]
        held = task.is_open and Task.objects.filter(pk=task.pk, owner=person, lease_until__gt=Now()).exists()
        verified = Review.objects.get(pk=self.reviews[which]).verified
        form = FORMS.get(outcome, {"advice": "x"} if (task.queue, outcome) == ("escalated", "return") else {})
        decision = self.attempt(decide_task, task.pk, by=person, outcome=outcome, payload=form)
        if decision is not None:
            assert held
            assert outcome in task.flow_task.outcomes
            assert person.may(task.flow_task.permission)
            assert verified or outcome != "approve" or task.process.source != "wf"

    @rule(who=WHO, which=WHICH)
    def undo(self, who: int, which: int) -> None:
        person, waiting = self.people[who], self.task(which)
        held = Task.objects.filter(pk=waiting.pk, lease_until__gt=Now()).values_list("owner_id", flat=True).first()
        decided = Task.objects.filter(process=waiting.process, flow_task_type="HUMAN", status=STATUS.DONE)
        before = decided.order_by("-finished").first()
        if before is None or self.attempt(undo_decision, before.pk, by=person) is None:
            return
        assert self.task(which) == before
        assert before.owner == person
        assert held in (None, person.pk)
        assert waiting.assignee in (None, person)

    @rule(who=WHO, which=WHICH, base=st.integers(1, 4), text=st.sampled_from(["A.", "B.", "You crooks."]))
    def revise(self, who: int, which: int, base: int, text: str) -> None:
        self.try_to_revise(who, which, base, text)

    def try_to_revise(self, who: int, which: int, base: int, text: str) -> None:
        task, person = self.task(which), self.people[who]
        held = task.is_open and Task.objects.filter(pk=task.pk, owner=person, lease_until__gt=Now()).exists()
        before = Review.objects.get(pk=self.reviews[which])
        try:
            revise_subject(task.pk, {"text": text}, reason="x", by=person, revision=base)
        except DomainError:
            written = 0
        else:
            written = Review.objects.get(pk=before.pk).revision - before.revision
            assert held
            assert not task.flow_task.undo
        assert Review.objects.get(pk=before.pk).revision == before.revision + written
        assert written == 0 or base == before.revision

    @rule(who=WHO, which=WHICH)
    def release(self, who: int, which: int) -> None:
        self.attempt(release_task, self.task(which).pk, by=self.people[who])

    @rule(who=WHO, which=WHICH)
    def beat(self, who: int, which: int) -> None:
        self.attempt(extend_lease, self.task(which).pk, by=self.people[who])

    @rule(who=WHO, which=WHICH)
    def skip(self, who: int, which: int) -> None:
        self.attempt(skip_task, self.task(which).pk, by=self.people[who])

    @rule(who=WHO, which=WHICH, hours=st.integers(-1, 48))
    def put_off(self, who: int, which: int, hours: int) -> None:
        until = self.task(which).created + timedelta(hours=hours) if hours else None
        self.attempt(snooze_task, self.task(which).pk, until, by=self.people[who])

    @rule(who=WHO, which=WHICH)
    def take_over(self, who: int, which: int) -> None:
        task, head = self.task(which), self.people[who]
        lease = self.attempt(take_over_task, task.pk, "x", by=head)
        if lease is not None:
            assert head.may("head_moderator")
            assert Task.objects.get(pk=task.pk).owner == head

    @rule(who=WHO, which=WHICH, to=WHO, note=st.sampled_from(["", "x"]), take_over=st.booleans())
    def assign(self, who: int, which: int, to: int, note: str, take_over: bool) -> None:
        task, person, assignee = self.task(which), self.people[who], self.people[to]
        live = Task.objects.filter(pk=task.pk, lease_until__gt=Now())
        held = live.values_list("owner_id", flat=True).first()
        try:
            assign_task(task.pk, assignee.pk, note, by=person, take_over=take_over)
        except DomainError:
            return
        assert Task.objects.get(pk=task.pk).assignee == assignee
        assert not live.exclude(owner=assignee).exists()
        assert assignee.on_duty
        assert assignee.may(task.flow_task.permission)
        own = task.assignee in (None, person) and held in (None, person.pk)
        assert own or person.may("head_moderator")
        assert held in (None, person.pk, assignee.pk) or (take_over and note)

    @rule(who=WHO, which=WHICH, note=st.sampled_from(["", "x"]))
    def unassign(self, who: int, which: int, note: str) -> None:
        self.attempt(unassign_task, self.task(which).pk, note, by=self.people[who])

    @rule(who=WHO)
    def switch_duty(self, who: int) -> None:
        person = self.people[who]
        switch_duty(person.pk, on_duty=not person.on_duty, by=person)
        person.refresh_from_db()

    @rule(who=WHO, which=WHICH)
    def reinstate(self, who: int, which: int) -> None:
        process = self.process(which)
        ended = process.status == PROCESS.DONE
        new = self.attempt(reinstate_process, process, "x", by=self.people[who])
        assert new is None or (ended and self.people[who].may("head_moderator"))

    @rule(which=WHICH)
    def withdraw(self, which: int) -> None:
        withdraw_process(self.process(which))

    @rule(which=WHICH, text=st.sampled_from(["C.", "You crooks.", ""]), verified=st.booleans())
    def the_source_sends_it_again(self, which: int, text: str, verified: bool) -> None:
        before = Review.objects.get(pk=self.reviews[which])
        names = {"source": before.source, "external_id": before.external_id, "company": before.company_id}
        sent = incoming(**names, rating=before.rating, text=text or before.text, verified=verified)
        (received,) = receive_reviews([sent])
        after = Review.objects.get(pk=before.pk)
        assert after.revision - before.revision == (received.status == IngestStatus.REVISED)
        assert (after.text == sent.text) or received.status == IngestStatus.BUSY
        assert after.verified >= before.verified

    @rule()
    def leases_end(self) -> None:
        Task.objects.filter(lease_until__isnull=False).update(lease_until=F("assigned"))

    @rule(which=WHICH)
    def a_hold_ends(self, which: int) -> None:
        waiting = Task.objects.filter(pk=self.task(which).pk, status__in=OPEN, fires_at__isnull=False)
        waiting.update(fires_at=Now() - timedelta(seconds=1))

    @rule()
    def the_sweep_comes_by(self) -> None:
        assert not sweep()["failed"]

    def teardown(self) -> None:
        empty_tables()

    @invariant()
    def everything_agrees(self) -> None:
        assert list(disagreements()) == []

    @invariant()
    def nothing_is_lost_or_doubled(self) -> None:
        if not hasattr(self, "reviews"):
            return
        processes = Process.objects.filter(subject_id__in=self.reviews, status=PROCESS.NEW)
        tasks = Task.objects.filter(process__subject_id__in=self.reviews, status__in=OPEN)
        running = Counter(processes.values_list("subject_id", flat=True))
        waiting = Counter(tasks.values_list("process__subject_id", flat=True))
        for review_id in self.reviews:
            assert running[review_id] == waiting[review_id] <= 1


def test_several_people_and_the_clock_break_no_rule() -> None:
    run_state_machine_as_test(
        DeskMachine,
        settings=settings(
            max_examples=25,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        ),
    )
