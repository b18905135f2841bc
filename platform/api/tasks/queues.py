"""Queues: their figures, their pages, and claiming the next item."""

from datetime import datetime
from operator import itemgetter
from typing import TYPE_CHECKING, Annotated, Any

from django.http import HttpResponse
from ninja import Field, Path, Query, Status

from accounts.rights import Permission
from api.facets import facets_given, with_facets
from api.http.ages import accepted_age
from api.http.auth import MAX_ID, QueueStaff, SignedIn, StaffRequest
from api.http.errors import Problem
from api.http.etags import with_etag
from api.http.repeats import repeated_by
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import SearchText
from api.tasks.details import TaskDetail, detail_of
from api.tasks.lists import Wanted, answer_of
from api.tasks.rows import TaskPage
from workflows.companies.queue_companies import companies_in
from workflows.engine.core.access import require_access
from workflows.engine.core.declarations import Queue
from workflows.engine.core.errors import TaskNotFoundError
from workflows.engine.core.flows import get_queue, queues
from workflows.engine.reading.figures.queues import figures_for
from workflows.engine.reading.lists.blindness import require_sight
from workflows.engine.reading.lists.counts import QueueFigures
from workflows.engine.reading.lists.lists import MAX_PAGE_SIZE, PAGE_SIZE, Filters
from workflows.engine.reading.lists.queue_people import people_in
from workflows.engine.reading.lists.tasks import get_task
from workflows.engine.verbs.claims import claim_next

router = Router(tags=["Queues"])

QueueName = Annotated[str, Path(max_length=32)]


class QueueOverview(Schema):
    name: str
    title: str
    permission: Permission
    open: int
    oldest_at: datetime | None
    overdue: int


class CompanyShare(Schema):
    """`open`: the number of items in the list about this company."""

    id: int
    name: str
    open: int


class PersonShare(Schema):
    """`open`: the number of items in the list that are assigned to the person or held by them."""

    id: int
    name: str
    open: int


class NameQuery(Schema):
    q: SearchText = ""


class _ListQuery(Schema):
    cursor: Annotated[str, Field(max_length=400)] = ""
    limit: Annotated[int, Field(ge=1, le=1_000_000_000_000, description=f"Never more than {MAX_PAGE_SIZE}.")] = (
        PAGE_SIZE
    )
    company: Annotated[int | None, Field(ge=1, le=MAX_ID)] = None
    q: SearchText = ""
    snoozed: bool = False
    person: Annotated[int | None, Field(ge=1, le=MAX_ID)] = None
    overdue: bool = False


if TYPE_CHECKING:
    ListQuery = _ListQuery
else:
    ListQuery = with_facets(_ListQuery, "ListQuery")


@router.get("/queues", response=list[QueueOverview], auth=SignedIn(counts_as_activity=False))
def list_queues(request: StaffRequest) -> Any:
    """The queues in which the caller may work, with figures at most a second old."""
    figures = figures_for(request.auth.user, age=accepted_age(request))

    def overview(queue: Queue) -> dict[str, Any]:
        found = figures.get(queue.name, QueueFigures())
        of_queue = {"name": queue.name, "title": queue.title, "permission": queue.permission}
        return {**of_queue, "open": found.open, "oldest_at": found.oldest_at, "overdue": found.overdue}

    # a list: ninja takes a database error in a generator for an invalid response
    return [overview(queue) for queue in queues().values() if request.auth.user.may(queue.permission)]


@router.get("/queues/{queue}/tasks", response={200: TaskPage, 304: None}, auth=QueueStaff(counts_as_activity=False))
def list_tasks(request: StaffRequest, queue: QueueName, query: Query[ListQuery]) -> HttpResponse:
    """A page of a queue or of a view over all queues: `assigned_to_me`, `assigned_to_others`, `set_aside`.

    With `Cache-Control: max-age=1` the page of a queue may be a second old: a poll then costs next to nothing.
    """
    own = query.model_dump(include=set(_ListQuery.model_fields) - {"cursor", "limit"})
    filters = Filters(**own, facets=facets_given(query))
    wanted = Wanted(queue, filters, query.cursor, query.limit)
    answer = answer_of(wanted, by=request.auth.user, age=accepted_age(request))
    return with_etag(request, answer.version, answer.response)


@router.get(
    "/queues/{queue}/companies",
    response=list[CompanyShare],
    auth=QueueStaff(counts_as_activity=False),
    operation_id="listQueueCompanies",
)
def list_companies(request: StaffRequest, queue: QueueName, query: Query[NameQuery]) -> Any:
    """The companies with most items in the list; with words, only companies whose names contain them."""
    return companies_in(queue, query.q, by=request.auth.user)


@router.get(
    "/queues/{queue}/people",
    response=list[PersonShare],
    auth=QueueStaff(counts_as_activity=False),
    operation_id="listQueuePeople",
)
def list_people(request: StaffRequest, queue: QueueName, query: Query[NameQuery]) -> Any:
    """The people with most items in the list, assigned or held; with words, only people whose names contain them."""
    return people_in(queue, query.q, by=request.auth.user)


def _taken(request: StaffRequest, task_id: int, **_: Any) -> Any:
    task, user = get_task(task_id), request.auth.user
    if task is None:
        raise TaskNotFoundError
    require_access(task, user)
    require_sight(task.process, user)
    return detail_of(task, user)


@router.post("/queues/{queue}/next", response={200: TaskDetail, 204: None, 409: Problem}, auth=QueueStaff())
@repeated_by(_taken, keep=itemgetter("task_id"))
def take_next(request: StaffRequest, queue: QueueName) -> Any:
    """Claim the next free item: the caller's assigned items first, then by priority, due time and age."""
    task = claim_next(get_queue(queue), by=request.auth.user)
    if task is None:
        return Status(204, None)
    return Status(200, detail_of(task, request.auth.user))
