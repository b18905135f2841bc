"""Being on duty: a switch on the account. Work is assigned to nobody who is off duty (product.md, Assignment)."""

import logging

from django.db import transaction

from accounts.models import User
from kit.errors import NotFoundError

logger = logging.getLogger(__name__)


def switch_duty(user_id: int, *, on_duty: bool, by: User) -> None:
    """Put a person on or off duty; what they have stays theirs. Raises NotFoundError for who is no member of the staff.

    It belongs to no process, so it leaves a line in the log: numbers, no names (decision 15).
    """
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).filter(pk=user_id, is_active=True).first()
        if person is None or not person.cms_access:
            raise NotFoundError("There is no colleague with this number.")
        if person.on_duty != on_duty:
            person.on_duty = on_duty
            person.save(update_fields=["on_duty"])
            logger.info("account %s is %s duty, switched by account %s", user_id, "on" if on_duty else "off", by.pk)
