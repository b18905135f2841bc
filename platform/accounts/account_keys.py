"""API keys of accounts, made and revoked by people. A scope is given by who holds its permission."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from accounts.authority import AboveOwnRightsError, locked_pair
from accounts.keys import create_key
from accounts.models import ApiKey, User
from accounts.rights import SCOPE_PERMISSIONS
from audit import actions
from audit.entries import record_audit
from kit.errors import NotFoundError


def create_account_key(account_id: int, name: str, scopes: Sequence[str], *, by: User) -> tuple[str, ApiKey]:
    """(key, row). Raises NotFoundError, AboveOwnRightsError, InvalidError."""
    with transaction.atomic():
        pair = locked_pair(account_id, by=by, own=True)
        if not all(pair.by.may(SCOPE_PERMISSIONS[scope]) for scope in scopes if scope in SCOPE_PERMISSIONS):
            raise AboveOwnRightsError
        key, row = create_key(name, scopes, pair.account, follows_owner=pair.is_own)
        record_audit(actions.KEY_CREATED, account_id, user_id=by.pk, key=row.pk, scopes=row.scopes)
    return key, row


def revoke_account_key(account_id: int, key_id: int, *, by: User) -> None:
    """Idempotent. Raises NotFoundError for a key of another account, AboveOwnRightsError."""
    with transaction.atomic():
        locked_pair(account_id, by=by, own=True)
        row = ApiKey.objects.select_for_update().filter(pk=key_id, owner_id=account_id).first()
        if row is None:
            raise NotFoundError("This account has no key with this number.")
        if row.revoked_at is None:
            row.revoked_at = timezone.now()
            row.save(update_fields=["revoked_at"])
            record_audit(actions.KEY_REVOKED, account_id, user_id=by.pk, key=key_id)
