"""Second looks beside the moderation of the same reviews, by several people and the clock, in any order."""

from typing import Any

import pytest
from django.db.models import Count, Q
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule
from pytest_django import Settings
from viewflow.workflow.status import PROCESS

from reviews.models import Review
from tests.factories import a_head_moderator, a_moderator, a_process
from tests.workflows.engine.people_machine import WHICH, WHO, run_machine
from tests.workflows.engine.test_state_machine import DeskMachine
from workflows.engine.core.lifecycle import reinstate_process, withdraw_process
from workflows.engine.outbox.outbox import perform
from workflows.engine.verbs.claims import claim_task
from workflows.models import OPEN, OutboxMessage, Process, SampledDecision, Task, TaskEvent
from workflows.review_moderation import ReviewModeration
from workflows.second_look import SecondLook

pytestmark = [pytest.mark.slow, pytest.mark.rule(7)]

ENDS = {"agreed", "first_was_right", "second_was_right"}
HEADS = (2, 3)
reached: set[str] = set()


class SecondLooksMachine(DeskMachine):
    """Two reviews: the first two numbers stand for their moderation, the others for their second looks. At first one
    of these waits for a second person or is over, and the other waits for a head moderator."""

    @initialize(outcomes=st.tuples(*[st.sampled_from(["approve", "reject"])] * 2), agrees=st.booleans())
    def open_the_desk(self, outcomes: tuple[str, str], agrees: bool) -> None:
        self.people = [a_moderator(), a_moderator(), a_head_moderator(), a_head_moderator()]
        self.reviews = [a_process().subject_id for _ in range(2)] * 2
        for which, outcome in enumerate(outcomes):
            claim_task(self.task(which).pk, by=self.people[which])
            self.try_to_decide(which, which, outcome)
            self.a_hold_ends(which)
        self.the_sweep_comes_by()
        self.what_was_drawn_begins()
        if agrees:
            claim_task(self.task(2).pk, by=self.people[1])
            self.try_to_decide(1, 2, f"would_{outcomes[0]}")
        claim_task(self.task(3).pk, by=self.people[0])
        self.try_to_decide(0, 3, "would_reject" if outcomes[1] == "approve" else "would_approve")

    def moderation(self, which: int) -> Process:
        processes = Process.objects.filter(flow_class=ReviewModeration, subject_id=self.reviews[which])
        process: Process = processes.latest("pk")
        return process

    def process(self, which: int) -> Process:
        looks = Process.objects.filter(flow_class=SecondLook, subject_id=self.reviews[which])
        look: Process | None = looks.order_by("pk").last() if which >= len(self.reviews) // 2 else None
        return look or self.moderation(which)

    def try_to_decide(self, who: int, which: int, outcome: str) -> None:
        before = Review.objects.values().get(pk=self.reviews[which])
        is_look = self.process(which).flow_class is SecondLook
        super().try_to_decide(who, which, outcome)
        assert not is_look or Review.objects.values().get(pk=before["id"]) == before

    @rule(who=WHO, which=WHICH, base=st.integers(1, 4), text=st.sampled_from(["A.", "B.", "You crooks."]))
    def revise(self, who: int, which: int, base: int, text: str) -> None:
        if self.process(which).flow_class.revises:  # the API passes the task of the moderation alone
            self.try_to_revise(who, which, base, text)

    @rule()
    def what_was_drawn_begins(self) -> None:
        for job in OutboxMessage.objects.filter(topic="second_look", done_at=None):
            assert perform(job.pk)

    @rule(which=WHICH)
    def the_first_person_tries_the_second_look(self, which: int) -> None:
        look = SampledDecision.objects.filter(process=self.process(which)).select_related("decision").first()
        for person in self.people:
            if look and person.pk == look.decision.actor_id:
                self.attempt(claim_task, self.task(which).pk, by=person)

    @rule(which=WHICH, outcome=st.sampled_from(["first", "second"]))
    def a_head_moderator_settles(self, which: int, outcome: str) -> None:
        for who in HEADS:
            self.attempt(claim_task, self.task(which).pk, by=self.people[who])
            self.try_to_decide(who, which, outcome)

    @rule(who=WHO, which=WHICH)
    def reinstate(self, who: int, which: int) -> None:
        self.attempt(reinstate_process, self.moderation(which), "x", by=self.people[who])

    @rule(which=WHICH)
    def withdraw(self, which: int) -> None:
        withdraw_process(self.moderation(which))

    @invariant()
    def nothing_is_lost_or_doubled(self) -> None:
        running = Process.objects.filter(subject_id__in=getattr(self, "reviews", ()), status=PROCESS.NEW)
        waiting = running.filter(flow_class__in=[ReviewModeration, SecondLook]).annotate(
            tasks=Count("task_set", filter=Q(task_set__status__in=OPEN))
        )
        found = list(waiting.values_list("flow_class", "subject_id", "tasks"))
        assert all(tasks == 1 for *_, tasks in found)
        assert len({(flow, review_id) for flow, review_id, _ in found}) == len(found)

    @invariant()
    def nobody_looks_at_a_decision_of_their_own(self) -> None:
        for look in SampledDecision.objects.select_related("decision"):
            tasks = Task.objects.filter(process_id=look.process_id, flow_task_type="HUMAN").order_by("pk")
            barred = {look.decision.actor_id}
            for task in tasks:
                assert not barred & {task.owner_id, task.assignee_id}
                barred.add(task.owner_id if task.status == "DONE" else None)
                barred.discard(None)

    @invariant()
    def a_head_moderator_is_asked_where_the_two_differ_and_only_there(self) -> None:
        for look in SampledDecision.objects.select_related("decision", "process"):
            entries: Any = TaskEvent.objects.filter(process_id=look.process_id, action="decide").order_by("seq")
            given = [entry.outcome for entry in entries]
            agrees = given[:1] == [f"would_{look.decision.outcome}"]
            last = look.process.outcome if look.process.status == PROCESS.DONE else ""
            assert (last == "agreed") == (agrees and len(given) == 1)
            assert len(given) < 2 or (not agrees and last == f"{given[1]}_was_right")
            reached.add(last)


def test_second_looks_and_moderation_beside_each_other_break_no_rule(settings: Settings) -> None:
    settings.QUALITY_SAMPLE = 1.0
    run_machine(SecondLooksMachine)
    assert reached & ENDS
