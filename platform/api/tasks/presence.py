"""The people who have an item open. Consoles report it every ten seconds. It is no activity and claims nothing."""

from typing import Annotated, Any, cast

from django.http import HttpRequest
from ninja import Path, Status

from accounts.models import User
from accounts.schemas import Person
from api.http.auth import MAX_ID, SignedIn, StaffRequest, TaskStaff, path_number, path_value
from api.http.errors import Problem
from api.http.routing import Router
from kit.errors import ForbiddenError, NotFoundError
from kit.prepared import Beside
from reviews.errors import ReviewNotFoundError
from workflows.engine.reading.lists.blindness import require_sight_of_subject
from workflows.engine.verbs.presence import look_at, look_away
from workflows.reviews.subject import REVIEW

router = Router(tags=["Presence"])

Kind = Annotated[str, Path(max_length=16, description="`task` or `review`.")]
Number = Annotated[int, Path(ge=1, le=MAX_ID)]


class ReviewReader(SignedIn):
    """A user who may read the story of the path's review at this moment."""

    def beside(self, request: HttpRequest) -> Beside:
        return Beside("SELECT id FROM reviews_review WHERE id = %(review)s", {"review": path_number(request, "number")})

    def admit(self, request: HttpRequest, user: User) -> None:
        if not user.may("moderation"):
            raise ForbiddenError
        beside = cast(StaffRequest, request).beside
        if beside is None or beside.row[0] is None:
            raise ReviewNotFoundError
        require_sight_of_subject(REVIEW, beside.row[0], user)


# the kinds of things that can be open; presence needs the same permission as reading the thing
DOORS: dict[str, SignedIn] = {"task": TaskStaff(named="number", keeps_task=False), "review": ReviewReader()}


class Onlooker(SignedIn):
    """A user who may read what the path names. Raises NotFoundError for an unknown kind."""

    def __init__(self) -> None:
        super().__init__(counts_as_activity=False)

    def beside(self, request: HttpRequest) -> Beside | None:
        door = DOORS.get(path_value(request, "kind"))
        return door.beside(request) if door else None

    def admit(self, request: HttpRequest, user: User) -> None:
        door = DOORS.get(path_value(request, "kind"))
        if door is None:
            raise NotFoundError("This kind of thing has no presence.")
        door.admit(request, user)


@router.put(
    "/presence/{kind}/{number}", response={200: list[Person], 409: Problem}, auth=Onlooker(), operation_id="lookAt"
)
def look(request: StaffRequest, kind: Kind, number: Number) -> Any:
    """Register that the caller has a task or a review's story open, for 25 seconds; the answer names the others."""
    return [{"id": pk, "name": name} for pk, name in look_at(kind, number, by=request.auth.user)]


@router.delete(
    "/presence/{kind}/{number}", response={204: None, 409: Problem}, auth=Onlooker(), operation_id="lookAway"
)
def look_elsewhere(request: StaffRequest, kind: Kind, number: Number) -> Any:
    """Register that the caller has closed it."""
    look_away(kind, number, by=request.auth.user)
    return Status(204, None)
