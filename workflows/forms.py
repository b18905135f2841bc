"""The forms of the outcomes."""

from datetime import datetime, timedelta
from functools import cached_property
from typing import Annotated, Any, ClassVar

from django.db.models import QuerySet
from django.utils import timezone
from pydantic import AfterValidator, AwareDatetime, Field, JsonValue, StringConstraints

from kit.errors import InvalidError
from kit.prepared import Marks, Prepared
from kit.rows import column_names, hydrate
from kit.text import storable
from reviews.models import Reason
from workflows.engine.core.entry_data import code, moment, title
from workflows.engine.core.outcomes import LongText, OutcomeForm

TEXTAREA: dict[str, JsonValue] = {"x-widget": "textarea"}
MAX_POSTPONEMENT = timedelta(days=30)

# as long as the Commission's schema takes them
Explanation = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2_000), AfterValidator(storable)]
Rule = Annotated[str, StringConstraints(strip_whitespace=True, max_length=500), AfterValidator(storable)]


class Escalation(OutcomeForm):
    """What a head moderator needs to know."""

    text_field = "notes"

    notes: LongText = Field(
        title="Notes", description="What a head moderator needs to know to decide.", json_schema_extra=TEXTAREA
    )


class Investigation(OutcomeForm):
    """What is to be found out."""

    text_field = "question"

    question: LongText = Field(
        title="What is to be found out", description="Whom to ask, and what for.", json_schema_extra=TEXTAREA
    )


class ReturnWithAdvice(OutcomeForm):
    """What the person who works on it next should know."""

    text_field = "advice"

    advice: LongText = Field(
        title="Advice", description="What whoever works on it next should know.", json_schema_extra=TEXTAREA
    )


def _soon(moment: datetime) -> datetime:
    now = timezone.now()
    if not now < moment <= now + MAX_POSTPONEMENT:
        raise ValueError(f"choose a time within the next {MAX_POSTPONEMENT.days} days")
    return moment


class Rescheduling(OutcomeForm):
    """When it is published instead, and why: no review may wait for being negative (CMA guidance)."""

    text_field = "why"
    entry_data = {"until": moment}

    until: Annotated[AwareDatetime, AfterValidator(_soon)] = Field(title="Publish at")
    why: LongText = Field(title="Why", description="A low rating is never a ground.", json_schema_extra=TEXTAREA)


class Verdict(OutcomeForm):
    """Why one of two decisions is the right one: both people are to learn from it."""

    text_field = "why"

    why: LongText = Field(
        title="Why", description="What the next decision of this kind should go by.", json_schema_extra=TEXTAREA
    )


class ReasonedForm(OutcomeForm):
    """A decision against a review: a reason code and the facts."""

    text_field = "facts"
    entry_data = {"reason": code, "reason_title": title}
    applies_to: ClassVar[str] = "reject"

    reason: Annotated[str, AfterValidator(storable)] = Field(title="Reason", max_length=40)
    facts: LongText = Field(
        title="Facts",
        description="Quoted to the author word for word. A low rating is never a ground.",
        json_schema_extra=TEXTAREA,
    )

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        schema = super().json_schema()
        schema["properties"]["reason"] = {
            "title": "Reason",
            "oneOf": [cls.choice(row) for row in _offered(cls.applies_to)],
        }
        return schema

    @classmethod
    def choice(cls, reason: Reason) -> dict[str, Any]:
        return {"const": reason.code, "title": reason.title, "description": reason.sentence}

    @classmethod
    def reasons(cls) -> QuerySet[Reason]:
        return Reason.objects.filter(active=True, applies_to__contains=[cls.applies_to])

    @classmethod
    def parse(cls, payload: Any) -> "OutcomeForm":
        form = super().parse(payload)
        if isinstance(form, ReasonedForm) and form.chosen is None:
            raise InvalidError({"form.reason": ["There is no such reason for this outcome."]})
        return form

    def data(self) -> dict[str, Any]:
        """The code with its title of the day: the history tells what was chosen, whatever the rows say later."""
        return {"reason": self.reason, "reason_title": self.chosen.title if self.chosen else self.reason}

    @cached_property
    def chosen(self) -> Reason | None:
        return self.reasons().filter(code=self.reason).first()


def _offered(applies_to: str) -> list[Reason]:
    """Those that one may choose now. Every item asks for them: a house may change its reasons at any time."""
    return [hydrate(Reason, row) for row in _OFFERED.rows({}, applies_to)]


def _active(_marks: Marks, applies_to: str) -> QuerySet[Reason, Any]:
    offered = Reason.objects.filter(active=True, applies_to__contains=[applies_to])
    return offered.values_list(*column_names(Reason))


_OFFERED = Prepared(_active)


class Rejection(ReasonedForm):
    """Why a review is refused: told to its author in a statement of reasons (DSA, article 17)."""

    explanation: Explanation = Field(
        default="",
        title="Explanation",
        description="What the author reads first. Empty: the sentence of the reason.",
        json_schema_extra=TEXTAREA,
    )
    rule: Rule = Field(
        default="",
        title="Rule or law",
        description="Empty: the rule of the reason.",
    )

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """`x-preview` names the letter that the console shows beside the form."""
        schema = super().json_schema()
        properties = schema["properties"]
        order = ("reason", "rule", "explanation", "facts")
        return {**schema, "properties": {name: properties[name] for name in order}, "x-preview": "statement"}

    @classmethod
    def choice(cls, reason: Reason) -> dict[str, Any]:
        """`x-prefill` is what the console fills into other fields when the reason is chosen."""
        return {**super().choice(reason), "x-prefill": {"explanation": reason.sentence, "rule": reason.rule}}

    @classmethod
    def parse(cls, payload: Any) -> "OutcomeForm":
        form: Any = super().parse(payload)
        if not form.rule and not form.chosen.rule:
            raise InvalidError({"form.rule": ["Name the law that the review breaks."]})
        parsed: OutcomeForm = form
        return parsed

    def kept(self) -> dict[str, Any]:
        return {"statement": self.reworded() or None}

    def reworded(self) -> dict[str, str]:
        """What was written in place of the reason's own words."""
        known = {"explanation": self.chosen.sentence, "rule": self.chosen.rule} if self.chosen else {}
        return {name: text for name in known if (text := getattr(self, name)) and text != known[name]}


class Opinion(ReasonedForm):
    """Why a review would be refused: asked like a rejection, and read by colleagues alone."""

    facts: LongText = Field(
        title="Facts", description="What speaks against it. The author never reads this.", json_schema_extra=TEXTAREA
    )


class Restriction(Rejection):
    """Why a published review is taken from its readers: told to its author and to who asked (DSA, article 17)."""

    applies_to = "restrict"


class Declination(OutcomeForm):
    """Why a review stays as it is: told to who asked, word for word. Its author is not troubled."""

    text_field = "why"

    why: LongText = Field(
        title="Why the review stays", description="Sent to who asked, word for word.", json_schema_extra=TEXTAREA
    )
