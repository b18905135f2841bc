"""Drawing reviews by chance: what is drawn for a number depends on the seed and the number alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from random import Random

from commands.demo.asking import DOMAIN
from commands.demo.companies import Companies
from commands.demo.drafts import Draft
from commands.demo.forms import Forms
from commands.demo.names import FIRST_NAMES, LAST_NAMES
from commands.demo.people import Team
from commands.demo.processes import Processes
from commands.demo.revising import Reviser
from commands.demo.screening import SentenceScreener
from commands.demo.tales import ENDED, OPEN, Tale, ways_of
from commands.demo.waiting import Waiting
from commands.demo.ways import Journey, Way, walk
from commands.demo.writing import Piece, pick, write_review
from reviews.models import Source

SOURCES = (Source.WF, Source.WF, Source.WF, Source.GOOGLE, Source.NHS)
TRADES_OF_AUTHORS = ("Owner", "Teacher", "Nurse", "Partner", "Farmer", "Retired", "Student", "Joiner", "Accountant")
ANONYMOUS, IN_BUSINESS, WITH_JOB, UNVERIFIED, WITHOUT_STARS, WITH_ADDRESS = 0.1, 0.08, 0.15, 0.15, 0.3, 0.5
NAMESAKES = 99  # people of one name with an address of their own
SEED_BITS = 40  # a number of a review stands below them


@dataclass(frozen=True, slots=True)
class Walked:
    """The tales that begin in one step, as their flows have them, with the running sums of their weights."""

    tales: Sequence[Sequence[Journey]]
    sums: Sequence[float]

    def pick(self, chance: Random) -> Sequence[Journey]:
        found: Sequence[Journey] = chance.choices(self.tales, cum_weights=self.sums)[0]
        return found


class Drawing:
    """Draws the reviews of a seed. `open_share`: how many of them wait in a queue now."""

    def __init__(self, seed: int, open_share: float, team: Team, now: datetime) -> None:
        self.seed, self.open_share, self.team, self.now = seed, open_share, team, now
        self._companies, self.screener = Companies(), SentenceScreener()
        self.processes, self._waiting = Processes(Forms(), team, now), Waiting(team, now)
        self._reviser = Reviser(self.screener)
        known = {way: walk(way, number) for number, way in enumerate(ways_of((*OPEN, *ENDED)))}
        self.journeys = list(known.values())
        self._open, self._ended = _by_first_step(known, OPEN), _by_first_step(known, ENDED)

    def draw(self, numbers: range) -> Iterator[Draft]:
        return (self.draw_one(number) for number in numbers)

    def draw_one(self, number: int) -> Draft:
        chance = Random(self.seed << SEED_BITS | number)
        waits = chance.random() < self.open_share
        company = self._companies.pick(chance)
        piece = write_review(chance)
        source = pick(chance, SOURCES)
        findings = self.screener.screen(piece)
        held = findings.needs_investigation
        unverified = source == Source.WF and not held and chance.random() < UNVERIFIED
        first = "investigation" if held else "unverified" if unverified else "pending"
        journeys = (self._open if waits else self._ended)[first].pick(chance)
        name, business, job = author(chance)
        draft = Draft(
            number=number,
            external_id=f"demo-{self.seed}-{number:07}",
            source=source,
            company_id=company.id,
            country=company.country,
            words=words_of(piece, (name, business, job), anonymous=chance.random() < ANONYMOUS),
            email=address(name, chance) if chance.random() < WITH_ADDRESS else "",
            verified=not unverified or any(move.outcome == "verify" for move in journeys[0].moves),
            rating=None if source == Source.NHS and chance.random() < WITHOUT_STARS else piece.rating,
            arrived_with=findings,
            findings=findings,
            runs=self.processes.draw(journeys, chance),
        )
        self.finish(draft, piece, chance)
        return draft

    def finish(self, draft: Draft, piece: Piece, chance: Random) -> None:
        """What is no step of a process: a second version, and what is left with an item that waits."""
        self._reviser.revise(draft, piece, chance, self.now)
        for run in draft.runs:
            if "revision" in run.known:
                run.known["revision"] = draft.revision
        if draft.runs[-1].waits:
            self._waiting.mark(draft.runs[-1], chance)


def words_of(piece: Piece, author: tuple[str, str | None, str | None], *, anonymous: bool) -> dict[str, object]:
    """By the names of a revision's fields."""
    name, business, job = author
    return {
        "title": piece.title,
        "text": piece.text,
        "constructive": piece.hint,
        "author_name": name,
        "business_name": business,
        "job_title": job,
        "anonymous": anonymous,
    }


def author(chance: Random) -> tuple[str, str | None, str | None]:
    last = pick(chance, LAST_NAMES)
    business = f"{last} & Co." if chance.random() < IN_BUSINESS else None
    job = pick(chance, TRADES_OF_AUTHORS) if chance.random() < WITH_JOB else None
    return f"{pick(chance, FIRST_NAMES)} {last}", business, job


def address(name: str, chance: Random) -> str:
    """Where nobody is reached. Some write more than once."""
    return f"{'.'.join(name.lower().split())}{int(chance.random() * NAMESAKES)}@{DOMAIN}"


def _by_first_step(known: dict[Way, Journey], tales: Sequence[Tale]) -> dict[str, Walked]:
    found = {}
    for first in {tale.ways[0].first for tale in tales}:
        such = [tale for tale in tales if tale.ways[0].first == first]
        walked = [[known[way] for way in tale.ways] for tale in such]
        found[first] = Walked(walked, list(accumulate(tale.weight for tale in such)))
    return found
