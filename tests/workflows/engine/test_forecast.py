"""What the next days bring: pure arithmetic of past days."""

from datetime import date, timedelta

import pytest

from workflows.engine.reading.figures.forecast import Profile, When, staffing, when_empty

FRIDAY = date(2026, 11, 27)
WEEKS = [100, 100, 100, 100, 100, 20, 20]  # from a Friday to a Thursday, with a quiet Tuesday and Wednesday
STEADY = Profile([10] * 28, FRIDAY)


def test_a_day_is_expected_to_be_as_the_mean_of_its_weekday() -> None:
    profile = Profile([*WEEKS, *[value + 20 for value in WEEKS]], FRIDAY)
    assert [profile.expected(FRIDAY + timedelta(days=ahead)).value for ahead in range(7)] == [
        value + 10 for value in WEEKS
    ]


def test_the_interval_is_as_wide_as_the_days_differed_and_never_below_nothing() -> None:
    exact, loose = Profile([10] * 28, FRIDAY).expected(FRIDAY), Profile([0] * 7 + [20] * 7, FRIDAY).expected(FRIDAY)
    assert (exact.low, exact.high) == (10, 10)
    assert loose.low == 0 < loose.value < loose.high == pytest.approx(10 + 1.28 * 14.14, abs=0.1)


@pytest.mark.parametrize(("number", "known"), [(13, False), (14, True)])
def test_less_than_a_fortnight_of_history_is_no_forecast(number: int, *, known: bool) -> None:
    profile = Profile([5] * number, FRIDAY)
    assert profile.is_known == known
    assert (when_empty(9, profile, profile, FRIDAY, (0, 0)).when == When.UNKNOWN) != known


def test_only_the_last_four_weeks_count() -> None:
    assert Profile([1_000] * 7 + [10] * 28, FRIDAY).mean(FRIDAY) == 10


def test_a_queue_is_empty_on_the_first_evening_with_nothing_left() -> None:
    faster = Profile([15] * 28, FRIDAY)
    found = when_empty(12, STEADY, faster, FRIDAY, (0, 0))
    days = FRIDAY + timedelta(days=2)
    assert (found.when, found.day, found.soonest, found.latest) == (When.DAY, days, days, days)
    assert found.growth == -5


def test_what_was_done_today_is_not_expected_once_more() -> None:
    faster = Profile([15] * 28, FRIDAY)
    assert when_empty(5, STEADY, faster, FRIDAY, (0, 0)).day == FRIDAY
    assert when_empty(5, STEADY, faster, FRIDAY, (10, 15)).day == FRIDAY + timedelta(days=1)


def test_days_that_differ_make_the_interval_wider() -> None:
    arrivals, decisions = Profile([10] * 28, FRIDAY), Profile([10, 20] * 14, FRIDAY)
    found = when_empty(30, arrivals, decisions, FRIDAY, (0, 0))
    assert found.soonest is not None
    assert found.day is not None
    assert found.soonest < found.day
    assert found.latest is None or found.latest > found.day


def test_a_queue_that_grows_is_never_empty_and_one_that_shrinks_slowly_later() -> None:
    slower, bit_faster = Profile([9] * 28, FRIDAY), Profile([11] * 28, FRIDAY)
    never, later = (when_empty(500, STEADY, rate, FRIDAY, (0, 0)) for rate in (slower, bit_faster))
    assert (never.when, never.growth) == (When.NEVER, 1)
    assert (later.when, later.growth) == (When.LATER, -1)
    assert when_empty(0, STEADY, slower, FRIDAY, (0, 0)).when == When.EMPTY


def test_the_people_on_duty_are_compared_with_those_who_usually_decide() -> None:
    assert staffing(2, [4, 4, 0, 0]) == 0.5
    assert staffing(40, [4]) == 2
    assert staffing(0, [4]) == staffing(4, [0, 0]) == staffing(4, []) == 0
    halved = Profile([10] * 28, FRIDAY, share=0.5)
    assert (halved.mean(FRIDAY), halved.of_a_day) == (5, 5)
