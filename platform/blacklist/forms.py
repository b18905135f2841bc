"""The forms in which email addresses and phone numbers are compared, from people's input and from legacy files."""

import unicodedata
from collections.abc import Iterator

import phonenumbers
from phonenumbers import PhoneNumber, PhoneNumberFormat, PhoneNumberType

from kit.email_addresses import is_email_address, plain_address
from kit.phone_numbers import read_phone_number

# a number without a country code is tried in all of them (product.md, Organisation)
REGIONS = ("GB", "IE", "NZ", "AU")
COUNTRY_CODES = frozenset(phonenumbers.country_code_for_region(region) for region in REGIONS)
MAX_LENGTH = 254  # of an email address
MIN_DIGITS = 6  # of a legacy number; shorter ones would match by chance
_MOBILE = (PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE_OR_MOBILE)
# Ofcom reserves 07700 900000 to 900999 for films and tests; the library treats them as invalid
_NEVER_CALLED = range(7_700_900_000, 7_700_901_000)
# the digits before a country code, without leading zeros: none, or those of Australia's prefix 0011
_DIALLED = ("", "11")
_HOME = phonenumbers.country_code_for_region("GB")
_BARE = "bare:"


def valid_form(value: str) -> str | None:
    """The normal form of a valid email address, or of a mobile number in one of the four countries; else None."""
    value = value.strip()
    if _is_address(value):
        address = plain_address(value)
        return address if len(address) <= MAX_LENGTH and is_email_address(address) else None
    numbers = list(_numbers(value))
    if any(number.country_code == _HOME and _is_landline(number) for number in numbers):
        return None  # some landline numbers of London are also valid mobile numbers of New Zealand
    mobiles = {_e164(number) for number in numbers if _is_mobile(number)}
    # a number that is valid in two countries needs its country code
    return mobiles.pop() if len(mobiles) == 1 else None


def normal_forms(value: str) -> Iterator[str]:
    """The normal forms of a value: an address (`plain_address`), or the E.164 number for each possible country."""
    value = value.strip()
    if _is_address(value):
        yield plain_address(value)
    else:
        yield from map(_e164, _numbers(value))


def forms_and_keys(value: str) -> tuple[set[str], set[str]]:
    """All forms whose digests may be stored for the value, and all keys of legacy entries that match it.

    A legacy number matches with and without its country code, and with a national zero after the code. The
    international prefix before the code is ignored.
    """
    value = value.strip()
    if not value:
        return set(), set()
    if _is_address(value):
        addresses = {value.lower(), plain_address(value)}  # older entries are only lower-cased
        return addresses, addresses
    forms, keys = set(), {key} if (key := legacy_key(value)) else set()
    for number in _numbers(value):
        national, code = phonenumbers.national_significant_number(number), number.country_code
        forms.add(_e164(number))
        keys |= {national, *(f"{before}{code}{zero}{national}" for before in _DIALLED for zero in ("", "0"))}
    return forms | {_BARE + key for key in keys}, keys


def is_same(one: str, other: str) -> bool:
    """Whether two texts may be spellings of the same address or number."""
    (forms, keys), (other_forms, other_keys) = forms_and_keys(one), forms_and_keys(other)
    return one == other or not forms.isdisjoint(other_forms) or not keys.isdisjoint(other_keys)


def legacy_key(raw: str) -> str:
    """The form in which a legacy entry is compared: an address (`plain_address`), or digits without leading zeros.

    Empty for any other text.
    """
    raw = raw.strip()
    if _is_address(raw):
        return plain_address(raw)
    digits = _digits(raw)
    return digits.lstrip("0") if len(digits) >= MIN_DIGITS else ""


def form_to_hash(raw: str) -> str:
    """The form to hash for a legacy entry. The digest matches whatever the legacy entry matched."""
    raw = raw.strip()
    if not _is_address(raw) and raw.startswith("+"):
        for number in _numbers(raw):
            return _e164(number)
    key = legacy_key(raw)
    return key if _is_address(raw) else _BARE + key


def hint_of(value: str) -> str:
    """The masked value, by which people recognise an entry: `a…@example.com`, `+44…42`."""
    name, _, domain = value.strip().rpartition("@")
    if domain and name:
        return f"{name[0]}…@{domain}"
    start = "+" if value.strip().startswith("+") else ""
    digits = _digits(value)
    return f"{start}{digits[:2]}…{digits[-2:]}"


def _is_address(value: str) -> bool:
    return "@" in value or "\N{FULLWIDTH COMMERCIAL AT}" in value


def _numbers(value: str) -> Iterator[PhoneNumber]:
    for region in REGIONS:
        if number := read_phone_number(value, region):
            yield number


def _is_mobile(number: PhoneNumber) -> bool:
    if number.country_code not in COUNTRY_CODES:
        return False
    is_example = number.country_code == _HOME and number.national_number in _NEVER_CALLED
    return is_example or phonenumbers.number_type(number) in _MOBILE


def _is_landline(number: PhoneNumber) -> bool:
    return phonenumbers.number_type(number) == PhoneNumberType.FIXED_LINE


def _e164(number: PhoneNumber) -> str:
    return phonenumbers.format_number(number, PhoneNumberFormat.E164)


def _digits(text: str) -> str:
    return "".join(str(unicodedata.decimal(mark)) for mark in text if mark.isdecimal())
