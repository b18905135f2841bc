"""Rate limit per API key: a number of calls per minute, shared by all processes."""

from datetime import timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, Min
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import ApiKey, KeyCall
from kit.errors import TooManyError

WINDOW = timedelta(minutes=1)


def admit_call(key: ApiKey) -> None:
    """Record a call. Raises TooManyError, and records nothing, when the limit of the last minute is reached.

    Parallel calls with one key are counted one after another, so that the limit is exact.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended('key calls', %s))", [key.pk])
        recent = KeyCall.objects.filter(key=key, at__gt=Now() - WINDOW).aggregate(calls=Count("pk"), oldest=Min("at"))
        if recent["calls"] >= settings.INGEST_CALLS_PER_MINUTE:
            left = recent["oldest"] + WINDOW - timezone.now()
            raise TooManyError(max(1, int(left.total_seconds()) + 1), "Too many calls with this key. Wait a moment.")
        KeyCall.objects.create(key=key, at=timezone.now())


def prune_calls() -> int:
    """Delete calls older than the window; the number of rows deleted."""
    return KeyCall.objects.filter(at__lt=Now() - WINDOW).delete()[0]
