"""Addresses and numbers in every way in which people write them."""

from collections.abc import Iterator

import phonenumbers
import pytest
from phonenumbers import PhoneNumberFormat, PhoneNumberType

from blacklist.forms import REGIONS, form_to_hash, forms_and_keys, hint_of, legacy_key, valid_form


def mobiles(region: str) -> Iterator[phonenumbers.PhoneNumber]:
    """Valid mobile numbers of a country, made from the library's example."""
    example = phonenumbers.example_number_for_type(region, PhoneNumberType.MOBILE)
    assert example is not None
    assert example.national_number is not None
    for step in range(10):
        number = phonenumbers.PhoneNumber(example.country_code, example.national_number + step * 1_111)
        assert phonenumbers.is_valid_number(number)
        yield number


def writings(number: phonenumbers.PhoneNumber) -> Iterator[str]:
    """The ways in which people write a number."""
    national = phonenumbers.national_significant_number(number)
    spaced = phonenumbers.format_number(number, PhoneNumberFormat.NATIONAL)
    international = phonenumbers.format_number(number, PhoneNumberFormat.INTERNATIONAL)
    code = number.country_code
    yield f"+{code}{national}"
    yield f"00{code}{national}"
    yield f"{code}{national}"
    yield f"0{national}"
    yield national
    yield spaced
    yield spaced.replace(" ", "-")
    yield spaced.replace(" ", ".")
    yield spaced.replace(" ", "\u00a0")
    yield f"  {spaced}  "
    yield international
    yield international.replace(" ", "/")
    yield f"+{code} (0){national}"
    yield f"(+{code}) {national}"
    yield f"tel:+{code}{national}"
    yield "".join(chr(ord("０") + int(digit)) for digit in f"0{national}")  # full-width digits


TABLE = [
    (phonenumbers.format_number(number, PhoneNumberFormat.E164), written)
    for region in REGIONS
    for number in mobiles(region)
    for written in writings(number)
]


def test_the_table_is_long_enough() -> None:
    assert len(TABLE) >= 500


def test_every_way_to_write_a_mobile_number_has_one_form() -> None:
    assert [(written, valid_form(written)) for _, written in TABLE] == [(written, e164) for e164, written in TABLE]


def test_every_way_to_write_a_mobile_number_is_found_by_screening() -> None:
    assert [written for e164, written in TABLE if e164 not in forms_and_keys(written)[0]] == []


def test_a_legacy_number_matches_in_every_variant_before_and_after_it_is_hashed() -> None:
    for e164, written in TABLE:
        forms, keys = forms_and_keys(e164)
        assert legacy_key(written) in keys, written
        assert form_to_hash(written) in forms, written


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ("Troll@Example.COM", "troll@example.com"),
        (" first.last+tag@sub.example.co.uk ", "first.last+tag@sub.example.co.uk"),
        ("07700 900142", "+447700900142"),  # reserved by Ofcom for films and tests
        ("troll@localhost", None),
        ("troll@[127.0.0.1]", None),
        ("two@at@example.com", None),
        (f"{'a' * 250}@example.com", None),
        ("020 7946 0958", None),  # London
        ("(01) 679 3000", None),  # Dublin
        ("+1 650 253 0000", None),
        ("0800 123 4567", None),
        ("07400 12345", None),
        ("seven", None),
        ("+", None),
        ("", None),
    ],
)
def test_what_is_valid(value: str, form: str | None) -> None:
    assert valid_form(value) == form


@pytest.mark.parametrize(
    ("value", "hint"),
    [("troll@example.com", "t…@example.com"), ("+447400123456", "+44…56"), ("07400 123456", "07…56")],
)
def test_a_hint_is_masked(value: str, hint: str) -> None:
    assert hint_of(value) == hint


@pytest.mark.parametrize("other", ["trol@example.com", "07400123457", "123456", "no number"])
def test_others_do_not_match(other: str) -> None:
    forms, keys = forms_and_keys(other)
    for listed in ("troll@example.com", "07400 123456", "+44 7400 123456"):
        assert legacy_key(listed) not in keys
        assert form_to_hash(listed) not in forms
