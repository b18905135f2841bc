"""Figures of the processes of one kind in a period, for admins."""

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
    """Seconds in a step: `waiting` until the last claim, `handling` from then to the decision, and `whole` in total.
    Null without such a time: the clock and batches claim nothing.
    """

    whole: float | None
    waiting: float | None
    handling: float | None


class StepFiguresOut(Schema):
    """`open`: items in the step now, the oldest since `oldest_at`. `put_off`: how many of them are put off; the counts
    of queues leave these out. `overdue`: how many of them are past the step's clock. `is_shared`: whether other kinds
    of process have steps in the same queue.

    For the processes of the period: `passed`: how often the step was left; `again`: how often by a process that had
    left it before. `median` and `slow` (90th percentile): times in the step.
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
    """`nodes`: the steps in order. `example`: the id of the newest process on this way. `median`: seconds."""

    nodes: list[str]
    titles: list[str]
    number: int
    example: int
    median: float


class EdgeFiguresOut(Schema):
    """`source`: empty for the beginning of processes."""

    source: str
    target: str
    number: int


class ProcessFiguresOut(Schema):
    """The processes that began in the period. Times in seconds. `ways`: the ten most frequent of those that ended.

    `edges`: how often each was passed; an undo does not count. `is_part`: whether only the newest processes were
    measured, because there are too many.
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
    """Leaves out processes of the caller's second looks, and second looks at decisions of the caller."""
    flow = get_flow(kind)
    since, until = query.period()
    figures = figures_of(flow, since, until, processes_hidden_from(request.auth.user).processes)
    about = {"kind": flow.kind, "title": str(flow.process_title), "since": since, "until": until}
    return {**about, **{name: getattr(figures, name) for name in figures.__slots__}}
