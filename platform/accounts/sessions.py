"""Sessions: bearer tokens of 256 bits, hashed at rest, ended on the server, with idle and absolute limits."""

import secrets
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet, Value
from django.db.models.functions import Greatest
from django.utils import timezone

from accounts.factors.pending import Pending, begin_second_step
from accounts.models import MAX_NAME_LENGTH, AccessToken, User, normalise_address
from accounts.passwords import (
    MAX_PASSWORD_LENGTH,
    check_new_password,
    password_matches,
    spend_hashing_time,
    wait_hashing_time,
)
from accounts.provider.errors import ProviderNeededError
from accounts.provider.models import signed_out
from accounts.throttle import (
    PER_ACCOUNT_AND_ADDRESS,
    admit_attempt,
    admit_registration,
    forgive_attempts,
    is_streak,
    remember_address,
)
from audit import actions
from audit.entries import record_audit
from kit.errors import ConflictError, ForbiddenError, InvalidError, UnauthenticatedError
from kit.prepared import Beside, Marks, Prepared
from kit.replica import written_position
from kit.rows import column_names, hydrate

# Writing the time of use at each call would create a row version per call.
TOUCH_EVERY = timedelta(minutes=1)


class BadCredentialsError(UnauthenticatedError):
    code = "bad_credentials"
    message = "That email address and password do not match."


class PasswordSignInOffError(ForbiddenError):
    code = "password_sign_in_off"
    message = "Nobody signs in with a password here. Sign in with the provider, or ask an administrator for a link."


class RegistrationClosedError(ForbiddenError):
    code = "registration_closed"
    message = "Registration is closed. Ask an administrator for an account."


class EmailTakenError(ConflictError):
    code = "email_taken"
    message = "An account with this email address exists."


def sign_in(email: str, password: str, *, address: str) -> tuple[str | Pending, User]:
    """Sign in: (token, user); what is pending where a second factor is missing.

    Raises BadCredentialsError, TooManyError. Unknown accounts answer equally. Raises PasswordSignInOffError where
    nobody does so, and ProviderNeededError once the password was right.
    """
    require_passwords()
    admission = admit_attempt(email, address)
    user = _find_candidate(email, password)
    if user is None or not admission.may_succeed:
        if admission.may_hash:
            spend_hashing_time(password[:MAX_PASSWORD_LENGTH])
        else:
            wait_hashing_time()
    elif password_matches(password, user.password):
        with transaction.atomic():
            # the password may have ended since it was read
            accounts = User.objects.select_for_update(no_key=True)
            if user := accounts.filter(pk=user.pk, is_active=True, password=user.password).first():
                forgive_attempts(email, address)
                return open_after_password(user, address=address), user
    if is_streak(email, address):
        _record_streak(email)
    raise admission.refusal or BadCredentialsError


def require_passwords() -> None:
    """Raises PasswordSignInOffError."""
    if not settings.PASSWORD_SIGN_IN:
        raise PasswordSignInOffError


def _record_streak(email: str) -> None:
    """One entry for the tries that fill the limit of an address; those above it leave no attempt."""
    with transaction.atomic():
        for account in User.objects.filter(email=normalise_address(email), is_active=True):
            record_audit(actions.SIGN_INS_FAILED, account.pk, user_id=None, number=PER_ACCOUNT_AND_ADDRESS)


def _find_candidate(email: str, password: str) -> User | None:
    """The account whose password may be this."""
    user = User.objects.filter(email=normalise_address(email), is_active=True).first()
    return user if user and user.has_usable_password() and len(password) <= MAX_PASSWORD_LENGTH else None


def register(name: str, email: str, password: str, *, address: str) -> tuple[str, User]:
    """A new account without access, signed in. Raises RegistrationClosedError, EmailTakenError, InvalidError."""
    if not (settings.REGISTRATION_OPEN and settings.PASSWORD_SIGN_IN):
        raise RegistrationClosedError
    first_name, last_name = _split_name(name)
    check_new_password(password)
    admit_registration(email, address)  # not forgiven on success, which limits how many accounts one address can create
    try:
        with transaction.atomic():
            user = User.objects.create_account(email, password, first_name=first_name, last_name=last_name)
            record_audit(actions.ACCOUNT_REGISTERED, user.pk, user_id=None)
            return open_session(user, address=address), user
    except IntegrityError as error:
        raise EmailTakenError from error


