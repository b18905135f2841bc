"""What several people and the clock do at any desk: rules of the state machines of all kinds of process."""

from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.db.models import F
from django.db.models.functions import Now
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from viewflow.workflow.status import STATUS

from accounts.duty import switch_duty
from accounts.models import User
from kit.errors import DomainError
from tests import effort
from tests.cleaning import empty_tables
from tests.consistency import inconsistencies
from workflows.engine.core.flows import get_queue, queues
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
from workflows.engine.verbs.sweep import sweep
from workflows.engine.verbs.undo import undo_decision
from workflows.models import OPEN, Process, Task

WHO = st.integers(0, 3)
WHICH = st.integers(0, 3)


class PeopleMachine(RuleBasedStateMachine):
    """Four people at four subjects. What is refused must change nothing; what is done must be legal."""

    people: list[User]
    steps = 0

    def process(self, which: int) -> Process:
        """The newest process of a subject."""
        raise NotImplementedError

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
        found = list(inconsistencies())
        empty_tables()
        assert found == []

    @invariant()
    def everything_agrees(self) -> None:
        """At every tenth step and at the end: what differs once goes on to differ, and each comparison reads it all."""
        self.steps += 1
        assert self.steps % 10 or list(inconsistencies()) == []


def run_machine(machine: type[RuleBasedStateMachine]) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=effort.STATE_MACHINES.size,
            stateful_step_count=40,
            # the shortest failing run is looked for where there is time: it takes minutes
            phases=list(Phase) if effort.DRILLS else [Phase.generate],
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        ),
    )
