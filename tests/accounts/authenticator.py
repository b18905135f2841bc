"""A device that makes passkeys, in software, and an app that shows one-time codes."""

import time
from hashlib import sha256
from typing import Any

import pyotp
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

ORIGIN = "http://localhost:8000"
PRESENT, VERIFIED, ATTESTED = AuthenticatorData.FLAG.UP, AuthenticatorData.FLAG.UV, AuthenticatorData.FLAG.AT


class Device:
    """One passkey, made and used as a browser would have it. Its attributes can be set wrong before each answer."""

    def __init__(self, origin: str = ORIGIN, *, name: bytes = b"device-1") -> None:
        self.origin, self.flags, self.counter = origin, PRESENT | VERIFIED, 0
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = sha256(name).digest()[:20]
        self.handle = ""

    def make(self, options: dict[str, Any], name: str = "Laptop") -> dict[str, str]:
        self.handle = options["user"]["id"]
        cose = ES256.from_cryptography_key(self.key.public_key())  # type: ignore[no-untyped-call]
        public = AttestedCredentialData.create(b"\0" * 16, self.id, cose)
        data = AuthenticatorData.create(_rp(options["rp"]["id"]), self.flags | ATTESTED, self.counter, bytes(public))
        attestation = websafe_encode(AttestationObject.create("none", data, {}))
        client_data = self._client_data("webauthn.create", options["challenge"])
        return {"name": name, "client_data": websafe_encode(client_data), "attestation": attestation}

    def sign(self, options: dict[str, Any]) -> dict[str, str]:
        self.counter += 1
        data = AuthenticatorData.create(_rp(options["rpId"]), self.flags, self.counter)
        client_data = self._client_data("webauthn.get", options["challenge"])
        signature = self.key.sign(data + client_data.hash, ec.ECDSA(SHA256()))
        return {
            "id": websafe_encode(self.id),
            "client_data": websafe_encode(client_data),
            "authenticator_data": websafe_encode(data),
            "signature": websafe_encode(signature),
            "user_handle": self.handle,
        }

    def _client_data(self, kind: str, challenge: str) -> CollectedClientData:
        return CollectedClientData.create(kind, websafe_decode(challenge), self.origin)


def code_of(secret: str, *, seconds: int = 0) -> str:
    """The code that an app shows so many seconds from now."""
    return pyotp.TOTP(secret).at(int(time.time()) + seconds)


def _rp(name: str) -> bytes:
    return sha256(name.encode()).digest()
