"""Every process as BPMN 2.0: valid against the OMG's schema, and what history says is a way through it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from lxml import etree

from tests.factories import a_head_moderator, a_moderator, a_pending_task, a_process, a_second_look, open_task
from tests.moderation_desk import Desk
from tests.shared_data import SHARED_DATA
from tests.staff import Staff
from workflows.engine.core.bpmn.elements import Link, rows_of
from workflows.engine.core.bpmn.xml import bpmn_of, replayable_bpmn_of
from workflows.engine.core.flows import flows, steps
from workflows.engine.core.lifecycle import withdraw_process
from workflows.engine.verbs.undo import undo_decision
from workflows.models import Process, TaskEvent
from workflows.review_moderation import ReviewModeration

SCHEMA = SHARED_DATA / "bpmn" / "BPMN20.xsd"
KINDS = [flow.kind for flow in flows()]
NAMES = {"bpmn": "http://www.omg.org/spec/BPMN/20100524/MODEL", "di": "http://www.omg.org/spec/BPMN/20100524/DI"}


def document(kind: str) -> Any:
    return etree.fromstring(bpmn_of(next(flow for flow in flows() if flow.kind == kind)))


@pytest.mark.skipif(not SCHEMA.exists(), reason=f"the OMG's schema of BPMN is not at {SCHEMA}")
@pytest.mark.parametrize("write", [bpmn_of, replayable_bpmn_of])
@pytest.mark.parametrize("flow", list(flows()), ids=KINDS)
def test_every_process_is_valid_against_the_schema_of_the_omg(flow: Any, write: Any) -> None:
    schema = etree.XMLSchema(etree.parse(SCHEMA))
    assert schema.validate(etree.fromstring(write(flow))), schema.error_log


@pytest.mark.parametrize("flow", list(flows()), ids=KINDS)
def test_for_replay_each_type_of_entry_is_one_task(flow: Any) -> None:
    process = etree.fromstring(replayable_bpmn_of(flow)).find("bpmn:process", NAMES)
    names = [task.get("name") for task in process.findall("bpmn:task", NAMES)]
    assert len(names) == len(set(names))
    for step in steps(flow):
        assert {f"{step.name}:{outcome}" for outcome in step.outcomes} <= set(names)


@pytest.mark.parametrize("kind", KINDS)
def test_every_element_and_every_flow_has_its_place(kind: str) -> None:
    found = document(kind)
    process = found.find("bpmn:process", NAMES)
    drawn = [shape.get("bpmnElement") for shape in found.findall(".//di:BPMNPlane/*", NAMES)]
    assert sorted(drawn) == sorted(element.get("id") for element in process)
    nodes = {element.get("id") for element in process if not element.tag.endswith("sequenceFlow")}
    links = process.findall("bpmn:sequenceFlow", NAMES)
    assert {link.get(end) for link in links for end in ("sourceRef", "targetRef")} <= nodes


@pytest.mark.parametrize("flow", list(flows()), ids=KINDS)
def test_only_gateways_have_several_flows_out(flow: Any) -> None:
    rows = rows_of(flow)
    tags = {element.id: element.tag for row in rows for element in row.elements}
    links = [link for row in rows for link in row.links]
    for name, tag in tags.items():
        leaving = [link for link in links if link.source == name]
        assert tag == "exclusiveGateway" or len(leaving) == (0 if tag == "endEvent" else 1), name


@pytest.mark.parametrize("flow", list(flows()), ids=KINDS)
def test_every_outcome_is_a_flow_with_its_label(flow: Any) -> None:
    names = {link.id: link.name for row in rows_of(flow) for link in row.links}
    for step in steps(flow):
        for name, outcome in step.outcomes.items():
            assert names[f"event.{step.name}.{name}"] == outcome.label


@pytest.mark.parametrize(
    "outcomes",
    [
        ["approve", "publish"],
        ["reject", "recall", "escalate", "return", "backlog", "return", "investigate", "return"],
        ["investigate", "approve", "reschedule", "recall", "escalate", "reject", "confirm"],
    ],
)
def test_what_happens_is_a_way_through_the_diagram(outcomes: list[str]) -> None:
    desk = Desk(a_pending_task())
    for outcome in outcomes:
        until = (timezone.now() + timedelta(days=1)).isoformat()
        desk.decide(outcome, **({"until": until, "why": "A holiday."} if outcome == "reschedule" else {}))
    assert_is_in_diagram(desk.process)


def test_the_clock_an_undo_a_withdrawal_and_a_way_back_to_a_skipped_step_are_in_the_diagram() -> None:
    by_clock = Desk(a_pending_task()).decide("approve").wait()
    assert_is_in_diagram(by_clock.process)
    undone = Desk(a_process(verified=False).task_set.get(status="NEW"))
    task = open_task(undone.process)
    undone.decide("verify")
    assert undone.staff.user is not None
    undo_decision(task.pk, by=undone.staff.user)
    withdraw_process(undone.process)
    assert_is_in_diagram(undone.process)
    looked_into = Desk(open_task(a_process(text="I know where you live.", verified=False)))
    assert looked_into.queue == "investigation"
    looked_into.decide("return")
    assert looked_into.queue == "unverified"
    assert_is_in_diagram(looked_into.process)


def test_an_altered_entry_is_no_way_through_the_diagram() -> None:
    desk = Desk(a_pending_task()).decide("approve", "publish")
    entries = list(moves(desk.process))
    entries[1].outcome = "verify"
    assert not is_in_diagram(ReviewModeration, entries)


def test_the_diagram_is_read_over_http_by_people_of_the_process() -> None:
    task = a_second_look()
    answer = Staff(a_moderator()).get("/processes/decision_check/bpmn")
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == 'attachment; filename="decision_check.bpmn"'
    assert etree.fromstring(answer.content).find(f".//bpmn:userTask[@id='{task.flow_task.name}']", NAMES) is not None
    answer = Staff(a_moderator()).get("/processes/decision_check/bpmn?form=replay")
    assert answer["Content-Disposition"] == 'attachment; filename="decision_check.replay.bpmn"'
    assert etree.fromstring(answer.content).find(".//bpmn:task[@name='second_look:would_approve']", NAMES) is not None
    assert Staff(a_head_moderator()).get("/processes/unknown/bpmn").status_code == 404


def moves(process: Process) -> Any:
    return TaskEvent.objects.filter(process=process).exclude(to_node="").order_by("seq")


def assert_is_in_diagram(process: Process) -> None:
    assert is_in_diagram(process.flow_class, list(moves(process)))


def is_in_diagram(flow: Any, entries: list[TaskEvent]) -> bool:
    """Whether each entry is a flow out of its step that leads to its next step."""
    links = [link for row in rows_of(flow) for link in row.links]
    return all(any(leads(links, link, entry.to_node) for link in links_of(links, entry)) for entry in entries)


def links_of(links: list[Link], entry: TaskEvent) -> list[Link]:
    code = entry.outcome if entry.action in ("decide", "fire") else entry.action
    wanted = ["event", *filter(None, (entry.node, code))]
    return [link for link in links if link.id.split(".")[: len(wanted)] == wanted]


def leads(links: list[Link], link: Link, target: str) -> bool:
    """Directly, or through gateways."""
    if link.target == target:
        return True
    is_gateway = link.target.endswith(".choice") or link.target == "screened"
    return is_gateway and any(leads(links, next_link, target) for next_link in links if next_link.source == link.target)
