"""Record a change in the audit log, in the transaction of the change."""

from django.db import connection, transaction

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


def record_audit(
    kind: Kind, subject_id: int, *, user_id: int | None, sentence: str, remark_id: int | None = None
) -> AuditEntry:
    """Append one entry. Raises ValueError outside a transaction: the entry must be committed with its change."""
    if not connection.in_atomic_block:
        raise ValueError("an audit entry must be written in the transaction of its change")
    entry = AuditEntry(
        kind=kind,
        subject_id=subject_id,
        user_id=user_id,
        sentence=sentence,
        remark_id=remark_id,
        request_id=request_id.current(),
    )
    insert_row(entry, acting=acting.setting_for(user_id))
    return entry


def record_export(what: str, *, user_id: int) -> None:
    """Note that an account saves a file. `what`: what is in it and its format, without names."""
    with transaction.atomic():
        record_audit(Kind.EXPORT, user_id, user_id=user_id, sentence=f"Exported {what}.")


def write_remark(kind: Kind, subject_id: int, text: str, *, user_id: int) -> AuditEntry:
    """Append what a person has written. Raises NoManualEntriesError."""
    if kind not in MANUAL:
        raise NoManualEntriesError
    with transaction.atomic():
        remark = Remark.objects.create(text=text)
        return record_audit(kind, subject_id, user_id=user_id, sentence="", remark_id=remark.pk)


def entries_of(kind: Kind, subject_id: int, cursor: str = "") -> tuple[list[AuditEntry], dict[int, str], str | None]:
    """A page of the log of one subject, newest first; the texts of its remarks by id; the cursor of the next page."""
    rows = AuditEntry.objects.filter(kind=kind, subject_id=subject_id)
    entries, next_cursor = keyset_page(rows, "pk", of=f"audit {kind} {subject_id}", cursor=cursor, descending=True)
    wanted = [entry.remark_id for entry in entries if entry.remark_id is not None]
    texts = dict(Remark.objects.filter(pk__in=wanted).values_list("pk", "text")) if wanted else {}
    return entries, texts, next_cursor
