"""The whole contact of an author. Each read leaves an entry in the audit log."""

from django.db import transaction

from accounts.models import User
from audit.entries import record_audit
from audit.models import Kind
from testimonials.errors import TestimonialNotFoundError
from testimonials.models import Testimonial


def read_contact(testimonial_id: int, *, by: User) -> str:
    """Empty where none was given. Raises TestimonialNotFoundError."""
    found = Testimonial.objects.filter(pk=testimonial_id).values_list("author_contact", flat=True)
    if not found:
        raise TestimonialNotFoundError
    with transaction.atomic():
        record_audit(Kind.TESTIMONIAL, testimonial_id, user_id=by.pk, sentence="Read the author's contact.")
    return str(found[0])
