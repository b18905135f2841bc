"""Verifications of history: who asked for each, which entries it covers, and what it found."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, Max
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import User
from audit import actions
from audit.entries import record_audit
from workflows.engine.core.consistency.chains import Fault
from workflows.engine.outbox.outbox import enqueue
from workflows.models import TaskEvent, Verification

# a verification without a result after this time has failed with its worker; people can ask again
GIVEN_UP = timedelta(hours=6)
NIGHT_HOUR = 3  # hour in the desk's time zone at which the scheduler starts a verification


def begin_verification(source: Verification.Source) -> Verification:
    """Create a verification that covers the entries so far; `recorded` stores its result."""
    return Verification.objects.create(source=source, **_extent())


def ask_for_verification(*, by: User) -> Verification:
    """Start a verification in the background, or return the unfinished one that somebody asked for."""
    asked = Verification.objects.filter(source=Verification.Source.PERSON, ended_at=None)
    with transaction.atomic():
        asked.filter(begun_at__lt=Now() - GIVEN_UP).update(ended_at=Now())
        verification, is_new = Verification.objects.get_or_create(
            source=Verification.Source.PERSON, ended_at=None, defaults={"by_id": by.pk, **_extent()}
        )
        if is_new:
            enqueue("verify_history", {"verification": verification.pk})
            record_audit(actions.VERIFICATION_ASKED, verification.pk, user_id=by.pk)
    verification.refresh_from_db()
    return verification


def recorded(verification: Verification, faults: Iterable[Fault]) -> Iterator[Fault]:
    """Pass the faults through; after the last one, store their number and the first fault as the result."""
    first, number = None, 0
    for fault in faults:
        first = first or fault
        number += 1
        yield fault
    verification.faults, verification.ended_at = number, timezone.now()
    if first:
        verification.fault, verification.fault_seq = first.what, first.seq
        verification.fault_process = first.process_id or None
    verification.save(update_fields=["faults", "ended_at", "fault", "fault_seq", "fault_process"])


def verifications(limit: int) -> list[Verification]:
    """The newest verifications, newest first."""
    return list(Verification.objects.order_by("-pk")[:limit])


def _extent() -> dict[str, Any]:
    return TaskEvent.objects.aggregate(entries=Count("pk"), last_at=Max("at"))
