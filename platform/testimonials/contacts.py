"""The unmasked contact of an author. Each reading leaves an audit entry."""

from django.db import transaction

from accounts.models import User
from audit import actions
from audit.entries import record_audit
from testimonials.errors import TestimonialNotFoundError
from testimonials.models import Testimonial


def read_contact(testimonial_id: int, *, by: User) -> str:
    """The contact; empty if there is none. Raises TestimonialNotFoundError."""
    found = Testimonial.objects.filter(pk=testimonial_id).values_list("author_contact", flat=True)
    if not found:
        raise TestimonialNotFoundError
    with transaction.atomic():
        record_audit(actions.AUTHOR_CONTACT_READ, testimonial_id, user_id=by.pk)
    return str(found[0])
