"""The day in the desk's time zone: figures of "today" begin at its midnight, not at midnight UTC."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.utils import timezone

from kit.environment import WrongSettingError


def checked_time_zone(name: str) -> str:
    """Check a time zone's name. Raises WrongSettingError when this machine does not have the zone."""
    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise WrongSettingError("DOCKET_TIME_ZONE", name, "which is no time zone", "Europe/London") from None


def beginning_of_today() -> datetime:
    """The last midnight in the desk's time zone (`DOCKET_TIME_ZONE`)."""
    now = timezone.now().astimezone(ZoneInfo(settings.DESK_TIME_ZONE))
    return now.replace(hour=0, minute=0, second=0, microsecond=0)
