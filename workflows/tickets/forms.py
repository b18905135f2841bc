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


class Reply(OutcomeForm):
    """What the client reads, with the ids of uploads. History holds the id of the message alone."""

    entry_data = {"message": number}

    reply: ReplyText = Field(
        title="Reply", description="Sent to the client, word for word.", json_schema_extra=TEXTAREA
    )
    attachments: list[int] = Field(
        default_factory=list, max_length=MAX_ATTACHMENTS, json_schema_extra={"x-widget": "attachments"}
    )
    _message: int = PrivateAttr(default=0)

    def is_stored_as(self, message_id: int) -> None:
        self._message = message_id

    def data(self) -> dict[str, Any]:
        return {"message": self._message} if self._message else {}
