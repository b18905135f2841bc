"""The forms of decisions about a testimonial."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, ConfigDict, Field, PrivateAttr, StringConstraints

from kit.text import storable, visible
from testimonials.models import MAX_NAME, MAX_TEXT, MAX_TITLE
from workflows.engine.core.entry_data import Shape, code, codes, moment, number
from workflows.engine.core.outcomes import LongText, OutcomeForm
from workflows.forms import TEXTAREA

TESTIMONIAL_ENTRIES: Mapping[str, Shape] = {
    "consent": {"was": code, "is": code, "was_on": moment, "on": moment},
    "fire": {"refusal": code},
    "revise": {"revision": number, "changed": codes},
}

TitleText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_TITLE), AfterValidator(storable)]
ShownName = Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_NAME), AfterValidator(storable)]
Words = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_TEXT),
    AfterValidator(storable),
    AfterValidator(visible),
]
Stars = Annotated[int, Field(ge=1, le=5)]


class Transcribed(OutcomeForm):
    """What is published of a testimonial. History holds the number of the version.

    In its schema `x-place` says that the form stands beside the item, `x-subject` with which field of the subject a
    field begins, and `x-unwritten` with which one while nothing is written yet: a name that somebody has left out later
    stays out.
    """

    model_config = ConfigDict(json_schema_extra={"x-place": "beside"})

    entry_data = {"revision": number}
    for_one_item: ClassVar[bool] = True

    transcription: Words = Field(
        title="Transcription",
        description="What the person says, word for word.",
        json_schema_extra={**TEXTAREA, "x-subject": "text"},
    )
    title: TitleText = Field(default="", title="Title", json_schema_extra={"x-subject": "title"})
    shown_as: ShownName = Field(
        default="",
        title="Shown as",
        description="The name under which it is published.",
        json_schema_extra={"x-subject": "shown_as", "x-unwritten": "author_name"},
    )
    stars: Stars | None = Field(
        default=None, title="Stars", json_schema_extra={"x-subject": "stars", "x-widget": "stars"}
    )
    _revision: int = PrivateAttr(default=0)
    _transcriber: int | None = PrivateAttr(default=None)

    def is_stored_as(self, revision: int, *, transcriber: int | None) -> None:
        """Set the number of the stored version. `transcriber`: the account that may not check it; None keeps the
        earlier one.
        """
        self._revision, self._transcriber = revision, transcriber

    def written(self) -> dict[str, Any]:
        fields = self.model_dump()
        return {"text": fields.pop("transcription"), **fields}

    def data(self) -> dict[str, Any]:
        return {"revision": self._revision}

    def process_data(self) -> dict[str, Any]:
        return {} if self._transcriber is None else {"transcriber": self._transcriber}


REFUSALS = {
    "unreadable": "Cannot be read or understood",
    "not_a_testimonial": "Is no testimonial",
    "offensive": "Offensive",
    "personal_data": "Tells private things of somebody",
    "duplicate": "Received before",
    "other": "Another reason",
}


class Refusal(OutcomeForm):
    """Why a testimonial is not published. Colleagues read it, its author does not."""

    text_field = "facts"
    entry_data = {"reason": code}

    reason: Literal["unreadable", "not_a_testimonial", "offensive", "personal_data", "duplicate", "other"] = Field(
        title="Reason",
        json_schema_extra={"oneOf": [{"const": name, "title": title} for name, title in REFUSALS.items()]},
    )
    facts: LongText = Field(
        title="Facts", description="For colleagues who read this later.", json_schema_extra=TEXTAREA
    )

    @classmethod
    def reason_in(cls, data: Mapping[str, Any]) -> str:
        return REFUSALS.get(data["reason"], "")
