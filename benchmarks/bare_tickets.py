"""The bare SQL of work on tickets and companies; see `benchmarks.bare`."""

from typing import Any

from benchmarks.bare import ENTRY, LOCK, Bare, copied
from workflows.models import Process, Task

REPLY = "Thank you for your message. We have looked at it, and it is in order now."
_SHOWN = """
    SELECT ticket.*, company.name, task.*, owner.first_name, owner.last_name, assignee.first_name, assignee.last_name
    FROM page ticket LEFT JOIN companies_company company ON company.id = ticket.company_id
    LEFT JOIN workflows_process process ON process.flow_class = 'ticket_resolution' AND process.subject_id = ticket.id
        AND process.status = 'NEW'
    LEFT JOIN workflows_task task ON task.process_id = process.id AND task.status IN ('NEW', 'ASSIGNED')
    LEFT JOIN accounts_user owner ON owner.id = task.owner_id
    LEFT JOIN accounts_user assignee ON assignee.id = task.assignee_id
    ORDER BY ticket.updated_at DESC, ticket.id DESC
"""


def page_of(condition: str, limit: int = 51) -> str:
    """SQL for the tickets that meet a condition, the newest change first."""
    return (
        f"WITH page AS MATERIALIZED (SELECT * FROM tickets_ticket WHERE {condition}"
        f" ORDER BY updated_at DESC, id DESC LIMIT {limit}) {_SHOWN}"
    )


UNRESOLVED = page_of("resolved_at IS NULL AND merged_into_id IS NULL")
REPLIED = page_of("status = 'replied'")
COUNTS = (
    "SELECT count(*), count(*) FILTER (WHERE ticket.status = 'replied'),"
    " count(*) FILTER (WHERE task.owner_id = %(me)s),"
    " count(*) FILTER (WHERE task.owner_id IS NULL AND task.assignee_id IS NULL),"
    " count(*) FILTER (WHERE task.due_at < now())"
    " FROM tickets_ticket ticket LEFT JOIN workflows_process process ON process.flow_class = 'ticket_resolution'"
    " AND process.subject_id = ticket.id AND process.status = 'NEW'"
    " LEFT JOIN workflows_task task ON task.process_id = process.id AND task.status IN ('NEW', 'ASSIGNED')"
    " WHERE resolved_at IS NULL AND merged_into_id IS NULL"
)
CONVERSATION = (
    "SELECT * FROM tickets_ticket ticket LEFT JOIN companies_company company ON company.id = ticket.company_id"
    " WHERE ticket.id = %(ticket)s",
    "SELECT * FROM tickets_message message LEFT JOIN accounts_user author ON author.id = message.author_id"
    " LEFT JOIN tickets_attachment attachment ON attachment.message_id = message.id"
    " WHERE message.ticket_id = %(ticket)s ORDER BY message.created_at, message.id",
    "SELECT * FROM workflows_process process JOIN workflows_task task ON task.process_id = process.id"
    " WHERE process.flow_class = 'ticket_resolution' AND process.subject_id = %(ticket)s"
    " ORDER BY task.id DESC LIMIT 1",
    "SELECT * FROM tickets_ticketlink link JOIN reviews_review review ON review.id = link.review_id"
    " WHERE link.ticket_id = %(ticket)s",
    "SELECT other.id, other.subject, other.status, other.created_at FROM tickets_ticket ticket"
    " JOIN tickets_ticket other ON lower(other.client_email) = lower(ticket.client_email)"
    " WHERE ticket.id = %(ticket)s ORDER BY other.id DESC LIMIT 20",
)
_MESSAGE = (
    "INSERT INTO tickets_message (ticket_id, kind, author_id, author_name, author_email, text, quoted, created_at, via,"
    " delivery, auto, in_reply_to, external_id) VALUES (%(ticket)s, %(kind)s, %(me)s, '', '', %(text)s, '', now(),"
    " 'api', %(delivery)s, false, '', %(external)s) RETURNING id"
)
_MOVE = (
    "UPDATE tickets_ticket SET last_message_id = %(message)s, message_count = message_count + 1, updated_at = now(),"
    " status = %(to)s, warned_at = NULL WHERE id = %(ticket)s"
)
_TO_MAIL = (
    "INSERT INTO workflows_outboxmessage (topic, payload, request_id, created_at, available_at, attempts, last_error)"
    " VALUES ('mail_ticket_message', jsonb_build_object('message', %(message)s::bigint), '', now(), now(), 0, '')"
)
_WAITING = copied(
    *(Task, "task"),
    {
        "flow_task": "regexp_replace(flow_task, '[^.]+$', 'awaiting_response')",
        "status": "'NEW'",
        "queue": "''",
        "created": "now()",
        "finished": "NULL",
        "assigned": "NULL",
        "owner_id": "NULL",
        "outcome": "''",
        "due_at": "now() + interval '14 days'",
        "rank_at": "now() + interval '14 days'",
        "fires_at": "now() + interval '14 days'",
    },
)
_TICKET = (
    "INSERT INTO tickets_ticket (subject, client_name, client_email, token, source, external_id, status, created_at,"
    " updated_at, message_count) VALUES (%(subject)s, %(name)s, %(email)s, substr(%(external)s, 1, 10), 'bench',"
    " %(external)s, 'new', now(), now(), 0) RETURNING id"
)
_PROCESS = copied(
    *(Process, "process"), {"subject_id": "%(ticket)s", "status": "'NEW'", "created": "now()", "finished": "NULL"}
)
_FIRST = copied(
    *(Task, "task"),
    {
        "process_id": "%(process)s",
        "created": "now()",
        "status": "'NEW'",
        "owner_id": "NULL",
        "assignee_id": "NULL",
        "due_at": "now() + interval '8 hours'",
        "rank_at": "now() + interval '8 hours'",
    },
)


