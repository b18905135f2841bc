"""What a review is searched for when it arrives, and whenever its words change: words, people, copies."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from banned_words.matching import banned_entries, find_banned_words
from banned_words.models import Action
from blacklist.lookup import is_blacklisted
from reviews.models import Review

SCREENED_FIELDS = ("title", "text", "constructive")


@dataclass(frozen=True, slots=True)
class Findings:
    """`needs_investigation`: a match says so, or the author is on the blacklist. A proposed rejection only proposes."""

    flagged_words: list[dict[str, Any]]
    blacklisted: bool
    copies: int
    is_harmful: bool

    @property
    def needs_investigation(self) -> bool:
        return self.blacklisted or any(match["action"] == Action.HOLD for match in self.flagged_words)

    def told(self) -> dict[str, Any]:
        """For the history: what was found, without the words."""
        return {
            "words": len(self.flagged_words),
            "blacklisted": self.blacklisted,
            "copies": self.copies,
            "investigate": self.needs_investigation,
            "propose": "reject" if any(match["action"] == Action.REJECT for match in self.flagged_words) else "",
        }


def screen_review(review: Review) -> Findings:
    """Search a review, and keep with it what was found. Nothing is refused by a search: a person decides."""
    entries = banned_entries()
    matches = [
        (field, match) for field in SCREENED_FIELDS for match in find_banned_words(getattr(review, field), entries)
    ]
    flagged = [
        {
            "word": match.word,
            "entry_id": match.entry_id,
            "field": field,
            "start": match.start,
            "end": match.end,
            "action": match.action,
        }
        for field, match in matches
    ]
    copies = Review.objects.filter(content_digest=review.content_digest).exclude(pk=review.pk)
    findings = Findings(
        flagged_words=flagged,
        blacklisted=is_blacklisted(review.author_email, review.author_mobile),
        copies=copies.count(),
        is_harmful=any(match.is_harmful for _, match in matches),
    )
    review.flagged_words = findings.flagged_words
    Review.objects.filter(pk=review.pk).update(flagged_words=findings.flagged_words)
    return findings


def content_digest(company_id: int, title: str, text: str, constructive: str) -> bytes:
    """Equal for reviews of one company with the same words, whatever their spacing and case."""
    words = "\x1f".join(" ".join(part.casefold().split()) for part in (title, text, constructive))
    return sha256(f"{company_id}\x1f{words}".encode("utf-8", "surrogatepass")).digest()
