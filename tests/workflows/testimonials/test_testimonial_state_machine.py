"""People, authors and the clock at four testimonials, in any order: no illegal step, no check of own words."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule
from pytest_django import Settings
from viewflow.workflow.status import PROCESS

from testimonials.models import Consent, Testimonial, TestimonialStatus, Transcription
from tests import effort
from tests.factories import a_company, a_head_moderator, a_moderator
from tests.testimonials.arriving import a_company_that_checks, an_ingested_testimonial
from tests.workflows.engine.people_machine import WHICH, WHO, PeopleMachine, run_machine
from workflows.engine.core.lifecycle import reinstate_process
from workflows.engine.verbs.claims import claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.engine.verbs.revisions import revise_subject
from workflows.models import OPEN, Process, Task, TaskEvent
from workflows.testimonial_transcription import TestimonialTranscription as Flow
from workflows.testimonials.consent import record_consent

pytestmark = [pytest.mark.slow, pytest.mark.rule(7)]

TEXT = st.sampled_from(["They came.", "They came at once.", "Thank you."])
FORMS: dict[str, dict[str, Any]] = {
    "reject": {"reason": "unreadable", "facts": "x"},
    "escalate": {"notes": "x"},
    "return": {"advice": "x"},
}
reached: Counter[str] = Counter()  # in all examples


class TestimonialsMachine(PeopleMachine):
    """Three moderators and a head; three of the testimonials are of companies that want a check."""

    testimonials: list[int]

    @initialize()
    def open_the_desk(self) -> None:
        self.people = [a_moderator(), a_moderator(), a_moderator(), a_head_moderator()]
        companies = [a_company(), *(a_company_that_checks() for _ in range(3))]
        self.testimonials = [an_ingested_testimonial(company).subject_id for company in companies]

    def process(self, which: int) -> Process:
        found = Process.objects.filter(flow_class=Flow, subject_id=self.testimonials[which])
        process: Process = found.latest("pk")
        return process

    @rule(who=WHO, which=WHICH, choice=st.integers(0, 4), text=TEXT)
    def take_and_decide(self, who: int, which: int, choice: int, text: str) -> None:
        self.decide(who, which, choice, text)

    @rule(who=WHO, which=WHICH, text=TEXT)
    def go_on(self, who: int, which: int, text: str) -> None:
        """Who can takes the first outcome: the step is hidden from some, and refused to others."""
        for place in range(4):
            if self.decide((who + place) % 4, which, 0, text):
                return

    def decide(self, who: int, which: int, choice: int, text: str) -> bool:
        task, person = self.task(which), self.people[who]
        outcomes = list(task.flow_task.outcomes)
        outcome = outcomes[choice % len(outcomes)]
        self.attempt(claim_task, task.pk, by=person)
        form = {"transcription": text} if outcome in ("finish", "approve") else FORMS.get(outcome, {})
        if outcome == "return" and task.flow_task.name == "backlog":
            form = {}
        before = self.status(which)
        done = self.attempt(decide_task, task.pk, by=person, outcome=outcome, payload=form)
        if done is None:
            assert self.status(which) == before
            return False
        reached[outcome] += 1
        assert self.status(which) == done.status
        assert person.may(task.flow_task.permission)
        return True

    @rule(who=WHO, which=WHICH, text=TEXT, base=st.integers(1, 4))
    def save_the_text(self, who: int, which: int, text: str, base: int) -> None:
        task, person = self.task(which), self.people[who]
        self.attempt(claim_task, task.pk, by=person)
        self.attempt(revise_subject, task.pk, {"text": text}, reason="", by=person, revision=base)

    @rule(who=WHO, which=WHICH, consent=st.sampled_from([*Consent] + [Consent.GIVEN] * 4))
    def the_author_says(self, who: int, which: int, consent: Consent) -> None:
        if consent == Consent.WITHDRAWN:
            which = 0  # nothing is done with it afterwards but a reopening
        self.attempt(record_consent, self.testimonials[which], consent, by=self.people[who])
        if consent == Consent.WITHDRAWN:
            reached["withdrawn"] += 1
            assert self.process(which).status == PROCESS.DONE
            assert self.status(which) != TestimonialStatus.PUBLISHED

    @rule(who=WHO, which=WHICH)
    def reopen(self, who: int, which: int) -> None:
        self.attempt(reinstate_process, self.process(which), "x", by=self.people[who])

    def status(self, which: int) -> str:
        return Testimonial.objects.values_list("status", flat=True).get(pk=self.testimonials[which])

    @invariant()
    def what_runs_has_one_step(self) -> None:
        running = Process.objects.filter(flow_class=Flow, status=PROCESS.NEW)
        waiting = Task.objects.filter(process__in=running, status__in=OPEN)
        assert running.count() == waiting.count()

    @invariant()
    def nothing_is_published_without_consent(self) -> None:
        published = Testimonial.objects.filter(status__in=[TestimonialStatus.PUBLISHED, TestimonialStatus.QUEUED])
        assert not published.exclude(consent=Consent.GIVEN).exists()

    @invariant()
    def nobody_approves_words_of_their_own(self) -> None:
        for approval in TaskEvent.objects.filter(action="decide", outcome="approve").select_related("process"):
            earlier = TaskEvent.objects.filter(
                process__subject_id=approval.process.subject_id,
                process__flow_class=Flow,
                action__in=["revise", "decide"],
                at__lt=approval.at,
                actor_id=approval.actor_id,
            )
            numbers = {entry.data.get("revision") for entry in earlier.exclude(node="check")}
            own = Transcription.objects.filter(testimonial=approval.process.subject_id, author=approval.actor_id)
            assert not own.filter(number__in=numbers - {None}).exists()


def test_people_authors_and_the_clock_break_no_rule_of_testimonials(settings: Settings) -> None:
    run_machine(TestimonialsMachine)
    outcomes = ("finish", "approve", "reject", "withdrawn") if effort.DRILLS else ("finish", "reject")
    assert min(reached[outcome] for outcome in outcomes) > 0, reached