class BareTickets(Bare):
    """One client with its own connection."""

    def reply(self, task: int, me: int) -> None:
        """End a task, begin `awaiting_response`, store the message, enqueue its mail, and add the history entry."""
        values: dict[str, Any] = {"task": task, "me": me, "outcome": "reply", "to": "awaiting_response"}
        with self.connection.transaction():
            row: Any = self.connection.execute(LOCK, values).fetchone()
            values |= {"ticket": row[1], "kind": "staff", "text": REPLY, "delivery": "queued", "external": None}
            self._add_message(values)
            self.connection.execute(_TO_MAIL, values)
            self.connection.execute(
                "UPDATE workflows_task SET status = 'DONE', outcome = 'reply', finished = now(), lease_until = NULL"
                " WHERE id = %(task)s",
                values,
            )
            new: Any = self.connection.execute(_WAITING, values).fetchone()
            self.connection.execute(
                "INSERT INTO workflows_task_previous (from_task_id, to_task_id) VALUES (%s, %s)", [new[0], task]
            )
            self.connection.execute(ENTRY, {**values, "action": "decide"})

    def arrive(self, task: int, values: dict[str, Any]) -> None:
        """Create a ticket with its first message, process and task, as copies of another ticket's."""
        with self.connection.transaction():
            like: Any = self.connection.execute(
                "SELECT process_id FROM workflows_task WHERE id = %s", [task]
            ).fetchone()
            ticket: Any = self.connection.execute(_TICKET, values).fetchone()
            values = {**values, "ticket": ticket[0], "kind": "client", "me": None, "delivery": None, "to": "new"}
            self._add_message(values)
            process: Any = self.connection.execute(_PROCESS, {**values, "process": like[0]}).fetchone()
            first: Any = self.connection.execute(_FIRST, {"task": task, "process": process[0]}).fetchone()
            self.connection.execute(
                ENTRY, {"task": first[0], "me": None, "outcome": "", "to": "new", "action": "start"}
            )

    def _add_message(self, values: dict[str, Any]) -> None:
        message: Any = self.connection.execute(_MESSAGE, values).fetchone()
        values["message"] = message[0]
        self.connection.execute(_MOVE, values)
