"""Parse and check the moments and days that callers send."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any

from django.utils import timezone
from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field

EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
AHEAD = timedelta(days=1)  # tolerance for a source's clock or time zone


def in_utc(moment: datetime) -> datetime:
    """The moment in UTC. PostgreSQL refuses offsets of 16 hours and more, which ISO 8601 allows.

    Raises ValueError outside the years 1 to 9999.
    """
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("must lie in the years 1 to 9999") from error


def past_time(moment: datetime) -> datetime:
    """The moment in UTC. Raises ValueError before EARLIEST, and for the future beyond AHEAD."""
    if not EARLIEST <= moment <= timezone.now() + AHEAD:
        raise ValueError(f"must lie between {EARLIEST.year} and now")
    return in_utc(moment)


def _past_day(day: date) -> date:
    if not EARLIEST.date() <= day <= timezone.localdate() + AHEAD:
        raise ValueError(f"must lie between {EARLIEST.year} and today")
    return day


def _written_time(value: Any) -> Any:
    if not isinstance(value, str | datetime | None):
        raise ValueError("must be a time in ISO 8601, with its time zone")  # pydantic would read a number as seconds
    return value


def _written_day(value: Any) -> Any:
    if not isinstance(value, str | date | None):
        raise ValueError("must be a day in ISO 8601")  # pydantic would read a number as seconds
    return value


# the time or day of a past event
PastMoment = Annotated[AwareDatetime, BeforeValidator(_written_time), AfterValidator(past_time), Field(strict=False)]
PastDay = Annotated[date, BeforeValidator(_written_day), AfterValidator(_past_day), Field(strict=False)]
