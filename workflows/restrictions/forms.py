"""The forms of decisions on a request to restrict."""

from pydantic import Field

from workflows.engine.core.outcomes import LongText, OutcomeForm
from workflows.forms import TEXTAREA
from workflows.reviews.forms import Rejection


class Restriction(Rejection):
    """Why a published review is hidden. Sent to its author and to the requester (DSA, article 17)."""

    applies_to = "restrict"


class Declination(OutcomeForm):
    """Why a review stays published. Sent word for word to the requester; its author is not informed."""

    text_field = "why"

    why: LongText = Field(
        title="Why the review stays", description="Sent to the requester, word for word.", json_schema_extra=TEXTAREA
    )
