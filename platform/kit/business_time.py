"""Business time: Monday to Friday, 09:00 to 17:30 in the company's country, except its bank holidays."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from holidays import HolidayBase

OPENS, CLOSES = time(9), time(17, 30)  # product.md, Clocks
SATURDAY = 5

# country numbers of the specification (section 3): time zone, and the calendar of its bank holidays
_CALENDARS: Mapping[int, tuple[str, str, str | None]] = {
    1: ("Europe/London", "GB", "ENG"),
    2: ("Europe/Dublin", "IE", None),
    3: ("Pacific/Auckland", "NZ", None),
    4: ("Australia/Sydney", "AU", "NSW"),
}


def after_business_hours(start: datetime, hours: float, country: int) -> datetime:
    """The moment when this number of business hours has passed. Raises ValueError for a naive datetime."""
    moment, left = _next_open(_local(start, country), country), timedelta(hours=hours)
    while (today := _closing(moment) - moment) < left:
        left -= today
        moment = _next_open(_closing(moment), country)
    return moment + left


def after_business_days(start: datetime, days: int, country: int) -> datetime:
    """The same time of day, this number of business days later; when closed, counted from the next opening."""
    moment = _next_open(_local(start, country), country)
    for _ in range(days):
        moment += timedelta(days=1)
        while not _is_business_day(moment.date(), country):
            moment += timedelta(days=1)
    return moment


def after_hours_of_business_days(start: datetime, hours: int, country: int) -> datetime:
    """The moment when this number of hours has passed. All 24 hours of business days count; other days do not."""
    moment, left = _next_business_day(_local(start, country), country), timedelta(hours=hours)
    while (today := _midnight_after(moment) - moment) < left:
        left -= today
        moment = _next_business_day(_midnight_after(moment), country)
    return moment + left


def _next_business_day(moment: datetime, country: int) -> datetime:
    """The moment itself on a business day; else the beginning of the next business day."""
    while not _is_business_day(moment.date(), country):
        moment = _midnight_after(moment)
    return moment


def _midnight_after(moment: datetime) -> datetime:
    return _at(moment.date() + timedelta(days=1), time(0), moment)


def _local(moment: datetime, country: int) -> datetime:
    if moment.tzinfo is None:
        raise ValueError("business time needs a time zone")
    return moment.astimezone(ZoneInfo(_CALENDARS[country][0]))


def _next_open(moment: datetime, country: int) -> datetime:
    """The moment itself within business time; else the next opening."""
    if _is_business_day(moment.date(), country):
        if moment.time() < OPENS:
            return _at(moment.date(), OPENS, moment)
        if moment.time() < CLOSES:
            return moment
    following = moment.date() + timedelta(days=1)
    while not _is_business_day(following, country):
        following += timedelta(days=1)
    return _at(following, OPENS, moment)


def _closing(moment: datetime) -> datetime:
    return _at(moment.date(), CLOSES, moment)


def _at(day: date, clock: time, like: datetime) -> datetime:
    return datetime.combine(day, clock, tzinfo=like.tzinfo)


def _is_business_day(day: date, country: int) -> bool:
    return day.weekday() < SATURDAY and day not in _bank_holidays(country)


@lru_cache
def _bank_holidays(country: int) -> "HolidayBase":
    from holidays import country_holidays  # noqa: PLC0415 (a tenth of a process's start, and rarely needed)

    _, code, subdivision = _CALENDARS[country]
    return country_holidays(code, subdiv=subdivision)
