"""The demo's reviews: how one is driven, and how the copies of one differ."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import accumulate
from random import Random
from typing import Any, ClassVar, NamedTuple
from zlib import crc32

from django.db.models import Model

from commands.demo.companies import Companies, a_rank
from commands.demo.kinds import Copy, Kind, Row
from commands.demo.people import Team
from commands.demo.review_story import Key, ReviewStory
from commands.demo.story import DAY, SCRIPTS, WEEK
from commands.demo.words import WORDS, Author, Piece, an_author, company_story, fill_in, pick, write_review
from companies.lookup import CompanyRef
from companies.models import Company
from kit.copying import another
from kit.email_addresses import masked
from restrictions.models import RequestToRestrict
from reviews.letters import EXCERPT_LENGTH, one_line, reference_of
from reviews.models import Letter, Review, Revision, Source
from reviews.screening import Findings, digest_of_content, search_reviews
from workflows.models import Priority, Process, Task
from workflows.reviews.arrival import receive_reviews

SMALL_REVIEWS = 140
FLAGGED_EACH = 3  # of the small demo, so that precision can be seen at once
OPEN_SINCE, MORE_OF_LATE = 128, 1.4  # weeks since the oldest review ended; more of them ended lately
ANONYMOUS, UNVERIFIED = 0.1, 0.09
SEQUELS = {"ask", "look", "reinstate"}
# words of scripts after which a text needs something wrong with it, and its themes
FAULTS = {"reject", "ask", "escalate", "differ"}
THEMES = tuple(name for name, theme in WORDS["themes"].items() if "ground" in theme)
# prototypes of a script: this many, and one more for so much of its weight
WEIGHT_OF_A_PART, PARTS_WITH_FAULT, WEIGHT_WITH_FAULT, PARTS_OF_SMALL = 70, 2, 25, 12
SEED_BITS = 40  # the number of a review stands below them


class Drawn(NamedTuple):
    chance: Random
    key: Key
    fault: str
    piece: Piece
    author: Author
    rank: int
    is_open: bool


class Reviews(Kind):
    """`open_share`: how many reviews wait in a queue. `is_small`: the desk of the small demo, of a few days."""

    subject = Review
    columns: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("external_id", "title", "text", "constructive", "author_name", "business_name"), "text"),
        **dict.fromkeys(("job_title", "author_email", "masked", "excerpt", "company"), "text"),
        **dict.fromkeys(("text_now", "author_name_now"), "text"),
        **dict.fromkeys(("rating", "country", "flagged", "priority"), "smallint"),
        **dict.fromkeys(("flagged_words", "shadow_words", "screening"), "jsonb"),
        "words_version": "bigint",
        "company_id": "bigint",
        "anonymous": "boolean",
        "content_digest": "bytea",
    }
    expressions: ClassVar[Mapping[tuple[type[Model], str], str]] = {
        (Review, "text"): "c.text_now",
        (Review, "author_name"): "c.author_name_now",
        (Revision, "text"): "CASE p.number WHEN 1 THEN c.text ELSE c.text_now END",
        (Revision, "author_name"): "CASE p.number WHEN 1 THEN c.author_name ELSE c.author_name_now END",
        # of processes that do not take it from the review it is always the normal one
        **{
            (model, "priority"): f"CASE p.priority WHEN {Priority.HARMFUL} THEN c.priority ELSE p.priority END"
            for model in (Process, Task)
        },
    }
    json_ids: ClassVar[Mapping[str, type[Model]]] = {"id": Review, "process": Process, "request": RequestToRestrict}
    written_ids = (
        (Process, reference_of(0).replace("0", "{}")),
        (RequestToRestrict, "request {}"),
        (RequestToRestrict, "has the number {}"),
    )

    def __init__(self, seed: int, *, open_share: float = 0.0, is_small: bool = False) -> None:
        self.seed, self.open_share, self.is_small = seed, open_share, is_small
        self._companies = Companies()

    def draw(self, numbers: Iterable[int]) -> list[Copy]:
        names = {self._external_id(number): number for number in numbers}
        existing = Review.objects.filter(external_id__in=names, source__in=Source).values_list("external_id", flat=True)
        missing = sorted(names.keys() - set(existing))
        drawn = [self._draw(names[name]) for name in missing]
        found = self._companies.of_ranks({each.rank for each in drawn})
        reviews = [_review(name, each, found[each.rank].pk) for name, each in zip(missing, drawn, strict=True)]
        return [
            self._copy(each, review, findings, found[each.rank])
            for each, review, findings in zip(drawn, reviews, search_reviews(reviews), strict=True)
        ]

    def begin(self, key: Any, team: Team) -> ReviewStory:
        strong = self._strong.get(key.first == "investigation", "")
        return ReviewStory(key, strong, Random(f"{self.seed} {key}"), team, ended_within=DAY if self.is_small else WEEK)

    def bring_in(self, stories: Sequence[Any]) -> None:
        company = Company.objects.create(name="⟦company⟧")
        for place, story in enumerate(stories):
            story.incoming.company, story.incoming.external_id = CompanyRef(id=company.pk), f"prototype {place}"
        results = receive_reviews([story.incoming for story in stories], [{"form": "demo"}] * len(stories))
        begun = {process.subject_id: process for process in Process.objects.filter(company_id=company.pk)}
        for story, result in zip(stories, results, strict=True):
            process = begun[result.review_id or 0]
            story.subject_id, story.processes = process.subject_id, [process.pk]
            story.parts = {"⟦screening⟧": process.data["screening"]}

    def day(self, model: str, row: Row, rows: Mapping[str, list[Row]]) -> Any:
        """That of the arrival of the review, or in letters about a request of the request."""
        days = [rows["review"][0]["received_at"]]
        if model == "letter" and row["about"] in (Letter.About.RECEIPT, Letter.About.ANSWER):
            days += [asked["received_at"] for asked in rows["requesttorestrict"]]
            days = [day for day in days if day <= row["created_at"]]
        elif model == "statement":
            row["content_date"], row["application_date"] = days[0][:10], row["created_at"][:10]
        return max(days)

    def _external_id(self, number: int) -> str:
        return f"demo-{number:05}" if self.is_small else f"demo-{self.seed}-{number:07}"

    def _draw(self, number: int) -> Drawn:
        chance = Random(self.seed << SEED_BITS | number)
        is_open, first = chance.random() < self.open_share, "unverified" if chance.random() < UNVERIFIED else "pending"
        key = _small_plots(self.seed)[number] if self.is_small else _pick_plot(chance, first, is_open=is_open)
        fault = fill_in(WORDS["themes"][key.theme]["says"], chance) if key.theme else ""
        rank = int(chance.random() * len(WORDS["companies"])) if self.is_small else a_rank(chance)
        word = WORDS["flagged"][number // FLAGGED_EACH % len(WORDS["flagged"])]
        is_flagged = self.is_small and number % FLAGGED_EACH == 0
        piece = write_review(chance, fault, word if is_flagged else "")
        if self.is_small and (story := company_story(number)):
            piece, rank = story, number
        return Drawn(chance, key, fault, piece, an_author(chance), rank, is_open)

    def _copy(self, drawn: Drawn, review: Review, findings: Findings, company: Company) -> Copy:
        key, chance, text = drawn.key, drawn.chance, one_line(review.text or review.constructive)
        if findings.needs_investigation:
            small = Key("investigation", "", "", 0, 1)
            key = small if self.is_small else _pick_plot(chance, "investigation", is_open=drawn.is_open)
        values = {
            **{name: getattr(review, name) for name in self.columns if name in review.__dict__},
            "content_digest": f"\\x{bytes(review.content_digest).hex()}",
            "flagged_words": findings.flagged_words,
            "shadow_words": findings.shadow_words,
            "words_version": findings.version,
            "masked": masked(review.author_email),
            "excerpt": f"{text[:EXCERPT_LENGTH]}{'…' if len(text) > EXCERPT_LENGTH else ''}",
            "company": company.name,
            **dict(zip(("text_now", "author_name_now"), _edited(key.script, drawn), strict=True)),
            "country": company.country,
            "flagged": findings.flagged,
            "priority": Priority.HARMFUL if findings.is_harmful else Priority.NORMAL,
            "screening": findings.noted,
        }
        weeks = 0 if drawn.is_open or self.is_small else int(OPEN_SINCE * chance.random() ** MORE_OF_LATE)
        return Copy(key, values, weeks, chance.random())

    @cached_property
    def _strong(self) -> dict[bool, str]:
        """A sentence with a banned word, harmful if any is: by whether it asks for an investigation."""
        sentences = [*WORDS["flagged"], *WORDS["held"], *WORDS["proposed"]]
        found = zip(search_reviews([Review(text=sentence) for sentence in sentences]), sentences, strict=True)
        by_harm = sorted((each for each in found if each[0].flagged), key=lambda each: each[0].is_harmful)
        return {findings.needs_investigation: f" {sentence}" for findings, sentence in by_harm}


@cache
def _plots(first: str, *, is_open: bool) -> tuple[list[Key], list[float]]:
    """The prototypes of reviews that begin in this step, with their weights, added up."""
    keys, weights = [], []
    for script, weight in SCRIPTS["open" if is_open else "ended"][first].items():
        parts = 1 + weight // WEIGHT_OF_A_PART
        if _theme(first, script, 0) in THEMES:
            parts = PARTS_WITH_FAULT + weight // WEIGHT_WITH_FAULT
        keys += [Key(first, script, _theme(first, script, number), number, parts) for number in range(parts)]
        weights += [weight / parts] * parts
    return keys, list(accumulate(weights))


def _pick_plot(chance: Random, first: str, *, is_open: bool) -> Key:
    keys, weights = _plots(first, is_open=is_open)
    return chance.choices(keys, cum_weights=weights)[0]


@cache
def _small_plots(seed: int) -> list[Key]:
    """By the numbers of the small demo. Those with a story of their own come first: nothing is wrong with them."""
    scripts = [script for script, count in SCRIPTS["small"].items() for _ in range(count)]
    pending = (*SCRIPTS["open"]["pending"], *SCRIPTS["ended"]["pending"])
    scripts += [script for script in pending if SEQUELS & {*script.split()}]
    Random(seed).shuffle(scripts)
    scripts.sort(key=lambda script: bool(_theme("pending", script, 0)))
    plots = [("pending", script) for script in scripts] + [("unverified", "")] * (SMALL_REVIEWS - len(scripts))
    return [
        Key(first, script, _theme(first, script, number), number % PARTS_OF_SMALL, PARTS_OF_SMALL)
        for number, (first, script) in enumerate(plots)
    ]


def _theme(first: str, script: str, number: int) -> str:
    words = {*script.split()}
    if "edit-text" in words:
        return "named"
    if first == "investigation":
        return "threat"
    return THEMES[(crc32(script.encode()) + number) % len(THEMES)] if words & FAULTS else ""


def _edited(script: str, drawn: Drawn) -> tuple[str, str]:
    """The text and the author's name after the edit of a script."""
    text, name = drawn.piece.text, drawn.author.author_name
    if "edit-text" in script:
        text = text.replace(f" {drawn.fault}", "")
    elif "rewrite" in script:
        text = f"{text}\n\n{pick(drawn.chance, WORDS['added'])}"
    elif "edit-name" in script:
        name = f"{name.partition(' ')[0]} {name.partition(' ')[2][:1]}."
    return text, name


def _review(external_id: str, drawn: Drawn, company_id: int) -> Review:
    """Not saved: what is searched, and the columns of a copy."""
    anonymous, words = drawn.chance.random() < ANONYMOUS, {**drawn.piece._asdict(), **drawn.author._asdict()}
    review = another(_LIKE, external_id=external_id, company_id=company_id, anonymous=anonymous, **words)
    review.content_digest = digest_of_content(review)
    return review


_LIKE = Review()
