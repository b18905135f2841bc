"""The results of verifications of history: who asked for each, how far it went, and what it found."""

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

# one without a result for so long has failed with its worker, and does not keep people from asking again
GIVEN_UP = timedelta(hours=6)
NIGHT_HOUR = 3  # of the desk's day, in which the scheduler asks for one


def begin_verification(source: Verification.Source) -> Verification:
    """A verification of the entries that there are now; `recorded` gives it its result."""
    return Verification.objects.create(source=source, **_extent())


def ask_for_verification(*, by: User) -> Verification:
    """Begin a verification in the background, or return the one that somebody has asked for already."""
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
    """The same faults. When the last is read, the verification has its result."""
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
    """The newest, newest first."""
    return list(Verification.objects.order_by("-pk")[:limit])


def _extent() -> dict[str, Any]:
    return TaskEvent.objects.aggregate(entries=Count("pk"), last_at=Max("at"))
