"""Telephone numbers of accounts, in every way in which people of the four countries write them."""

import phonenumbers
import pytest
from phonenumbers import PhoneNumberFormat

from accounts.phones import phone_number
from companies.models import Country
from kit.errors import InvalidError
from tests.phone_writings import LANDLINE, MOBILE, numbers_of, writings

REGIONS = {"GB": Country.UNITED_KINGDOM, "IE": Country.IRELAND, "NZ": Country.NEW_ZEALAND, "AU": Country.AUSTRALIA}
TABLE = [
    (region, phonenumbers.format_number(number, PhoneNumberFormat.INTERNATIONAL), way, written)
    for region in REGIONS
    for kind in (MOBILE, LANDLINE)
    for number in numbers_of(region, kind, number=3)
    for way, written in writings(number, region).items()
]


def test_the_table_is_long_enough() -> None:
    assert len(TABLE) >= 500


def test_every_way_to_write_a_number_is_stored_as_one() -> None:
    stored = [
        (way, phone_number(written, country=REGIONS[region], field="mobile_phone")) for region, _, way, written in TABLE
    ]
    assert stored == [(way, expected) for _, expected, way, _ in TABLE]


@pytest.mark.parametrize("elsewhere", REGIONS)
def test_a_number_with_its_country_means_the_same_in_every_country(elsewhere: str) -> None:
    for region, expected, way, written in TABLE:
        if way in ("E.164", "00", "international", "zero in brackets", "RFC 3966"):
            stored = phone_number(written, country=REGIONS[elsewhere], field="mobile_phone")
            assert (region, way, stored) == (region, way, expected)


@pytest.mark.parametrize(
    "written", ["seven", "+", "12", "07400 123456 ext. 9", "07400 123456 07400 123457", "+999 123456"]
)
def test_what_is_no_number_is_refused(written: str) -> None:
    with pytest.raises(InvalidError):
        phone_number(written, country=1, field="mobile_phone")
