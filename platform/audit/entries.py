"""Record a change in the audit log, in the transaction of the change."""

from typing import Any

from django.db import connection, transaction

from audit.actions import Action
from audit.models import AuditEntry, Kind, Remark
from kit import acting, request_id
from kit.errors import ConflictError
from kit.pages import keyset_page
from kit.rows import insert_row

# kinds whose log takes what people write by hand (product.md, Organisation)
MANUAL = frozenset({Kind.COMPANY})


class NoManualEntriesError(ConflictError):
    code = "no_manual_entries"
    message = "Manual log entries cannot be added to this type of audit log."


def record_audit(action: Action, subject_id: int, /, *, user_id: int | None, **details: Any) -> AuditEntry:
    """Append one entry. `details`: what the action's sentence needs, ids, numbers and codes alone.

    Raises ValueError for other details, and outside a transaction: the entry must be committed with its change.
    """
    action.check(details)
    said = {"kind": action.kind, "code": action.code, "details": details}
    return _append(AuditEntry(subject_id=subject_id, user_id=user_id, **said))


def record_export(action: Action, /, *, user_id: int, **details: Any) -> None:
    """Note that an account saves a file."""
    with transaction.atomic():
        record_audit(action, user_id, user_id=user_id, **details)


def write_remark(kind: Kind, subject_id: int, text: str, *, user_id: int) -> AuditEntry:
    """Append what a person has written. Raises NoManualEntriesError."""
    if kind not in MANUAL:
        raise NoManualEntriesError
    with transaction.atomic():
        remark = Remark.objects.create(text=text)
        return _append(AuditEntry(kind=kind, subject_id=subject_id, user_id=user_id, remark_id=remark.pk))


def entries_of(kind: Kind, subject_id: int, cursor: str = "") -> tuple[list[AuditEntry], dict[int, str], str | None]:
    """A page of the log of one subject, newest first; the texts of its remarks by id; the cursor of the next page."""
    rows = AuditEntry.objects.filter(kind=kind, subject_id=subject_id)
    entries, next_cursor = keyset_page(rows, "pk", of=f"audit {kind} {subject_id}", cursor=cursor, descending=True)
    wanted = [entry.remark_id for entry in entries if entry.remark_id is not None]
    texts = dict(Remark.objects.filter(pk__in=wanted).values_list("pk", "text")) if wanted else {}
    return entries, texts, next_cursor


def _append(entry: AuditEntry) -> AuditEntry:
    if not connection.in_atomic_block:
        raise ValueError("an audit entry must be written in the transaction of its change")
    entry.request_id = request_id.current()
    insert_row(entry, acting=acting.setting_for(entry.user_id))
    return entry
