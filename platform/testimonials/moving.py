"""The status of testimonials. The process calls these."""

from collections.abc import Sequence

from kit.prepared import change
from testimonials.models import TestimonialStatus

_MOVE = """UPDATE testimonials_testimonial SET status = %(status)s, moved_at = statement_timestamp()
    WHERE id = ANY(%(testimonials)s)"""


def move_testimonials(testimonial_ids: Sequence[int], status: str) -> None:
    """Set the status: a queue's status, declared by its process, or a TestimonialStatus."""
    change(_MOVE, {"testimonials": list(testimonial_ids), "status": str(status)})


def publish_testimonial(testimonial_id: int) -> None:
    move_testimonials([testimonial_id], TestimonialStatus.PUBLISHED)


def reject_testimonial(testimonial_id: int) -> None:
    move_testimonials([testimonial_id], TestimonialStatus.REJECTED)


def refuse_testimonial(testimonial_id: int) -> None:
    move_testimonials([testimonial_id], TestimonialStatus.FILE_REFUSED)


def withdraw_testimonial(testimonial_id: int) -> None:
    move_testimonials([testimonial_id], TestimonialStatus.WITHDRAWN)
