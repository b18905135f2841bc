"""The second factors of an account: set up, counted, removed. Each change is recorded, with ids and codes alone."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from django.conf import settings
from django.db import transaction

from accounts.authority import locked_pair
from accounts.factors.codes import Proposal, accept_proposal, make_recovery_codes, propose_secret
from accounts.factors.models import CodeSecret, Passkey, PasskeyChallenge, PendingSignIn, RecoveryCode
from accounts.factors.passkeys import ask_to_register, read_registration, store_passkey
from accounts.models import User, normalise_address
from audit import actions
from audit.entries import record_audit
from kit.errors import ConflictError, ForbiddenError, InvalidError, NotFoundError

Way = Literal["code", "recovery", "passkey", "password"]


class NotOfferedError(ConflictError):
    code = "factor_not_offered"
    message = "This installation does not offer this second factor."


class FactorRequiredError(ForbiddenError):
    code = "second_factor_required"
    message = "Accounts of this level need a second factor. Set one up first."


class RequiredHereError(ConflictError):
    code = "last_factor_required"
    message = "Accounts of this level need a second factor. Set up another one before this one ends."


def codes_are_offered() -> bool:
    return bool(settings.ONE_TIME_CODES or settings.SECOND_FACTOR_REQUIRED)


def is_required(user: User) -> bool:
    return user.access_level in settings.SECOND_FACTOR_REQUIRED


def owes_factor(user: User) -> bool:
    """Whether the account must set up a second factor before anything else."""
    return not user.has_second_factor and is_required(user)


def ways_of(user: User) -> list[Way]:
    """How the person can show who they are: by the second factor where there is one, else by the password."""
    ways: list[Way] = []
    if CodeSecret.objects.filter(user=user, secret__isnull=False).exists():
        ways.append("code")
    if user.passkeys.exists():
        ways.append("passkey")
    if RecoveryCode.objects.filter(user=user).exists():
        ways.append("recovery")
    if not ways and user.has_usable_password():
        ways.append("password")
    return ways


def begin_codes(user: User) -> Proposal:
    """Raises NotOfferedError."""
    if not codes_are_offered():
        raise NotOfferedError
    return propose_secret(user)


def set_up_codes(user: User, code: str) -> list[str]:
    """Recovery codes, if the account had none; else none. Raises InvalidError for a code that is not the app's."""
    with transaction.atomic():
        account = _locked(user)
        if not accept_proposal(account, code):
            raise InvalidError({"code": ["This is not the code that the app shows now."]})
        record_audit(actions.CODES_SET_UP, account.pk, user_id=user.pk)
        _note(account)
        return _first_recovery_codes(account)


def end_codes(user: User) -> None:
    """Idempotent. Raises RequiredHereError."""
    with transaction.atomic():
        account = _locked(user)
        had = CodeSecret.objects.filter(user=account, secret__isnull=False).exists()
        CodeSecret.objects.filter(user=account).delete()
        if had:
            record_audit(actions.CODES_ENDED, account.pk, user_id=user.pk)
            _note_one_less(account)


def renew_recovery_codes(user: User) -> list[str]:
    """Ten new ones; the old ones end. Raises NotOfferedError for an account without a second factor."""
    with transaction.atomic():
        account = _locked(user)
        if not account.has_second_factor:
            raise NotOfferedError("Recovery codes stand in for a second factor. Set one up first.")
        record_audit(actions.RECOVERY_CODES_MADE, account.pk, user_id=user.pk)
        return make_recovery_codes(account)


def begin_passkey(user: User) -> Mapping[str, Any]:
    """Options for the browser. Raises NotOfferedError, TooManyPasskeysError."""
    if not settings.PASSKEYS:
        raise NotOfferedError
    return ask_to_register(user)


def add_passkey(user: User, name: str, *, client_data: str, attestation: str) -> tuple[Passkey, list[str]]:
    """The passkey, and recovery codes if the account had none.

    Raises NotOfferedError, InvalidError, TooManyPasskeysError, PasskeyTakenError.
    """
    if not settings.PASSKEYS:
        raise NotOfferedError
    found = read_registration(user, client_data=client_data, attestation=attestation)
    with transaction.atomic():
        account = _locked(user)
        passkey = store_passkey(account, name, found)
        record_audit(actions.PASSKEY_ADDED, account.pk, user_id=user.pk, passkey=passkey.pk)
        _note(account)
        return passkey, _first_recovery_codes(account)


def remove_passkey(user: User, passkey_id: int) -> None:
    """Raises NotFoundError, RequiredHereError."""
    with transaction.atomic():
        account = _locked(user)
        if not account.passkeys.filter(pk=passkey_id).delete()[0]:
            raise NotFoundError("This account has no passkey with this number.")
        record_audit(actions.PASSKEY_REMOVED, account.pk, user_id=user.pk, passkey=passkey_id)
        _note_one_less(account)


def remove_factors(account_id: int, *, by: User) -> bool:
    """Remove all of somebody's second factors; whether there was one. Raises NotFoundError, AboveOwnRightsError."""
    with transaction.atomic():
        account = locked_pair(account_id, by=by).account
        return bool(end_factors(account, by=by))


def remove_factors_by_command(email: str) -> User:
    """For who has lost them, where nobody else manages accounts. Raises NotFoundError."""
    with transaction.atomic():
        account = User.objects.select_for_update(no_key=True).filter(email=normalise_address(email)).first()
        if account is None:
            raise NotFoundError("There is no account with this address.")
        end_factors(account, by=None)
        return account


def end_factors(account: User, *, by: User | None) -> Sequence[str]:
    """The account is locked. What it had."""
    rows = {
        "codes": CodeSecret.objects.filter(user=account),
        "passkey": account.passkeys.all(),
        "recovery": RecoveryCode.objects.filter(user=account),
    }
    had = [name for name, found in rows.items() if found.delete()[0]]
    PendingSignIn.objects.filter(user=account).delete()
    PasskeyChallenge.objects.filter(user=account).delete()
    if had:
        record_audit(actions.FACTORS_REMOVED, account.pk, user_id=by.pk if by else None, factors=had)
        _note(account)
    return had


def _locked(user: User) -> User:
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _first_recovery_codes(account: User) -> list[str]:
    return [] if RecoveryCode.objects.filter(user=account).exists() else make_recovery_codes(account)


def _note(account: User) -> None:
    codes = CodeSecret.objects.filter(user=account, secret__isnull=False)
    account.has_second_factor = codes.exists() or account.passkeys.exists()
    account.save(update_fields=["has_second_factor"])


def _note_one_less(account: User) -> None:
    """Recovery codes stand in for another factor: with the last one they end."""
    _note(account)
    if owes_factor(account):
        raise RequiredHereError
    if not account.has_second_factor:
        RecoveryCode.objects.filter(user=account).delete()
        PendingSignIn.objects.filter(user=account).delete()
