"""Keeps the stored figures of past days right: undoing a decision on a later day has its day counted again."""

from datetime import datetime

from django.db import connection

from kit.desk_day import at_desk, desk_today
from workflows.models import DayFigures

_LOCK = "hashtextextended('docket days', 0)"


def may_store_days() -> bool:
    """Whether days that are counted in this transaction may be stored; if so, none is undone until it ends.

    Not while somebody else counts them, which takes seconds after a long pause, or undoes a decision of an earlier
    day: nobody who reads waits for either.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_try_advisory_xact_lock({_LOCK})")
        return bool(cursor.fetchone()[0])


def forget_day_of(decided: datetime) -> None:
    """Have the day of this decision, which the transaction undoes, counted again."""
    if (day := at_desk(decided).date()) < desk_today():
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_advisory_xact_lock_shared({_LOCK})")
        DayFigures.objects.filter(day=day).delete()
