"""Days and times in the desk's time zone: "today" begins at the desk's midnight, not at midnight UTC."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.utils import timezone

from kit.environment import WrongSettingError, refuse


def checked_time_zone(name: str) -> str:
    """Check a time zone's name. Raises WrongSettingError if this machine does not know the zone."""
    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        refuse(WrongSettingError("DOCKET_TIME_ZONE", name, "which is no time zone", "Europe/London"))
        return "UTC"


def at_desk(moment: datetime) -> datetime:
    """The moment in the desk's time zone (`DOCKET_TIME_ZONE`), for people to read."""
    return moment.astimezone(ZoneInfo(settings.DESK_TIME_ZONE))


def desk_today() -> date:
    """The current day in the desk's time zone."""
    return at_desk(timezone.now()).date()


def beginning_of_today() -> datetime:
    """The last midnight in the desk's time zone."""
    return at_desk(timezone.now()).replace(hour=0, minute=0, second=0, microsecond=0)


def next_at_hour(hour: int) -> datetime:
    """The next moment when this hour begins in the desk's time zone."""
    today = beginning_of_today() + timedelta(hours=hour)
    return today if timezone.now() < today else today + timedelta(days=1)
