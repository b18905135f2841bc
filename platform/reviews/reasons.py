"""Add, change and retire the reason codes of rejections and restrictions. Each change writes an audit entry.

Nothing is deleted, because earlier decisions and statements refer to the codes.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count, Max, Value
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.text import slugify

from accounts.models import User
from audit import actions
from audit.changes import changes_of
from audit.entries import record_audit, record_export
from kit.errors import ConflictError, InvalidError, NotFoundError
from kit.spreadsheets import csv_lines
from reviews.models import Reason, Statement, StatementKind

CHANGEABLE = ("title", "ground", "category", "sentence", "rule", "applies_to", "active")
LONGEST_CODE = 40
USED_IN = timedelta(days=90)
_HEADER = ("code", "title", "applies_to", "ground", "category", "sentence", "rule", "active")
_ORDERS: Mapping[str, str | Lower] = {"offered": "position", "title": Lower("title"), "code": "code", "state": "active"}


class CodeTakenError(ConflictError):
    code = "code_taken"
    message = "Another reason has this code."


class LastReasonError(ConflictError):
    code = "last_reason"
    message = "This is the outcome's last reason. Add another before you retire it."


def add_reason(code: str, values: Mapping[str, Any], *, by: User) -> Reason:
    """Add a reason, offered after all others. `code`: if empty, derived from the title. `values`: fields of CHANGEABLE.

    Raises CodeTakenError; InvalidError if no code can be derived from the title.
    """
    made = code or slugify(values["title"])[:LONGEST_CODE].strip("-")
    if not made:
        raise InvalidError({"code": ["No code can be made of this title. Write one."]})
    try:
        with transaction.atomic():
            highest = Reason.objects.aggregate(highest=Max("position"))["highest"]
            reason = Reason.objects.create(code=made, position=0 if highest is None else highest + 1, **values)
            record_audit(actions.REASON_ADDED, reason.pk, user_id=by.pk)
    except IntegrityError as error:
        raise CodeTakenError from error
    return reason


def used_lately() -> dict[int, int]:
    """By reason id: the number of statements issued within USED_IN. Unused reasons are left out."""
    named = Statement.objects.filter(created_at__gte=timezone.now() - USED_IN).order_by()
    return dict(named.values_list("reason_id").annotate(used=Count(Value(1))))


def export_reasons(sort: str, descending: bool, *, by: User) -> Iterator[str]:
    """All reason codes as CSV lines. `sort`: a key of _ORDERS. The export is recorded before the first line."""
    record_export(actions.REASONS_EXPORTED, user_id=by.pk)
    rows = Reason.objects.order_by(_ORDERS[sort], "position", "code")
    if descending:
        rows = rows.reverse()
    return csv_lines(_HEADER, ([getattr(reason, name) for name in _HEADER] for reason in rows))


def change_reason(code: str, values: Mapping[str, Any], *, by: User) -> Reason:
    """Set fields of CHANGEABLE. Repeating a change records nothing. Raises NotFoundError, LastReasonError."""
    with transaction.atomic():
        # lock all reasons, ordered by id: if two are retired at once, the second call sees the first change
        reasons = {reason.code: reason for reason in Reason.objects.select_for_update().order_by("pk")}
        reason = reasons.get(code)
        if reason is None:
            raise NotFoundError("There is no reason with this code.")
        changed = [name for name in CHANGEABLE if name in values and getattr(reason, name) != values[name]]
        details = changes_of(reason, {name: values[name] for name in changed if name != "active"})
        for name in changed:
            setattr(reason, name, values[name])
        if {"active", "applies_to"} & {*changed}:
            _require_one_of_each(reasons.values())
        if changed:
            reason.save(update_fields=changed)
            _record(reason, changed, details, by)
    return reason


def _require_one_of_each(reasons: Any) -> None:
    offered = {kind for reason in reasons if reason.active for kind in reason.applies_to}
    if not offered.issuperset(StatementKind.values):
        raise LastReasonError


def _record(reason: Reason, changed: list[str], details: Mapping[str, Any], by: User) -> None:
    if "active" in changed:
        record_audit(actions.REASON_RESTORED if reason.active else actions.REASON_RETIRED, reason.pk, user_id=by.pk)
    if details["fields"]:
        record_audit(actions.REASON_CHANGED, reason.pk, user_id=by.pk, **details)
