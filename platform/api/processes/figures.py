"""How the processes of a kind went in a period, for admins."""

from datetime import datetime
from typing import Annotated, Any

from ninja import Path, Query

from api.audit.audit import PeriodQuery
from api.http.auth import Staff, StaffRequest
from api.http.replica import from_replica
from api.http.routing import Router
from api.http.schemas import Schema
from api.processes.history import PERMISSION
from workflows.engine.reading.figures.processes import figures_of
from workflows.engine.reading.lists.blindness import processes_hidden_from
from workflows.engine.reading.lists.tasks import get_flow

router = Router(tags=["History"])


class StepTimesOut(Schema):
    """Seconds in a step: the `whole`; of it `waiting` until a person took the item for the last time, and `handling`
    from then to the decision. Null where there was none: the clock and batches take nothing.
    """

    whole: float | None
    waiting: float | None
    handling: float | None


class StepFiguresOut(Schema):
    """`open`: the items in the step now, the oldest since `oldest_at`. `put_off`: those of them that are put off, which
    the counts of queues leave out; `overdue`: those past the step's clock. `is_shared`: the queue of the step counts
    items of other kinds of processes, too.

    Of the processes of the period: `passed` times the step was left; `again`: how many of these times the process had
    left the step before. `median` and `slow` (the 90th percentile) of the times in the step.
    """

    name: str
    title: str
    open: int
    oldest_at: datetime | None
    put_off: int
    overdue: int
    is_shared: bool
    passed: int
    again: int
    median: StepTimesOut
    slow: StepTimesOut


class OutcomeFiguresOut(Schema):
    step: str
    step_title: str
    outcome: str
    label: str
    number: int


class WayFiguresOut(Schema):
    """`nodes`: the steps in their order. `example`: the number of the newest process that went this way."""

    nodes: list[str]
    titles: list[str]
    number: int
    example: int
    median: float


class EdgeFiguresOut(Schema):
    """`source`: empty where processes began."""

    source: str
    target: str
    number: int


class ProcessFiguresOut(Schema):
    """Of the processes that began in the period: their times in seconds; the ten commonest ways of those that ended.

    `edges`: how often each was passed; an undo passes none. `is_part`: there are more than were measured, these
    are the newest.
    """

    kind: str
    title: str
    since: datetime
    until: datetime
    begun: int
    ended: int
    median: float | None
    slow: float | None
    is_part: bool
    steps: list[StepFiguresOut]
    outcomes: list[OutcomeFiguresOut]
    ways: list[WayFiguresOut]
    edges: list[EdgeFiguresOut]


@router.get(
    "/processes/{kind}/figures", response=ProcessFiguresOut, auth=Staff(PERMISSION), operation_id="getProcessFigures"
)
@from_replica
def read_figures(request: StaffRequest, kind: Annotated[str, Path(max_length=40)], query: Query[PeriodQuery]) -> Any:
    """Without processes of the caller's second looks, and without second looks at decisions of the caller."""
    flow = get_flow(kind)
    since, until = query.period()
    figures = figures_of(flow, since, until, processes_hidden_from(request.auth.user).processes)
    about = {"kind": flow.kind, "title": str(flow.process_title), "since": since, "until": until}
    return {**about, **{name: getattr(figures, name) for name in figures.__slots__}}
