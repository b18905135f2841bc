"""Record a change in the audit log, in the transaction of the change."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from audit import actions
from audit.action import Action
from audit.actions import sentence_of
from audit.models import AuditEntry, Kind, Remark
from kit import acting, request_id
from kit.errors import ConflictError
from kit.pages import in_order, keyset_page
from kit.replica import on_primary
from kit.rows import insert_row
from kit.spreadsheets import csv_lines

Details = Mapping[str, Any]
NamesOf = Callable[[Iterable[int | None]], dict[int, str]]
SentencesOf = Callable[[Collection[AuditEntry]], list[str]]
_CHUNK = 1_000

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
    with on_primary(), transaction.atomic():
        record_audit(action, user_id, user_id=user_id, **details)


def write_remark(kind: Kind, subject_id: int, text: str, *, user_id: int) -> AuditEntry:
    """Append what a person has written. Raises NoManualEntriesError."""
    if kind not in MANUAL:
        raise NoManualEntriesError
    with transaction.atomic():
        remark = Remark.objects.create(text=text)
        return _append(AuditEntry(kind=kind, subject_id=subject_id, user_id=user_id, remark_id=remark.pk))


def entries_of(
    kind: Kind, subject_id: int, cursor: str = "", *, descending: bool = True
) -> tuple[list[AuditEntry], str | None]:
    """A page of the log of one subject, newest first where `descending`, and the cursor of the next page."""
    rows = AuditEntry.objects.filter(kind=kind, subject_id=subject_id)
    name = f"audit {kind} {subject_id} {descending}"
    return keyset_page(rows, "pk", of=name, cursor=cursor, descending=descending)


def user_of(action: Action, subject_id: int) -> int | None:
    """The id of who did this to a subject first; None where nobody did."""
    of = AuditEntry.objects.filter(kind=action.kind, subject_id=subject_id, code=action.code)
    return of.order_by("pk").values_list("user_id", flat=True).first()


def texts_of(
    entries: Collection[AuditEntry],
    companies: Mapping[int, str] | None = None,
    titled: Callable[[Details], Details] = lambda details: details,
) -> list[str]:
    """What each entry says: a sentence, or what a person has written; empty for a text that was erased.

    `companies`: what they are called now, by id; one that is not there is named by its number.
    `titled`: gives details the titles of what they name by a code.
    """
    wanted = [entry.remark_id for entry in entries if entry.remark_id is not None]
    texts = dict(Remark.objects.filter(pk__in=wanted).values_list("pk", "text")) if wanted else {}
    return [
        sentence_of(entry, titled(_with_company(entry.details, companies or {})))
        if entry.remark_id is None
        else texts.get(entry.remark_id, "")
        for entry in entries
    ]


def _with_company(details: Details, companies: Mapping[int, str]) -> Details:
    company: Any = details.get("company")
    return {**details, "company": f"{companies[company]} ({company})"} if company in companies else details


def export_entries(
    kind: Kind, subject_id: int, *, user_id: int, names_of: NamesOf, sentences_of: SentencesOf, descending: bool = True
) -> Iterator[str]:
    """The log of one subject as lines of CSV. The export by `user_id` is recorded before the first line.

    `names_of`: the names of accounts by id. `sentences_of`: what each entry says, as on the screen.
    """
    record_export(actions.AUDIT_LOG_EXPORTED, user_id=user_id, kind=kind, subject=subject_id)
    rows = in_order(AuditEntry.objects.filter(kind=kind, subject_id=subject_id), "pk", descending=descending)
    return csv_lines(("at", "user_id", "user", "text"), _exported(rows, names_of, sentences_of))


def _exported(rows: QuerySet[AuditEntry], names_of: NamesOf, sentences_of: SentencesOf) -> Iterator[list[Any]]:
    ordered = rows.iterator(chunk_size=_CHUNK)
    while some := list(islice(ordered, _CHUNK)):
        names = names_of([entry.user_id for entry in some])
        for entry, text in zip(some, sentences_of(some), strict=True):
            name = "" if entry.user_id is None else names[entry.user_id]
            yield [entry.at.isoformat(), entry.user_id, name, text]


def _append(entry: AuditEntry) -> AuditEntry:
    if not connection.in_atomic_block:
        raise ValueError("an audit entry must be written in the transaction of its change")
    entry.request_id = request_id.current()
    insert_row(entry, acting=acting.setting_for(entry.user_id))
    return entry
