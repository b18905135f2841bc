"""The guidance on threats of harm: written by an admin, and shown above the actions of each such item."""

from typing import Annotated, Any

from ninja import Status
from pydantic import StringConstraints

from accounts.rights import Permission
from api.http.auth import Staff, StaffRequest
from api.http.errors import Problem
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import Storable, Visible
from banned_words.guidance import change_guidance, read_guidance
from banned_words.models import MAX_GUIDANCE

router = Router(tags=["Banned words"])

PERMISSION = Permission.HISTORY  # only the access level of admins has it (decision 71)


class Guidance(Schema):
    text: str


class NewGuidance(Payload):
    text: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_GUIDANCE), Storable, Visible
    ]


@router.get("/harm-guidance", response=Guidance, auth=Staff(PERMISSION))
def get_harm_guidance(request: StaffRequest) -> Any:
    return {"text": read_guidance()}


@router.put(
    "/harm-guidance", response={204: None, 409: Problem}, auth=Staff(PERMISSION), operation_id="changeHarmGuidance"
)
def put_harm_guidance(request: StaffRequest, body: NewGuidance) -> Any:
    change_guidance(body.text, by=request.auth.user)
    return Status(204, None)
