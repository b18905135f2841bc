"""Who can help somebody that lacks a permission."""

from typing import Any

from accounts.authority import granters_of
from accounts.rights import AccessLevel, Permission
from accounts.schemas import Person
from api.http.auth import SignedIn, StaffRequest
from api.http.routing import Router
from api.http.schemas import Schema

router = Router(tags=["Session"])


class Granter(Person):
    """With the address to write to, and what they are."""

    email: str
    access_level: AccessLevel


class Granters(Schema):
    items: list[Granter]


@router.get("/permissions/granters", response=Granters, auth=SignedIn())
def list_granters(request: StaffRequest, permission: Permission) -> Any:
    """A few people who can give the caller the permission; none for clients."""
    found = granters_of(permission, request.auth.user)
    return {
        "items": [
            {"id": user.pk, "name": user.full_name, "email": user.email, "access_level": user.access_level}
            for user in found
        ]
    }
