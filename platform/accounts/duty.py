"""The duty switch of an account. Nothing can be assigned to a person who is off duty (product.md, Assignment)."""

from django.db import transaction

from accounts.models import User
from audit import actions
from audit.entries import record_audit
from kit.errors import NotFoundError


def switch_duty(user_id: int, *, on_duty: bool, by: User) -> None:
    """Put a person on or off duty; their work stays assigned to them. Raises NotFoundError for a non-member of staff.

    Recorded in the audit log, because it belongs to no process (decision 15). Repeating it records nothing.
    """
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).filter(pk=user_id, is_active=True).first()
        if person is None or not person.cms_access:
            raise NotFoundError("There is no colleague with this number.")
        if person.on_duty != on_duty:
            person.on_duty = on_duty
            person.save(update_fields=["on_duty"])
            switched = {"is_own": user_id == by.pk, "on_duty": on_duty}
            record_audit(actions.DUTY_SWITCHED, user_id, user_id=by.pk, **switched)
