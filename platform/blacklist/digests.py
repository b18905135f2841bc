"""Keyed digests of the entries, which can get a new key although nobody stores what they stand for.

The digest under the second key is made from the digest under the first, and so on. So a stored digest gets the next key
without the address or number; who knows the former keys alone cannot make it (decision 55).
"""

import hmac

from django.conf import settings


def digest_of(form: str) -> bytes:
    """HMAC-SHA256 under the newest key, from outside the database (figures.md, rule 22)."""
    return digests_of(form)[-1]


def digests_of(form: str) -> list[bytes]:
    """The digests under each key, the oldest first: entries of every key version match."""
    digest, digests = form.encode(), []
    for key in settings.BLACKLIST_KEYS:
        digest = hmac.digest(key, digest, "sha256")
        digests.append(digest)
    return digests


def newest_version() -> int:
    return len(settings.BLACKLIST_KEYS)


def renewed(digest: bytes, version: int) -> bytes:
    """The digest of this key version under the newest key."""
    for key in settings.BLACKLIST_KEYS[version:]:
        digest = hmac.digest(key, digest, "sha256")
    return digest
