"""Reviews as sources send them."""

import itertools
from typing import Any

from reviews.ingest import IncomingReview, parse_review

_numbers = itertools.count(1)


def a_sent_review(**fields: Any) -> dict[str, Any]:
    """One review as sent to the API: verified, with a company named by its name."""
    defaults = {
        "source": "wf",
        "external_id": f"sent-{next(_numbers)}",
        "company": "Mill Lane Dental",
        "text": "They came on time.",
        "rating": 4,
        "verified": True,
    }
    return {**defaults, **fields}


def incoming(**fields: Any) -> IncomingReview:
    return parse_review(a_sent_review(**fields))
