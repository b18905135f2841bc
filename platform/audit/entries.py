"""Keeping an entry of a change, in the transaction of the change."""

from django.db import connection

from audit.models import AuditEntry, Kind
from kit import request_id


def record_audit(kind: Kind, subject_id: int, *, user_id: int | None, sentence: str) -> AuditEntry:
    """Append one entry. Raises ValueError outside a transaction: an entry stands if and only if its change does."""
    if not connection.in_atomic_block:
        raise ValueError("an entry belongs into the transaction of its change")
    return AuditEntry.objects.create(
        kind=kind, subject_id=subject_id, user_id=user_id, sentence=sentence, request_id=request_id.current()
    )
