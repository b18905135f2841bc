"""The small demo: a desk that has been open for a while, with an item or more in every queue, the same at every run."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

from django.conf import settings
from django.utils import timezone

from commands.demo import texts
from commands.demo.companies import Companies, Picked
from commands.demo.days import reading_time
from commands.demo.drafts import Draft, Run
from commands.demo.drawing import Drawing, address, words_of
from commands.demo.loading import keep
from commands.demo.people import known_team
from commands.demo.tales import ENDED, OPEN, Tale
from commands.demo.ways import FIRES, Journey, Way, walk
from commands.demo.writing import Piece, own_story, pick, write_review
from reviews.models import Review, Source

REVIEWS = 140
SEED = 7
ANONYMOUS, UNVERIFIED, WITH_ADDRESS = 0.1, 0.15, 0.5
OLDEST = timedelta(hours=30)
NEWEST = timedelta(hours=1)

SOURCES = (Source.WF, Source.WF, Source.WF, Source.GOOGLE)
# what has been decided in the last day: how many reviews went which way
LATELY: tuple[tuple[int, Way], ...] = (
    (9, Way("pending", ("approve",))),
    (8, Way("pending", ("approve", "publish"))),
    (3, Way("pending", ("reject",))),
    (2, Way("pending", ("reject", FIRES))),
    (6, Way("pending", ("backlog",))),
    (5, Way("pending", ("investigate",))),
    (3, Way("pending", ("escalate",))),
    (1, Way("pending", ("escalate", "return"))),
)


def make_reviews() -> int:
    """The number of reviews that were made: all of them on an empty desk, none on another."""
    if Review.objects.exists():
        return 0
    known: dict[Way, Journey] = {}
    drafts = list(_drafts(Random(SEED), timezone.now(), known))
    return keep(drafts, known.values())


def _drafts(chance: Random, now: datetime, known: dict[Way, Journey]) -> Iterator[Draft]:
    drawing = Drawing(SEED, 0.0, known_team(), now)
    stories, decided = list(_stories(chance)), _decided(chance)
    chance.shuffle(stories)
    for number, (company, piece) in enumerate(stories):
        findings, source = drawing.screener.screen(piece), pick(chance, SOURCES)
        verified = source != Source.WF or chance.random() > UNVERIFIED
        first = "investigation" if findings.needs_investigation else "pending" if verified else "unverified"
        ways = next(decided) if first == "pending" else (Way(first),)
        name, business, job = pick(chance, texts.AUTHORS)
        runs = drawing.processes.draw([_journey(way, known) for way in ways], chance)
        if len(runs) == 1:
            _within_the_day(runs[0], now, chance)
        draft = Draft(
            number=number,
            external_id=f"demo-{number:05}",
            source=source,
            company_id=company.id,
            country=company.country,
            words=words_of(piece, (name, business, job), anonymous=chance.random() < ANONYMOUS),
            email=address(name, chance) if chance.random() < WITH_ADDRESS else "",
            verified=verified,
            rating=piece.rating,
            arrived_with=findings,
            findings=findings,
            runs=runs,
        )
        drawing.finish(draft, piece, chance)
        yield draft


def _stories(chance: Random) -> Iterator[tuple[Picked, Piece]]:
    """Each company's own story first, then what could have happened anywhere."""
    companies = [Companies().of_rank(rank) for rank in range(len(texts.COMPANIES))]
    yield from ((company, own_story(number)) for number, company in enumerate(companies))
    for _ in range(REVIEWS - len(companies)):
        yield pick(chance, companies), write_review(chance)


def _decided(chance: Random) -> Iterator[tuple[Way, ...]]:
    """For one pending review after another: which way it went, if any. Those that went a way come early."""
    gone = [(way,) for count, way in LATELY for _ in range(count)]
    both = [*gone, *(tale.ways for tale in _with_sequels()), *[(Way("pending"),)] * len(gone)]
    chance.shuffle(both)
    yield from both
    while True:
        yield (Way("pending"),)


def _with_sequels() -> Iterator[Tale]:
    """One of each: what was asked about, looked at a second time, reinstated."""
    for tale in (*OPEN, *ENDED):
        if len(tale.ways) > 1 and tale.ways[0].first == "pending":
            yield tale


def _journey(way: Way, known: dict[Way, Journey]) -> Journey:
    if way not in known:
        known[way] = walk(way, len(known))
    return known[way]


def _within_the_day(run: Run, now: datetime, chance: Random) -> None:
    """What waits for the end of its hold was decided within that."""
    run.times = _times(run.journey, now, chance)
    run.claims = [
        ended - reading_time(chance) if deed.by else None for ended, deed in zip(run.times[1:], run.deeds, strict=True)
    ]


def _times(journey: Journey, now: datetime, chance: Random) -> list[datetime]:
    arrived = now - NEWEST - chance.random() * (OLDEST - NEWEST)
    if not journey.moves:
        return [arrived]
    hold = chance.random() * settings.PUBLICATION_HOLD
    last = now - hold if journey.is_held else arrived + (0.2 + 0.8 * chance.random()) * (now - arrived)
    between = max(arrived, last - hold) if journey.ending else arrived + chance.random() * (last - arrived)
    return [arrived, *[between] * (len(journey.moves) - 1), last]
