"""Sets the status of testimonials. Only the process calls these functions."""

from kit.prepared import change
from testimonials.models import TestimonialStatus

# sets the status of testimonials: a queue's status, declared by its process, or a TestimonialStatus
MOVE_TESTIMONIALS = """UPDATE testimonials_testimonial SET status = %(status)s, moved_at = statement_timestamp()
    WHERE id = ANY(%(subjects)s)"""


def publish_testimonial(testimonial_id: int) -> None:
    _move(testimonial_id, TestimonialStatus.PUBLISHED)


def reject_testimonial(testimonial_id: int) -> None:
    _move(testimonial_id, TestimonialStatus.REJECTED)


def refuse_testimonial(testimonial_id: int) -> None:
    _move(testimonial_id, TestimonialStatus.FILE_REFUSED)


def withdraw_testimonial(testimonial_id: int) -> None:
    _move(testimonial_id, TestimonialStatus.WITHDRAWN)


def _move(testimonial_id: int, status: TestimonialStatus) -> None:
    change(MOVE_TESTIMONIALS, {"subjects": [testimonial_id], "status": status.value})
