"""Drawing reviews by chance: what is drawn for a number depends on the seed and the number alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from random import Random

from commands.demo import days
from commands.demo.companies import Companies
from commands.demo.drafts import Deed, Draft
from commands.demo.forms import Forms
from commands.demo.names import FIRST_NAMES, LAST_NAMES
from commands.demo.people import Team
from commands.demo.screening import SentenceScreener
from commands.demo.ways import ENDED, OPEN, Journey, Move, Way, walk
from commands.demo.writing import pick, write_review
from reviews.models import Source

SOURCES = (Source.WF, Source.WF, Source.WF, Source.GOOGLE, Source.NHS)
TRADES_OF_AUTHORS = ("Owner", "Teacher", "Nurse", "Partner", "Farmer", "Retired", "Student", "Joiner", "Accountant")
ANONYMOUS, IN_BUSINESS, WITH_JOB, UNVERIFIED, WITHOUT_STARS = 0.1, 0.08, 0.15, 0.15, 0.3
SALT_BYTES = 16
SEED_BITS = 40  # a number of a review stands below them


@dataclass(frozen=True, slots=True)
class Journeys:
    """The ways that begin in one step, with the running sums of their weights."""

    journeys: Sequence[Journey]
    sums: Sequence[float]

    def pick(self, chance: Random) -> Journey:
        found: Journey = chance.choices(self.journeys, cum_weights=self.sums)[0]
        return found


class Drawing:
    """Draws the reviews of a seed. `open_share`: how many of them wait in a queue now."""

    def __init__(self, seed: int, open_share: float, team: Team, now: datetime) -> None:
        self.seed, self.open_share, self.team, self.now = seed, open_share, team, now
        self._companies, self._forms, self._screener = Companies(), Forms(), SentenceScreener()
        self.journeys = [walk(way, number) for number, way in enumerate((*OPEN, *ENDED))]
        self._open = _by_first_step(self.journeys[: len(OPEN)], OPEN)
        self._ended = _by_first_step(self.journeys[len(OPEN) :], ENDED)

    def draw(self, numbers: range) -> Iterator[Draft]:
        return (self.draw_one(number) for number in numbers)

    def draw_one(self, number: int) -> Draft:
        chance = Random(self.seed << SEED_BITS | number)
        waits = chance.random() < self.open_share
        company = self._companies.pick(chance)
        piece = write_review(chance)
        source = pick(chance, SOURCES)
        findings = self._screener.screen(piece)
        held = findings.needs_investigation
        unverified = source == Source.WF and not held and chance.random() < UNVERIFIED
        first = "investigation" if held else "unverified" if unverified else "pending"
        journey = (self._open if waits else self._ended)[first].pick(chance)
        return Draft(
            number=number,
            external_id=f"demo-{self.seed}-{number:07}",
            source=source,
            company_id=company.id,
            country=company.country,
            author=_author(chance),
            anonymous=chance.random() < ANONYMOUS,
            verified=not unverified or any(move.outcome == "verify" for move in journey.moves),
            rating=None if source == Source.NHS and chance.random() < WITHOUT_STARS else piece.rating,
            piece=piece,
            findings=findings,
            journey=journey,
            times=days.times_of(journey, self.now, chance),
            deeds=[self.deed(move, chance) for move in journey.moves],
            salts=[chance.randbytes(SALT_BYTES) for _ in journey.moves],
        )

    def deed(self, move: Move, chance: Random) -> Deed:
        if move.by in ("clock", "source"):
            return Deed()
        text, data = self._forms.filled(
            move.outcome, with_form=move.node.outcomes[move.outcome].form is not None, chance=chance
        )
        return Deed(pick(chance, self.team.heads if move.by == "head" else self.team.moderators), text, data)


def _by_first_step(journeys: Sequence[Journey], ways: Sequence[Way]) -> dict[str, Journeys]:
    pairs = list(zip(journeys, ways, strict=True))
    return {
        first: Journeys(
            [journey for journey, way in pairs if way.first == first],
            list(accumulate(way.weight for way in ways if way.first == first)),
        )
        for first in {way.first for way in ways}
    }


def _author(chance: Random) -> tuple[str, str | None, str | None]:
    last = pick(chance, LAST_NAMES)
    business = f"{last} & Co." if chance.random() < IN_BUSINESS else None
    job = pick(chance, TRADES_OF_AUTHORS) if chance.random() < WITH_JOB else None
    return f"{pick(chance, FIRST_NAMES)} {last}", business, job
