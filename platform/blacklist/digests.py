"""Keyed digests of blacklist entries. The key can be rotated, although addresses and numbers are not stored.

The digest under the second key is the HMAC of the digest under the first key, and so on. So a stored digest can get the
next key without its address or number. The former keys alone are not enough to compute it (decision 55).
"""

import hmac

from django.conf import settings


def digest_of(form: str) -> bytes:
    """HMAC-SHA256 under the newest key, which is not stored in the database (figures.md, rule 22)."""
    return digests_of(form)[-1]


def digests_of(form: str) -> list[bytes]:
    """The digests under each key, oldest first, so that entries of every key version match."""
    digest, digests = form.encode(), []
    for key in settings.BLACKLIST_KEYS:
        digest = hmac.digest(key, digest, "sha256")
        digests.append(digest)
    return digests


def newest_version() -> int:
    return len(settings.BLACKLIST_KEYS)


def renewed(digest: bytes, version: int) -> bytes:
    """The digest under the newest key, from a digest under the key `version`."""
    for key in settings.BLACKLIST_KEYS[version:]:
        digest = hmac.digest(key, digest, "sha256")
    return digest
