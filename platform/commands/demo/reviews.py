"""The demo's reviews: the stories of prototypes, and the differences between copies."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from random import Random
from typing import Any
from zlib import crc32

from django.db.models import Model
from django.utils import timezone

from commands.demo.companies import a_rank, companies_of
from commands.demo.kinds import Copy, Row
from commands.demo.people import Team
from commands.demo.review_story import ADDRESS, Key, ReviewStory
from commands.demo.story import DAY, SCRIPTS, WEEK
from commands.demo.words import WORDS, a_person, company_story
from companies.lookup import CompanyRef
from companies.models import Company
from kit.email_addresses import masked
from restrictions.models import RequestToRestrict
from reviews.models import Letter, Review, Source
from workflows.models import Process
from workflows.reviews.ingest import ingest_reviews

SMALL_REVIEWS = 140
FLAGGED_EACH = 3  # reviews per banned word in the small demo, so that its precision is visible at once
OPEN_SINCE, MORE_OF_LATE = 128, 1.4  # weeks since the oldest review ended; exponent by which more reviews ended lately
# a script with one of these words needs a text with a fault; THEMES: the possible faults
FAULTS = {"reject", "ask", "escalate", "differ"}
THEMES = tuple(name for name, theme in WORDS["themes"].items() if "ground" in theme)
# a script has one prototype, and one more per WEIGHT_OF_A_PART of its weight. For each MORE_EACH reviews it gets the
# same number again, at most MOST_TIMES times.
WEIGHT_OF_A_PART, MORE_EACH, MOST_TIMES = 15, 100_000, 10
SEED_BITS = 40  # the seed is shifted by this number of bits, to make room for the review's number


class Reviews:
    """`open_share`: the share of reviews that wait in a queue. `is_small`: for the small demo."""

    subject: type[Model] = Review
    columns: Mapping[str, str] = {
        **dict.fromkeys(("external_id", "author_name", "shown_name", "author_email", "masked"), "text"),
        **dict.fromkeys(("business_name", "company"), "text"),
        "company_id": "bigint",
        "country": "smallint",
    }
    expressions: Mapping[tuple[type[Model], str], str] = {
        (Review, "content_digest"): (  # reviews.screening.content_digest, of reviews without `posted_at`
            "sha256(convert_to(concat_ws(E'\\x1f', c.company_id, '', p.title, p.text, p.constructive), 'UTF8'))"
        )
    }
    json_ids: Mapping[str, type[Model]] = {"id": Review, "process": Process, "request": RequestToRestrict}

    def __init__(self, seed: int, *, open_share: float = 0.0, is_small: bool = False) -> None:
        self.seed, self.open_share, self.is_small = seed, open_share, is_small

    def keys(self, numbers: Iterable[int]) -> set[Key]:
        return {self._begin_draw(number)[1] for number in numbers}

    def draw(self, numbers: Iterable[int]) -> list[Copy]:
        names = {self._external_id(number): number for number in numbers}
        existing = Review.objects.filter(external_id__in=names, source__in=Source).values_list("external_id", flat=True)
        drawn = {name: self._begin_draw(names[name]) for name in sorted(names.keys() - set(existing))}
        ranks = {name: self._rank(key, chance) for name, (chance, key, _) in drawn.items()}
        companies = companies_of(set(ranks.values()))
        return [
            self._copy(name, companies[ranks[name]], key, chance, is_open=is_open)
            for name, (chance, key, is_open) in drawn.items()
        ]

    def begin(self, key: Key, team: Team) -> ReviewStory:
        piece = company_story(key.number) if self.is_small else None
        chance = Random(f"{self.seed} {key}")
        # in the small demo one in four ended today, the others within three weeks; the dashboard shows two weeks
        within = WEEK if not self.is_small else DAY if key.number % 4 == 0 else 3 * WEEK
        return ReviewStory(key, chance, team, ended_within=within, piece=piece)

    def bring_in(self, stories: Sequence[Any]) -> None:
        # each story has its own company, because screening would treat equal texts about one company as copies
        for place, (story, company) in enumerate(
            zip(stories, Company.objects.bulk_create(Company(name="⟦company⟧") for _ in stories), strict=True)
        ):
            story.incoming.company, story.incoming.external_id = CompanyRef(id=company.pk), f"prototype {place}"
        results = ingest_reviews([story.incoming for story in stories], [{"form": "demo"}] * len(stories))
        received = [result.review_id or 0 for result in results]
        begun = dict(Process.objects.filter(subject_id__in=received).values_list("subject_id", "pk"))
        for story, review in zip(stories, received, strict=True):
            story.subject_id, story.processes = review, [begun[review]]

    def tokens(self) -> Mapping[str, str | type[Model]]:
        now = timezone.now()
        return {
            r"prototype \d+": "external_id",
            ADDRESS.replace(".", r"\."): "author_email",
            masked(ADDRESS).replace("*", r"\*"): "masked",
            f"{now.day} {now:%B %Y}": "day",
            r"(?<=docket-)\d+": Process,
            r"(?<=request )\d+|(?<=has the number )\d+": RequestToRestrict,
        }

    def day(self, model: str, row: Row, rows: Mapping[str, list[Row]]) -> Any:
        """The day when the review was received; in letters about a request, the day when the request was received."""
        days = [rows["review"][0]["received_at"]]
        if model == "letter" and row["about"] in (Letter.About.RECEIPT, Letter.About.ANSWER):
            days += [asked["received_at"] for asked in rows["requesttorestrict"]]
            days = [day for day in days if day <= row["created_at"]]
        elif model == "statement":
            row["content_date"], row["application_date"] = days[0][:10], row["created_at"][:10]
        return max(days)

    def _external_id(self, number: int) -> str:
        return f"demo-{number:05}" if self.is_small else f"demo-{self.seed}-{number:07}"

    def _begin_draw(self, number: int) -> tuple[Random, Key, bool]:
        """The random generator of a review, its prototype, and whether it waits in a queue."""
        chance = Random(self.seed << SEED_BITS | number)
        is_open = chance.random() < self.open_share
        if self.is_small:
            return chance, _small_keys()[number], is_open
        keys, weights = _keys(is_open=is_open, times=min(1 + number // MORE_EACH, MOST_TIMES))
        return chance, chance.choices(keys, cum_weights=weights)[0], is_open

    def _rank(self, key: Key, chance: Random) -> int:
        if not self.is_small:
            return a_rank(chance)
        return key.number if company_story(key.number) else int(chance.random() * len(WORDS["companies"]))

    def _copy(self, external_id: str, company: Company, key: Key, chance: Random, *, is_open: bool) -> Copy:
        name, address = a_person(chance)
        first, _, last = name.partition(" ")
        weeks = 0 if is_open or self.is_small else int(OPEN_SINCE * chance.random() ** MORE_OF_LATE)
        values = {
            "external_id": external_id,
            "company_id": company.pk,
            "company": company.name,
            "country": company.country,
            "author_name": name,
            "shown_name": f"{first} {last[0]}.",
            "author_email": address,
            "masked": masked(address),
            "business_name": f"{last} & Co.",
        }
        return Copy(key, values, weeks, chance.random())


@cache
def _keys(*, is_open: bool, times: int) -> tuple[list[Key], list[float]]:
    """The prototypes of open or ended reviews, with their cumulative weights."""
    share = "open" if is_open else "ended"
    weighted = [
        (_key(first, script, number), weight / parts)
        for first, scripts in SCRIPTS[share].items()
        for script, weight in scripts.items()
        for parts in (int(1 + weight // WEIGHT_OF_A_PART) * times,)
        for number in range(parts)
    ]
    weighted += [
        (_key("pending", script, number, sentence), weight * part)
        for kind, weight in SCRIPTS["rare"]["weights"].items()
        for number, sentence in enumerate(WORDS[kind])
        for script, part in SCRIPTS["rare"][share].items()
    ]
    return [key for key, _ in weighted], list(accumulate(weight for _, weight in weighted))


@cache
def _small_keys() -> list[Key]:
    """The prototypes of the small demo, ordered by number: each script once. Scripts without a fault come first,
    because the written stories have none.
    """
    begun = [
        (first, script) for share in ("ended", "open") for first, each in SCRIPTS[share].items() for script in each
    ]
    begun += [("pending", "")] * (SMALL_REVIEWS - len(begun))
    begun.sort(key=lambda each: bool(_theme(each[0], each[1], 0)))
    # neighbouring numbers have the same word, so that some words have decided reviews and others open ones
    words, told = WORDS["flagged"], len(WORDS["stories"])
    flagged = [words[max(number - told, 0) * len(words) // (SMALL_REVIEWS - told)] for number in range(SMALL_REVIEWS)]
    return [
        _key(each[0], each[1], number, "" if number % FLAGGED_EACH else flagged[number])
        for number, each in enumerate(begun)
    ]


def _key(first: str, script: str, number: int, rare: str = "") -> Key:
    if first == "investigation":
        rare = WORDS["held"][number % len(WORDS["held"])]
    return Key(first, script, _theme(first, script, number), rare, number)


def _theme(first: str, script: str, number: int) -> str:
    words = {*script.split()}
    if "edit-text" in words:
        return "named"
    if first == "investigation":
        return "threat"
    return THEMES[(crc32(script.encode()) + number) % len(THEMES)] if words & FAULTS else ""
