"""The addresses that events are sent to, added and removed by the command line."""

from collections.abc import Sequence

from django.db import transaction

from audit import actions
from audit.entries import record_audit
from workflows.models import WebhookEndpoint


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
