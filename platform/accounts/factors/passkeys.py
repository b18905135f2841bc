"""Passkeys (WebAuthn level 2): credentials that stay with the person's device and verify them, so each counts as both
factors. Their challenges are stored, live a short while, and are used once.
"""

import hmac
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any, Literal
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.utils import timezone
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from accounts.factors.models import Passkey, PasskeyChallenge
from accounts.models import User
from audit import actions
from audit.entries import record_audit
from kit.errors import ConflictError, InvalidError

Purpose = Literal["register", "sign_in", "confirm"]
LIVES = timedelta(minutes=5)
MAX_PASSKEYS = 20
_NOT_READ = (ValueError, TypeError, LookupError, AttributeError, AssertionError, struct.error, UnsupportedAlgorithm)


class TooManyPasskeysError(ConflictError):
    code = "too_many_passkeys"
    message = f"An account has at most {MAX_PASSKEYS} passkeys. Remove one first."


class PasskeyTakenError(ConflictError):
    code = "passkey_taken"
    message = "This passkey is registered already."


@dataclass(frozen=True, slots=True)
class Answer:
    """What an authenticator gives for a challenge. Bytes are written as base64url."""

    id: str
    client_data: str
    authenticator_data: str
    signature: str
    user_handle: str = ""


def ask_to_register(user: User) -> Mapping[str, Any]:
    """The options of `navigator.credentials.create`, as JSON. Raises TooManyPasskeysError."""
    keys = [_public(key) for key in user.passkeys.order_by("pk")]
    if len(keys) >= MAX_PASSKEYS:
        raise TooManyPasskeysError
    entity = PublicKeyCredentialUserEntity(id=_handle(user), name=user.email, display_name=user.full_name)
    options, state = _server().register_begin(
        entity,
        keys,
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    _store(state, "register", user)
    return dict(options.public_key)


def read_registration(user: User, *, client_data: str, attestation: str) -> AuthenticatorData:
    """What an authenticator has made for a challenge of this account, which ends with it. Raises InvalidError."""
    try:
        state = _take(client_data, "register", user)
        made = AttestationObject(websafe_decode(attestation)).auth_data.credential_data
        if made is None:
            raise ValueError("no credential")
        written = websafe_encode(made.credential_id)
        response = {"clientDataJSON": client_data, "attestationObject": attestation}
        whole = {"id": written, "rawId": written, "type": "public-key", "response": response}
        return _server().register_complete(state, whole)
    except _NOT_READ as error:
        raise InvalidError({"attestation": ["This is not the answer of an authenticator that was asked."]}) from error


def store_passkey(user: User, name: str, found: AuthenticatorData) -> Passkey:
    """Raises TooManyPasskeysError, PasskeyTakenError. The account's row is locked."""
    if user.passkeys.count() >= MAX_PASSKEYS:
        raise TooManyPasskeysError
    made = found.credential_data
    assert made is not None  # noqa: S101 (read_registration)
    try:
        with transaction.atomic():
            return Passkey.objects.create(
                user=user, name=name, credential_id=made.credential_id, public=bytes(made), sign_count=found.counter
            )
    except IntegrityError as error:
        raise PasskeyTakenError from error


def ask_to_sign(purpose: Purpose, user: User | None) -> Mapping[str, Any]:
    """The options of `navigator.credentials.get`, as JSON. `user`: whose passkeys are asked for; None for any."""
    keys = [_public(key) for key in user.passkeys.order_by("pk")] if user else None
    options, state = _server().authenticate_begin(keys, user_verification=UserVerificationRequirement.REQUIRED)
    _store(state, purpose, user)
    return dict(options.public_key)


def owner_of(answer: Answer, purpose: Purpose, user: User | None) -> User | None:
    """Whose passkey has signed a challenge of this purpose, which ends with it. None if it proves nothing.

    `user`: for whom the challenge was made. An authenticator whose counter went back may be a copy: it is refused, and
    the account's log says so.
    """
    try:
        state = _take(answer.client_data, purpose, user)
        credential_id = websafe_decode(answer.id)
    except _NOT_READ:
        return None
    with transaction.atomic():
        key = Passkey.objects.select_for_update().select_related("user").filter(credential_id=credential_id).first()
        if key is None or (user is not None and key.user_id != user.pk) or not _has_signed(key, state, answer):
            return None
        counter = AuthenticatorData(websafe_decode(answer.authenticator_data)).counter
        if (counter or key.sign_count) and counter <= key.sign_count:
            by = key.user_id if purpose == "confirm" else None  # at the sign-in nobody is signed in
            record_audit(actions.PASSKEY_REFUSED, key.user_id, user_id=by, passkey=key.pk)
            return None
        key.sign_count, key.used_at = counter, timezone.now()
        key.save(update_fields=["sign_count", "used_at"])
    return key.user


def prune_challenges() -> int:
    return PasskeyChallenge.objects.filter(at__lt=Now() - LIVES).delete()[0]


def _has_signed(key: Passkey, state: Mapping[str, Any], answer: Answer) -> bool:
    response = {
        "clientDataJSON": answer.client_data,
        "authenticatorData": answer.authenticator_data,
        "signature": answer.signature,
    }
    whole = {"id": answer.id, "rawId": answer.id, "type": "public-key", "response": response}
    try:
        if answer.user_handle and not hmac.compare_digest(websafe_decode(answer.user_handle), _handle(key.user)):
            return False
        _server().authenticate_complete(state, [_public(key)], whole)
    except _NOT_READ:
        return False
    return True


def _store(state: Mapping[str, Any], purpose: Purpose, user: User | None) -> None:
    digest = sha256(websafe_decode(state["challenge"])).digest()
    PasskeyChallenge.objects.create(digest=digest, purpose=purpose, user=user, at=timezone.now())


def _take(client_data: str, purpose: Purpose, user: User | None) -> dict[str, Any]:
    """The state of the stored challenge that the answer names, which is deleted. Raises ValueError if there is none."""
    challenge = CollectedClientData(websafe_decode(client_data)).challenge
    live = PasskeyChallenge.objects.filter(
        digest=sha256(challenge).digest(), purpose=purpose, user=user, at__gt=timezone.now() - LIVES
    )
    if live.delete()[0] != 1:
        raise ValueError("no such challenge")
    return {"challenge": websafe_encode(challenge), "user_verification": UserVerificationRequirement.REQUIRED}


def _server() -> Fido2Server:
    """For the address at which people open the console, and no other."""
    place = urlsplit(settings.CONSOLE_URL)
    origin = f"{place.scheme}://{place.netloc}"
    entity = PublicKeyCredentialRpEntity(id=place.hostname, name="Docket")
    return Fido2Server(entity, attestation="none", verify_origin=lambda given: given == origin)  # type: ignore[arg-type]


def _public(key: Passkey) -> AttestedCredentialData:
    return AttestedCredentialData(bytes(key.public))


def _handle(user: User) -> bytes:
    """By which an authenticator knows the account: no name and no address."""
    return str(user.pk).encode()
