"""Rate limit of sign-ins per account and address, shared by all processes, without locking out other addresses."""

import hmac
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.db import connection
from django.db.models import Min, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import KnownAddress, SignInAttempt, User, normalise_address
from kit.errors import TooManyError

WINDOW = timedelta(minutes=15)
PER_ACCOUNT_AND_ADDRESS = 5  # a person who mistypes
PER_ADDRESS = 50  # one machine trying many accounts; an office shares an address
PER_ACCOUNT = 100  # many machines trying one account; the owner's known addresses stay free
KNOWN_FOR = timedelta(days=30)


def digest(value: str) -> bytes:
    """A keyed digest, so that the table reveals neither accounts nor addresses."""
    return hmac.new(str(settings.SECRET_KEY).encode(), b"sign-in:" + value.encode(), sha256).digest()


def admit_attempt(email: str, address: str) -> SignInAttempt:
    """Record an attempt before the password is checked, so that parallel attempts are counted. Raises TooManyError."""
    account_digest, address_digest = digest(normalise_address(email)), digest(address)
    recent = SignInAttempt.objects.filter(at__gt=Now() - WINDOW)
    _lock_pair(account_digest + address_digest)
    pair = recent.filter(account_digest=account_digest, address_digest=address_digest)
    attempt = SignInAttempt.objects.create(
        account_digest=account_digest, address_digest=address_digest, at=timezone.now()
    )
    _refuse_over(pair, PER_ACCOUNT_AND_ADDRESS, attempt)
    _refuse_over(recent.filter(address_digest=address_digest), PER_ADDRESS, attempt)
    if not _is_known(email, address_digest):
        _refuse_over(recent.filter(account_digest=account_digest), PER_ACCOUNT, attempt)
    return attempt


def _lock_pair(pair: bytes) -> None:
    """Serialise attempts of one account and address: inside a transaction they cannot see each other's rows."""
    with connection.cursor() as cursor:
        number = int.from_bytes(sha256(pair).digest()[:8], signed=True)
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])


def forgive_attempts(attempt: SignInAttempt) -> None:
    """Delete the failures of this account and address after a success."""
    SignInAttempt.objects.filter(account_digest=attempt.account_digest, address_digest=attempt.address_digest).delete()


def remember_address(user: User, address: str) -> None:
    """Exempt an address, from which the owner has signed in, from the limit per account."""
    KnownAddress.objects.bulk_create(
        [KnownAddress(user=user, address_digest=digest(address), seen_at=timezone.now())],
        update_conflicts=True,
        unique_fields=["user", "address_digest"],
        update_fields=["seen_at"],
    )


def prune_throttle() -> int:
    """Delete expired attempts and addresses; the number of rows deleted. Called by the scheduler."""
    attempts = SignInAttempt.objects.filter(at__lt=Now() - WINDOW)
    addresses = KnownAddress.objects.filter(seen_at__lt=Now() - KNOWN_FOR)
    return attempts.delete()[0] + addresses.delete()[0]


def _refuse_over(attempts: QuerySet[SignInAttempt], limit: int, mine: SignInAttempt) -> None:
    if attempts.count() <= limit:
        return
    mine.delete()  # a refused attempt does not extend the waiting time
    oldest = attempts.aggregate(at=Min("at"))["at"] or timezone.now()
    left = oldest + WINDOW - timezone.now()
    raise TooManyError(retry_after=max(1, int(left.total_seconds())))


def _is_known(email: str, address_digest: bytes) -> bool:
    return KnownAddress.objects.filter(
        user__email=normalise_address(email), address_digest=address_digest, seen_at__gt=Now() - KNOWN_FOR
    ).exists()
