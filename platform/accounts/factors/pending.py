"""A sign-in whose password was right and whose second factor is missing.

It is no session: a token of a few minutes, bound to the account, its password and the address, and used once.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from django.db.models.functions import Now
from django.utils import timezone

from accounts.factors.models import PendingSignIn
from accounts.factors.state import Way, ways_of
from accounts.models import User
from accounts.throttle import digest

LIVES = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Pending:
    """`ways`: what finishes it."""

    token: str
    ways: list[Way]
    expires_at: datetime


def begin_second_step(user: User, *, address: str) -> Pending:
    """A newer one does not end those before: another may be the owner's."""
    token, now = secrets.token_urlsafe(32), timezone.now()
    PendingSignIn.objects.create(
        digest=token_digest(token),
        user=user,
        address_digest=digest(address),
        password_digest=token_digest(user.password),
        at=now,
    )
    return Pending(token, ways_of(user), now + LIVES)


def prune_pending() -> int:
    return PendingSignIn.objects.filter(at__lt=Now() - LIVES).delete()[0]


def token_digest(text: str) -> bytes:
    return sha256(text.encode("utf-8", "surrogatepass")).digest()
