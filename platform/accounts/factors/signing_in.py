"""The second step of a sign-in, and the sign-in by a passkey alone (decision 128)."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.factors.models import Passkey, PendingSignIn
from accounts.factors.passkeys import Answer, ask_to_sign, owner_of
from accounts.factors.pending import LIVES, token_digest
from accounts.factors.proofs import Proof, WrongProofError, require_proof
from accounts.factors.state import NotOfferedError
from accounts.models import User
from accounts.provider.models import sign_out_is_over
from accounts.sessions import open_session
from accounts.throttle import admit_challenge, digest, forgive_challenges
from kit import acting
from kit.errors import ConflictError


class SignInEndedError(ConflictError):
    code = "sign_in_ended"
    message = "This sign-in was finished before, or is older than 10 minutes. Give the password again."


def finish_sign_in(token: str, proof: Proof, *, address: str) -> tuple[str, User]:
    """(session's token, user). Raises SignInEndedError, WrongProofError, TooManyError."""
    pending = _live(token, address)
    require_proof(pending.user, proof, "sign_in", address=address)
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=pending.user_id)
        is_same = user.is_active and token_digest(user.password) == bytes(pending.password_digest)
        if not is_same or PendingSignIn.objects.filter(pk=pending.pk).delete()[0] != 1:
            raise SignInEndedError
        sign_out_is_over(user.pk)  # what was pending before it is gone, so this began with a link
        acting.sign_in(user.pk)
        return open_session(user, address=address), user


def passkeys_sign_in() -> bool:
    """Whether the sign-in page offers passkeys: they are on, and somebody has one."""
    return bool(settings.PASSKEYS) and Passkey.objects.exists()


def ask_for_passkey(token: str, *, address: str) -> Mapping[str, Any]:
    """Options for the browser: of the account whose sign-in is pending; without a token, for anybody.

    Raises SignInEndedError, NotOfferedError; TooManyError where nobody is known.
    """
    if token:
        return ask_to_sign("sign_in", _live(token, address).user)
    if not settings.PASSKEYS:
        raise NotOfferedError
    admit_challenge(address)
    return ask_to_sign("sign_in", None)


def sign_in_by_passkey(answer: Answer, *, address: str) -> tuple[str, User]:
    """Both factors in one: the device holds the key, and has verified the person. Raises WrongProofError."""
    if not settings.PASSKEYS:
        raise NotOfferedError
    owner = owner_of(answer, "sign_in", None)
    with transaction.atomic():
        user = (
            User.objects.select_for_update(no_key=True).filter(pk=owner.pk, is_active=True).first() if owner else None
        )
        if user is None:
            raise WrongProofError
        forgive_challenges(address)
        acting.sign_in(user.pk)
        return open_session(user, address=address), user


def _live(token: str, address: str) -> PendingSignIn:
    pending = (
        PendingSignIn.objects.select_related("user")
        .filter(digest=token_digest(token), address_digest=digest(address), at__gt=timezone.now() - LIVES)
        .first()
    )
    if pending is None or not pending.user.is_active:
        raise SignInEndedError
    return pending
