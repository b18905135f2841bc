"""The elements of BPMN 2.0 of a flow, read from its declaration.

A step is a user task, followed by an exclusive gateway with a sequence flow for each outcome. An outcome with several
targets (`Back`, `Depends`) leads to a second exclusive gateway. What happens without a decision is a boundary event:
the clock, the verification by the source, an undo, new text, a withdrawal, the closing by another process.

A sequence flow that is recorded in history has the id `event.{step}.{outcome}`; without a decision, the action replaces
the outcome. A boundary event appends its trigger: `event.queued.publish.timer`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from viewflow.workflow import nodes

from workflows.engine.core.flows import ProductFlow, nodes_of, steps
from workflows.engine.core.graph import ways_back
from workflows.engine.core.nodes import Back, Depends, Ending, Hold, HumanTask
from workflows.engine.core.outcomes import Holds

Tag = Literal["startEvent", "endEvent", "userTask", "task", "exclusiveGateway", "boundaryEvent"]
Trigger = Literal["timer", "message", ""]


@dataclass(frozen=True, slots=True)
class Link:
    """A sequence flow."""

    id: str
    source: str
    target: str
    name: str = ""
    is_default: bool = False


@dataclass(frozen=True, slots=True)
class Element:
    """A node of the diagram. `attached_to`: the user task of a boundary event."""

    id: str
    tag: Tag
    name: str
    trigger: Trigger = ""
    attached_to: str = ""


@dataclass(slots=True)
class Way:
    """A link that leaves a step, for an outcome or a boundary event, with the links of the gateway that follows it."""

    link: Link
    choice: Element | None = None
    choices: list[Link] = field(default_factory=list)
    boundary: Element | None = None


@dataclass(slots=True)
class Row:
    """A node of the flow with all links that leave it. `gateway`: chooses between the outcomes, after a user task.

    `undone`: how an item comes back from an end when the decision is undone. In BPMN no flow may leave an end event, so
    only the diagram for replay shows it.
    """

    node: Element
    gateway: Element | None = None
    to_gateway: Link | None = None
    ways: list[Way] = field(default_factory=list)
    undone: Way | None = None

    @property
    def elements(self) -> Iterator[Element]:
        yield self.node
        for way in self.ways:
            if way.boundary:
                yield way.boundary
        if self.gateway:
            yield self.gateway
        yield from (way.choice for way in self.ways if way.choice)

    @property
    def links(self) -> Iterator[Link]:
        if self.to_gateway:
            yield self.to_gateway
        for way in self.ways:
            yield way.link
            yield from way.choices


def rows_of(flow: type[ProductFlow]) -> list[Row]:
    """The diagram of a flow: a row for each node, in the order of work."""
    return [_row(flow, node) for node in nodes_of(flow)]


def _row(flow: type[ProductFlow], node: Any) -> Row:
    match node:
        case HumanTask():
            return _step(flow, node)
        case Ending():
            return _end(flow, node)
        case nodes.StartHandle():
            return _start(flow, node)
        case nodes.Switch():
            return _switch(node)
        case _:
            raise TypeError(f"{node.name} has no element of BPMN")


def _start(flow: type[ProductFlow], node: Any) -> Row:
    action = "reinstate" if node is getattr(flow, "reinstated", None) else "start"
    link = Link(f"event.{action}", node.name, node._next.name)
    return Row(Element(node.name, "startEvent", str(node.task_title)), ways=[Way(link)])


def _end(flow: type[ProductFlow], node: Ending) -> Row:
    row = Row(Element(str(node.name), "endEvent", str(node.task_title)))
    if steps_before := _undone_from(flow, node):
        row.undone = _way(f"{node.name}.undo", after_end(row.node.id), steps_before, "")
    return row


def after_end(end: str) -> str:
    """The id of the gateway before an end, in the diagram for replay: links that follow the end leave this gateway."""
    return f"{end}.after"


def _switch(node: Any) -> Row:
    ways = [
        Way(
            Link(
                f"{node.name}.{target.name}",
                node.name,
                target.name,
                condition.name.replace("_", " ").capitalize() if isinstance(condition, Holds) else "",
                is_default=condition is None,
            )
        )
        for target, condition in node._branches
    ]
    return Row(Element(node.name, "exclusiveGateway", str(node.task_title)), ways=ways)


def _step(flow: type[ProductFlow], node: HumanTask) -> Row:
    row = Row(Element(str(node.name), "userTask", str(node.task_title)))
    source = row.node.id
    if len(node.outcomes) > 1:
        row.gateway = Element(f"{node.name}.decided", "exclusiveGateway", "")
        row.to_gateway = Link(f"{node.name}.to_decided", source, row.gateway.id)
        source = row.gateway.id
    for name, outcome in node.outcomes.items():
        row.ways.append(_way(f"{node.name}.{name}", source, _targets(flow, node, name), str(outcome.label)))
    row.ways += _boundaries(flow, node)
    return row


def _targets(flow: type[ProductFlow], node: HumanTask, outcome: str) -> list[str]:
    match node.targets[outcome]:
        case Back():
            return [str(step.name) for step in ways_back(flow, node)]
        case Depends(yes=yes, no=no):
            return [yes.name, no.name]
        case target:
            return [target.name]


def _boundaries(flow: type[ProductFlow], node: HumanTask) -> Iterator[Way]:
    """The events that can end a step without a person's decision, the clock first."""
    if node.on_fire:
        title = "End of the hold" if node.undo or isinstance(node, Hold) else "Due"
        yield _boundary(node, node.on_fire, title, "timer", _targets(flow, node, node.on_fire))
    if node.on_verification:
        targets = _targets(flow, node, node.on_verification)
        yield _boundary(node, node.on_verification, "Verified by the source", "message", targets)
    if undone := _undone_from(flow, node):
        yield _boundary(node, "undo", "Undo", "message", undone)
    if hasattr(flow, "withdrawn"):
        yield from _changes_by_the_source(flow, node)
    if flow.beside is not None:
        yield _boundary(node, "close", "Closed", "message", [flow.closed.name])
    yield from _ends_from_outside(flow, node)


