"""The demo's reviews: how one is driven, and how the copies of one differ."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from random import Random
from typing import Any, ClassVar, NamedTuple

from django.db.models import Model

from commands.demo.companies import Companies, Found, a_rank
from commands.demo.kinds import Copy, Kind, Row
from commands.demo.people import Team
from commands.demo.review_story import Key, ReviewStory
from commands.demo.story import DAY, SCRIPTS, WEEK
from commands.demo.words import WORDS, Author, Piece, an_author, company_story, pick, write_review
from companies.lookup import CompanyRef
from companies.models import Company
from kit.copying import another
from restrictions.models import RequestToRestrict
from reviews.letters import EXCERPT_LENGTH, masked, one_line, reference_of
from reviews.models import Letter, Review, Revision, Source, Statement
from reviews.screening import Findings, digest_of_content, search_reviews
from workflows.models import Process
from workflows.reviews.arrival import receive_reviews

SMALL_REVIEWS = 140
OPEN_SINCE, MORE_OF_LATE = 128, 1.4  # weeks since the oldest review ended; more of them ended lately
ANONYMOUS, UNVERIFIED = 0.1, 0.09
# edits before the first decision: by the staff while somebody holds the review, or by its author
EDITED, REWRITTEN = 0.03, 0.02
SEQUELS = {"ask", "look", "reinstate"}
# prototypes of a script: one, and one more for so much of its weight; fewer with an edit, a mark or a banned word
WEIGHT_OF_A_PART, WEIGHT_WITH_EXTRA = 60, 150
SEED_BITS = 40  # the number of a review stands below them
_NAME = re.compile(rf"\b(?:{'|'.join(WORDS['first_names'])})\b")


class Drawn(NamedTuple):
    number: int
    chance: Random
    piece: Piece
    author: Author
    rank: int


class Reviews(Kind):
    """`open_share`: how many reviews wait in a queue. `is_small`: the desk of the small demo, of a few days."""

    name, subject = "review", Review
    columns: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("external_id", "title", "text", "constructive", "author_name", "business_name"), "text"),
        **dict.fromkeys(("job_title", "author_email", "masked", "excerpt", "company"), "text"),
        **dict.fromkeys(("text_now", "author_name_now"), "text"),
        **dict.fromkeys(("rating", "country", "flagged"), "smallint"),
        **dict.fromkeys(("flagged_words", "screening"), "jsonb"),
        "company_id": "bigint",
        "anonymous": "boolean",
        "content_digest": "bytea",
    }
    expressions: ClassVar[Mapping[tuple[type[Model], str], str]] = {
        (Review, "text"): "c.text_now",
        (Review, "author_name"): "c.author_name_now",
        (Revision, "text"): "CASE p.number WHEN 1 THEN c.text ELSE c.text_now END",
        (Revision, "author_name"): "CASE p.number WHEN 1 THEN c.author_name ELSE c.author_name_now END",
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
        self._small = [script for script, count in SCRIPTS["small"].items() for _ in range(count)]
        self._small += [
            script
            for script in (*SCRIPTS["open"]["pending"], *SCRIPTS["ended"]["pending"])
            if SEQUELS & {*script.split()}
        ]
        Random(seed).shuffle(self._small)

    def draw(self, numbers: Iterable[int]) -> list[Copy]:
        names = {self._external_id(number): number for number in numbers}
        there = Review.objects.filter(external_id__in=names, source__in=Source).values_list("external_id", flat=True)
        missing = sorted(names.keys() - set(there))
        drawn = [self._draw(names[name]) for name in missing]
        found = self._companies.of_ranks({one.rank for one in drawn})
        reviews = [_review(name, one, found[one.rank]) for name, one in zip(missing, drawn, strict=True)]
        return [
            self._copy(one, review, findings, found[one.rank])
            for one, review, findings in zip(drawn, reviews, search_reviews(reviews), strict=True)
        ]

    def begin(self, key: Any, team: Team) -> ReviewStory:
        chance, found = Random(f"{self.seed} {key}"), ""
        if key.flagged:
            found = pick(chance, self._strong[key.first == "investigation", key.harmful])
        return ReviewStory(key, found, chance, team, DAY if self.is_small else WEEK)

    def bring_in(self, stories: Sequence[Any]) -> None:
        company = Company.objects.create(name="⟦company⟧")
        for place, story in enumerate(stories):
            story.incoming.company, story.incoming.external_id = CompanyRef(id=company.pk), f"prototype {place}"
        fates = receive_reviews([story.incoming for story in stories], [{"form": "demo"}] * len(stories))
        about = [fate.review_id for fate in fates if fate.review_id]
        begun = {process.subject_id: process for process in Process.objects.filter(subject_id__in=about)}
        for story, review_id in zip(stories, about, strict=True):
            story.subject_id, story.processes = review_id, [begun[review_id].pk]
            story.noted["⟦screening⟧"] = begun[review_id].data["screening"]

    def correct(self, model: type[Model], row: Row, rows: Mapping[type[Model], list[Row]]) -> None:
        (review,) = rows[Review]
        if model is Letter:
            about = Letter.About(row["about"])
            asked = rows.get(RequestToRestrict, []) if about in (Letter.About.RECEIPT, Letter.About.ANSWER) else []
            before = [request["received_at"] for request in asked if request["received_at"] <= row["created_at"]]
            row["day"] = max(before, default=review["received_at"])
        elif model is Statement:
            row["content_date"], row["application_date"] = review["received_at"][:10], row["created_at"][:10]

    def _external_id(self, number: int) -> str:
        return f"demo-{number:05}" if self.is_small else f"demo-{self.seed}-{number:07}"

    def _draw(self, number: int) -> Drawn:
        chance = Random(self.seed << SEED_BITS | number)
        rank = int(chance.random() * len(WORDS["companies"])) if self.is_small else a_rank(chance)
        piece = write_review(chance)
        if self.is_small and (story := company_story(number)):
            piece, rank = story, number
        return Drawn(number, chance, piece, an_author(chance), rank)

    def _copy(self, drawn: Drawn, review: Review, findings: Findings, company: Found) -> Copy:
        chance, text = drawn.chance, one_line(review.text or review.constructive)
        is_open = chance.random() < self.open_share
        weeks = 0 if is_open or self.is_small else int(OPEN_SINCE * chance.random() ** MORE_OF_LATE)
        key, edited = self._key(drawn, findings, is_open=is_open)
        values = {
            **{name: getattr(review, name) for name in self.columns if name in review.__dict__},
            "content_digest": f"\\x{bytes(review.content_digest).hex()}",
            "flagged_words": findings.flagged_words,
            "masked": masked(review.author_email),
            "excerpt": f"{text[:EXCERPT_LENGTH]}{'…' if len(text) > EXCERPT_LENGTH else ''}",
            "company": company.name,
            "text_now": edited.get("text", review.text),
            "author_name_now": edited.get("author_name", review.author_name),
            "country": company.country,
            "flagged": findings.flagged,
            "screening": findings.noted,
        }
        return Copy(key, values, weeks, 0.0 if self.is_small else chance.random())

    def _key(self, drawn: Drawn, findings: Findings, *, is_open: bool) -> tuple[Key, dict[str, str]]:
        """The prototype, and the words of the second revision where there is one."""
        chance, first, weight = drawn.chance, "pending", 0
        if findings.needs_investigation:
            first = "investigation"
        elif chance.random() < UNVERIFIED:
            first = "unverified"
        if self.is_small:
            script = self._small.pop() if first == "pending" and self._small else ""
        else:
            scripts = SCRIPTS["open" if is_open else "ended"][first]
            (script,) = chance.choices(tuple(scripts), cum_weights=tuple(accumulate(scripts.values())))
            weight = scripts[script]
        extra, edited = "", dict[str, str]()
        if not findings.flagged_words:
            extra, edited = self._extra(script, drawn)
        parts = 1 + weight // (WEIGHT_WITH_EXTRA if extra or findings.flagged_words else WEIGHT_OF_A_PART)
        script = f"{extra} {script}" if edited else f"{script} {extra}"
        number, parts = (drawn.number, SMALL_REVIEWS) if self.is_small else (int(chance.random() * parts), parts)
        return Key(first, bool(findings.flagged_words), findings.is_harmful, script.strip(), number, parts), edited

    def _extra(self, script: str, drawn: Drawn) -> tuple[str, dict[str, str]]:
        """Words of the script that move nothing, and the words of the review after an edit."""
        chance, text, author = drawn.chance.random(), drawn.piece.text, drawn.author.name
        if not script and chance < REWRITTEN:
            return "rewrite", {"text": f"{text}\n\n{pick(drawn.chance, WORDS['added'])}"}
        if script and not script.startswith(("withdraw", "vouch")) and chance < EDITED:
            if named := _NAME.search(text):
                return "edit-text", {"text": re.sub(rf"\b{named[0]}\b", "[name]", text)}
            return "edit-name", {"author_name": f"{author.partition(' ')[0]} {author.partition(' ')[2][:1]}."}
        is_held = script.endswith(("approve", "reject", "restrict", "decline"))
        if any(script in scripts for scripts in SCRIPTS["open"].values()) and not is_held:
            marks, none = SCRIPTS["marks"], 1 - sum(SCRIPTS["marks"].values())
            return drawn.chance.choices((*marks, ""), (*marks.values(), none))[0], {}
        return "", {}

    @cached_property
    def _strong(self) -> dict[tuple[bool, bool], list[str]]:
        """Sentences with a banned word: by whether they ask for an investigation, and whether they are harmful."""
        found = defaultdict(list)
        for sentence in (*WORDS["flagged"], *WORDS["held"], *WORDS["proposed"]):
            (findings,) = search_reviews([Review(text=sentence)])
            if findings.flagged_words:
                found[findings.needs_investigation, findings.is_harmful].append(f" {sentence}")
        return found


def _review(external_id: str, drawn: Drawn, company: Found) -> Review:
    """Not saved: what is searched, and the columns of a copy."""
    piece, author = drawn.piece, drawn.author
    review = another(
        _LIKE,
        external_id=external_id,
        company_id=company.id,
        rating=piece.rating,
        title=piece.title,
        text=piece.text,
        constructive=piece.hint,
        author_name=author.name,
        business_name=author.business,
        job_title=author.job,
        author_email=author.address,
        anonymous=drawn.chance.random() < ANONYMOUS,
    )
    review.content_digest = digest_of_content(review)
    return review


_LIKE = Review()
