"""Forms of outcomes for every kind of process; forms of a single kind are in its own package."""

from datetime import datetime, timedelta
from typing import Annotated

from django.utils import timezone
from pydantic import AfterValidator, AwareDatetime, Field, JsonValue

from kit.times import in_utc
from workflows.engine.core.entry_data import moment
from workflows.engine.core.outcomes import LongText, OutcomeForm

TEXTAREA: dict[str, JsonValue] = {"x-widget": "textarea"}
MAX_POSTPONEMENT = timedelta(days=30)

# what the outcomes do that several kinds of process share
ABOUT = {
    "backlog": "It waits in the backlog, outside the daily queues, until somebody returns it.",
    "escalate": "A head moderator decides it. Say what you are unsure of.",
    "return": "It goes back to the queue it came from, for whoever is next.",
    "recall": "It goes back to where it was decided. Nothing has been sent yet.",
    "confirm": "It takes effect now instead of when its hold ends, and cannot be recalled any more.",
    "publish": "It appears now instead of when its hold ends, and cannot be recalled any more.",
}


class Escalation(OutcomeForm):
    """The notes with which an item is escalated."""

    text_field = "notes"

    notes: LongText = Field(
        title="Notes", description="What a head moderator needs to know to decide.", json_schema_extra=TEXTAREA
    )


class Investigation(OutcomeForm):
    """The question of an investigation."""

    text_field = "question"

    question: LongText = Field(
        title="What is to be found out", description="Whom to ask, and about what.", json_schema_extra=TEXTAREA
    )


class ReturnWithAdvice(OutcomeForm):
    """Advice to the person who works on the item next."""

    text_field = "advice"

    advice: LongText = Field(
        title="Advice", description="What the person who works on it next should know.", json_schema_extra=TEXTAREA
    )


def _soon(until: datetime) -> datetime:
    now = timezone.now()
    if not now < until <= now + MAX_POSTPONEMENT:
        raise ValueError(f"Choose a time within the next {MAX_POSTPONEMENT.days} days")
    return in_utc(until)


class Rescheduling(OutcomeForm):
    """Another time of publication, and the reason: a review must not be delayed for being negative (CMA guidance)."""

    text_field = "why"
    entry_data = {"until": moment}

    until: Annotated[AwareDatetime, AfterValidator(_soon)] = Field(title="Publish at")
    why: LongText = Field(title="Why", description="A low rating is never a reason.", json_schema_extra=TEXTAREA)
