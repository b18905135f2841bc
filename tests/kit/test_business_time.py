"""Business time: opening hours and bank holidays of the company's country (product.md, Clocks)."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from kit.business_time import after_business_days, after_business_hours

UK, IRELAND, NEW_ZEALAND, AUSTRALIA = 1, 2, 3, 4
LONDON = ZoneInfo("Europe/London")


def london(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=LONDON)


@pytest.mark.parametrize(
    ("start", "due"),
    [
        ("2026-11-18T09:00", "2026-11-18T17:00"),  # a Wednesday, within the day
        ("2026-11-18T12:00", "2026-11-19T11:30"),  # over the night
        ("2026-11-20T16:00", "2026-11-23T15:30"),  # over the weekend
        ("2026-11-21T11:00", "2026-11-23T17:00"),  # from a Saturday
        ("2026-12-24T15:00", "2026-12-29T14:30"),  # Christmas, Boxing Day (moved to Monday), a weekend
        ("2026-11-18T07:00", "2026-11-18T17:00"),  # before the opening
        ("2026-11-18T20:00", "2026-11-19T17:00"),  # after the closing
    ],
)
def test_eight_business_hours(start: str, due: str) -> None:
    assert after_business_hours(london(start), 8, UK) == london(due)


def test_five_business_days_leave_out_the_weekend_and_bank_holidays() -> None:
    assert after_business_days(london("2026-04-01T10:15"), 5, UK) == london("2026-04-10T10:15")  # Easter
    assert after_business_days(london("2026-11-16T10:15"), 5, UK) == london("2026-11-23T10:15")


def test_each_country_has_its_own_holidays_and_hours() -> None:
    waitangi_eve = datetime(2026, 2, 5, 16, 0, tzinfo=ZoneInfo("Pacific/Auckland"))
    assert after_business_hours(waitangi_eve, 2, NEW_ZEALAND).day == 9
    assert after_business_hours(waitangi_eve, 2, UK) == london("2026-02-05T11:00")
    st_patrick = datetime(2026, 3, 16, 17, 0, tzinfo=ZoneInfo("Europe/Dublin"))
    assert after_business_hours(st_patrick, 1, IRELAND).day == 18
    australia_day = datetime(2026, 1, 23, 17, 0, tzinfo=ZoneInfo("Australia/Sydney"))
    assert after_business_hours(australia_day, 1, AUSTRALIA).day == 27


def test_the_clock_change_does_not_shift_opening_hours() -> None:
    assert after_business_hours(london("2026-03-27T17:00"), 1, UK) == london("2026-03-30T09:30")


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        after_business_hours(datetime(2026, 11, 18, 9, 0), 8, UK)  # noqa: DTZ001  that is what is refused
