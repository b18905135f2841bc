"""Queues of the specification whose processes do not exist yet. The process that brings one removes it here."""

from workflows.engine.core.declarations import Page, Queue
from workflows.engine.core.flows import announce

announce(
    Queue(
        "tickets",
        title="Ticket System",
        permission="tickets",
        declared_page=Page("tickets", icon="messages-square", key="k", place="dashboard", position=1, specified=True),
    ),
    Queue(
        "testimonials",
        title="Testimonials",
        permission="testimonials",
        declared_page=Page(
            "testimonials/moderate", icon="quote", key="t", place="moderation", position=2, specified=True
        ),
    ),
)
