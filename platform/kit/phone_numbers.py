"""Telephone numbers as people write them."""

import re

import phonenumbers
from phonenumbers import PhoneNumber

# 00 before a country code; people also write it where another prefix is dialled. Not 001: Australia's prefix is 0011
_ABROAD = re.compile(r"^([^\d+＋]*)[0０]{2}(?![1１])")


def read_phone_number(text: str, region: str) -> PhoneNumber | None:
    """The telephone number of a text as written in a region ("GB"). None if it is not a possible number.

    It checks possible lengths, not valid numbers, because people also write numbers that were never allocated.
    """
    # the library knows only some of Unicode's spaces
    plain = "".join(" " if mark.isspace() else mark for mark in text)
    try:
        number = phonenumbers.parse(_ABROAD.sub(r"\1+", plain), region)
    except phonenumbers.NumberParseException:
        return None
    return number if phonenumbers.is_possible_number(number) else None
