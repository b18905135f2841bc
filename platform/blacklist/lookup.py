"""Whether a person is on the blacklist: by email address, or by mobile number in all four countries.

Legacy entries and digests under former keys match like all others.
"""

from collections.abc import Collection, Sequence

from blacklist.digests import digests_of
from blacklist.forms import forms_and_keys
from blacklist.models import BlacklistEntry
from kit.prepared import fetch
from kit.rows import column_names, hydrate

# arrays, because the forms of 1,000 reviews would exceed the parameters of a statement
_MATCHING = """FROM blacklist_blacklistentry
    WHERE digest = ANY(%(digests)s::bytea[]) OR raw_key = ANY(%(keys)s::text[])"""
_LISTED = f"SELECT digest, raw_key {_MATCHING}"
_ENTRIES = f"SELECT {', '.join(column_names(BlacklistEntry))} {_MATCHING} ORDER BY added_at DESC, id DESC"

Traces = tuple[set[bytes], set[str]]


def is_blacklisted(*values: str) -> bool:
    """Whether any of the email addresses or mobile numbers is on the list. Other text never matches."""
    return blacklisted_among([values])[0]


def blacklisted_among(people: Sequence[Collection[str]]) -> list[bool]:
    """For each person (their addresses and numbers), whether any is on the list. At most one statement."""
    traces = [_traces(values) for values in people]
    digests = set[bytes]().union(*(digests for digests, _ in traces))
    keys = set[str]().union(*(keys for _, keys in traces))
    rows = fetch(_LISTED, {"digests": list(digests), "keys": list(keys)}) if digests else []
    listed = {bytes(digest) for digest, _ in rows if digest is not None}
    listed_keys = {key for _, key in rows if key is not None}
    return [not (listed.isdisjoint(digests) and listed_keys.isdisjoint(keys)) for digests, keys in traces]


def entries_of(value: str) -> list[BlacklistEntry]:
    """The entries that match an address or a number, the newest first."""
    digests, keys = _traces([value])
    found = fetch(_ENTRIES, {"digests": list(digests), "keys": list(keys)}) if digests else []
    return [hydrate(BlacklistEntry, row) for row in found]


def _traces(values: Collection[str]) -> Traces:
    """The digests, and the keys of legacy entries, that match these addresses and numbers."""
    digests, keys = set[bytes](), set[str]()
    for value in values:
        forms, found = forms_and_keys(value)
        digests.update(digest for form in forms for digest in digests_of(form))
        keys |= found
    return digests, keys
