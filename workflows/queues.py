"""Queues that several processes share: each is declared once."""

from workflows.engine.core.declarations import Page, Queue

# The clients' tickets that wait for an answer: the steps `new` and `replied` of `TicketResolution`.
TICKETS = Queue(
    "tickets",
    title="Ticket System",
    permission="tickets",
    declared_page=Page("tickets", icon="messages-square", key="k", place="dashboard", position=1, specified=True),
)

# A head moderator decides what a moderator could not decide, and what was reopened after its end.
ESCALATED = Queue(
    "escalated",
    title="Escalated reviews",
    permission="head_moderator",
    status="Escalated",
    declared_page=Page(
        "reviews/escalated", icon="siren", key="e", place="moderation", position=1, specified=True, tone="escalated"
    ),
)
