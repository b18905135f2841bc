"""Pictures of accounts."""

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Path, Status

from api.accounts.schemas import AccountId
from api.http.auth import OwnerOrStaff, StaffRequest
from api.http.errors import Problem
from api.http.files import described_file
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.stored_files import SANDBOX
from workflows.accounts.avatars import TYPE, read_avatar, remove_avatar, set_avatar

router = Router(tags=["User accounts"])

_PICTURE = {"required": True, "content": {"image/*": {"schema": {"type": "string", "format": "binary"}}}}


class AvatarSet(Schema):
    """`filename`: as in `SessionUser.avatarFilename`; `/api/avatars/{filename}` shows it."""

    filename: str


@router.put(
    "/user/{user_id}/avatar",
    response={200: AvatarSet, 413: Problem},
    auth=OwnerOrStaff("users", permitted=True),
    operation_id="setUserAvatar",
    openapi_extra={"requestBody": _PICTURE},
)
def put(request: StaffRequest, user_id: AccountId) -> Any:
    """The body is the picture, of 2 MB at most: JPEG, PNG, WebP, HEIC or TIFF. It is cut square and made small."""
    return {"filename": set_avatar(user_id, request.body, by=request.auth.user)}


@router.delete(
    "/user/{user_id}/avatar",
    response={204: None},
    auth=OwnerOrStaff("users", permitted=True),
    operation_id="removeUserAvatar",
)
def delete(request: StaffRequest, user_id: AccountId) -> Any:
    """Initials are shown again."""
    remove_avatar(user_id, by=request.auth.user)
    return Status(204, None)


@router.get(
    "/avatars/{filename}", response=Any, auth=None, operation_id="openAvatar", openapi_extra=described_file(TYPE)
)
def show(request: HttpRequest, filename: Annotated[str, Path(max_length=60)]) -> Any:
    """A picture by its random name, without a session: an image of a page sends no token."""
    answer = HttpResponse(read_avatar(filename), content_type=TYPE)
    answer["Cache-Control"] = "private, max-age=86400, immutable"
    answer["Content-Security-Policy"] = SANDBOX
    return answer
