"""Keyed digests of blacklist entries. The key can be changed, although the addresses and numbers are not stored.

The digest under the second key is computed from the digest under the first, and so on. So a stored digest gets the next
key without its address or number. The former keys alone are not enough to compute it (decision 55).
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
