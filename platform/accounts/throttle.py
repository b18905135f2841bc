"""Rate limit of sign-ins per account and address, shared by all processes, without locking out other addresses."""

import hmac
from dataclasses import dataclass
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
DECOYS_PER_ADDRESS = 50  # hashes above the limits that hide which accounts are still checked (decision 42)
CODES_PER_ACCOUNT = 10  # second factors by who knows the password; the owner's known addresses stay free
LINKS_PER_ACCOUNT = 10  # one-time links by mail, from wherever they are asked for
KNOWN_FOR = timedelta(days=30)


def digest(value: str) -> bytes:
    """A keyed digest, so that the table reveals neither accounts nor addresses."""
    return hmac.new(str(settings.SECRET_KEY).encode(), b"sign-in:" + value.encode(), sha256).digest()


@dataclass(frozen=True, slots=True)
class Admission:
    """What an attempt to sign in may do.

    `refusal`: the answer unless the password is right; None below the limits. `may_succeed`: the password is compared.
    `may_hash`: else no hash is computed.
    """

    refusal: TooManyError | None = None
    may_succeed: bool = True
    may_hash: bool = True


def admit_attempt(email: str, address: str) -> Admission:
    """Record an attempt before the password is checked, so that parallel attempts are counted.

    Above the limits that others can exhaust, an account is still checked where it signed in before (decision 42).
    Raises TooManyError above the limit of this account at this address.
    """
    attempt, refusal = _record(email, address)
    if refusal is None:
        return Admission()
    return _admit_above_limits(attempt, refusal, address, is_known=_is_known(email, digest(address)))


def is_streak(email: str, address: str) -> bool:
    """Whether the attempt that has just failed is the last that this address gets for now."""
    failed = SignInAttempt.objects.filter(
        at__gt=Now() - WINDOW, account_digest=digest(normalise_address(email)), address_digest=digest(address)
    )
    return failed.count() == PER_ACCOUNT_AND_ADDRESS


def admit_registration(email: str, address: str) -> None:
    """Count a registration like a failed sign-in. Raises TooManyError."""
    attempt, refusal = _record(email, address)
    if refusal is not None:
        attempt.delete()
        raise refusal


def admit_link(email: str, address: str) -> None:
    """Count who asks for a one-time link, apart from sign-ins. Raises TooManyError, for every address alike."""
    attempt, refusal = _record(_asking_for_link(email), address)
    recent = SignInAttempt.objects.filter(at__gt=Now() - WINDOW, account_digest=attempt.account_digest)
    refusal = refusal or _refusal_over(recent, LINKS_PER_ACCOUNT)
    if refusal is not None:
        attempt.delete()
        raise refusal


def admit_factor(email: str, address: str) -> None:
    """Count a second factor before it is checked, apart from passwords: a right password forgives none of them.

    Raises TooManyError.
    """
    attempt, refusal = _record(_giving_factor(email), address)
    recent = SignInAttempt.objects.filter(at__gt=Now() - WINDOW, account_digest=attempt.account_digest)
    if not _is_known(email, digest(address)):
        refusal = refusal or _refusal_over(recent, CODES_PER_ACCOUNT)
    if refusal is not None:
        attempt.delete()
        raise refusal


def admit_challenge(address: str) -> None:
    """Count who asks for a passkey's challenge while nobody is known, apart from sign-ins. Raises TooManyError."""
    own = _asking_for_challenge(address)
    _lock_pair(own)
    attempt = SignInAttempt.objects.create(account_digest=own, address_digest=own, at=timezone.now())
    recent = SignInAttempt.objects.filter(at__gt=Now() - WINDOW, address_digest=own)
    if refusal := _refusal_over(recent, PER_ADDRESS):
        attempt.delete()
        raise refusal


def forgive_challenges(address: str) -> None:
    SignInAttempt.objects.filter(address_digest=_asking_for_challenge(address)).delete()


def is_streak_of_factors(email: str, address: str) -> bool:
    return is_streak(_giving_factor(email), address)


