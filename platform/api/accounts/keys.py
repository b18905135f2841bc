"""API keys of accounts: shown once, recognised by their prefix, revoked."""

from datetime import datetime
from typing import Annotated, Any

from ninja import Field, Path, Status
from pydantic import StringConstraints

from accounts.account_keys import create_account_key, revoke_account_key
from accounts.authority import AboveOwnRightsError, stands_within
from accounts.keys import Scope
from accounts.lists import get_account
from accounts.models import ApiKey
from accounts.rights import SCOPE_PERMISSIONS, Permission
from api.accounts.schemas import AccountId
from api.http.auth import MAX_ID, OwnerOrStaff, StaffRequest
from api.http.errors import Problem
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import Storable, Visible

router = Router(tags=["User accounts"])

KeyId = Annotated[int, Path(ge=1, le=MAX_ID)]
KeyName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200), Storable, Visible]


class KeyOut(Schema):
    id: int
    name: str
    prefix: str
    scopes: list[Scope]
    created: datetime
    last_used: datetime | None


class KeyList(Schema):
    """`items`: the live keys of the account, with the scopes that count now. `ownerless`: those that the command line
    made, for who manages accounts. `scopes`: those that the caller may give."""

    items: list[KeyOut]
    ownerless: list[KeyOut]
    scopes: list[Scope]


class NewKey(Payload):
    name: KeyName
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=len(SCOPE_PERMISSIONS))]


class CreatedKey(Schema):
    """`key` is never shown again."""

    id: int
    key: str
    prefix: str


@router.get("/user/{user_id}/keys", response=KeyList, auth=OwnerOrStaff("users"), operation_id="listUserKeys")
def list_keys(request: StaffRequest, user_id: AccountId) -> Any:
    """403 `above_own_rights` for the keys of an account with rights above the caller's: they are its own to see."""
    account = get_account(user_id)
    live = ApiKey.objects.filter(revoked_at=None).select_related("owner").order_by("-pk")
    by = request.auth.user
    if account.pk != by.pk and not stands_within(account, by):
        raise AboveOwnRightsError
    return {
        "items": [_row(key) for key in live.filter(owner_id=user_id)],
        "ownerless": [_row(key) for key in live.filter(owner=None)] if by.may(Permission.USERS) else [],
        "scopes": [scope for scope, permission in SCOPE_PERMISSIONS.items() if by.may(permission)],
    }


@router.post(
    "/user/{user_id}/keys",
    response={201: CreatedKey, 409: Problem},
    auth=OwnerOrStaff("users", asks_again=True),
    operation_id="createUserKey",
)
def create(request: StaffRequest, user_id: AccountId, body: NewKey) -> Any:
    """403 `above_own_rights` for a scope whose permission the caller does not hold."""
    key, row = create_account_key(user_id, body.name, body.scopes, by=request.auth.user)
    return Status(201, {"id": row.pk, "key": key, "prefix": row.prefix})


@router.delete(
    "/user/{user_id}/keys/{key_id}", response={204: None}, auth=OwnerOrStaff("users"), operation_id="revokeUserKey"
)
def revoke(request: StaffRequest, user_id: AccountId, key_id: KeyId) -> Any:
    revoke_account_key(user_id, key_id, by=request.auth.user)
    return Status(204, None)


def _row(key: ApiKey) -> dict[str, Any]:
    return {
        "id": key.pk,
        "name": key.name,
        "prefix": key.prefix,
        "scopes": key.live_scopes,
        "created": key.created_at,
        "last_used": key.used_at,
    }
