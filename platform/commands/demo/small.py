"""The small demo: a desk that has been open for a day, with a review or more in every queue, the same at every run."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache
from random import Random

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from commands.demo import texts
from commands.demo.companies import Companies, Picked
from commands.demo.drafts import Deed, Draft
from commands.demo.loading import keep
from commands.demo.people import DEMO_ACCOUNTS
from commands.demo.screening import SentenceScreener
from commands.demo.ways import Journey, Way, walk
from commands.demo.writing import Piece, own_story, pick, write_review
from reviews.models import Reason, Review, Source

REVIEWS = 140
SEED = 7
ANONYMOUS = 0.1
UNVERIFIED = 0.15
OLDEST = timedelta(hours=30)
NEWEST = timedelta(hours=1)
SALT_BYTES = 16

SOURCES = (Source.WF, Source.WF, Source.WF, Source.GOOGLE)
REASON = "not-experience"
NOT_EXPERIENCE = "The author writes about what a neighbour told him."
BOOKING = "Ask the company whether there was a booking on that day."
THREATENS = "The owner has written twice and threatens to sue. I would publish it as it is."
# what has been decided so far: how many reviews went which way, and what was written with each decision
WAYS: tuple[tuple[int, Way, tuple[str, ...]], ...] = (
    (9, Way("pending", outcomes=("approve",)), ("",)),
    (8, Way("pending", outcomes=("approve", "publish")), ("", "")),
    (3, Way("pending", outcomes=("reject",)), (NOT_EXPERIENCE,)),
    (6, Way("pending", outcomes=("backlog",)), ("",)),
    (5, Way("pending", outcomes=("investigate",)), (BOOKING,)),
    (3, Way("pending", outcomes=("escalate",)), (THREATENS,)),
    (1, Way("pending", outcomes=("escalate", "return")), ("Names a receptionist.", "A first name alone may stay.")),
)


# the ways' numbers: those of what was decided, then of what waits where it arrived
NUMBERS = {
    way: number
    for number, way in enumerate((*(way for _, way, _ in WAYS), *map(Way, ("pending", "unverified", "investigation"))))
}


def make_reviews() -> int:
    """The number of reviews that were made: all of them on an empty desk, none on another."""
    if Review.objects.exists():
        return 0
    drafts = list(_drafts(Random(SEED), timezone.now()))
    return keep(drafts, {draft.journey.number: draft.journey for draft in drafts}.values())


def _drafts(chance: Random, now: datetime) -> Iterator[Draft]:
    stories, screener, decided = list(_stories(chance)), SentenceScreener(), _decided(chance)
    titles = dict(Reason.objects.values_list("code", "title"))
    head, *moderators = User.objects.filter(email__in=[email for email, *_ in DEMO_ACCOUNTS[1:]]).order_by("pk")
    chance.shuffle(stories)
    for number, (company, piece) in enumerate(stories):
        findings, source = screener.screen(piece), pick(chance, SOURCES)
        verified = source != Source.WF or chance.random() > UNVERIFIED
        first = "investigation" if findings.needs_investigation else "pending" if verified else "unverified"
        journey, words = next(decided) if first == "pending" else (_waiting(first), ())
        yield Draft(
            number=number,
            external_id=f"demo-{number:05}",
            source=source,
            company_id=company.id,
            country=company.country,
            author=pick(chance, texts.AUTHORS),
            anonymous=chance.random() < ANONYMOUS,
            verified=verified,
            rating=piece.rating,
            piece=piece,
            findings=findings,
            journey=journey,
            times=_times(journey, now, chance),
            deeds=[
                Deed(
                    head.pk if move.by == "head" else pick(chance, moderators).pk,
                    text,
                    {"reason": REASON, "reason_title": titles[REASON]} if move.outcome == "reject" else {},
                )
                for move, text in zip(journey.moves, words, strict=True)
            ],
            salts=[chance.randbytes(SALT_BYTES) for _ in journey.moves],
        )


def _stories(chance: Random) -> Iterator[tuple[Picked, Piece]]:
    """Each company's own story first, then what could have happened anywhere."""
    companies = [Companies().of_rank(rank) for rank in range(len(texts.COMPANIES))]
    yield from ((company, own_story(number)) for number, company in enumerate(companies))
    for _ in range(REVIEWS - len(companies)):
        yield pick(chance, companies), write_review(chance)


def _decided(chance: Random) -> Iterator[tuple[Journey, tuple[str, ...]]]:
    """For one pending review after another: which way it went, if any. Those that went a way come early."""
    gone = [(way, words) for count, way, words in WAYS for _ in range(count)]
    still = [(Way("pending"), ())] * len(gone)
    both = [*gone, *still]
    chance.shuffle(both)
    yield from ((_journey(way), words) for way, words in both)
    while True:
        yield _waiting("pending"), ()


def _waiting(first: str) -> Journey:
    return _journey(Way(first))


@cache
def _journey(way: Way) -> Journey:
    return walk(way, NUMBERS[way])


def _times(journey: Journey, now: datetime, chance: Random) -> list[datetime]:
    """The desk has been open for a day. What waits for the end of its hold was decided within that."""
    arrived = now - NEWEST - chance.random() * (OLDEST - NEWEST)
    if not journey.moves:
        return [arrived]
    hold = chance.random() * settings.PUBLICATION_HOLD
    last = now - hold if journey.is_held else arrived + (0.2 + 0.8 * chance.random()) * (now - arrived)
    between = max(arrived, last - hold) if journey.ending else arrived + chance.random() * (last - arrived)
    return [arrived, *[between] * (len(journey.moves) - 1), last]
