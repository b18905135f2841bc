"""Processes about tickets."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from kit.prepared import fetch
from tickets.models import Ticket
from workflows.models import Priority, Process

_TICKET = "SELECT last_message_id, client_email, company_id FROM tickets_ticket WHERE id = %(ticket)s"
_IS_REPLY = "kind = 'staff' AND delivery IS DISTINCT FROM 'taken_back'"
_ANSWERED = f"SELECT EXISTS (SELECT FROM tickets_message WHERE ticket_id = %(ticket)s AND {_IS_REPLY})"
_UNANSWERED = f"""
    SELECT min(least(created_at, statement_timestamp())) FROM tickets_message
    WHERE ticket_id = %(ticket)s AND kind = 'client' AND NOT auto AND id > coalesce(
        (SELECT max(id) FROM tickets_message WHERE ticket_id = %(ticket)s AND {_IS_REPLY}), 0)
"""


@dataclass(frozen=True, slots=True)
class Opening:
    """How a ticket starts. `arrived`: the state of a thread that was already answered in another system."""

    message_id: int
    harmful: bool
    country: int = 1
    arrived: Literal["", "answered", "replied"] = ""


class TicketProcess(Process):
    """A process about a ticket."""

    class Meta:
        app_label = "workflows"
        proxy = True

    @property
    def is_answered(self) -> bool:
        """Whether it arrived as a thread whose last message is the staff's."""
        return bool(self.data.get("arrived") == "answered")

    @property
    def is_replied(self) -> bool:
        """Whether it arrived as a thread in which the client wrote again after the staff's answer."""
        return bool(self.data.get("arrived") == "replied")

    @property
    def is_unanswered(self) -> bool:
        """Whether the staff has never written to the client."""
        ((is_answered,),) = fetch(_ANSWERED, {"ticket": self.subject_id})
        return not is_answered

    @property
    def last_message_id(self) -> int | None:
        """The id of the newest message of the client or the staff."""
        number: int | None = self._ticket[0]
        return number

    @property
    def address(self) -> str:
        """The client's address."""
        return str(self._ticket[1])

    @property
    def unanswered_since(self) -> datetime | None:
        """When the client wrote the first message that the staff has not answered; None if all are answered."""
        ((at,),) = fetch(_UNANSWERED, {"ticket": self.subject_id})
        found: datetime | None = at
        return found

    @property
    def awaits_client(self) -> bool:
        """Whether the staff has answered all messages of the client."""
        return self.unanswered_since is None

    def begin(self, ticket: Ticket, opening: Opening) -> None:
        """Copy the ticket's fields to the process."""
        self.subject_id, self.company_id, self.country = ticket.pk, ticket.company_id, opening.country
        self.priority = Priority.HARMFUL if opening.harmful else Priority.NORMAL
        self.data = {"arrived": opening.arrived} if opening.arrived else {}
        self.noted_at_start = {"message": opening.message_id, **({"older": ticket.older_id} if ticket.older_id else {})}

    @cached_property
    def _ticket(self) -> Any:
        """Read under the lock of the process, because messages are added under the same lock."""
        (found,) = fetch(_TICKET, {"ticket": self.subject_id})
        return found
