"""Asked again: what only the person themself should do wants a sign-in, or a confirmation, of the last ten minutes.

Who has no second factor is asked only where a setting says so for all.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.factors.passkeys import ask_to_sign
from accounts.factors.proofs import Proof, require_proof
from accounts.factors.state import Way, ways_of
from accounts.models import AccessToken
from kit.errors import ForbiddenError

CONFIRMED_FOR = timedelta(minutes=10)


class ConfirmIdentityError(ForbiddenError):
    """`confirm_by`: the ways to confirm it; with none of them the person signs in anew."""

    code = "confirm_identity"
    message = "Confirm that it is you, then send this again."

    def __init__(self, ways: list[Way]) -> None:
        self.ways = ways
        super().__init__()

    def details(self) -> Mapping[str, Any]:
        return {"confirm_by": self.ways}


def require_confirmed(session: AccessToken) -> None:
    """Raises ConfirmIdentityError."""
    if not (session.user.has_second_factor or settings.CONFIRM_IDENTITY):
        return
    last = max(session.created_at, session.confirmed_at or session.created_at)
    if last <= timezone.now() - CONFIRMED_FOR:
        raise ConfirmIdentityError(ways_of(session.user))


def ask_for_own_passkey(session: AccessToken) -> Mapping[str, Any]:
    """Options for the browser."""
    return ask_to_sign("confirm", session.user)


def confirm_identity(session: AccessToken, proof: Proof, *, address: str) -> None:
    """Raises WrongProofError, TooManyError."""
    require_proof(session.user, proof, "confirm", address=address)
    AccessToken.objects.filter(pk=session.pk).update(confirmed_at=timezone.now())
