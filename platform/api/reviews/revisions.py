"""The revisions of a review, and a new revision by the person who holds it."""

from typing import Annotated, Any, cast

from django.http import HttpRequest
from ninja import Field, Path
from pydantic import StringConstraints

from accounts.models import User
from api.http.auth import MAX_ID, SignedIn, StaffRequest, path_number
from api.http.errors import Problem
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.texts import Line, Storable
from kit.errors import ForbiddenError
from reviews.errors import ReviewNotFoundError
from reviews.models import Review
from reviews.revisions import describe_revision, newest_revision, revisions_of
from reviews.schemas import RevisionOut
from workflows.engine.core.errors import TaskClosedError
from workflows.engine.reading.lists.tasks import open_task_about
from workflows.engine.verbs.revisions import revise_subject
from workflows.review_moderation import ReviewModeration

router = Router(tags=["Reviews"])

ReviewId = Annotated[int, Path(ge=1, le=MAX_ID)]
Title = Annotated[str, StringConstraints(max_length=500), Storable]
Name = Annotated[str, StringConstraints(max_length=300), Storable]
Words = Annotated[str, StringConstraints(max_length=20_000), Storable]  # product.md, In and out


class RevisionRequest(Payload):
    """`revision`: the number of the revision that was edited. Omitted fields stay unchanged."""

    revision: Annotated[int, Field(ge=1, le=2**31 - 1)]
    reason: Line
    title: Title = ""
    text: Words = ""
    constructive: Words = ""
    author_name: Name = ""
    business_name: Name | None = None
    job_title: Name | None = None
    anonymous: bool = False

    def changes(self) -> dict[str, Any]:
        return self.model_dump(exclude_unset=True, exclude={"revision", "reason"})


class ReviewStaff(SignedIn):
    """A user with the permission of the step in which the path's review waits; `moderation` if it waits in none."""

    def admit(self, request: HttpRequest, user: User) -> None:
        review_id = path_number(request, "review_id")
        task = open_task_about(ReviewModeration, review_id)
        if task is None and not Review.objects.filter(pk=review_id).exists():
            raise ReviewNotFoundError
        if not user.may(task.flow_task.permission if task else "moderation"):
            raise ForbiddenError
        cast(Any, request).task = task  # None if the review waits in no step


class ReviewReader(ReviewStaff):
    """A user with `moderation`, as for the story, or with the permission of the step in which the review waits."""

    def admit(self, request: HttpRequest, user: User) -> None:
        if not user.may("moderation"):
            super().admit(request, user)


@router.patch(
    "/review/{review_id}", response={200: RevisionOut, 409: Problem}, auth=ReviewStaff(), operation_id="reviseReview"
)
def revise(request: StaffRequest, review_id: ReviewId, body: RevisionRequest) -> Any:
    """Write a new revision with its reason. Needs the lock; 409 `stale_revision` contains the newer revision."""
    task = cast(Any, request.task)
    if task is None:
        raise TaskClosedError
    revise_subject(task.pk, body.changes(), reason=body.reason, by=request.auth.user, revision=body.revision)
    return newest_revision(review_id)


@router.get("/review/{review_id}/revisions", response=list[RevisionOut], auth=ReviewReader())
def list_revisions(request: StaffRequest, review_id: ReviewId) -> Any:
    """All revisions, oldest first, with author, time and reason."""
    revisions = [describe_revision(revision) for revision in revisions_of(review_id)]
    if not revisions:
        raise ReviewNotFoundError
    return revisions