def forgive_factors(email: str, address: str) -> None:
    forgive_attempts(_giving_factor(email), address)


def _record(email: str, address: str) -> tuple[SignInAttempt, TooManyError | None]:
    """The attempt's row, and the refusal of the limits per address and per account.

    Raises TooManyError, and leaves no row, above the limit of the pair: a refused attempt does not extend the wait.
    """
    account_digest, address_digest = digest(normalise_address(email)), digest(address)
    _lock_pair(account_digest + address_digest)
    attempt = SignInAttempt.objects.create(
        account_digest=account_digest, address_digest=address_digest, at=timezone.now()
    )
    recent = SignInAttempt.objects.filter(at__gt=Now() - WINDOW)
    of_account, of_address = recent.filter(account_digest=account_digest), recent.filter(address_digest=address_digest)
    if pair := _refusal_over(of_account.filter(address_digest=address_digest), PER_ACCOUNT_AND_ADDRESS):
        attempt.delete()
        raise pair
    by_address, by_account = _refusal_over(of_address, PER_ADDRESS), _refusal_over(of_account, PER_ACCOUNT)
    return attempt, by_address or by_account


def _admit_above_limits(attempt: SignInAttempt, refusal: TooManyError, address: str, *, is_known: bool) -> Admission:
    """Count the attempt apart, as one above the limits: it does not extend the wait of the others at its address."""
    attempt.address_digest = _digest_above(address)
    attempt.save(update_fields=["address_digest"])
    above = SignInAttempt.objects.filter(at__gt=Now() - WINDOW, address_digest=attempt.address_digest)
    of_pair = SignInAttempt.objects.filter(
        at__gt=Now() - WINDOW,
        account_digest=attempt.account_digest,
        address_digest__in=[digest(address), attempt.address_digest],
    )
    number, number_above = of_pair.count(), above.count()  # both asked in every case, which takes the same time
    may_succeed = is_known and number <= PER_ACCOUNT_AND_ADDRESS
    if may_succeed or number_above <= DECOYS_PER_ADDRESS:
        return Admission(refusal, may_succeed=may_succeed)
    attempt.delete()
    return Admission(refusal, may_succeed=False, may_hash=False)


def _lock_pair(pair: bytes) -> None:
    """Serialise attempts of one account and address: inside a transaction they cannot see each other's rows."""
    with connection.cursor() as cursor:
        number = int.from_bytes(sha256(pair).digest()[:8], signed=True)
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])


def forgive_attempts(email: str, address: str) -> None:
    """Delete the failures of this account and address after a success."""
    SignInAttempt.objects.filter(
        account_digest=digest(normalise_address(email)), address_digest__in=[digest(address), _digest_above(address)]
    ).delete()


def forget_account(email: str) -> None:
    """Delete what stands for an account: of sign-ins, of second factors, and of asking for links."""
    digests = [digest(normalise_address(form)) for form in (email, _giving_factor(email), _asking_for_link(email))]
    SignInAttempt.objects.filter(account_digest__in=digests).delete()


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


def _giving_factor(email: str) -> str:
    """Under which second factors are counted."""
    return f"factor {email}"


def _asking_for_link(email: str) -> str:
    """Under which it is counted who asks for a link."""
    return f"link {email}"


def _asking_for_challenge(address: str) -> bytes:
    return digest(f"challenge {address}")


def _digest_above(address: str) -> bytes:
    """Under which attempts above the limits are counted."""
    return digest(f"above the limits: {address}")


def _refusal_over(attempts: QuerySet[SignInAttempt], limit: int) -> TooManyError | None:
    if attempts.count() <= limit:
        return None
    oldest = attempts.aggregate(at=Min("at"))["at"] or timezone.now()
    left = oldest + WINDOW - timezone.now()
    return TooManyError(retry_after=max(1, int(left.total_seconds())))


def _is_known(email: str, address_digest: bytes) -> bool:
    return KnownAddress.objects.filter(
        user__email=normalise_address(email), address_digest=address_digest, seen_at__gt=Now() - KNOWN_FOR
    ).exists()
