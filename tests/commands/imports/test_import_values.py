"""Stars, dates, yes and no as people write them in tables."""

from datetime import UTC, datetime
from typing import Any

import pytest

from commands.imports.values import DateOrders, Dates, stars, yes_or_no


@pytest.mark.parametrize(
    ("text", "count"),
    [
        *((str(number), number) for number in range(1, 6)),
        *(("4.0", 4), ("4,0", 4), (" 4 ", 4), ("4/5", 4), ("8/10", 4), ("80 / 100", 4), ("4 out of 5", 4)),
        *(("4 stars", 4), ("1 star", 1), ("★★★", 3), ("⭐⭐⭐⭐", 4), ("⭐️⭐️", 2), ("★★☆☆☆", 2)),
        *(("", None), ("-", None), ("N/A", None), ("null", None), (None, None), (4, 4), (4.0, 4)),
    ],
)
def test_stars_are_read_as_people_write_them(text: Any, count: int | None) -> None:
    assert stars(text) == count


@pytest.mark.parametrize("text", ["four", "3.5", "7/10", "4/0", "-4", "4-", "4/5/6", True, [], float("nan"), "1" * 999])
def test_invalid_stars_are_refused(text: Any) -> None:
    with pytest.raises(ValueError, match=r"star|not a text"):
        stars(text)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2020-02-01", datetime(2020, 2, 1, tzinfo=UTC)),
        ("2020-02-01T03:04:05Z", datetime(2020, 2, 1, 3, 4, 5, tzinfo=UTC)),
        ("2020-02-01 03:04:05+01:00", datetime(2020, 2, 1, 2, 4, 5, tzinfo=UTC)),
        ("20200201", datetime(2020, 2, 1, tzinfo=UTC)),
        ("01/02/2020", datetime(2020, 2, 1, tzinfo=UTC)),
        ("1-2-20", datetime(2020, 2, 1, tzinfo=UTC)),
        ("01.02.2020 03:04", datetime(2020, 2, 1, 3, 4, tzinfo=UTC)),
        ("1 Feb 2020", datetime(2020, 2, 1, tzinfo=UTC)),
        ("February 1, 2020", datetime(2020, 2, 1, tzinfo=UTC)),
        ("1-Feb-2020", datetime(2020, 2, 1, tzinfo=UTC)),
        ("1-Feb-20", datetime(2020, 2, 1, tzinfo=UTC)),
        ("2020-02-01 03:04:05 UTC", datetime(2020, 2, 1, 3, 4, 5, tzinfo=UTC)),
        ("2020-02-01 03:04 PM", datetime(2020, 2, 1, 15, 4, tzinfo=UTC)),
        ("Sat, 01 Feb 2020 03:04:05 +0100", datetime(2020, 2, 1, 2, 4, 5, tzinfo=UTC)),
        ("1st Feb. 2020", datetime(2020, 2, 1, tzinfo=UTC)),
        ("1 Sept 2020", datetime(2020, 9, 1, tzinfo=UTC)),
        ("01/02/2020, 03:04:05", datetime(2020, 2, 1, 3, 4, 5, tzinfo=UTC)),
        ("Feb 1, 2020, 3:04 AM", datetime(2020, 2, 1, 3, 4, tzinfo=UTC)),
        ("1. February 2020", datetime(2020, 2, 1, tzinfo=UTC)),
        ("1st of February 2020", datetime(2020, 2, 1, tzinfo=UTC)),
        ("2020-Feb-01", datetime(2020, 2, 1, tzinfo=UTC)),
        ("01/Feb/2020", datetime(2020, 2, 1, tzinfo=UTC)),
        ("20200201T030405Z", datetime(2020, 2, 1, 3, 4, 5, tzinfo=UTC)),
        ("Sat Feb  1 03:04:05 2020", datetime(2020, 2, 1, 3, 4, 5, tzinfo=UTC)),
        ("01-02-2020 03:04:05.678 +0100", datetime(2020, 2, 1, 2, 4, 5, 678_000, tzinfo=UTC)),
        ("1 Feb 2020 UTC", datetime(2020, 2, 1, tzinfo=UTC)),
        ("", None),
        (None, None),
    ],
)
def test_dates_are_read_as_people_write_them(text: Any, moment: datetime | None) -> None:
    assert Dates()(text) == moment


@pytest.mark.parametrize("between", ["/", ".", "-"])
@pytest.mark.parametrize("clock", ["", " 03:04", " 03:04:05", " 03:04:05.678", " 3:04 AM", " 3:04:05 AM"])
@pytest.mark.parametrize("day", ["01{}02{}2020", "01{}02{}20", "2020{}02{}01"])
def test_dates_in_numbers_are_read_with_each_mark_and_clock(day: str, clock: str, between: str) -> None:
    moment = Dates()(day.format(between, between) + clock)
    assert moment is not None
    assert (moment.date().isoformat(), moment.hour) == ("2020-02-01", 3 if clock else 0)


def test_a_given_date_format_is_used() -> None:
    assert Dates("%m/%d/%Y")("12/31/2019") == datetime(2019, 12, 31, tzinfo=UTC)
    with pytest.raises(ValueError, match="not a date of the form"):
        Dates("%m/%d/%Y")("31/12/2019")


@pytest.mark.parametrize("text", ["0000-01-01", "2020-13-01", "yesterday", "1583020800", "99/99/9999", 5, [], True])
def test_invalid_dates_are_refused(text: Any) -> None:
    with pytest.raises(ValueError, match=r"not a date|not a text"):
        Dates()(text)


def test_yes_and_no_are_read_as_people_write_them() -> None:
    assert all(yes_or_no(text) for text in ("Yes", "TRUE", "1", " y ", True, "✓"))
    assert not any(yes_or_no(text) for text in ("No", "false", "0", "", "n/a", None, False))
    with pytest.raises(ValueError, match="neither yes nor no"):
        yes_or_no("perhaps")


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["05/06/2025", "12/25/2025"], ["'12/25/2025' can be nothing else", "'05/06/2025' would be read day first"]),
        (["25.12.2025", "12.25.2025"], ["mixes", "'25.12.2025'", "'12.25.2025'"]),
        (["05/06/2025", "25/12/2025", "12/12/2025", "2025-12-25", None, "12/25 left"], []),
    ],
)
def test_the_order_of_day_and_month_is_proven_by_the_dates(texts: list[Any], said: list[str]) -> None:
    orders = DateOrders()
    for text in texts:
        orders.look_at(text)
    assert all(part in orders.problem() for part in said)
    assert bool(orders.problem()) == bool(said)
