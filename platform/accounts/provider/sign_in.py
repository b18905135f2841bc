"""Signing in by the provider: the authorization code with PKCE, bound to the browser that began (RFC 9700).

Three steps: `begin` gives the provider's address; `arrive` takes what comes back, and gives a code that lives for a
minute and stands in a fragment, which browsers send to nobody; `finish` exchanges that for a session. What a browser
began counts once, within ten minutes, in that browser alone.
"""

import secrets
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now

from accounts.factors.pending import Pending
from accounts.models import User
from accounts.provider.discovery import PATIENCE, Provider, fetch, provider
from accounts.provider.errors import ProviderAwayError, ProviderRefusedError, SignInLapsedError
from accounts.provider.models import ProviderIdentity, ProviderLogout, ProviderSignIn
from accounts.provider.people import account_of
from accounts.provider.tokens import FRESH_SECONDS, LOGOUT_SECONDS, Claims, check_id_token
from accounts.sessions import open_after_password
from accounts.throttle import admit_registration, forgive_attempts

LIVES = timedelta(minutes=10)  # as long as somebody may take at the provider
CODE_LIVES = timedelta(minutes=1)
CALLBACK = "/api/auth/provider/callback"


def begin(browser: str, *, address: str) -> str:
    """The provider's address for this sign-in. Raises TooManyError, NoProviderError, ProviderAwayError."""
    at = provider()
    admit_registration(_throttled(browser), address)
    state, nonce, verifier = (secrets.token_urlsafe(size) for size in (32, 32, 48))
    ProviderSignIn.objects.create(digest=_digest(state), browser=_digest(browser), nonce=nonce, verifier=verifier)
    asked: dict[str, Any] = {"state": state, "nonce": nonce, "code_verifier": verifier}
    if settings.CONFIRM_IDENTITY:  # a session that is open at the provider shows nothing of who sits there
        asked["max_age"] = FRESH_SECONDS
    url, _ = _client(at).create_authorization_url(at.authorization, **asked)
    return str(url)


def arrive(browser: str, *, state: str, code: str, issuer: str | None) -> str:
    """Who the provider says it is: a code for `finish`. `issuer`: as the answer names it (RFC 9207).

    Raises SignInLapsedError, ProviderRefusedError, ProviderAwayError, and what `account_of` does.
    """
    begun = _take(state, browser, LIVES, is_begun=True)
    if not code or issuer not in (None, settings.OIDC_ISSUER):
        raise ProviderRefusedError
    account = account_of(_claims(code, begun))
    ours = secrets.token_urlsafe(32)
    ProviderSignIn.objects.create(digest=_digest(ours), browser=_digest(browser), user=account)
    return ours


def finish(browser: str, code: str, *, address: str) -> tuple[str | Pending, User]:
    """The session: (token, user); what is pending where a second factor is missing.

    Raises SignInLapsedError, also where the account's sign-in has ended since.
    """
    with transaction.atomic():
        # the account's row is locked first, as wherever its sign-ins end
        owner = ProviderSignIn.objects.filter(digest=_digest(code)).values("user_id")
        user = User.objects.select_for_update(no_key=True).filter(pk__in=owner, is_active=True).first()
        _take(code, browser, CODE_LIVES, is_begun=False)
        known = ProviderIdentity.objects.filter(user=user, issuer=settings.OIDC_ISSUER)
        if user is None or not known.exists():
            raise SignInLapsedError
        forgive_attempts(_throttled(browser), address)
        return open_after_password(user, address=address), user


def prune_sign_ins() -> int:
    """Delete what lapsed; the number of rows deleted. Called by the scheduler."""
    lapsed = ProviderSignIn.objects.filter(at__lt=Now() - LIVES)
    taken = ProviderLogout.objects.filter(at__lt=Now() - timedelta(seconds=4 * LOGOUT_SECONDS))
    return lapsed.delete()[0] + taken.delete()[0]


def _take(secret: str, browser: str, lives: timedelta, *, is_begun: bool) -> ProviderSignIn:
    """The row, which is deleted: of two that come with one secret, one gets it. Raises SignInLapsedError."""
    with transaction.atomic():
        rows = ProviderSignIn.objects.select_for_update().filter(
            digest=_digest(secret), browser=_digest(browser), at__gt=Now() - lives, user__isnull=is_begun
        )
        found = rows.first()
        if found is None:
            raise SignInLapsedError
        found.delete()
        return found


def _claims(code: str, begun: ProviderSignIn) -> Claims:
    """What the ID token says, and beside it what the provider says of the person elsewhere."""
    from authlib.common.errors import AuthlibBaseError  # noqa: PLC0415 (it brings requests)
    from requests import RequestException  # noqa: PLC0415

    at = provider()
    try:
        answer = _client(at).fetch_token(at.token, code=code, code_verifier=begun.verifier, timeout=PATIENCE)
    except AuthlibBaseError as error:
        raise ProviderRefusedError from error
    except (RequestException, ValueError, TypeError) as error:
        raise ProviderAwayError from error
    token, access = answer.get("id_token"), answer.get("access_token")
    if not isinstance(token, str):
        raise ProviderRefusedError
    claims = check_id_token(token, nonce=begun.nonce)
    if {"email", settings.OIDC_VERIFIED_CLAIM, settings.OIDC_GROUPS_CLAIM} <= claims.keys() or not at.userinfo:
        return claims
    said = dict(_said_of(claims["sub"], at, str(access)))
    if claims.get("email", said.get("email")) != said.get("email"):
        said.pop(settings.OIDC_VERIFIED_CLAIM, None)  # it is about the other address
    return {**said, **claims}


def _said_of(subject: str, at: Provider, access: str) -> Claims:
    """UserInfo. Raises ProviderRefusedError if it is about somebody else."""
    said = fetch(at.userinfo, Authorization=f"Bearer {access}")
    if not isinstance(said, dict) or said.get("sub") != subject:
        raise ProviderRefusedError
    return said


def _client(at: Provider) -> Any:
    from authlib.integrations.requests_client import OAuth2Session  # noqa: PLC0415 (it brings requests)

    client = OAuth2Session(  # type: ignore[no-untyped-call]
        settings.OIDC_CLIENT_ID,
        settings.OIDC_CLIENT_SECRET,
        scope=settings.OIDC_SCOPES,
        redirect_uri=f"{settings.CONSOLE_URL}{CALLBACK}",
        code_challenge_method="S256",
        token_endpoint_auth_method="client_secret_basic" if at.takes_basic else "client_secret_post",
    )
    client.max_redirects = 0
    return client


def _throttled(browser: str) -> str:
    """Under which the tries of a browser are counted."""
    return f"provider {_digest(browser).hex()}"


def _digest(secret: str) -> bytes:
    return sha256(secret.encode("utf-8", "surrogatepass")).digest()
