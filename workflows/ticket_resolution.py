"""The life of a ticket (docs/design/tickets.md). The attributes are in the order of work."""

from datetime import datetime
from typing import Any

from viewflow import this
from viewflow.workflow import nodes

from accounts.models import User
from tickets.models import Ticket, TicketStatus
from tickets.writing import MOVE_TICKETS, resolve_ticket
from workflows.clocks import eight_business_hours
from workflows.engine.core.errors import NotEndedError, TaskClosedError
from workflows.engine.core.flows import ProductFlow
from workflows.engine.core.nodes import Ending, HumanTask
from workflows.engine.core.outcomes import Holds
from workflows.engine.verbs.harm import lower_priority, restore_priority
from workflows.forms import ABOUT, Escalation, ReturnWithAdvice
from workflows.models import Process, TaskEvent
from workflows.queues import ESCALATED, TICKETS
from workflows.tickets.clocks import CLOCKS, end_of_waiting
from workflows.tickets.consistency import TICKET_RULES
from workflows.tickets.forms import MESSAGE_ENTRIES, Reply
from workflows.tickets.messages import store_note, store_reply, take_back_reply
from workflows.tickets.process import Opening, TicketProcess
from workflows.tickets.subject import TicketSubject


def with_replies(step: HumanTask) -> HumanTask:
    """Add the two replies: the person who works on the ticket answers the client, and then waits or ends the ticket."""
    reply = step.On(
        "reply", this.awaiting_response, label="Reply", key="r", tone="primary", form=Reply, writes=True, sends=True
    )
    return reply.On(
        "reply_and_resolve", this.resolved, label="Reply and resolve", key="d", form=Reply, writes=True, sends=True
    )


class TicketResolution(ProductFlow):
    """A client's question, from its first message to its end."""

    process_title = "Ticket"
    kind = "ticket_resolution"
    order = 2
    about = {
        **ABOUT,
        "reply": "Your text is sent to the client, and the ticket waits for their answer.",
        "reply_and_resolve": "Your text is sent to the client, and the ticket ends. An answer opens it again.",
        "resolve": "The ticket ends without another mail. A message of the client opens it again.",
    }
    process_class = TicketProcess
    subject = TicketSubject()
    rules = TICKET_RULES
    move = MOVE_TICKETS
    names_revision = True
    keeps_assignee = True
    keeps_age = False  # a reopened ticket gets the response time of a next reply
    entry_data = MESSAGE_ENTRIES
    indexes = (CLOCKS,)

    # A client writes, by mail or through a program, or a person opens a ticket for a client. A thread from another
    # system begins at the step that fits its last message.
    opened = nodes.StartHandle(this.open).Next(this.arrived)
    arrived = (
        nodes.Switch()
        .Case(this.awaiting_response, Holds("is_answered"))
        .Case(this.replied, Holds("is_replied"))
        .Default(this.new)
    )

    # A moderator gives the first answer.
    new = (
        with_replies(
            HumanTask(TICKETS, title="New tickets", status=TicketStatus.NEW, tone="info", due=eight_business_hours)
        )
        .On("resolve", this.resolved, label="Mark as resolved", key="v")
        .On("answered_elsewhere", this.awaiting_response, label="Answered elsewhere", from_outside=True)
        .On("escalate", this.escalated, label="Escalate", key="e", form=Escalation)
    )

    # A ticket that has ended continues here: its client has written, or a moderator has reopened it.
    reinstated = nodes.StartHandle(this.reopen).Next(this.reopened)
    # A ticket that ended without an answer still needs the first one. If the staff wrote last, it waits for the client.
    reopened = (
        nodes.Switch()
        .Case(this.new, Holds("is_unanswered"))
        .Case(this.awaiting_response, Holds("awaits_client"))
        .Default(this.replied)
    )

    # The client has answered. A moderator replies.
    replied = (
        with_replies(
            HumanTask(
                TICKETS,
                title="Client has replied",
                status=TicketStatus.REPLIED,
                tone="warning",
                due=eight_business_hours,
            )
        )
        .On("resolve", this.resolved, label="Mark as resolved", key="v")
        .On("answered_elsewhere", this.awaiting_response, label="Answered elsewhere", from_outside=True)
        .On("escalate", this.escalated, label="Escalate", key="e", form=Escalation)
    )

    # The staff has answered. If the client does not reply, they are warned after 11 days, and the ticket ends after 14.
    awaiting_response = (
        with_replies(
            HumanTask(
                title="Waiting on client",
                permission="tickets",
                status=TicketStatus.AWAITING_RESPONSE,
                fires=end_of_waiting,
                on_fire="resolve",
            )
        )
        .On("client_replies", this.replied, label="The client replies", from_outside=True)
        .On("resolve", this.resolved, label="Mark as resolved", key="v")
        .On("escalate", this.escalated, label="Escalate", key="e", form=Escalation)
    )

    # A head moderator answers what a moderator could not answer.
    escalated = with_replies(HumanTask(ESCALATED, due=eight_business_hours, reports=True)).Back(
        "return", label="Return to previous queue", to="Return to {step}", key="t", form=ReturnWithAdvice
    )

    resolved = Ending(resolve_ticket, title="Resolved", status=TicketStatus.RESOLVED, tone="success")
    # another, older ticket of the same client has taken over its messages
    merged = Ending(None, title="Merged", status=TicketStatus.MERGED, from_outside="Merged into an older ticket")

    @classmethod
    def first_step(cls, process: Process) -> HumanTask:
        return cls.replied

    @classmethod
    def reinstating_start(cls, process: Process) -> Any:
        """A merged ticket cannot be reopened: the older one continues it."""
        if process.outcome != cls.resolved.name:
            raise NotEndedError
        return cls.reinstated

    @classmethod
    def asked_since(cls, process: Any, step: HumanTask) -> datetime | None:
        """When a client writes while the ticket is escalated, the response time of a next reply starts then."""
        return process.unanswered_since if step is cls.replied else None

    @classmethod
    def deciding(cls, task: Any, form: Any, *, by: User, at: datetime) -> None:
        if isinstance(form, Reply):
            form.is_stored_as(store_reply(task.process, form, by=by, at=at))
            lower_priority(task.process)

    @classmethod
    def undoing(cls, task: Any, next_task: Any, *, by: User) -> None:
        if task.flow_task.outcomes[task.outcome].sends:
            take_back_reply(task, next_task, by=by)
            restore_priority(task)

    @classmethod
    def noted(cls, process: Process, entry: TaskEvent) -> None:
        cls.require_not_merged(process)
        store_note(process, entry)

    @classmethod
    def require_not_merged(cls, process: Process) -> None:
        """Raises TaskClosedError for a merged ticket, on which nobody works: the older one continues it."""
        if process.outcome == cls.merged.name:
            raise TaskClosedError(since=process.finished, ended_by="close")

    def open(self, activation: Any, ticket: Ticket, opening: Opening) -> Process:
        process: TicketProcess = activation.process
        process.begin(ticket, opening)
        return process

    def reopen(self, activation: Any, process: Process) -> Process:
        new: Process = activation.process
        new.copy_subject(process)
        new.override_of_id = process.pk
        return new
