"""Tickets as the subject of processes."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max
from pydantic import BaseModel

from accounts.models import User
from kit.errors import DomainError
from search.lists import TICKET_WORDS
from search.tickets import PAGE
from tickets.errors import NewerMessageError
from tickets.models import Delivery, Message, MessageKind, Ticket
from tickets.reading import rows_of, ticket_fields
from tickets.schemas import MessageOut, TicketFields, TicketSubjectDetail, TicketSummary
from workflows.engine.core.history import last_text
from workflows.engine.core.subjects import About, UnrevisedSubject, Words
from workflows.engine.reading.lists.holding import lock_of
from workflows.tickets.conversation import messages_of

TICKET = "ticket"


class TicketSubject(UnrevisedSubject):
    """See `workflows.engine.core.subjects.Subject`. People decide on the last message of the conversation."""

    kind = thing = TICKET
    row_schema: type[BaseModel] = TicketSummary
    detail_schema: type[BaseModel] = TicketSubjectDetail
    words: Words = TICKET_WORDS
    page = PAGE
    refusals: Mapping[str, tuple[Any, str]] = {
        "newer_messages": (
            list[MessageOut],
            "With `newer_message`: the messages of a ticket that have come since the one that was read.",
        ),
        "company": (str, "With `other_company`: the name of the review's company."),
    }

    def rows(self, processes: Sequence[About]) -> Mapping[int, Mapping[str, Any]]:
        found = rows_of({subject_id for _, subject_id in processes})
        return {process_id: {"kind": self.kind, **found[subject_id]} for process_id, subject_id in processes}

    def detail(self, task: Any, reader: User) -> Mapping[str, Any]:
        return self.described(ticket_fields(task.process.subject_id), task)

    def described(self, fields: Mapping[str, Any], task: Any) -> Mapping[str, Any]:
        """Like `detail`, with fields that `ticket_fields` has already read."""
        lock = lock_of(task)
        return {
            "kind": self.kind,
            **{name: fields[name] for name in TicketFields.model_fields},
            "title": fields["subject"],
            "last_message_id": fields["last_message_id"],
            **{name: lock[name] for name in ("locked", "locked_by", "locked_id")},
            "escalation_notes": last_text(task.process, "escalate"),
        }

    def public(self, subject_id: int) -> Mapping[str, Any]:
        return dict(Ticket.objects.values("id", "source", "external_id", "company_id", "status").get(pk=subject_id))

    def erase(self, account_id: int) -> None:
        """Nothing to erase: a message refers to its author by id. Erasing a staff account does not erase clients'
        texts.
        """

    def revision(self, process: Any) -> int | None:
        number: int | None = process.last_message_id
        return number

    def harm(self, process: Any) -> Sequence[str]:
        """Passages in messages that the staff has not answered; in all messages if only an older one has any."""
        messages = Message.objects.filter(ticket=process.subject_id)
        replies = messages.filter(kind=MessageKind.STAFF).exclude(delivery=Delivery.TAKEN_BACK)
        answered = replies.aggregate(last=Max("pk"))["last"] or 0
        found = list(messages.exclude(harm=[]).order_by("pk").values_list("pk", "harm"))
        newest = [passage for number, passages in found for passage in passages if number > answered]
        return newest or [passage for _, passages in found for passage in passages]

    def stale(self, process: Any, read: int) -> DomainError:
        return NewerMessageError(messages_of(process.subject_id, process.address, after=read))