def _changes_by_the_source(flow: type[ProductFlow], node: HumanTask) -> Iterator[Way]:
    if (gateway := _gateway_after_start(flow)) and (node.undo or node.name in _branches(gateway)):
        yield _boundary(node, "screen", "Changed by the source", "message", [gateway.name])
    title = flow.withdrawn.from_outside or "Withdrawn by the source"
    yield _boundary(node, "withdraw", title, "message", [flow.withdrawn.name])


def _ends_from_outside(flow: type[ProductFlow], node: HumanTask) -> Iterator[Way]:
    for ending in nodes_of(flow):
        is_withdrawal = ending is getattr(flow, "withdrawn", None)
        if isinstance(ending, Ending) and ending.from_outside and not is_withdrawal:
            yield _boundary(node, "close", ending.from_outside, "message", [str(ending.name)])


def _undone_from(flow: type[ProductFlow], node: Any) -> list[str]:
    """The steps that have an undoable decision leading to `node`."""
    return [
        str(step.name)
        for step in steps(flow)
        if any(step.can_be_undone(name) and node.name in _targets(flow, step, name) for name in step.outcomes)
    ]


def _gateway_after_start(flow: type[ProductFlow]) -> Any:
    return next((node for node in nodes_of(flow) if isinstance(node, nodes.Switch)), None)


def _branches(gateway: Any) -> set[str]:
    return {target.name for target, _ in gateway._branches}


def _boundary(node: HumanTask, code: str, title: str, trigger: Trigger, targets: Iterable[str]) -> Way:
    event = Element(f"{node.name}.on.{code}", "boundaryEvent", title, trigger, str(node.name))
    way = _way(f"{node.name}.{code}", event.id, list(targets), "", part=f".{trigger}")
    way.boundary = event
    return way


def _way(event: str, source: str, targets: list[str], name: str, part: str = "") -> Way:
    link = f"event.{event}{part}"
    if len(targets) == 1:
        return Way(Link(link, source, targets[0], name))
    choice = Element(f"{event}{part}.choice", "exclusiveGateway", "")
    choices = [Link(f"{event}{part}.to.{target}", choice.id, target) for target in targets]
    return Way(Link(link, source, choice.id, name), choice, choices)
