"""Signatures of webhooks, under each secret that is valid: as Standard Webhooks has it, and as before it."""

import hmac
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256

from workflows.models import WebhookEndpoint
from workflows.models.webhooks import MARK


def signed(event_id: str, body: bytes, endpoint: WebhookEndpoint, *, at: int) -> dict[str, str]:
    """The headers of a call. `at`: unix seconds; receivers refuse old messages, and changed ones.

    `Docket-*` goes in the release after this one.
    """
    secrets = list(_valid_secrets(endpoint, at))
    standard = f"{event_id}.{at}.".encode() + body
    before = f"{at}.".encode() + body
    return {
        "webhook-id": event_id,
        "webhook-timestamp": str(at),
        "webhook-signature": " ".join(f"v1,{b64encode(_mac(_key(secret), standard)).decode()}" for secret in secrets),
        "Docket-Event": event_id,
        "Docket-Signature": ",".join([f"t={at}", *(f"v1={_mac(each.encode(), before).hex()}" for each in secrets)]),
    }


def _valid_secrets(endpoint: WebhookEndpoint, at: int) -> Iterator[str]:
    yield endpoint.secret
    if endpoint.previous_until and endpoint.previous_until.timestamp() > at:
        yield endpoint.previous_secret


def _key(secret: str) -> bytes:
    """A secret without the mark is from before the standard: its own characters are the key."""
    if secret.startswith(MARK):
        return b64decode(secret.removeprefix(MARK))
    return secret.encode()


def _mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, sha256).digest()
