"""What the provider says about itself, and its keys: fetched when first needed, and kept for an hour."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.conf import settings

from accounts.provider.errors import NoProviderError, ProviderAwayError
from kit.web_addresses import is_guarded

if TYPE_CHECKING:
    from joserfc.jwk import Key

KEPT_SECONDS = 3_600.0
# an unknown key may be a new one; forged tokens must not make us ask each time, nor wait for a provider that is away
ASK_AGAIN_SECONDS = 10.0
AWAY_SECONDS = 5.0
PATIENCE = (3.0, 5.0)  # seconds, to connect and between two parts of the answer
LARGEST = 512 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class Provider:
    """Addresses of one issuer. `takes_basic`: whether our id and secret are sent as a header."""

    issuer: str
    authorization: str
    token: str
    userinfo: str
    jwks: str
    takes_basic: bool


@dataclass(frozen=True, slots=True)
class _Kept:
    value: Any
    at: float

    def is_younger(self, seconds: float) -> bool:
        return time.monotonic() - self.at < seconds


_kept: dict[tuple[str, str], _Kept] = {}  # of this process


def provider() -> Provider:
    """Raises NoProviderError, ProviderAwayError."""
    issuer = settings.OIDC_ISSUER
    if not issuer:
        raise NoProviderError
    kept = _kept.get(("provider", issuer))
    if kept is None or not kept.is_younger(KEPT_SECONDS):
        kept = _asked("provider", issuer, _discovered)
    found: Provider = kept.value
    return found


def key_of(name: str | None) -> "Key | None":
    """The provider's key of this id; without an id its only one. None if it has no such key. Raises ProviderAwayError.

    For an unknown key they are fetched again.
    """
    address = provider().jwks
    kept = _kept.get(("keys", address))
    if kept is not None and kept.is_younger(KEPT_SECONDS):
        key = _named(kept.value, name)
        if key is not None or kept.is_younger(ASK_AGAIN_SECONDS):
            return key
    return _named(_asked("keys", address, _fetched_keys).value, name)


def key_ids() -> list[str | None]:
    """Of all its keys, asked for now. Raises NoProviderError, ProviderAwayError."""
    return [key.kid for key in _fetched_keys(provider().jwks)]


def forget() -> None:
    """Ask the provider anew."""
    _kept.clear()


def fetch(address: str, **headers: str) -> Any:
    """The JSON at an address of the provider. Raises ProviderAwayError."""
    import requests  # noqa: PLC0415 (a tenth of every process's start)
    from urllib3.exceptions import HTTPError  # noqa: PLC0415

    try:
        with requests.get(address, headers=headers, timeout=PATIENCE, allow_redirects=False, stream=True) as answer:
            body = answer.raw.read(LARGEST, decode_content=True)
            if answer.status_code != HTTPStatus.OK:
                raise ProviderAwayError
        return json.loads(body)
    except (requests.RequestException, HTTPError, ValueError, OSError) as error:
        raise ProviderAwayError from error


def _asked(kind: str, address: str, ask: Callable[[str], Any]) -> _Kept:
    """What it says, kept. For a while after it did not answer, it is not asked. Raises ProviderAwayError."""
    failed = _kept.get(("failed", address))
    if failed is not None and failed.is_younger(AWAY_SECONDS):
        raise ProviderAwayError
    try:
        value = ask(address)
    except ProviderAwayError:
        _kept["failed", address] = _Kept(None, time.monotonic())
        raise
    kept = _kept[kind, address] = _Kept(value, time.monotonic())
    return kept


def _discovered(issuer: str) -> Provider:
    said = fetch(f"{issuer.rstrip('/')}/.well-known/openid-configuration")
    if not isinstance(said, dict) or said.get("issuer") != issuer:
        raise ProviderAwayError("The provider calls itself otherwise than OIDC_ISSUER does.")
    addresses = {name: str(said.get(f"{name}_endpoint") or "") for name in ("authorization", "token", "userinfo")}
    jwks = str(said.get("jwks_uri") or "")
    wanted = [addresses["authorization"], addresses["token"], jwks]
    if not all(map(is_guarded, [*wanted, *filter(None, [addresses["userinfo"]])])):
        raise ProviderAwayError("The provider names an address that is missing or without TLS.")
    ways = said.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
    return Provider(issuer, **addresses, jwks=jwks, takes_basic="client_secret_basic" in ways)


def _fetched_keys(address: str) -> "list[Key]":
    from joserfc.errors import JoseError  # noqa: PLC0415 (much of a process's start, where no provider is set)
    from joserfc.jwk import JWKRegistry  # noqa: PLC0415

    said = fetch(address)
    listed = said.get("keys") if isinstance(said, dict) else None
    if not isinstance(listed, list):
        raise ProviderAwayError
    keys = []
    for each in listed:
        # a key of a kind that we do not know leaves the others as they are
        with suppress(JoseError, ValueError, TypeError, KeyError):
            keys.append(JWKRegistry.import_key(each))
    if not keys:
        raise ProviderAwayError
    return keys


def _named(keys: "list[Key]", name: str | None) -> "Key | None":
    signing = [key for key in keys if key.get("use") in (None, "sig")]
    if name is None:
        return signing[0] if len(signing) == 1 else None
    return next((key for key in signing if key.kid == name), None)
