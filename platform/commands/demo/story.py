"""Drives one item through the engine's verbs. The time between actions passes only on the demo's clock."""

import tomllib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from commands.demo.people import Team
from commands.demo.words import phrase, pick
from kit import request_id
from workflows.engine.core.lifecycle import reinstate_process
from workflows.engine.outbox.outbox import perform
from workflows.engine.verbs.assignment import assign_task
from workflows.engine.verbs.claims import claim_task, skip_task, snooze_task
from workflows.engine.verbs.decisions import decide_task
from workflows.engine.verbs.notes import leave_note, save_draft, see_mention
from workflows.engine.verbs.sweep import fire_task
from workflows.models import OPEN, Mention, OutboxMessage, Process, Task

HOUR, DAY, WEEK = timedelta(hours=1), timedelta(days=1), timedelta(weeks=1)
AT_ONCE = timedelta(seconds=3)
SCRIPTS = tomllib.loads(Path(__file__).with_name("scripts.toml").read_text(encoding="utf-8"))
# by step: the average time until a decision, and the maximum waiting time of an open item
WAITS: Mapping[str, Sequence[timedelta]] = {
    step: [hours * HOUR for hours in waits] for step, waits in SCRIPTS["waits"].items()
}
ELSEWHERE = (2 * DAY, 6 * DAY)
SEEN_WITHIN, LATELY, SNOOZED_FOR = 18 * HOUR, 20 * HOUR, 12 * DAY
MOST_SLACK = 3 * HOUR
SEEN, BY_HEAD, WITH_NOTE, NAMING = 0.6, 0.6, 0.5, 0.4


class Clock:
    """Converts the real times of a played story into the times that the demo shows."""

    def __init__(self) -> None:
        self.elapsed = timedelta()
        self._marks, self._offsets = [timezone.now()], [self.elapsed]
        self.origin = self._marks[0]

    def wait(self, span: timedelta) -> None:
        """Let this time pass on the demo's clock."""
        self.elapsed += span
        self._marks.append(timezone.now())
        self._offsets.append(self.elapsed)

    def shown(self, moment: datetime) -> datetime:
        """The time that the demo shows for a real time."""
        place = max(bisect_right(self._marks, moment) - 1, 0)
        return self.origin + self._offsets[place] + max(moment - self._marks[place], timedelta())


