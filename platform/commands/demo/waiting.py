"""What colleagues leave with an item that waits: it is given to somebody, passed over, put off, noted about."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random

from commands.demo.days import between
from commands.demo.drafts import Added, Run
from commands.demo.people import Team
from commands.demo.writing import pick

GIVEN, NOTED, SKIPPED, SNOOZED = 0.05, 0.04, 0.03, 0.025
BY_A_HEAD, WITH_WORDS, NAMING_SOMEBODY = 0.6, 0.5, 0.4
SKIPPED_WITHIN = timedelta(hours=20)
SNOOZED_FOR = timedelta(days=12)
WORDS: Mapping[str, tuple[str, ...]] = {
    "assign": (
        "You had the last one about them.",
        "Please take this today: the company has rung twice.",
        "You know the trade.",
        "By Friday, if you can.",
    ),
    "note": (
        "I have asked the company. They answer by the end of the week.",
        "The author has been asked for a receipt. Nothing yet.",
        "There is a second one under the same name, from the week before.",
        "I would let it stand. What do you think?",
        "Not for me: I know the owner.",
    ),
}


class Waiting:
    """Marks what waits in a queue. Those who may not know of an item leave nothing with it."""

    def __init__(self, team: Team, now: datetime) -> None:
        self._team, self._now = team, now

    def mark(self, run: Run, chance: Random) -> None:
        place = run.journey.place
        if place.bars or place.undo:
            return
        able = self._team.on_duty(place.permission)
        drawn, person = chance.random(), pick(chance, able)
        if drawn < GIVEN:
            self._give(run, person, chance)
        elif drawn < GIVEN + NOTED:
            self._note(run, person, pick(chance, able), chance)
        elif drawn < GIVEN + NOTED + SKIPPED:
            at = between(max(run.times[-1], self._now - SKIPPED_WITHIN), self._now, chance)
            self._add(run, Added(0, at, "skip", by=person))
        elif drawn < GIVEN + NOTED + SKIPPED + SNOOZED:
            run.snoozed_until = self._now + (0.02 + 0.98 * chance.random()) * SNOOZED_FOR
            at = between(run.times[-1], self._now, chance)
            self._add(run, Added(0, at, "snooze", by=person, data={"until": run.snoozed_until.isoformat()}))

    def _give(self, run: Run, person: int, chance: Random) -> None:
        by = pick(chance, self._team.heads) if chance.random() < BY_A_HEAD else person
        text = pick(chance, WORDS["assign"]) if by != person and chance.random() < WITH_WORDS else ""
        at = between(run.times[-1], self._now, chance)
        tells = () if by == person else (person,)
        self._add(run, Added(0, at, "assign", by=by, text=text, data={"to": person}, tells=tells))
        run.assignee = person

    def _note(self, run: Run, by: int, colleague: int, chance: Random) -> None:
        at, text = between(run.times[-1], self._now, chance), pick(chance, WORDS["note"])
        added = Added(0, at, "note", by=by, text=text)
        if colleague != by and chance.random() < NAMING_SOMEBODY:
            added.data, added.tells = {"to": colleague}, (colleague,)
        self._add(run, added)

    @staticmethod
    def _add(run: Run, added: Added) -> None:
        """About the step that it waits in, behind all that its way tells."""
        added.after, added.step = run.last_entry, len(run.journey.steps)
        run.added.append(added)
