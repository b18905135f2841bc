"""What a person gives to show who they are: tried at the sign-in's second step, and when they are asked again."""

from dataclasses import dataclass

from django.db import transaction

from accounts.factors.codes import spend_code, spend_recovery_code
from accounts.factors.models import RecoveryCode
from accounts.factors.passkeys import Answer, Purpose, owner_of
from accounts.models import User
from accounts.passwords import MAX_PASSWORD_LENGTH, password_matches
from accounts.throttle import PER_ACCOUNT_AND_ADDRESS, admit_factor, forgive_factors, is_streak_of_factors
from audit import actions
from audit.entries import record_audit
from kit import acting
from kit.errors import ForbiddenError


class WrongProofError(ForbiddenError):
    """403 and not 401: who is asked again has a session, which goes on."""

    code = "wrong_code"
    message = "This is not right. A code counts once, and for a short time."


@dataclass(frozen=True, slots=True)
class Proof:
    """One of them. `password` only from who has no second factor."""

    code: str = ""
    recovery_code: str = ""
    passkey: Answer | None = None
    password: str = ""


def require_proof(user: User, proof: Proof, purpose: Purpose, *, address: str) -> None:
    """Try a proof, counted before it is checked; a code ends with it. Raises WrongProofError, TooManyError."""
    admit_factor(user.email, address)
    if _holds(user, proof, purpose):
        forgive_factors(user.email, address)
        return
    if is_streak_of_factors(user.email, address):
        with transaction.atomic():
            by = user.pk if purpose == "confirm" else None  # at the sign-in nobody is signed in
            record_audit(actions.FACTORS_FAILED, user.pk, user_id=by, number=PER_ACCOUNT_AND_ADDRESS)
    raise WrongProofError


def _holds(user: User, proof: Proof, purpose: Purpose) -> bool:
    if proof.code:
        return spend_code(user, proof.code)
    if proof.passkey is not None:
        return owner_of(proof.passkey, purpose, user) is not None
    if proof.recovery_code:
        return _recovers(user, proof.recovery_code)
    by_password = not user.has_second_factor and user.has_usable_password()
    fits = 0 < len(proof.password) <= MAX_PASSWORD_LENGTH
    return by_password and fits and password_matches(proof.password, user.password)


def _recovers(user: User, code: str) -> bool:
    with transaction.atomic():
        is_spent = spend_recovery_code(user, code)
        if is_spent:
            left = RecoveryCode.objects.filter(user=user).count()
            acting.sign_in(user.pk)
            record_audit(actions.RECOVERY_CODE_USED, user.pk, user_id=user.pk, left=left)
    return is_spent
