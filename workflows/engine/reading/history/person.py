"""What one account did in a period: its decisions and its entries in the audit log."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db import connection
from django.db.models import Count, F, Q, Sum

from accounts.models import User
from audit.action import Deeds
from audit.actions import EXPORTS, READS
from audit.models import AuditEntry
from kit.cursors import decode_cursor, encode_cursor
from kit.errors import InvalidError, NotFoundError
from kit.keyset import Beyond
from workflows.engine.core.flows import flow_of, nodes_of, outcome_label, steps
from workflows.models import BulkBatch

PAGE_SIZE = 50
NAME = "person"

Deed = Literal["exports", "reads", "changes"]

# reads the index `event_by`, once for each type
_DECISIONS = """
    SELECT type.kind, type.node, type.outcome, sum(decided.number)
    FROM workflows_eventtype type CROSS JOIN LATERAL (
        SELECT count(*) AS number FROM workflows_taskevent entry
        WHERE entry.actor_id = %s AND entry.type_id = type.id AND entry.at >= %s AND entry.at < %s
    ) decided
    WHERE type.action = 'decide' AND decided.number > 0
    GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3
"""


@dataclass(frozen=True, slots=True)
class Decided:
    """The number of decisions of a step with one outcome, including undone ones."""

    kind: str
    node: str
    title: str
    queue: str
    outcome: str
    label: str
    number: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """`exports`: files that the account saved. `reads`: full addresses, phone numbers and contacts that it was shown.

    `changes`: all other entries of the audit log.
    """

    exports: int
    reads: int
    changes: int


@dataclass(frozen=True, slots=True)
class Noted:
    """A page of the audit log with what one account did, newest first."""

    items: list[AuditEntry]
    next_cursor: str | None


def get_account(user_id: int) -> User:
    """Raises NotFoundError."""
    person: User | None = User.objects.filter(pk=user_id).first()
    if person is None:
        raise NotFoundError("There is no account with this number.")
    return person


def decisions_of(user_id: int, since: datetime, until: datetime) -> list[Decided]:
    """The decisions in the period, most frequent first."""
    with connection.cursor() as cursor:
        cursor.execute(_DECISIONS, [user_id, since, until])
        return [_decided(kind, node, outcome, int(number)) for kind, node, outcome, number in cursor.fetchall()]


def batched_of(user_id: int, since: datetime, until: datetime) -> int:
    """How many decisions were made by batches that the account started in the period, including undone ones."""
    theirs = BulkBatch.objects.filter(by=user_id, at__gte=since, at__lt=until)
    return theirs.aggregate(made=Sum(F("done") + F("rolled_back")))["made"] or 0


def numbers_of(user_id: int, since: datetime, until: datetime) -> Numbers:
    """How many entries of each sort the account has in the audit log, for the period."""
    entries = AuditEntry.objects.filter(user_id=user_id, at__gte=since, at__lt=until)
    counted = list(entries.values_list("kind", "code").annotate(number=Count("pk")).order_by())
    exports, reads = (
        sum(number for kind, code, number in counted if deeds.has(kind, code)) for deeds in (EXPORTS, READS)
    )
    return Numbers(exports, reads, sum(number for *_, number in counted) - exports - reads)


def noted_of(user_id: int, since: datetime, until: datetime, cursor: str, what: Deed | None = None) -> Noted:
    """`what`: only entries that `numbers_of` counts under this name. Raises InvalidError for another list's cursor."""
    entries = AuditEntry.objects.filter(user_id=user_id, at__gte=since, at__lt=until).order_by("-at", "-pk")
    exports, reads = _among(EXPORTS), _among(READS)
    if what:
        entries = entries.filter({"exports": exports, "reads": reads, "changes": ~exports & ~reads}[what])
    if cursor:
        entries = entries.filter(Beyond(_read(cursor), descending=True))
    found = list(entries[: PAGE_SIZE + 1])
    last = found[PAGE_SIZE - 1] if len(found) > PAGE_SIZE else None
    return Noted(found[:PAGE_SIZE], encode_cursor([last.at.isoformat(), last.pk], of=NAME) if last else None)


def _among(deeds: Deeds) -> Q:
    """The condition for the entries that belong to `deeds`."""
    found = Q(kind=deeds.kind)
    for action in deeds.others:
        found |= Q(kind=action.kind, code=action.code)
    return found


def _decided(kind: str, name: str, outcome: str, number: int) -> Decided:
    flow = flow_of(kind)
    node = next((node for node in nodes_of(flow) if node.name == name), None) if flow else None
    queue = next((step.queue for step in steps(flow) if step.name == name), "") if flow else ""
    title = str(getattr(node, "task_title", name))
    return Decided(kind, name, title, queue, outcome, outcome_label(node, outcome, ""), number)


def _read(cursor: str) -> dict[str, object]:
    try:
        at, pk = decode_cursor(cursor, of=NAME)
        return {"at": datetime.fromisoformat(str(at)), "pk": int(str(pk))}
    except ValueError as error:
        raise InvalidError(
            {"cursor": ["This cursor does not belong to this list. Start at its first page."]}
        ) from error