class Story:
    """Plays a script: outcomes of steps, and words with a method `do_<word>`, separated by spaces.

    `theme`: what is wrong with the item (`words.toml`). `ended_within`: the maximum time since it ended.
    """

    subject_id: int

    def __init__(
        self, script: str, chance: Random, team: Team, *, ended_within: timedelta, theme: Mapping[str, Any]
    ) -> None:
        self.script, self.chance, self.team, self.theme = script, chance, team, theme
        self.clock, self.slack = Clock(), timedelta()
        self.processes: list[int] = []  # the newest last
        self._ended_within, self._age = ended_within, timedelta()
        # whether it has reached its last step, and when, by the demo's clock
        self._is_at_rest, self._moved_at = False, timedelta()
        self._newest_job = 0

    def play(self, now: datetime) -> None:
        with request_id.bound() as self._request_id:
            for word in self.script.split():
                deed = getattr(self, f"do_{word.replace('-', '_')}", None)
                deed() if deed else self._decide(word)
                self._do_jobs()
            self._come_to_rest()
            self._see_mentions()
        self.clock.origin = now - self._age - self._moved_at

    @property
    def task(self) -> Any:
        """The open task of the newest process."""
        return Task.objects.select_related("process").get(process_id=self.processes[-1], status__in=OPEN)

    def do_fire(self) -> None:
        self.clock.wait(settings.PUBLICATION_HOLD + AT_ONCE * self.chance.random())
        task = self.task
        Task.objects.filter(pk=task.pk).update(fires_at=timezone.now())
        if not fire_task(task.pk):
            raise RuntimeError(f"task {task.pk} did not fire in the script: {self.script}")

    def do_reinstate(self) -> None:
        self.wait_about(3 * DAY)
        ended = Process.objects.get(pk=self.processes[-1])
        note = phrase("notes", "reinstate", self.chance)
        self.processes.append(reinstate_process(ended, note, by=pick(self.chance, self.team.heads)).pk)

    def do_assign(self) -> None:
        task = self._at_rest()
        to = self.person(task, on_duty=True)
        by = pick(self.chance, self.team.heads) if self.chance.random() < BY_HEAD and task.barred_id is None else to
        note = phrase("notes", "assign", self.chance) if by != to and self.chance.random() < WITH_NOTE else ""
        assign_task(task.pk, to.pk, note, by=by)

    def do_note(self) -> None:
        task = self._at_rest()
        by, colleague = self.person(task), self.person(task, on_duty=True)
        to_id = colleague.pk if colleague != by and self.chance.random() < NAMING else None
        leave_note(task.pk, phrase("notes", "note", self.chance), by=by, to_id=to_id)

    def do_skip(self) -> None:
        task = self._at_rest()
        skip_task(task.pk, by=self.person(task))

    def do_snooze(self) -> None:
        task, span = self._at_rest(), (0.02 + 0.98 * self.chance.random()) * SNOOZED_FOR
        snooze_task(task.pk, timezone.now() + self._left + self.slack + span, by=self.person(task))

    def do_draft(self) -> None:
        """Somebody saves a draft of one of the step's forms."""
        task = self._at_rest()
        forms = [
            outcome
            for outcome in task.flow_task.outcomes.values()
            if outcome.form and (self.theme or "reason" not in outcome.form.model_fields)
        ]
        if forms:
            outcome = pick(self.chance, forms)
            save_draft(task, outcome.name, self._form(outcome.form, outcome.name), by=self.person(task))

    def wait_about(self, average: timedelta) -> None:
        self.clock.wait(AT_ONCE + self.chance.expovariate(1) * average)

    def while_held(self, task: Any, by: User) -> None:
        """What a person does while they hold the task, before they decide. Overridden by kinds."""

    def person(self, task: Any, *, on_duty: bool = False) -> User:
        able = self.team.able(task.flow_task.permission, (task.barred_id, task.barred_too_id))
        return pick(self.chance, [person for person in able if person.on_duty or not on_duty])

    def _decide(self, outcome: str) -> None:
        task = self.task
        node, by, hold = task.flow_task, self.person(task), settings.PUBLICATION_HOLD
        usual, _ = WAITS.get(node.name, ELSEWHERE)
        reading = timedelta(seconds=15 + 225 * self.chance.random())
        # an outcome of a hold is decided before the hold ends
        self.clock.wait(0.6 * hold * self.chance.random() if node.fires else self.chance.expovariate(1) * usual)
        claim_task(task.pk, by=by)
        self.while_held(task, by)
        self.clock.wait(min(reading, 0.3 * hold) if node.fires else reading)
        payload = self._form(node.outcomes[outcome].form, outcome)
        decide_task(task.pk, by=by, outcome=outcome, payload=payload)

    def _form(self, form: Any, outcome: str) -> dict[str, str]:
        if form is None:
            return {}
        if "reason" in form.model_fields:
            return {"reason": pick(self.chance, self.theme["reasons"]), "facts": self.theme["facts"]}
        declined = outcome == "decline"
        return {form.text_field: self.theme["stays"] if declined else phrase("notes", outcome, self.chance)}

    def _do_jobs(self) -> None:
        """Perform the pending jobs like a worker. Not `announce`: only copies get positions in the feed."""
        enqueued = OutboxMessage.objects.filter(request_id=self._request_id).exclude(topic="announce").order_by("pk")
        while message := enqueued.filter(pk__gt=self._newest_job).first():
            self._newest_job = message.pk
            if not perform(message.pk):
                raise RuntimeError(f"the job {message.topic} failed in the script: {self.script}")

    def _come_to_rest(self) -> None:
        """Mark that the item has reached its last step, and draw how long ago."""
        if self._is_at_rest:
            return
        self._is_at_rest, self._moved_at = True, self.clock.elapsed
        task = Task.objects.filter(process_id=self.processes[-1], status__in=OPEN).first()
        node: Any = task.flow_task if task else None
        if node is not None and node.fires:
            self._age = 0.8 * self.chance.random() * settings.PUBLICATION_HOLD
            return
        longest = self._ended_within if node is None else WAITS.get(node.name, ELSEWHERE)[1]
        self.slack = MOST_SLACK
        self._age = AT_ONCE + self.chance.random() * longest

    def _see_mentions(self) -> None:
        unseen = Mention.objects.filter(event__process_id__in=self.processes, seen_at=None)
        for mention in unseen.select_related("user").order_by("pk"):
            if self.chance.random() < SEEN:
                self._wait_until_now(SEEN_WITHIN)
                see_mention(mention.pk, by=mention.user)

    @property
    def _left(self) -> timedelta:
        """The time from the newest action until now."""
        return self._age - (self.clock.elapsed - self._moved_at)

    def _at_rest(self) -> Any:
        """The task of its last step; moves the clock to a recent moment after it was reached."""
        self._come_to_rest()
        self.clock.wait(max(self._left - LATELY, timedelta()))
        self._wait_until_now()
        return self.task

    def _wait_until_now(self, at_most: timedelta = timedelta.max) -> None:
        self.clock.wait(min(self._left, at_most) * self.chance.random())
