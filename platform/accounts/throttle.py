"""The throttle of sign-ins: shared by all processes, per account and address, without locking out others."""

import hmac
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.db.models import Min, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import AccessToken, SignInAttempt, normalise_address
from kit.errors import TooManyError

WINDOW = timedelta(minutes=15)
PER_ACCOUNT_AND_ADDRESS = 5  # a person who mistypes
PER_ADDRESS = 50  # one machine trying many accounts; an office shares an address
PER_ACCOUNT = 100  # many machines trying one account; the owner's known addresses stay free
KNOWN_FOR = timedelta(days=30)


def digest(value: str) -> bytes:
    """A keyed digest: the table tells neither accounts nor addresses."""
    return hmac.new(str(settings.SECRET_KEY).encode(), b"sign-in:" + value.encode(), sha256).digest()


def admit_attempt(email: str, address: str) -> SignInAttempt:
    """Record an attempt before it is tried, so that parallel ones count each other. Raises TooManyError."""
    account_digest, address_digest = digest(normalise_address(email)), digest(address)
    recent = SignInAttempt.objects.filter(at__gt=Now() - WINDOW)
    pair = recent.filter(account_digest=account_digest, address_digest=address_digest)
    attempt = SignInAttempt.objects.create(
        account_digest=account_digest, address_digest=address_digest, at=timezone.now()
    )
    _refuse_over(pair, PER_ACCOUNT_AND_ADDRESS, attempt)
    _refuse_over(recent.filter(address_digest=address_digest), PER_ADDRESS, attempt)
    if not _is_known(email, address_digest):
        _refuse_over(recent.filter(account_digest=account_digest), PER_ACCOUNT, attempt)
    return attempt


def forgive_attempts(attempt: SignInAttempt) -> None:
    """A success wipes the pair's failures, and old rows on the way."""
    SignInAttempt.objects.filter(
        Q(account_digest=attempt.account_digest, address_digest=attempt.address_digest) | Q(at__lt=Now() - 2 * WINDOW)
    ).delete()


def _refuse_over(attempts: QuerySet[SignInAttempt], limit: int, mine: SignInAttempt) -> None:
    if attempts.count() <= limit:
        return
    mine.delete()  # a refused attempt does not push the end of the refusal further away
    oldest = attempts.aggregate(at=Min("at"))["at"] or timezone.now()
    left = oldest + WINDOW - timezone.now()
    raise TooManyError(retry_after=max(1, int(left.total_seconds())))


def _is_known(email: str, address_digest: bytes) -> bool:
    return AccessToken.objects.filter(
        user__email=normalise_address(email), address_digest=address_digest, created_at__gt=Now() - KNOWN_FOR
    ).exists()
