"""Ingests tickets and messages from programs, with a result for each. A repeated ticket is a duplicate."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Any, Literal

from django.db import IntegrityError, transaction
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    field_validator,
)

from companies.lookup import CompanyRef, find_or_make_companies, read_reference
from kit.email_addresses import is_email_address
from kit.errors import DomainError, InvalidError, NotFoundError, message_of
from kit.sources import MAX_EXTERNAL_ID, ExternalId, SourceName
from kit.text import as_name, storable, visible
from kit.times import PastMoment
from tickets.models import MAX_SUBJECT, Message, MessageKind, Via
from tickets.writing import Client, NewMessage
from workflows.tickets.starting import Arrived, add_from_outside, find_ticket, start_ticket
from workflows.tickets.threads import OTHER_CLIENT, of_another_client

MAX_AT_ONCE = 200
MAX_MESSAGES = 1_000
MAX_TEXT = 100_000

Word = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1), AfterValidator(storable)]
Key = Annotated[Word, StringConstraints(max_length=MAX_EXTERNAL_ID)]


class TicketIngestStatus(StrEnum):
    CREATED = "created"
    DUPLICATE = "duplicate"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Ingested:
    """The result for one ticket. `errors`: messages by field. `code`: of a refusal; empty for other results."""

    status: TicketIngestStatus
    ticket_id: int | None = None
    errors: Mapping[str, list[str]] = field(default_factory=dict)
    code: str = ""


class IncomingMessage(BaseModel):
    """`from`: who wrote it. `at`: when, if not now."""

    model_config = ConfigDict(strict=True, populate_by_name=True)

    external_id: Key
    sender: Literal["client", "staff"] = Field(alias="from")
    text: Annotated[Word, StringConstraints(max_length=MAX_TEXT), AfterValidator(visible)]
    at: PastMoment | None = None


class IncomingClient(BaseModel):
    model_config = ConfigDict(strict=True)

    name: Annotated[Word, StringConstraints(max_length=300)]
    email: Annotated[str, StringConstraints(strip_whitespace=True, max_length=254), AfterValidator(storable)] = ""

    @field_validator("email")
    @classmethod
    def _is_address(cls, value: str) -> str:
        if value and not is_email_address(value):
            raise ValueError("Invalid email address")  # spec, section 5
        return value


class IncomingTicket(BaseModel):
    """A ticket with its messages in their order. `company`: an id, an HSOne id or a name; null where not known."""

    model_config = ConfigDict(strict=True)

    source: SourceName
    external_id: ExternalId
    company: Any = None
    subject: Annotated[Word, StringConstraints(max_length=MAX_SUBJECT)]
    client: IncomingClient
    messages: Annotated[list[IncomingMessage], Field(min_length=1, max_length=MAX_MESSAGES)]

    @field_validator("company")
    @classmethod
    def _read(cls, value: Any) -> CompanyRef | None:
        return None if value is None else read_reference(value)

    @field_validator("messages")
    @classmethod
    def _are_different(cls, messages: list[IncomingMessage]) -> list[IncomingMessage]:
        if len({message.external_id for message in messages}) < len(messages):
            raise ValueError("two messages have the same external_id")
        return messages


def ingest_tickets(items: Sequence[Any]) -> list[Ingested]:
    """Ingest tickets; the results are in the same order. Each has its own transaction, so a refused one stops no other.

    Of several tickets with the same id, the first is ingested; a later one is refused unless it is equal.
    """
    firsts: dict[tuple[str, str], IncomingTicket] = {}
    return [_ingest(item, firsts) for item in items]


def ingest_ticket_message(source: str, external_id: str, message: IncomingMessage) -> Arrived:
    """Add a message to a ticket of a source. Raises NotFoundError for an unknown ticket, TaskBusyError."""
    ticket_id = find_ticket(source, external_id)
    if ticket_id is None:
        raise NotFoundError("There is no ticket with this source and external id.")
    return add_from_outside(ticket_id, words_of(message))


def words_of(message: IncomingMessage, client: IncomingClient | None = None) -> NewMessage:
    is_client = message.sender == "client"
    return NewMessage(
        MessageKind.CLIENT if is_client else MessageKind.STAFF,
        message.text,
        Via.API,
        author_name=as_name(client.name) if client and is_client else "",
        author_email=client.email if client and is_client else "",
        at=message.at,
        external_id=message.external_id,
    )


def _ingest(item: Any, firsts: dict[tuple[str, str], IncomingTicket]) -> Ingested:
    try:
        incoming = IncomingTicket.model_validate(item)
    except ValidationError as error:
        return _rejected(errors_of(error), InvalidError.code)
    try:
        if firsts.setdefault((incoming.source, incoming.external_id), incoming) != incoming:
            return _rejected({"external_id": ["stands in this call already, with other content"]}, "repeated_id")
        if (existing := find_ticket(incoming.source, incoming.external_id)) is not None:
            return _duplicate(incoming, existing)
        with transaction.atomic():
            return _begin(incoming)
    except IntegrityError:
        existing = find_ticket(incoming.source, incoming.external_id)  # a concurrent call has just sent it
        if existing is None:
            raise
        return _duplicate(incoming, existing)
    except DomainError as error:
        return _rejected({"": [error.message]}, error.code)


def _duplicate(incoming: IncomingTicket, existing: int) -> Ingested:
    """Handle a ticket that exists. Its new messages are added, each in its own transaction."""
    if of_another_client({existing: incoming.client.email}):
        return replace(_rejected({"client.email": [OTHER_CLIENT]}, "other_author"), ticket_id=existing)
    sent = Message.objects.filter(sent_to=existing, external_id__in=[each.external_id for each in incoming.messages])
    known = set(sent.values_list("external_id", flat=True))
    try:
        for message in incoming.messages:
            if message.external_id not in known:
                add_from_outside(existing, words_of(message, incoming.client))
    except DomainError as error:
        return replace(_rejected({"": [error.message]}, error.code), ticket_id=existing)
    return Ingested(TicketIngestStatus.DUPLICATE, existing)


def _rejected(errors: Mapping[str, list[str]], code: str) -> Ingested:
    return Ingested(TicketIngestStatus.REJECTED, errors=errors, code=code)


def _begin(incoming: IncomingTicket) -> Ingested:
    company_id = None
    if incoming.company is not None:
        company = find_or_make_companies([incoming.company], also_closed=True)[incoming.company]
        if isinstance(company, str):
            return _rejected({"company": [company]}, InvalidError.code)
        company_id = company.id
    first, *further = (words_of(message, incoming.client) for message in incoming.messages)
    arrived = start_ticket(
        incoming.subject,
        Client(incoming.client.name, incoming.client.email),
        first,
        company_id=company_id,
        source=incoming.source,
        external_id=incoming.external_id,
        further=further,
    )
    return Ingested(TicketIngestStatus.CREATED, arrived.ticket_id)


def errors_of(error: ValidationError) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for problem in error.errors(include_url=False, include_input=False, include_context=False):
        found.setdefault(".".join(map(str, problem["loc"])), []).append(message_of(problem))
    return found
