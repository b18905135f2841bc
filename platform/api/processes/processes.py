"""Processes: their graph and their history."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Path, Query, Status

from accounts.models import User
from accounts.schemas import Person
from api.http.auth import MAX_ID, SignedIn, Staff, StaffRequest, path_value
from api.http.errors import Problem
from api.http.files import described_file
from api.http.parsing import Payload
from api.http.replica import from_replica
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import Note
from api.tasks.heads import ProcessRef
from kit.errors import ForbiddenError
from workflows.engine.core.bpmn.xml import bpmn_of, replayable_bpmn_of
from workflows.engine.core.flows import steps
from workflows.engine.core.graph import NodeType, graph_of
from workflows.engine.core.lifecycle import reinstate_process
from workflows.engine.reading.history.timeline import Entry, timeline_with_overridden
from workflows.engine.reading.lists.tasks import get_flow, get_process, get_process_for, open_task_of

router = Router(tags=["Processes"])

Kind = Annotated[str, Path(max_length=40)]


class HistoryEntry(Schema):
    seq: int
    at: datetime
    action: str
    actor: Person | None
    node: str
    title: str
    outcome: str
    label: str
    to_node: str
    to_title: str
    text: str | None
    data: dict[str, Any]
    request_id: str


class History(Schema):
    """`overridden`: of a reopened item, the last decision in the process that this one overrides."""

    events: list[HistoryEntry]
    overridden: HistoryEntry | None


class ReinstatementRequest(Payload):
    notes: Note


class Reinstated(Schema):
    """The new process, its open task, and that task's queue."""

    process: ProcessRef
    task_id: int
    queue: str


class GraphNode(Schema):
    name: str
    title: str
    type: NodeType
    queue: str | None


class GraphEdge(Schema):
    source: str
    target: str
    label: str


class Graph(Schema):
    nodes: list[GraphNode]
    edges: list[GraphEdge]


class BpmnQuery(Schema):
    form: Literal["diagram", "replay"] = "diagram"


class KindStaff(SignedIn):
    """A user who may work in a step of this kind of process; `history` may read every kind.

    `kind`: by default the one in the path.
    """

    def __init__(self, kind: str = "") -> None:
        super().__init__()
        self.kind = kind

    def admit(self, request: HttpRequest, user: User) -> None:
        flow = get_flow(self.kind or path_value(request, "kind"))
        if not user.may("history") and not any(user.may(step.permission) for step in steps(flow)):
            raise ForbiddenError


@router.get(
    "/processes/{kind}/{process_id}/history",
    response={200: History, 409: Problem},
    auth=KindStaff(),
    operation_id="getHistory",
)
@from_replica
def read_history(request: StaffRequest, kind: Kind, process_id: Annotated[int, Path(ge=1, le=MAX_ID)]) -> Any:
    """409 `blind_second_look` for the person with the second look at this process."""
    entries, overridden = timeline_with_overridden(get_process_for(request.auth.user, kind, process_id))
    return {"events": [entry_of(entry) for entry in entries], "overridden": overridden and entry_of(overridden)}


@router.post(
    "/processes/{kind}/{process_id}/reinstatement",
    response={201: Reinstated, 409: Problem},
    auth=Staff("head_moderator"),
    operation_id="reinstateProcess",
)
def reinstate(
    request: StaffRequest, kind: Kind, process_id: Annotated[int, Path(ge=1, le=MAX_ID)], body: ReinstatementRequest
) -> Any:
    """Override an ending: start a new process for the same subject, linked to the old process.

    It waits in `escalated`; a ticket in `replied`. 403 also without the permission of that step.
    """
    new = reinstate_process(get_process(kind, process_id), body.notes, by=request.auth.user)
    task = open_task_of(new)
    return Status(201, {"process": {"kind": new.kind, "id": new.pk}, "task_id": task.pk, "queue": task.queue})


@router.get("/processes/{kind}/graph", response=Graph, auth=KindStaff(), operation_id="getGraph")
def read_graph(request: StaffRequest, kind: Kind) -> Any:
    nodes, edges = graph_of(get_flow(kind))
    return {
        "nodes": nodes,
        "edges": [{"source": edge["from"], "target": edge["to"], "label": edge["label"]} for edge in edges],
    }


@router.get(
    "/processes/{kind}/bpmn",
    response=dict[str, Any],
    auth=KindStaff(),
    operation_id="getBpmn",
    openapi_extra=described_file("application/xml"),
)
def read_bpmn(request: StaffRequest, kind: Kind, query: Query[BpmnQuery]) -> HttpResponse:
    """The process as BPMN 2.0 XML, for other programs.

    `diagram`: with a layout. `replay`: without one, and with a task for each type of event in the exported history, so
    that tools of process mining can replay the history on it.
    """
    flow = get_flow(kind)
    content, name = (
        (bpmn_of(flow), flow.kind) if query.form == "diagram" else (replayable_bpmn_of(flow), f"{flow.kind}.replay")
    )
    headers = {"Content-Disposition": f'attachment; filename="{name}.bpmn"'}
    return HttpResponse(content, content_type="application/xml", headers=headers)


def entry_of(entry: Entry) -> dict[str, Any]:
    actor = {"id": entry.actor[0], "name": entry.actor[1]} if entry.actor else None
    return {**{name: getattr(entry, name) for name in HistoryEntry.model_fields}, "actor": actor}
