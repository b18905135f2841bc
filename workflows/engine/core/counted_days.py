"""The figures of days that are over are stored: a decision that is undone on a later day has its day counted again."""

from datetime import datetime

from django.db import connection

from kit.desk_day import at_desk, desk_today
from workflows.models import DayFigures

_LOCK = "hashtextextended('docket days', 0)"


def hold_days() -> None:
    """Until the transaction ends, no undo of an earlier day's decision is under way: days can be counted and stored."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_advisory_xact_lock({_LOCK})")


def forget_day_of(decided: datetime) -> None:
    """Have the day of a decision that is undone in this transaction counted again."""
    if (day := at_desk(decided).date()) < desk_today():
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_advisory_xact_lock_shared({_LOCK})")
        DayFigures.objects.filter(day=day).delete()
