"""The forms of the outcomes."""

from typing import Any

from pydantic import Field, JsonValue

from kit.errors import InvalidError
from reviews.models import Reason
from workflows.engine.outcomes import LongText, OutcomeForm

TEXTAREA: dict[str, JsonValue] = {"x-widget": "textarea"}


class Rejection(OutcomeForm):
    """Why a review is refused: a reason code and the facts, which the author is told (DSA, article 17)."""

    text_field = "facts"

    reason: str = Field(title="Reason", max_length=40)
    facts: LongText = Field(
        title="Facts",
        description="Quoted to the author word for word. A low rating is never a ground.",
        json_schema_extra=TEXTAREA,
    )

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        schema = super().json_schema()
        reasons = Reason.objects.filter(active=True, applies_to__contains=["reject"])
        schema["properties"]["reason"] = {
            "title": "Reason",
            "oneOf": [{"const": row.code, "title": row.title, "description": row.sentence} for row in reasons],
        }
        return schema

    @classmethod
    def parse(cls, payload: Any) -> "OutcomeForm":
        form = super().parse(payload)
        if isinstance(form, Rejection) and form.chosen() is None:
            raise InvalidError({"form.reason": ["There is no such reason for a rejection."]})
        return form

    def data(self) -> dict[str, Any]:
        """The code with its title of the day: the history tells what was chosen, whatever the rows say later."""
        chosen = self.chosen()
        return {"reason": self.reason, "reason_title": chosen.title if chosen else self.reason}

    def chosen(self) -> Reason | None:
        return Reason.objects.filter(code=self.reason, active=True, applies_to__contains=["reject"]).first()
