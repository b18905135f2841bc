"""Addresses and numbers in every way in which people write them."""

import unicodedata

import phonenumbers
import pytest
from phonenumbers import PhoneNumberFormat

from blacklist.forms import REGIONS, form_to_hash, forms_and_keys, hint_of, legacy_key, valid_form
from tests.phone_writings import LANDLINE, MOBILE, numbers_of, writings

TABLE = [
    (phonenumbers.format_number(number, PhoneNumberFormat.E164), written)
    for region in REGIONS
    for number in numbers_of(region, MOBILE, number=10)
    for written in [*writings(number, region).values(), phonenumbers.national_significant_number(number)]
]
LANDLINES = [
    (phonenumbers.format_number(number, PhoneNumberFormat.E164), written)
    for region in REGIONS
    for number in numbers_of(region, LANDLINE, number=5)
    for written in writings(number, region).values()
]
ADDRESS = "first.last+tag@bücher.example.com"
# one address as people write and paste it
ADDRESSES = {
    "as it is": ADDRESS,
    "capitals": ADDRESS.upper(),
    "mixed": "First.Last+Tag@Bücher.Example.COM",
    "as DNS has it": "first.last+tag@xn--bcher-kva.example.com",
    "decomposed": unicodedata.normalize("NFD", ADDRESS),
    "blanks around": f" \t{ADDRESS}\r\n",
    "no-break space": f"\N{NO-BREAK SPACE}{ADDRESS}\N{NO-BREAK SPACE}",
    "zero width space": ADDRESS.replace("@", "\N{ZERO WIDTH SPACE}@\N{ZERO WIDTH SPACE}"),
    "byte order mark": f"\ufeff{ADDRESS}",
    "soft hyphen": ADDRESS.replace(".", ".\N{SOFT HYPHEN}"),
    "directional marks": f"\N{LEFT-TO-RIGHT EMBEDDING}{ADDRESS}\N{POP DIRECTIONAL FORMATTING}",
    "full width": "".join(chr(ord(mark) + 0xFEE0) if "!" <= mark <= "~" else mark for mark in ADDRESS),
    "link": f"mailto:{ADDRESS}",
    "link in capitals": f"MAILTO:{ADDRESS}",
    "in brackets": f"<{ADDRESS}>",
    "with a name": f"Ada Troll <{ADDRESS}>",
    "with a quoted name": f'"Troll, Ada" <{ADDRESS}> ',
    "in a sentence": f"{ADDRESS}.",
    "in a list": f"{ADDRESS}, ",
}
DNS = "first.last+tag@xn--bcher-kva.example.com"


def test_the_table_is_long_enough() -> None:
    assert len(TABLE) + len(LANDLINES) + len(ADDRESSES) >= 500


def test_every_way_to_write_a_mobile_number_has_one_form() -> None:
    assert [(written, valid_form(written)) for _, written in TABLE] == [(written, e164) for e164, written in TABLE]


def test_every_way_to_write_a_mobile_number_is_found_by_screening() -> None:
    assert [written for e164, written in TABLE if e164 not in forms_and_keys(written)[0]] == []


def test_every_way_to_write_a_landline_number_is_found_by_screening_and_none_is_a_mobile() -> None:
    assert [written for e164, written in LANDLINES if e164 not in forms_and_keys(written)[0]] == []
    assert [written for e164, written in LANDLINES if valid_form(written) == e164] == []


def test_every_way_to_write_an_address_has_one_form() -> None:
    assert {way: valid_form(written) for way, written in ADDRESSES.items()} == dict.fromkeys(ADDRESSES, DNS)


def test_an_address_matches_in_every_variant_before_and_after_it_is_hashed() -> None:
    for way, written in ADDRESSES.items():
        for entry in ADDRESSES.values():
            forms, keys = forms_and_keys(written)
            assert DNS in forms, way
            assert legacy_key(entry) in keys, way
            assert form_to_hash(entry) in forms, way


def test_an_entry_that_was_stored_lower_cased_still_matches() -> None:
    assert ADDRESS in forms_and_keys(ADDRESS.upper())[0]


def test_a_legacy_number_matches_in_every_variant_before_and_after_it_is_hashed() -> None:
    for e164, written in [*TABLE, *LANDLINES]:
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
    [
        ("troll@example.com", "t…@example.com"),
        ("+447400123456", "+44…56"),
        ("07400 123456", "07…56"),
    ],
)
def test_a_hint_is_masked(value: str, hint: str) -> None:
    assert hint_of(value) == hint


@pytest.mark.parametrize("other", ["trol@example.com", "07400123457", "123456", "no number"])
def test_others_do_not_match(other: str) -> None:
    forms, keys = forms_and_keys(other)
    for listed in ("troll@example.com", "07400 123456", "+44 7400 123456"):
        assert legacy_key(listed) not in keys
        assert form_to_hash(listed) not in forms
