"""Queues that several processes share: each is declared once."""

from workflows.engine.core.declarations import Page, Queue

# Tickets of clients who wait for an answer: the steps `new` and `replied` of `TicketResolution`.
TICKETS = Queue(
    "tickets",
    title="Ticket System",
    permission="tickets",
    declared_page=Page("tickets", icon="messages-square", key="k", place="dashboard", position=1, specified=True),
)

# A head moderator decides items that a moderator could not decide, and items that were reopened after their end.
ESCALATED = Queue(
    "escalated",
    title="Escalated reviews",
    permission="head_moderator",
    status="Escalated",
    declared_page=Page(
        "reviews/escalated", icon="siren", key="e", place="moderation", position=1, specified=True, tone="raised"
    ),
)

# Parked until a person returns it: reviews and testimonials.
BACKLOG = Queue(
    "backlog",
    title="Backlog",
    permission="backlog",
    status="Backlog",
    parks=True,
    declared_page=Page("reviews/backlog", icon="archive", key="b", place="reviews", position=6, specified=True),
)

# Testimonials on cards, photos, audio and video: the steps of `TestimonialTranscription`.
TESTIMONIALS = Queue(
    "testimonials",
    title="Testimonials",
    permission="testimonials",
    declared_page=Page("testimonials/moderate", icon="quote", key="t", place="moderation", position=2, specified=True),
)
