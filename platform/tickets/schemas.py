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
    """`company` null: not known."""

    id: int
    subject: str
    company: CompanyRef | None
    client: ClientOut
    created: datetime
    updated: datetime
    status: TicketStatus


class TicketFields(TicketHead):
    """`messages`: how many the client and the staff have written."""

    messages: int


class TicketSummary(TicketFields):
    """A ticket as the subject of a task, in a list. `excerpt`: how the last message of the client begins."""

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
    """`type`: by content. `preview`: whether it is an image that can be shown."""

    id: int
    name: str
    type: str
    size: int
    preview: bool


class AuthorOut(BaseModel):
    """`user_id`: of a member of the staff. `stranger`: another address than the ticket's wrote this mail. `suspect`:
    the name looks like another address."""

    name: str
    email: str
    suspect: bool
    user_id: int | None
    stranger: bool


class PersonOut(ClientOut):
    """Somebody besides the client. `suspect` as there."""


class RecipientOut(PersonOut):
    """Who may get a reply. `copied`: gets it, unless left out; `stranger`: has written from another address than the
    client's, and gets it if added. `key`: names them in a reply."""

    key: str
    role: Literal["copied", "stranger"]


class MessageOut(BaseModel):
    """`cc`: to whom else a client has sent it, or a reply is mailed besides the client. `original`: the mail is there
    as it came. `quoted`: earlier mail below the text, to be shown folded. `auto`: written by a program.

    `flagged_words`: what the list of banned words, as it is now, finds in the `text` and in `quoted` of a client.
    `harm`: passages for which somebody may come to harm, of all that came with it, also of what is not shown.
    `delivery`: `held` while its author can still take a reply back; `taken_back`: they have, the client never gets it.
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
