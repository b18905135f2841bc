"""Record a change in the audit log, in the transaction of the change."""

from django.db import connection, transaction

from audit.models import AuditEntry, Kind
from kit import acting, request_id
from kit.rows import insert_row


def record_audit(kind: Kind, subject_id: int, *, user_id: int | None, sentence: str) -> AuditEntry:
    """Append one entry. Raises ValueError outside a transaction: the entry must be committed with its change."""
    if not connection.in_atomic_block:
        raise ValueError("an audit entry must be written in the transaction of its change")
    entry = AuditEntry(
        kind=kind, subject_id=subject_id, user_id=user_id, sentence=sentence, request_id=request_id.current()
    )
    insert_row(entry, acting=acting.setting_for(user_id))
    return entry


def record_export(what: str, *, user_id: int) -> None:
    """Note that an account saves a file. `what`: what is in it and its format, without names."""
    with transaction.atomic():
        record_audit(Kind.EXPORT, user_id, user_id=user_id, sentence=f"Exported {what}.")
