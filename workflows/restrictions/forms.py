"""The forms of decisions on a request to restrict."""

from pydantic import Field

from workflows.engine.core.outcomes import LongText, OutcomeForm
from workflows.forms import TEXTAREA
from workflows.reviews.forms import Rejection


class Restriction(Rejection):
    """Why a published review is hidden. Sent to its author and to the person who asked (DSA, article 17)."""

    applies_to = "restrict"


class Declination(OutcomeForm):
    """Why a review stays as it is. Sent word for word to the person who asked; its author is not informed."""

    text_field = "why"

    why: LongText = Field(
        title="Why the review stays", description="Sent to who asked, word for word.", json_schema_extra=TEXTAREA
    )
