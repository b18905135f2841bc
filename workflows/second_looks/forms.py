"""The form of a verdict on two decisions."""

from pydantic import Field

from workflows.engine.core.outcomes import LongText, OutcomeForm
from workflows.forms import TEXTAREA


class Verdict(OutcomeForm):
    """Why one of two decisions is right, for both people to learn from."""

    text_field = "why"

    why: LongText = Field(
        title="Why", description="What to consider in the next decision of this kind.", json_schema_extra=TEXTAREA
    )
