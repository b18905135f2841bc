"""Forecasts the next days from the weekdays of the last four weeks; no forecast with too little history.

- The expected value of a day is the mean of the same weekday. With fewer than fourteen days of history there is none.
- The interval covers 8 of 10 days: ±1.28 standard deviations of the past days from the means of their weekdays.
- Only decisions of single items count: a batch says nothing about the speed of people. They are scaled by the number of
  people on duty, divided by the mean number of people who decided on days with decisions, at most twofold.
- A queue becomes empty on the first day that ends with no open item. Days are assumed to be independent, so after n
  days the interval is √n times as wide.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from math import sqrt

WEEK = 7
LEAST_DAYS = 2 * WEEK
LOOKED_BACK = 4 * WEEK
FURTHEST = 4 * WEEK
EIGHT_OF_TEN = 1.28  # standard deviations of the normal distribution
MOST_STAFFING = 2.0


@dataclass(frozen=True, slots=True)
class Range:
    value: float
    low: float
    high: float


class When(StrEnum):
    EMPTY = "empty"  # it is empty now
    DAY = "day"
    LATER = "later"  # it shrinks, but is not empty within four weeks
    NEVER = "never"  # it grows, or keeps its size
    UNKNOWN = "unknown"  # too little history
    PARKED = "parked"  # its items are held there on purpose


@dataclass(frozen=True, slots=True)
class Emptied:
    """When a queue becomes empty. `soonest`, `latest`: the days of the interval, None if beyond four weeks.

    `growth`: items more per day, on average over a week, as measured in the last `days`.
    """

    when: When
    day: date | None = None
    soonest: date | None = None
    latest: date | None = None
    growth: float = 0.0
    days: int = 0


class Profile:
    """The usual value of each weekday. `values`: one for each past day, yesterday last, beginning with the day of the
    first item.
    """

    def __init__(self, values: Sequence[float], today: date, *, share: float = 1.0) -> None:
        past = values[-LOOKED_BACK:]
        self.days = len(past)
        self.is_known = self.days >= LEAST_DAYS
        by_weekday: Mapping[int, list[float]] = defaultdict(list)
        for back, value in enumerate(reversed(past), start=1):
            by_weekday[(today - timedelta(days=back)).weekday()].append(value)
        self._means = {weekday: sum(found) / len(found) for weekday, found in by_weekday.items()}
        squares = sum((value - self._means[weekday]) ** 2 for weekday, found in by_weekday.items() for value in found)
        self.deviation = sqrt(squares / max(1, len(past) - WEEK)) * share
        self._means = {weekday: mean * share for weekday, mean in self._means.items()}

    def mean(self, day: date) -> float:
        return self._means.get(day.weekday(), 0.0)

    @property
    def of_a_day(self) -> float:
        return sum(self._means.values()) / WEEK

    def expected(self, day: date) -> Range:
        value, spread = self.mean(day), EIGHT_OF_TEN * self.deviation
        return Range(value, max(0.0, value - spread), value + spread)


def staffing(on_duty: int, people: Sequence[int]) -> float:
    """The number of people on duty divided by the usual number of people who decide. `people`: that number for each
    day.
    """
    worked = [number for number in people[-LOOKED_BACK:] if number]
    return min(MOST_STAFFING, on_duty * len(worked) / sum(worked)) if worked else 0.0


def when_empty(open_: int, arrivals: Profile, decisions: Profile, today: date, so_far: tuple[int, int]) -> Emptied:
    """When a queue with `open_` items becomes empty. `so_far`: how many items arrived and were decided today; today
    counts only with the rest that is still expected.
    """
    if open_ == 0:
        return Emptied(When.EMPTY)
    if not (arrivals.is_known and decisions.is_known):
        return Emptied(When.UNKNOWN)
    growth = arrivals.of_a_day - decisions.of_a_day
    deviation = sqrt(arrivals.deviation**2 + decisions.deviation**2)
    left = open_ + max(0.0, arrivals.mean(today) - so_far[0]) - max(0.0, decisions.mean(today) - so_far[1])
    soonest = found = latest = None
    for number in range(FURTHEST):
        day = today + timedelta(days=number)
        if number:
            left += arrivals.mean(day) - decisions.mean(day)
        spread = EIGHT_OF_TEN * deviation * sqrt(number + 1)
        soonest = soonest or (day if left - spread <= 0 else None)
        found = found or (day if left <= 0 else None)
        latest = latest or (day if left + spread <= 0 else None)
    if found:
        return Emptied(When.DAY, found, soonest, latest, growth, arrivals.days)
    return Emptied(When.NEVER if growth >= 0 else When.LATER, growth=growth, days=arrivals.days)
