"""Telephone numbers of people, as the country of their account writes them."""

import phonenumbers

from kit.errors import InvalidError
from kit.phone_numbers import read_phone_number

# the specification's countries (section 3), by number
_REGIONS = {1: "GB", 2: "IE", 3: "NZ", 4: "AU"}
_ELSEWHERE = "GB"


def phone_number(text: str, *, country: int | None, field: str) -> str:
    """In international writing; empty stays empty. Raises InvalidError, also for letters and what is too long."""
    if not text:
        return ""
    number = read_phone_number(text, _REGIONS.get(country or 0, _ELSEWHERE))
    if number is None or number.extension:
        raise InvalidError({field: ["Invalid phone number"]})
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.INTERNATIONAL)
