"""The team: who is on duty."""

from typing import Annotated, Any

from ninja import Path, Router, Status

from accounts.duty import switch_duty
from api.auth import AnyQueueStaff, Staff, StaffRequest
from api.errors import refusals
from api.parsing import Payload

router = Router(tags=["Team"])

UserId = Annotated[int, Path(ge=1, le=2**63 - 1)]


class DutyRequest(Payload):
    on_duty: bool


@router.put(
    "/user/me/duty",
    response={204: None, **refusals(401, 403, 404, 413, 415)},
    auth=AnyQueueStaff(),
    operation_id="switchMyDuty",
)
def switch_my_duty(request: StaffRequest, body: DutyRequest) -> Any:
    """Whether colleagues may assign work to the caller."""
    switch_duty(request.auth.user_id, on_duty=body.on_duty, by=request.auth.user)
    return Status(204, None)


@router.put(
    "/team/{user_id}/duty",
    response={204: None, **refusals(401, 403, 404, 413, 415)},
    auth=Staff("head_moderator"),
    operation_id="switchDuty",
)
def switch_anothers_duty(request: StaffRequest, user_id: UserId, body: DutyRequest) -> Any:
    """As a head moderator, put a colleague on or off duty."""
    switch_duty(user_id, on_duty=body.on_duty, by=request.auth.user)
    return Status(204, None)
