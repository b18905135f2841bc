"""The forms of decisions against a review."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, ClassVar

from django.db.models import QuerySet
from pydantic import AfterValidator, Field, StringConstraints

from kit.errors import InvalidError
from kit.prepared import Marks, Prepared
from kit.rows import column_names, hydrate
from kit.text import storable
from reviews.models import Reason
from workflows.engine.core.entry_data import code, title
from workflows.engine.core.outcomes import LongText, OutcomeForm
from workflows.forms import TEXTAREA

# the maximum lengths of the European Commission's schema
Explanation = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2_000), AfterValidator(storable)]
Rule = Annotated[str, StringConstraints(strip_whitespace=True, max_length=500), AfterValidator(storable)]


class ReasonedForm(OutcomeForm):
    """A decision against a review: a reason code and the facts."""

    text_field = "facts"
    entry_data = {"reason": code, "reason_title": title}
    applies_to: ClassVar[str] = "reject"

    reason: Annotated[str, AfterValidator(storable)] = Field(title="Reason", max_length=40)
    facts: LongText = Field(
        title="Facts",
        description="Quoted word for word. A low rating is never a reason.",
        json_schema_extra=TEXTAREA,
    )

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        schema = super().json_schema()
        reason = {"title": "Reason", "oneOf": [cls.choice(row) for row in _offered(cls.applies_to)]}
        return {**schema, "properties": {**schema["properties"], "reason": reason}}

    @classmethod
    def choice(cls, reason: Reason) -> dict[str, Any]:
        return {"const": reason.code, "title": reason.title, "description": reason.sentence}

    @classmethod
    def parse(cls, payload: Any) -> "OutcomeForm":
        """Also raises InvalidError for a reason that is not active for this outcome."""
        form = super().parse(payload)
        if isinstance(form, ReasonedForm) and form.chosen is None:
            raise InvalidError({"form.reason": ["There is no such reason for this outcome."]})
        return form

    def data(self) -> dict[str, Any]:
        """The code with its current title, so that later changes of the reason do not change history."""
        return {"reason": self.reason, "reason_title": self.chosen.title if self.chosen else self.reason}

    @cached_property
    def chosen(self) -> Reason | None:
        """The active reason with this code; None if there is none."""
        return next((row for row in _offered(self.applies_to) if row.code == self.reason), None)


def _offered(applies_to: str) -> list[Reason]:
    """The active reasons. Read for every item, because they may change at any time."""
    return [hydrate(Reason, row) for row in _OFFERED.rows({}, applies_to)]


def _active(_marks: Marks, applies_to: str) -> QuerySet[Reason, Any]:
    offered = Reason.objects.filter(active=True, applies_to__contains=[applies_to])
    return offered.values_list(*column_names(Reason))


_OFFERED = Prepared(_active)


class Rejection(ReasonedForm):
    """Why a review is refused. Sent to its author in a statement of reasons (DSA, article 17)."""

    explanation: Explanation = Field(
        default="",
        title="Explanation",
        description="The author reads this first. It comes with the reason.",
        json_schema_extra={**TEXTAREA, "x-folded": True},
    )
    rule: Rule = Field(default="", title="Rule or law", json_schema_extra={"x-placeholder": "Filled from the reason"})

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """The schema with `x-preview`: the letter that the console shows beside the form.

        A field with `x-folded` is shown as text until the person edits it. `x-placeholder` is shown in a field until
        the person chooses the reason that fills it.
        """
        schema = super().json_schema()
        properties = schema["properties"]
        # the order in which the keyboard leads from the reason to the facts
        order = ("reason", "facts", "explanation", "rule")
        return {**schema, "properties": {name: properties[name] for name in order}, "x-preview": "statement"}

    @classmethod
    def choice(cls, reason: Reason) -> dict[str, Any]:
        """Adds `x-prefill`: values that the console writes into other fields when the person chooses the reason."""
        return {**super().choice(reason), "x-prefill": {"explanation": reason.sentence, "rule": reason.rule}}

    @classmethod
    def parse(cls, payload: Any) -> "OutcomeForm":
        """Also raises InvalidError if neither the form nor the reason names a rule."""
        form: Any = super().parse(payload)
        if not form.rule and not form.chosen.rule:
            raise InvalidError({"form.rule": ["Name the law that the review breaks."]})
        parsed: OutcomeForm = form
        return parsed

    def process_data(self) -> dict[str, Any]:
        return {"statement": self.reworded() or None}

    @classmethod
    def sent(cls, process: Any, text: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """Adds the texts of the letter: those of the reason, unless the person changed them."""
        reason = Reason.objects.filter(code=data["reason"]).first()
        letter = {"explanation": reason.sentence, "rule": reason.rule} if reason else {}
        return {**super().sent(process, text, data), **letter, **process.data.get("statement", {})}

    def reworded(self) -> dict[str, str]:
        """The texts that the person changed from those of the reason."""
        standard = {"explanation": self.chosen.sentence, "rule": self.chosen.rule} if self.chosen else {}
        return {name: text for name in standard if (text := getattr(self, name)) and text != standard[name]}


class Opinion(ReasonedForm):
    """Why a review would be refused: the fields of a rejection, read by colleagues only."""

    facts: LongText = Field(
        title="Facts",
        description="The facts against the review. The author never reads this.",
        json_schema_extra=TEXTAREA,
    )
