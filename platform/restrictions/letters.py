"""Letters to people who ask for a restriction: their exact texts (DSA, article 16, paragraphs 4 to 6)."""

from kit.desk_day import at_desk
from restrictions.models import RequestToRestrict
from reviews.grounds import Grounds
from reviews.letters import Words, one_line

_REDRESS = (
    "If you think that we are wrong, reply to this message within six months. Another person looks at it again, free of"
    " charge. You can also turn to a certified body for the settlement of disputes out of court, where there is one for"
    " you, or to a court."
)
_BY_A_PERSON = "A person read your request and decided; the decision was not automated."


def receipt_letter(request: RequestToRestrict) -> Words:
    """The confirmation of receipt."""
    news = (
        "We have received your request. A person looks at it and decides; until then the review stays as it is. We"
        " write to you again when it is decided."
    )
    return _letter(request, "We have received your request", news)


def restriction_letter(request: RequestToRestrict, grounds: Grounds) -> Words:
    return _letter(
        request,
        "The review has been restricted",
        f"We have restricted the review: it is no longer shown. {_BY_A_PERSON}",
        f"Why: {grounds.why}",
        f"What it breaks: {grounds.law_or_rule}",
        f"What we found: {grounds.facts}",
        _REDRESS,
    )


def declination_letter(request: RequestToRestrict, why: str) -> Words:
    return _letter(
        request,
        "The review stays published",
        f"We have looked at the review and leave it as it is. {_BY_A_PERSON}",
        f"Why: {why}",
        _REDRESS,
    )


def closing_letter(request: RequestToRestrict) -> Words:
    """For a request that was closed without a decision."""
    news = "The review is no longer published as it was, so that there is nothing left to decide."
    return _letter(request, "Your request has been closed", news)


def _letter(request: RequestToRestrict, subject: str, *parts: str) -> Words:
    ground = request.get_ground_display().lower()
    asked = f"On {at_desk(request.received_at):%-d %B %Y} you asked us to restrict a review of"
    body = (
        f"Dear {one_line(request.contact_name)},",
        f"{asked} {one_line(request.review.company.name)} ({ground}).",
        *parts,
        f"Your request has the number {request.pk}. If you reply, please give it.\n",
    )
    return Words(f"{subject} (request {request.pk})", "\n\n".join(body))
