"""The addresses that events are sent to: added, removed, and given another secret."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from audit import actions
from audit.entries import record_audit
from kit.errors import NotFoundError
from workflows.models import WebhookEndpoint
from workflows.models.webhooks import new_secret

OVERLAP = timedelta(days=1)  # for which the secret before the newest one is valid


class WebhookNotFoundError(NotFoundError):
    code = "webhook_not_found"
    message = "There is no such webhook, or it was removed."


def add_endpoint(url: str, kinds: Sequence[str]) -> WebhookEndpoint:
    """`kinds`: of events; all without one. The address itself is not in the audit log: it may hold a secret."""
    with transaction.atomic():
        endpoint = WebhookEndpoint.objects.create(url=url, kinds=list(kinds))
        record_audit(actions.WEBHOOK_ADDED, endpoint.pk, user_id=None, kinds=list(kinds))
    return endpoint


def remove_endpoint(endpoint_id: int) -> bool:
    """Whether there is such an address. Repeating it records nothing."""
    with transaction.atomic():
        endpoint = WebhookEndpoint.objects.select_for_update().filter(pk=endpoint_id).first()
        if endpoint is not None and endpoint.active:
            endpoint.active = False
            endpoint.save(update_fields=["active"])
            record_audit(actions.WEBHOOK_REMOVED, endpoint_id, user_id=None)
    return endpoint is not None


def rotate_secret(endpoint_id: int, *, by: User | None) -> WebhookEndpoint:
    """Give the address a new secret. The one before is valid for OVERLAP, and of earlier ones none.

    `by` None: the command line. Raises WebhookNotFoundError.
    """
    with transaction.atomic():
        endpoint = WebhookEndpoint.objects.select_for_update().filter(pk=endpoint_id, active=True).first()
        if endpoint is None:
            raise WebhookNotFoundError
        endpoint.previous_secret, endpoint.previous_until = endpoint.secret, timezone.now() + OVERLAP
        endpoint.secret = new_secret()
        endpoint.save(update_fields=["secret", "previous_secret", "previous_until"])
        record_audit(actions.WEBHOOK_ROTATED, endpoint_id, user_id=by.pk if by else None)
    return endpoint
