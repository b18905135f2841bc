"""Queues of the specification whose processes do not exist yet. The process that brings one removes it here."""

from workflows.engine.core.declarations import Page, Queue
from workflows.engine.core.flows import announce

announce(
    Queue(
        "testimonials",
        title="Testimonials",
        permission="testimonials",
        declared_page=Page(
            "testimonials/moderate", icon="quote", key="t", place="moderation", position=2, specified=True
        ),
    ),
)
