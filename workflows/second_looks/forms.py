"""The form of a verdict on two decisions."""

from pydantic import Field

from workflows.engine.core.outcomes import LongText, OutcomeForm
from workflows.forms import TEXTAREA


class Verdict(OutcomeForm):
    """Why one of two decisions is the right one: both people are to learn from it."""

    text_field = "why"

    why: LongText = Field(
        title="Why", description="What the next decision of this kind should go by.", json_schema_extra=TEXTAREA
    )
