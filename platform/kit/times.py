"""Moments as callers write them."""

from datetime import UTC, datetime


def in_utc(moment: datetime) -> datetime:
    """The same moment in UTC: PostgreSQL refuses offsets of 16 hours and more, which ISO 8601 allows.

    Raises ValueError outside of the years 1 to 9999.
    """
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("must lie in the years 1 to 9999") from error
