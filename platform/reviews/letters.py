"""Letters to authors: their exact texts. The preview, the mail and the stored record use the same functions."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings

from kit.email_addresses import is_email_address
from kit.text import excerpt_of
from reviews.grounds import Grounds
from reviews.models import Letter, Review, StatementKind

_SUBJECTS = {
    StatementKind.REJECT: "Your review of {company} is not published",
    StatementKind.RESTRICT: "Your review of {company} has been taken down",
}
_DECISIONS = {
    StatementKind.REJECT: "We have decided not to publish it.",
    StatementKind.RESTRICT: "It was published. We have decided to take it down: it is no longer shown to readers.",
}
EXCERPT_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Words:
    """A letter. `subject`: one line. `body`: plain text."""

    subject: str
    body: str


def reference_of(process_id: int) -> str:
    """The reference number in letters to the author: unique, and available before the decision."""
    return f"docket-{process_id}"


def statement_letter(review: Review, grounds: Grounds, process_id: int, *, received: str | None = None) -> Words:
    """The statement of reasons (DSA, article 17, paragraph 3: a to f). `received`: the text as received, if loaded."""
    company = one_line(review.company.name)
    parts = (
        _opening(review, _DECISIONS[grounds.kind], received),
        _section("Why", grounds.why),
        _section("What we found", grounds.facts),
        _section(*_rule(grounds)),
        _section("How this was decided", " ".join(_automation(grounds))),
        _section("What you can do", _redress(process_id)),
    )
    return Words(_SUBJECTS[grounds.kind].format(company=company), "\n\n".join((*parts, _closing(process_id))))


def reinstatement_letter(review: Review, process_id: int, *, received: str | None = None) -> Words:
    """The letter which tells the author that an earlier decision is being reconsidered.
    `received`: the text as received, if loaded.
    """
    company = one_line(review.company.name)
    news = (
        "We are looking at it again. Our earlier decision no longer applies. If we decide against your review again,"
        " you will get a new statement of the reasons."
    )
    return Words(
        f"Your review of {company} is being looked at again",
        f"{_opening(review, news, received)}\n\n{_closing(process_id)}",
    )


def address_of(review: Review) -> str:
    """The author's email address; empty if there is none or it is invalid."""
    return _reachable(review.author_email)


def write_letter(
    review: Review, process_id: int, about: Letter.About, words: Words, *, to: str | None = None
) -> Letter:
    """Store a letter, to be sent if there is an address. A second call returns the stored letter.

    `to` None: the author's address.
    """
    to = _reachable(review.author_email if to is None else to)
    letter, _ = Letter.objects.get_or_create(
        process_id=process_id,
        about=about,
        defaults={
            "review": review,
            "to": to,
            "subject": words.subject,
            "body": words.body,
            "state": Letter.State.WAITING if to else Letter.State.NO_ADDRESS,
        },
    )
    return letter


def one_line(text: str) -> str:
    """`text` without line ends, safe for a mail header."""
    return " ".join(text.split())


def _reachable(address: str) -> str:
    return address if is_email_address(address) else ""


def _opening(review: Review, news: str, received: str | None) -> str:
    greeting = f"Dear {one_line(review.author_name)}," if review.author_name.strip() else "Hello,"
    about = f"You wrote a review of {one_line(review.company.name)}, which we received on {_received(review)}."
    return f"{greeting}\n\n{about} {news}{_excerpt(review, received)}"


def _received(review: Review) -> str:
    return f"{review.received_at.day} {review.received_at:%B %Y}"


def _excerpt(review: Review, received: str | None) -> str:
    """The beginning of the review as received, without edits by staff."""
    text = one_line(_received_words(review) if received is None else received)
    return f"\n\nIt began: “{excerpt_of(text, EXCERPT_LENGTH)}”" if text else ""


def _received_words(review: Review) -> str:
    first = review.revisions.get(number=1)
    return first.text or first.constructive


def _section(title: str, text: str) -> str:
    return f"{title.upper()}\n{text}"


def _rule(grounds: Grounds) -> tuple[str, str]:
    if grounds.is_illegal:
        return "The law that it breaks", grounds.law_or_rule
    url = settings.REVIEW_RULES_URL
    return "The rule that it breaks", f"{grounds.law_or_rule}\n{url}" if url else grounds.law_or_rule


def _automation(grounds: Grounds) -> Iterator[str]:
    yield "Somebody sent us a notice about it." if grounds.notice else "We looked at it on our own initiative."
    yield (
        "It was pointed out to us by automated means."
        if grounds.detected
        else "It was not pointed out to us by automated means."
    )
    yield "A person read it and decided; the decision was not automated."


def _redress(process_id: int) -> str:
    return (
        f"If you think that we are wrong, reply to this message within six months and give the number"
        f" {reference_of(process_id)}. Another person looks at it again, free of charge. You can also turn to a"
        f" certified body for the settlement of disputes out of court, where there is one for you, or to a court."
    )


def _closing(process_id: int) -> str:
    return f"Number of this decision: {reference_of(process_id)}\n"
