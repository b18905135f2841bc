"""The form of a reply to a client."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, Field, PrivateAttr, StringConstraints

from kit.text import storable, visible
from tickets.placeholders import require_filled
from tickets.writing import MAX_ATTACHMENTS
from workflows.engine.core.entry_data import Shape, number
from workflows.engine.core.outcomes import OutcomeForm
from workflows.forms import TEXTAREA

MAX_REPLY = 20_000
MAX_CHOSEN = 30  # people of a conversation

MESSAGE_ENTRIES: Mapping[str, Shape] = {
    "start": {"message": number, "older": number},
    "message": {"message": number},
    "reinstate": {"message": number},
    "fire": {"message": number},
    "close": {"into": number},
    "mail": {"message": number},
    "merge": {"from": number},
    "link": {"review": number},
    "unlink": {"review": number},
}

ReplyText = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_REPLY),
    AfterValidator(storable),
    AfterValidator(visible),
    AfterValidator(require_filled),
]


People = Annotated[
    list[Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]],
    Field(max_length=MAX_CHOSEN, json_schema_extra={"x-widget": "people"}),
]


class Reply(OutcomeForm):
    """What the client reads, with the ids of uploads. History holds the id of the message alone."""

    entry_data = {"message": number}

    reply: ReplyText = Field(
        title="Reply", description="Sent to the client, word for word.", json_schema_extra=TEXTAREA
    )
    attachments: list[int] = Field(
        default_factory=list, max_length=MAX_ATTACHMENTS, json_schema_extra={"x-widget": "attachments"}
    )
    left_out: People = Field(default_factory=list, description="Keys of people who would get a copy of it.")
    also: People = Field(default_factory=list, description="Keys of people who get a copy of it as well.")
    _message: int = PrivateAttr(default=0)

    def is_stored_as(self, message_id: int) -> None:
        self._message = message_id

    def data(self) -> dict[str, Any]:
        return {"message": self._message} if self._message else {}
