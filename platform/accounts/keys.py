"""API keys: shown once, stored hashed, with a recognisable prefix, scopes and the time of last use."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Literal, get_args

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import ApiKey, User
from accounts.provider.models import signed_out
from audit import actions
from audit.entries import record_audit
from kit.errors import InvalidError, UnauthenticatedError

MARK = "dk_"
Scope = Literal["ingest", "restrict", "events", "tickets"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
PREFIX_LENGTH = len(MARK) + 6
TOUCH_EVERY = timedelta(minutes=1)


def create_key(
    name: str, scopes: Sequence[str], owner: User | None = None, *, follows_owner: bool = False
) -> tuple[str, ApiKey]:
    """Create a key: (key, row). The key cannot be read again. Raises InvalidError for an unknown scope, or for none."""
    if not scopes or set(scopes) - set(SCOPES):
        raise InvalidError({"scopes": [f"Choose one or several of: {', '.join(SCOPES)}."]})
    key = MARK + secrets.token_urlsafe(32)
    row = ApiKey.objects.create(
        owner=owner,
        follows_owner=follows_owner,
        name=name,
        prefix=key[:PREFIX_LENGTH],
        digest=_digest(key),
        scopes=sorted(set(scopes)),
    )
    return key, row


def create_ownerless_key(name: str, scopes: Sequence[str]) -> str:
    """The key, of no account. Raises InvalidError."""
    with transaction.atomic():
        key, row = create_key(name, scopes)
        record_audit(actions.OWNERLESS_KEY_CREATED, row.pk, user_id=None, scopes=row.scopes)
    return key


def revoke_keys(prefix: str) -> int:
    """Revoke the live keys that begin so, of whomever; their number."""
    with transaction.atomic():
        rows = list(ApiKey.objects.select_for_update().filter(prefix=prefix, revoked_at=None).order_by("pk"))
        for row in rows:
            if row.owner_id is None:
                record_audit(actions.OWNERLESS_KEY_REVOKED, row.pk, user_id=None)
            else:
                record_audit(actions.KEY_REVOKED, row.owner_id, user_id=None, key=row.pk)
        ApiKey.objects.filter(pk__in=[row.pk for row in rows]).update(revoked_at=timezone.now())
    return len(rows)


def find_key(key: str) -> ApiKey:
    """The live key, of nobody or of an active account. Raises UnauthenticatedError.

    One that its owner made rests while the provider has signed them out.
    """
    live = ApiKey.objects.filter(Q(owner=None) | Q(owner__is_active=True), digest=_digest(key), revoked_at=None)
    live = live.exclude(follows_owner=True, owner__in=signed_out())
    row = live.select_related("owner").first() if key.startswith(MARK) else None
    if row is None:
        raise UnauthenticatedError("This API key does not exist or was revoked.")
    now = timezone.now()
    if row.used_at is None or row.used_at < now - TOUCH_EVERY:
        ApiKey.objects.filter(pk=row.pk).update(used_at=now)
    return row


def _digest(key: str) -> bytes:
    return sha256(key.encode("utf-8", "surrogatepass")).digest()
