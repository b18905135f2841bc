"""Tokens that the provider signed: who somebody is (ID token), and that somebody is signed out (logout token).

OpenID Connect Core 1.0, section 3.1.3.7, and Back-Channel Logout 1.0, section 2.6. A secret never verifies: the
algorithms are those with a public key alone, whatever a token asks for.
"""

import hmac
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from django.conf import settings

from accounts.provider.discovery import key_of
from accounts.provider.errors import ProviderRefusedError

if TYPE_CHECKING:
    from joserfc.jwk import GuestProtocol, Key

Claims = Mapping[str, Any]

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "Ed25519", "EdDSA")
SKEW_SECONDS = 60
LOGOUT_SECONDS = 600  # how old a logout token may be; for so long its `jti` is remembered
FRESH_SECONDS = 600  # how long ago the person may have signed in at the provider, where identity is confirmed
LONGEST_SUBJECT = 255  # characters
LOGOUT = "http://schemas.openid.net/event/backchannel-logout"


def check_id_token(token: str, *, nonce: str) -> Claims:
    """Raises ProviderRefusedError, ProviderAwayError."""
    claims = _signed(token, sub={"essential": True})
    said = claims.get("nonce")
    if not isinstance(said, str) or not hmac.compare_digest(said.encode(), nonce.encode()):
        raise ProviderRefusedError
    audience = claims["aud"]
    if claims.get("azp", settings.OIDC_CLIENT_ID if _is_one(audience) else None) != settings.OIDC_CLIENT_ID:
        raise ProviderRefusedError
    if settings.CONFIRM_IDENTITY and not _is_fresh(claims.get("auth_time")):
        raise ProviderRefusedError
    return claims


def check_logout_token(token: str) -> Claims:
    """Raises ProviderRefusedError, ProviderAwayError. It must name the subject; a session alone is not enough."""
    claims = _signed(token, sub={"essential": True}, jti={"essential": True})
    events, is_old = claims.get("events"), claims["iat"] < time.time() - LOGOUT_SECONDS
    if is_old or "nonce" in claims or not isinstance(events, dict) or not isinstance(events.get(LOGOUT), dict):
        raise ProviderRefusedError
    return claims


def _signed(token: str, **wanted: Any) -> Claims:
    """The claims of a token by the provider, for us, of now."""
    from joserfc import jwt  # noqa: PLC0415 (much of a process's start, where no provider is set)
    from joserfc.errors import JoseError  # noqa: PLC0415

    try:
        decoded = jwt.decode(token, _key_for, algorithms=list(ALGORITHMS))
        jwt.JWTClaimsRegistry(
            leeway=SKEW_SECONDS,
            iss={"essential": True, "value": settings.OIDC_ISSUER},
            aud={"essential": True, "value": settings.OIDC_CLIENT_ID},
            exp={"essential": True},
            iat={"essential": True},
            **wanted,
        ).validate(decoded.claims)
    except (JoseError, ValueError, TypeError, UnicodeError) as error:
        raise ProviderRefusedError from error
    if not 0 < len(str(decoded.claims["sub"])) <= LONGEST_SUBJECT:
        raise ProviderRefusedError
    return decoded.claims


def _key_for(token: "GuestProtocol") -> "Key":
    name = token.headers().get("kid")
    key = key_of(name) if name is None or isinstance(name, str) else None
    if key is None:
        raise ProviderRefusedError
    return key


def _is_fresh(moment: object) -> bool:
    is_number = isinstance(moment, (int, float)) and not isinstance(moment, bool)
    return is_number and cast(float, moment) >= time.time() - FRESH_SECONDS - SKEW_SECONDS


def _is_one(audience: object) -> bool:
    return isinstance(audience, str) or (isinstance(audience, list) and len(audience) == 1)
