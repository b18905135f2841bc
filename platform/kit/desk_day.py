"""The day that people at the desk live in: figures of "today" begin at their midnight, not at Greenwich's."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.utils import timezone


def known_time_zone(name: str) -> str:
    """The name of a zone that this machine knows. Raises SystemExit for another: no start would end well with it."""
    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise SystemExit(f"DOCKET_TIME_ZONE is {name!r}, which is no time zone. Use one like Europe/London.") from error


def beginning_of_today() -> datetime:
    """The last midnight in the desk's time zone (`DOCKET_TIME_ZONE`)."""
    now = timezone.now().astimezone(ZoneInfo(settings.DESK_TIME_ZONE))
    return now.replace(hour=0, minute=0, second=0, microsecond=0)
