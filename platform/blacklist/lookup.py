"""Whether an author is on the blacklist: by email address, or by mobile number in all four countries."""

import hmac
from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256

import phonenumbers
from django.conf import settings

from blacklist.models import BlacklistEntry

# a bare national number is tried in all of them (product.md, Organisation)
REGIONS = ("GB", "IE", "NZ", "AU")


def is_blacklisted(*values: str) -> bool:
    """Whether any of the email addresses or mobile numbers is on the list. Other text never matches."""
    return blacklisted_among([values])[0]


def blacklisted_among(people: Sequence[Collection[str]]) -> list[bool]:
    """For each person (their addresses and numbers), whether any is on the list. At most one statement."""
    digests = [{digest_of(form) for value in values if value for form in normal_forms(value)} for values in people]
    wanted = set[bytes]().union(*digests)
    listed = BlacklistEntry.objects.filter(digest__in=wanted).values_list("digest", flat=True) if wanted else ()
    known = {bytes(digest) for digest in listed}
    return [not known.isdisjoint(theirs) for theirs in digests]


def normal_forms(value: str) -> Iterator[str]:
    """The normal forms of a value: a lower-cased address, or E.164 numbers, one per country that fits."""
    value = value.strip()
    if "@" in value:
        yield value.lower()
        return
    for region in REGIONS:
        try:
            number = phonenumbers.parse(value, region)
        except phonenumbers.NumberParseException:
            continue
        # possible instead of valid: people also write numbers that were never allocated
        if phonenumbers.is_possible_number(number):
            yield phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def digest_of(normal_form: str) -> bytes:
    """HMAC-SHA256 under a key from outside the database (figures.md, rule 22)."""
    return hmac.new(settings.BLACKLIST_KEY, normal_form.encode(), sha256).digest()