def _split_name(name: str) -> tuple[str, str]:
    first_name, _, last_name = (part.strip() for part in name.strip().partition(" "))
    if max(len(first_name), len(last_name)) > MAX_NAME_LENGTH:
        raise InvalidError({"name": [f"A first or last name may have at most {MAX_NAME_LENGTH} characters."]})
    return first_name, last_name


def open_after_password(user: User, *, address: str) -> str | Pending:
    """A session, unless a second factor is missing. Raises ProviderNeededError before one is asked for, and spent."""
    _require_not_signed_out(user)
    return begin_second_step(user, address=address) if user.has_second_factor else open_session(user, address=address)


def open_session(user: User, *, address: str) -> str:
    """The token. Raises ProviderNeededError for whom the provider has signed out, whatever else they can show."""
    _require_not_signed_out(user)
    token, now = secrets.token_urlsafe(32), timezone.now()
    times = {"created_at": now, "used_at": now}
    AccessToken.objects.create(digest=_token_digest(token), user=user, position=written_position(), **times)
    remember_address(user, address)
    return token


def _require_not_signed_out(user: User) -> None:
    if settings.OIDC_ISSUER and signed_out().filter(user=user).exists():
        raise ProviderNeededError


def note_change(token: str) -> None:
    """Note at all sessions of its account how far the database had written when that of the token had made a change."""
    account = AccessToken.objects.filter(digest=_token_digest(token)).values("user")
    # in one order, so that of two at once one waits for the other
    sessions = AccessToken.objects.filter(user__in=account).order_by("pk").select_for_update(no_key=True)
    position = Greatest("position", Value(written_position()))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")  # its caller waits for it; a crash may lose it
        AccessToken.objects.filter(pk__in=sessions.values("pk")).update(position=position)


def find_session(token: str, *, counts_as_activity: bool, beside: Beside | None = None) -> AccessToken:
    """The live session of a token, its user loaded. Raises UnauthenticatedError.

    Polls (counts, heartbeats, presence) don't count as activity (product.md, Rights). `beside`: is read as well.
    """
    now = timezone.now()
    values = {
        "digest": _token_digest(token),
        "created": now - settings.SESSION_ABSOLUTE_LIMIT,
        "used": now - settings.SESSION_IDLE_LIMIT,
    }
    found = beside.read_with(_LIVE.statement(), values) if beside else _LIVE.rows(values)
    if not found:
        raise UnauthenticatedError("The session has ended. Sign in again.")
    row, end = found[0], len(_TOKEN) + len(_PERSON)
    session = hydrate(AccessToken, row[: len(_TOKEN)])
    session.user = hydrate(User, row[len(_TOKEN) : end])
    if beside:
        beside.row = row[end:]
    if counts_as_activity and session.used_at < now - TOUCH_EVERY:
        AccessToken.objects.filter(pk=session.pk).update(used_at=now)
    return session


def _live(marks: Marks) -> QuerySet[AccessToken, Any]:
    return AccessToken.objects.filter(
        digest=marks.digest("digest"),
        user__is_active=True,
        created_at__gt=marks.moment("created"),
        used_at__gt=marks.moment("used"),
    ).values_list(*_TOKEN, *_PERSON)


_TOKEN, _PERSON = column_names(AccessToken), column_names(User, "user__")
# runs at every call
_LIVE = Prepared(_live)


def number_of_sessions(user: User) -> int:
    """Those that are within their limits."""
    now = timezone.now()
    live = {"created_at__gt": now - settings.SESSION_ABSOLUTE_LIMIT, "used_at__gt": now - settings.SESSION_IDLE_LIMIT}
    return AccessToken.objects.filter(user=user, **live).count()


def end_session(session: AccessToken) -> None:
    session.delete()


def end_other_sessions(session: AccessToken) -> None:
    AccessToken.objects.filter(user_id=session.user_id).exclude(pk=session.pk).delete()


def end_stale_sessions() -> int:
    """Delete sessions past their limits; the number of rows deleted. Called by the scheduler."""
    now = timezone.now()
    old = AccessToken.objects.filter(created_at__lt=now - settings.SESSION_ABSOLUTE_LIMIT)
    idle = AccessToken.objects.filter(used_at__lt=now - settings.SESSION_IDLE_LIMIT)
    return old.delete()[0] + idle.delete()[0]


def _token_digest(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
