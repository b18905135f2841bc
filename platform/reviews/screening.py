"""Screen a review on ingest and after each change of its text: banned words, blacklisted people, copies."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from django.db.models import Count

from banned_words.flags import flags_of
from banned_words.harm import is_dangerous
from banned_words.matcher import Match
from banned_words.matching import search_texts
from banned_words.models import Action
from blacklist.lookup import blacklisted_among
from reviews.models import Review

MAX_FLAGGED = 2**15 - 1
WORDS_OF_REVIEW = ("flagged_words", "shadow_words", "words_version")
SCREENED_FIELDS = ("title", "text", "constructive")


@dataclass(frozen=True, slots=True)
class Findings:
    """The findings of a screening.

    `found`: the number of all matches, including matches that are not stored. `flagged`: the same number, capped for a
    column of the process and its tasks. `noted`: data for the history, without the words. `version`: version of the
    list of banned words. `shadow_words`: matches of shadow entries, which are only counted; None for none.
    A match never rejects a review.
    """

    flagged_words: list[dict[str, Any]]
    blacklisted: bool
    copies: int
    is_harmful: bool
    found: int = 0
    version: int | None = None
    shadow_words: list[dict[str, Any]] | None = None
    needs_investigation: bool = field(init=False)
    flagged: int = field(init=False)
    noted: dict[str, Any] = field(init=False)

    def store_on(self, review: Review) -> None:
        """Set the screening fields of the review (`WORDS_OF_REVIEW`), without saving."""
        review.flagged_words, review.shadow_words = self.flagged_words, self.shadow_words
        review.words_version = self.version

    def __post_init__(self) -> None:
        actions = {match["action"] for match in self.flagged_words}
        number = max(self.found, len(self.flagged_words))
        investigate = self.blacklisted or Action.HOLD in actions
        noted = {
            "words": number,
            "blacklisted": self.blacklisted,
            "copies": self.copies,
            "investigate": investigate,
            "propose": "reject" if Action.REJECT in actions else "",
        }
        for name, value in (
            ("needs_investigation", investigate),
            ("flagged", min(number, MAX_FLAGGED)),
            ("noted", noted),
        ):
            object.__setattr__(self, name, value)  # the class is frozen


def screen_review(review: Review) -> Findings:
    """Screen a review and store the flagged words. Screening never rejects a review: a person decides."""
    (findings,) = search_reviews([review])
    findings.store_on(review)
    review.save(update_fields=WORDS_OF_REVIEW)
    return findings


def search_new_reviews(reviews: Sequence[Review]) -> list[Findings]:
    """Like `search_reviews`, for reviews that are not saved yet: also sets their screening fields."""
    for review in reviews:
        review.content_digest = digest_of_content(review)
    all_findings = search_reviews(reviews)
    for review, findings in zip(reviews, all_findings, strict=True):
        findings.store_on(review)
    return all_findings


def search_reviews(reviews: Sequence[Review]) -> list[Findings]:
    """The findings for each review, in three statements. Earlier reviews of the sequence count as stored for copies.

    One of the three reads the version of the list of banned words; the entries are read only if it has changed.
    """
    version, matches = search_texts([texts_of(review) for review in reviews])
    people = blacklisted_among([(review.author_email, review.author_mobile) for review in reviews])
    copies = _count_copies(reviews)
    return [
        _findings(review, by_field, version=version, blacklisted=blacklisted, copies=count)
        for review, by_field, blacklisted, count in zip(reviews, matches, people, copies, strict=True)
    ]


def _findings(
    review: Review, by_field: Sequence[Sequence[Match]], *, version: int, blacklisted: bool, copies: int
) -> Findings:
    everything = [(field, match) for field, matches in zip(SCREENED_FIELDS, by_field, strict=True) for match in matches]
    found = [each for each in everything if not each[1].is_shadow]
    shadows = [each for each in everything if each[1].is_shadow]
    return Findings(
        flagged_words=flags_of(found),
        found=len(found),
        version=version,
        shadow_words=flags_of(shadows) or None,
        blacklisted=blacklisted,
        copies=copies,
        is_harmful=any(match.is_harmful for _, match in found) or any(map(is_dangerous, texts_of(review))),
    )


def texts_of(review: Review) -> list[str]:
    return [getattr(review, field) for field in SCREENED_FIELDS]


def _count_copies(reviews: Sequence[Review]) -> Iterator[int]:
    """For each review, the number of others with equal content. A saved review is not counted as its own copy."""
    alike = Review.objects.filter(content_digest__in={review.content_digest for review in reviews})
    stored = alike.values_list("content_digest").annotate(count=Count("pk")).order_by()
    counts = Counter({bytes(digest): count for digest, count in stored})
    for review in reviews:
        is_new = review._state.adding
        digest = bytes(review.content_digest)
        yield counts[digest] - (not is_new)
        counts[digest] += is_new


def content_digest(
    company_id: int, title: str, text: str, constructive: str, *, posted_at: datetime | None = None
) -> bytes:
    """A digest that is equal for reviews of one company, posted on one day, with exactly the same text.

    Short praise is often equal by chance, but equal praise for one company on one day is a copy (decision 10).
    """
    day = posted_at.astimezone(UTC).date().isoformat() if posted_at else ""
    return sha256(
        "\x1f".join((str(company_id), day, title, text, constructive)).encode("utf-8", "surrogatepass")
    ).digest()


def digest_of_content(review: Review) -> bytes:
    return content_digest(review.company_id, review.title, review.text, review.constructive, posted_at=review.posted_at)
