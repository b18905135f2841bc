"""Several people and the clock, in any order (figures.md, rule 7): no illegal step, no lost or doubled item."""

from collections import Counter
from typing import Any

import pytest
from django.db.models import F
from django.db.models.functions import Now
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule
from viewflow.workflow.status import PROCESS

from kit.errors import DomainError
from reviews.models import Review
from tests.factories import a_head_moderator, a_moderator, a_process
from tests.sent_reviews import incoming
from tests.workflows.engine.people_machine import WHICH, WHO, PeopleMachine, run_machine
from workflows.engine.core.flows import flows, steps
from workflows.engine.core.lifecycle import reinstate_process, withdraw_process
from workflows.engine.verbs.claims import (
    claim_task,
)
from workflows.engine.verbs.decisions import decide_task
from workflows.engine.verbs.revisions import revise_subject
from workflows.models import OPEN, Process, Task
from workflows.reviews.ingest import IngestStatus, ingest_reviews

pytestmark = [pytest.mark.slow, pytest.mark.rule(7)]

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


class DeskMachine(PeopleMachine):
    """Three moderators and a head at four reviews. What is refused must change nothing; what is done must be legal."""

    reviews: list[int]

    @initialize()
    def open_the_desk(self) -> None:
        self.people = [a_moderator(), a_moderator(), a_moderator(), a_head_moderator()]
        processes = [a_process(), a_process(verified=False), a_process(text="I know where you live."), a_process()]
        self.reviews = [process.subject_id for process in processes]

    def process(self, which: int) -> Process:
        process: Process = Process.objects.filter(subject_id=self.reviews[which]).latest("pk")
        return process

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
        review = Review.objects.get(pk=self.reviews[which])
        form = FORMS.get(outcome, {"advice": "x"} if (task.queue, outcome) == ("escalated", "return") else {})
        decision = self.attempt(decide_task, task.pk, by=person, outcome=outcome, payload=form)
        if decision is not None:
            assert held
            assert outcome in task.flow_task.outcomes
            assert person.may(task.flow_task.permission)
            assert review.verified or outcome != "approve" or review.source != "wf"

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
        (received,) = ingest_reviews([sent])
        after = Review.objects.get(pk=before.pk)
        assert after.revision - before.revision == (received.status == IngestStatus.REVISED)
        assert (after.text == sent.text) or received.status == IngestStatus.BUSY
        assert after.verified >= before.verified

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
    run_machine(DeskMachine)
