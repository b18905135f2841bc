"""A process as nodes and edges, for the console to draw (viewflow's own chart is unreadable on a graph with loops)."""

from collections.abc import Iterator
from typing import Any, Literal, TypedDict

from viewflow.workflow import nodes

from workflows.engine.core.flows import ProductFlow, node_named, nodes_of, steps
from workflows.engine.core.nodes import Back, Ending, Hold, HumanTask

NodeType = Literal["start", "task", "hold", "end", "step"]


class GraphNode(TypedDict):
    name: str
    title: str
    type: NodeType
    queue: str | None


GraphEdge = TypedDict("GraphEdge", {"from": str, "to": str, "label": str})


def graph_of(flow: type[ProductFlow]) -> tuple[list[GraphNode], list[GraphEdge]]:
    """Nodes in the order of work, and the edges between them."""
    found = list(nodes_of(flow))
    return [_node(node) for node in found], [edge for node in found for edge in _edges(flow, node)]


def node_title(flow: type[ProductFlow], name: str) -> str:
    """The title of a node; its name when the flow no longer has this node."""
    node = node_named(flow, name)
    return str(node.task_title) if node else name


def _node(node: Any) -> GraphNode:
    return {
        "name": node.name,
        "title": str(node.task_title),
        "type": _type(node),
        "queue": getattr(node, "queue", "") or None,
    }


def _type(node: Any) -> NodeType:
    match node:
        case Hold():
            return "hold"
        case HumanTask():
            return "task"
        case Ending():
            return "end"
        case nodes.StartHandle():
            return "start"
        case _:
            return "step"


def _edges(flow: type[ProductFlow], node: Any) -> Iterator[GraphEdge]:
    for edge in node._outgoing():
        yield {"from": node.name, "to": edge.dst.name, "label": edge.label or ""}
    for name, target in getattr(node, "targets", {}).items():
        if isinstance(target, Back):
            for origin in ways_back(flow, node):
                yield {"from": node.name, "to": str(origin.name), "label": node.outcomes[name].label}


def ways_back(flow: type[ProductFlow], node: HumanTask) -> list[HumanTask]:
    """The steps to which `Back` can lead: those that lead here and, if a process can begin here, its other first steps.

    See `ProductFlow.first_step`.
    """
    starts = [start for start in nodes_of(flow) if isinstance(start, nodes.StartHandle)]
    begins_here = any(node is step for start in starts for step in _first_steps(start))
    first = list(_first_steps(starts[0])) if begins_here else []
    found = (step for step in steps(flow) if step is not node)
    return [step for step in found if step.leads_to(str(node.name)) or step in first]


def _first_steps(node: Any) -> Iterator[Any]:
    """The steps for people that a process can reach from a node without a decision."""
    for edge in node._outgoing():
        is_first = isinstance(edge.dst, HumanTask) and any(edge.dst.offered)
        yield from [edge.dst] if is_first else _first_steps(edge.dst)
