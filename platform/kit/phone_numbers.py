"""Telephone numbers as people write them."""

import re

import phonenumbers
from phonenumbers import PhoneNumber

# people everywhere write 00 before a country code, also where another prefix is dialled; Australia's begins with 001
_ABROAD = re.compile(r"^([^\d+＋]*)[0０]{2}(?![1１])")


def read_phone_number(text: str, region: str) -> PhoneNumber | None:
    """A number of a length that exists, as it is written in a region ("GB"); None for other texts.

    Possible instead of valid: people also write numbers that were never allocated.
    """
    # the library knows some of Unicode's spaces
    plain = "".join(" " if mark.isspace() else mark for mark in text)
    try:
        number = phonenumbers.parse(_ABROAD.sub(r"\1+", plain), region)
    except phonenumbers.NumberParseException:
        return None
    return number if phonenumbers.is_possible_number(number) else None
