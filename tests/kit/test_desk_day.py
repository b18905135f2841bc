"""The day of the people at the desk."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from pytest_django import Settings

from kit.desk_day import at_desk, beginning_of_today, checked_time_zone, desk_today
from tests.accounts.production import in_production


@pytest.mark.parametrize(
    ("zone", "now", "midnight"),
    [
        ("Europe/London", "2026-07-01T22:59:00+00:00", "2026-06-30T23:00:00+00:00"),
        ("Europe/London", "2026-07-01T23:01:00+00:00", "2026-07-01T23:00:00+00:00"),
        ("Europe/London", "2026-12-01T23:01:00+00:00", "2026-12-01T00:00:00+00:00"),
        # the night in which the clocks go forward is an hour short
        ("Europe/London", "2026-03-29T12:00:00+00:00", "2026-03-29T00:00:00+00:00"),
        ("Pacific/Auckland", "2026-07-01T13:00:00+00:00", "2026-07-01T12:00:00+00:00"),
    ],
)
def test_today_begins_at_the_desks_midnight(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, zone: str, now: str, midnight: str
) -> None:
    settings.DESK_TIME_ZONE = zone
    monkeypatch.setattr(timezone, "now", lambda: datetime.fromisoformat(now).astimezone(UTC))
    assert beginning_of_today() == datetime.fromisoformat(midnight)
    assert desk_today() == datetime.fromisoformat(midnight).astimezone(ZoneInfo(zone)).date()


def test_a_moment_is_written_as_the_desk_reads_it(settings: Settings) -> None:
    settings.DESK_TIME_ZONE = "Europe/London"
    assert f"{at_desk(datetime(2026, 7, 1, 15, tzinfo=UTC)):%-d %B, %H:%M}" == "1 July, 16:00"


@pytest.mark.parametrize("name", ["Europe/Londn", "", "../etc/passwd"])
def test_an_unknown_time_zone_is_reported_at_the_start(name: str) -> None:
    with pytest.raises(SystemExit, match="DOCKET_TIME_ZONE"):
        checked_time_zone(name)


def test_the_environment_says_which_and_london_is_where_it_is_silent() -> None:
    told = ["-c", "from django.conf import settings; print(settings.DESK_TIME_ZONE)"]
    assert in_production(*told).stdout.strip() == "Europe/London"
    assert in_production(*told, DOCKET_TIME_ZONE="Australia/Sydney").stdout.strip() == "Australia/Sydney"
    refused = in_production(*told, DOCKET_TIME_ZONE="Sydney")
    assert (refused.returncode, "DOCKET_TIME_ZONE is 'Sydney'" in refused.stderr) == (1, True)
