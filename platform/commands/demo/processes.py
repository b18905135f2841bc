"""Drawing what happened to a review, process after process: who did it, what they wrote, and what the process knows."""

from collections.abc import Sequence
from datetime import datetime
from random import Random

from commands.demo.asking import ask
from commands.demo.days import reading_time, times_of
from commands.demo.drafts import Added, Deed, Run
from commands.demo.forms import Forms, note
from commands.demo.people import Team
from commands.demo.ways import CHECK, REQUEST, Journey, Move
from commands.demo.writing import pick

SALT_BYTES = 16
SAME_REASON = 0.7  # how often who would reject as well gives the same reason


class Processes:
    """Draws the runs of a tale, each knowing of those before it."""

    def __init__(self, forms: Forms, team: Team, now: datetime) -> None:
        self._forms, self._team, self._now = forms, team, now

    def draw(self, journeys: Sequence[Journey], chance: Random) -> list[Run]:
        runs: list[Run] = []
        for journey, times in zip(journeys, times_of(journeys, self._now, chance), strict=True):
            run = Run(journey, times, [], [], [chance.randbytes(SALT_BYTES) for _ in journey.moves])
            self._begin(run, runs, chance)
            for move in journey.moves:
                run.deeds.append(self._deed(move, run, runs, chance))
            run.claims = [
                ended - reading_time(chance) if deed.by else None
                for ended, deed in zip(times[1:], run.deeds, strict=True)
            ]
            self._reveal(run, runs)
            runs.append(run)
        return runs

    def _begin(self, run: Run, before: Sequence[Run], chance: Random) -> None:
        match run.journey.way.first:
            case "requests_to_restrict":
                asked = [one for one in before if one.journey.way.flow is REQUEST]
                run.request = ask(len(asked) + 1, chance)
                run.begun = Deed(pick(chance, self._team.moderators))
            case "second_look":
                decided = first_decision(before)
                run.known = {"decider": decided.by, "decided": run.journey.way.decided, "revision": 1}
            case "escalated":
                run.begun = Deed(pick(chance, self._team.heads), note("reinstatement", chance))

    def _deed(self, move: Move, run: Run, before: Sequence[Run], chance: Random) -> Deed:
        if move.by in ("clock", "source"):
            return Deed()
        first = first_decision(before) if run.journey.way.flow is CHECK else Deed()
        reason = first.data.get("reason", "") if chance.random() < SAME_REASON else ""
        form = move.node.outcomes[move.outcome].form
        text, data = self._forms.filled(move.outcome, with_form=form is not None, chance=chance, reason=reason)
        people = self._team.heads if move.by == "head" else self._team.moderators
        earlier = [deed.by for deed in run.deeds] if run.journey.way.flow is CHECK else []
        return Deed(pick(chance, self._team.others(people, first.by, *earlier)), text, data)

    @staticmethod
    def _reveal(run: Run, before: Sequence[Run]) -> None:
        """What a second look's history tells of the first decision, once the two are known to differ."""
        journey = run.journey
        if not any(move.target.name == "disagreements" for move in journey.moves):
            return
        first, at = first_decision(before), first_decided_at(before)
        run.added.append(
            Added(
                journey.seq_of(0, "decide"),
                run.times[1],
                "reveal",
                by=first.by,
                outcome=journey.way.decided,
                text=first.text,
                data={**first.data, "at": at.isoformat()},
            )
        )


def first_decision(before: Sequence[Run]) -> Deed:
    """The decision at which a second look is taken, behind these runs."""
    return before[-1].deeds[before[-1].journey.checked]


def first_decided_at(before: Sequence[Run]) -> datetime:
    return before[-1].times[before[-1].journey.checked + 1]
