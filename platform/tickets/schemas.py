"""Tickets in the API."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from banned_words.schemas import FlaggedWord
from companies.schemas import CompanyRef
from tickets.models import TicketStatus


class ClientOut(BaseModel):
    """`email`: masked; reading the whole address leaves an entry in the audit log. `suspect`: the name looks like
    another address."""

    name: str
    email: str
    suspect: bool


class TicketHead(BaseModel):
    """`company`: null if unknown."""

    id: int
    subject: str
    company: CompanyRef | None
    client: ClientOut
    created: datetime
    updated: datetime
    status: TicketStatus


class TicketFields(TicketHead):
    """`messages`: number of messages of client and staff."""

    messages: int


class TicketSummary(TicketFields):
    """A ticket as the subject of a task, in a list. `excerpt`: the beginning of the client's last message."""

    kind: Literal["ticket"]
    title: str
    excerpt: str


class TicketSubjectDetail(TicketFields):
    """A ticket as the subject of a task. Its messages: `GET /tickets/{id}`."""

    kind: Literal["ticket"]
    title: str
    last_message_id: int | None
    locked: bool
    locked_by: str
    locked_id: int
    escalation_notes: str


class AttachmentOut(BaseModel):
    """`type`: by its content. `preview`: whether it is an image that can be shown."""

    id: int
    name: str
    type: str
    size: int
    preview: bool


class AuthorOut(BaseModel):
    """`user_id`: of staff. `stranger`: the mail came from another address than the ticket's. `suspect`: the name looks
    like another address."""

    name: str
    email: str
    suspect: bool
    user_id: int | None
    stranger: bool


class PersonOut(ClientOut):
    """A person besides the client. `suspect`: as in `ClientOut`."""


class RecipientOut(PersonOut):
    """A possible recipient of a reply. `copied`: gets the reply unless left out. `stranger`: wrote from another address
    than the client's, and gets the reply only if added. `key`: names the person in a reply."""

    key: str
    role: Literal["copied", "stranger"]


class MessageOut(BaseModel):
    """`cc`: further recipients of a client's mail, or of a reply besides the client. `original`: whether the mail can
    be read as received. `quoted`: earlier mail, to be shown folded. `auto`: written by a program.

    `flagged_words`: what the current list of banned words finds in `text` and `quoted` of a client. `harm`: passages
    with a threat of harm, from all that came with the message, including what is not shown. `delivery`: `held` while
    the author can take a reply back; `taken_back` if the author did: the client never gets it.
    """

    id: int
    kind: Literal["client", "staff", "note", "system"]
    author: AuthorOut
    cc: list[PersonOut]
    text: str
    quoted: str
    flagged_words: list[FlaggedWord]
    harm: list[str]
    at: datetime
    attachments: list[AttachmentOut]
    delivery: Literal["held", "taken_back", "queued", "sent", "failed", "not_sent"] | None
    via: Literal["api", "mail", "console"]
    auto: bool
    original: bool
