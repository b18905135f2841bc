"""All audit logs as one: narrowed, in pages, and as a file."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.db.models import QuerySet

from audit import actions
from audit.entries import NamesOf, SentencesOf, record_export
from audit.models import AuditEntry, Kind
from kit.pages import PAGE_SIZE, in_order, keyset_page
from kit.spreadsheets import csv_lines

# the action of what people write by hand: such entries have no code
REMARK = "remark"
_CHUNK = 1_000
_HEADER = ("at", "user_id", "user", "kind", "subject_id", "subject", "action", "text", "queue", "outcome")
# details that are the number of a thing, by the name of its kind
_ABOUT = {"account": Kind.ACCOUNT, "company": Kind.COMPANY, "group": Kind.GROUP, "tag": Kind.TAG}

Thing = tuple[str, int]
ThingsNamed = Callable[[Iterable[Thing]], Mapping[Thing, str]]


@dataclass(frozen=True, slots=True)
class LogFilter:
    """Filters of the log, combined with AND. `kinds`: those that the reader may know. `action`: a code, or REMARK."""

    kinds: frozenset[Kind]
    kind: Kind | None = None
    subject_id: int | None = None
    action: str = ""
    user_id: int | None = None
    since: datetime | None = None
    until: datetime | None = None

    def entries(self) -> QuerySet[AuditEntry]:
        rows = AuditEntry.objects.all()
        if self.kind is not None:
            rows = rows.filter(kind=self.kind)
        if self.kind not in self.kinds and self.kinds != frozenset(Kind):
            rows = rows.filter(kind__in=sorted(self.kinds))
        wanted = {"subject_id": self.subject_id, "user_id": self.user_id, "at__gte": self.since, "at__lt": self.until}
        rows = rows.filter(**{name: value for name, value in wanted.items() if value is not None})
        if self.action == REMARK:
            return rows.filter(remark_id__isnull=False)
        return rows.filter(code=self.action) if self.action else rows

    @property
    def name(self) -> str:
        """Names the list that it leaves."""
        days = (moment and moment.isoformat() for moment in (self.since, self.until))
        return " ".join(
            map(str, ("audit", *sorted(self.kinds), self.kind, self.subject_id, self.action, self.user_id, *days))
        )


def log_page(
    chosen: LogFilter, cursor: str = "", *, limit: int = PAGE_SIZE, descending: bool = True
) -> tuple[list[AuditEntry], str | None]:
    """A page of the entries in the order of time, and the cursor of the next page."""
    name = f"{chosen.name} {descending}"
    return keyset_page(chosen.entries(), "at", of=name, cursor=cursor, limit=limit, descending=descending)


def action_of(entry: AuditEntry) -> str:
    """Its code, or REMARK. Empty for an entry from before codes."""
    return REMARK if entry.remark_id is not None else entry.code


def things_of(entry: AuditEntry) -> list[Thing]:
    """What an entry is about: its subject first, then the things that its details name."""
    found = [(entry.kind, entry.subject_id)]
    found += [(kind, entry.details[name]) for name, kind in _ABOUT.items() if isinstance(entry.details.get(name), int)]
    if entry.code == actions.AUDIT_LOG_EXPORTED.code and entry.kind == Kind.EXPORT:
        found.append((entry.details["kind"], entry.details["subject"]))
    return list(dict.fromkeys(found))


def export_log(
    chosen: LogFilter,
    *,
    user_id: int,
    names_of: NamesOf,
    names_of_things: ThingsNamed,
    sentences_of: SentencesOf,
    descending: bool,
) -> Iterator[str]:
    """The entries as lines of CSV. The export by `user_id` is recorded before the first line.

    `names_of`: the names of accounts by id. `names_of_things`: the names of things that still have one.
    `sentences_of`: what each entry says, as on the screen; the codes that it has titles for stand beside it.
    """
    record_export(actions.AUDIT_LOGS_EXPORTED, user_id=user_id)
    rows = in_order(chosen.entries(), "at", descending=descending)
    return csv_lines(_HEADER, _exported(rows, names_of, names_of_things, sentences_of))


def _exported(
    rows: QuerySet[AuditEntry], names_of: NamesOf, names_of_things: ThingsNamed, sentences_of: SentencesOf
) -> Iterator[list[Any]]:
    ordered = rows.iterator(chunk_size=_CHUNK)
    while some := list(islice(ordered, _CHUNK)):
        names = names_of([entry.user_id for entry in some])
        things = names_of_things({(entry.kind, entry.subject_id) for entry in some})
        for entry, text in zip(some, sentences_of(some), strict=True):
            yield [
                *(entry.at.isoformat(), entry.user_id, "" if entry.user_id is None else names[entry.user_id]),
                *(entry.kind, entry.subject_id, things.get((entry.kind, entry.subject_id), "")),
                *(action_of(entry), text, entry.details.get("queue", ""), entry.details.get("outcome", "")),
            ]
