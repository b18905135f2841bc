"""A BPMN model of the same flow for tools that replay event logs (process mining).

Such tools ignore boundary events (pm4py 2.7) and match the activities of a log to the names of tasks. So a step is an
exclusive gateway here, and all links that can end the step leave it. Each link that is recorded in history leads
through a task named by the type of its entries (`pending:approve`).
"""

from collections.abc import Iterator, Sequence

from workflows.engine.core.bpmn.elements import Element, Link, Row, Way, after_end

EVENT = "event."


def for_replay(rows: Sequence[Row], withdrawn: str) -> tuple[list[Element], list[Link]]:
    """`withdrawn`: the name of the ending for a withdrawal by the source, which may follow any other ending; empty if
    the flow has none.
    """
    elements = [element for row in rows for element in _elements(row)]
    links = [link for row in rows for link in _links(row)]
    ends = [row.node.id for row in rows if row.node.tag == "endEvent" and row.node.id != withdrawn]
    undone = {row.node.id: row.undone for row in rows if row.undone}
    followed = ends if withdrawn else list(undone)
    links = [_before_end(link) if link.target in followed else link for link in links]
    elements += [Element(after_end(end), "exclusiveGateway", "") for end in followed]
    links += [Link(f"{end}.after.end", after_end(end), end) for end in followed]
    if withdrawn:
        elements += [Element("ended", "exclusiveGateway", ""), _task(f"{EVENT}withdraw")]
        links += [Link(f"{end}.after.withdraw", after_end(end), "ended") for end in ends]
        links += _through_task(Link(f"{EVENT}withdraw", "ended", withdrawn))
    for way in undone.values():
        elements += [_task(way.link.id), *([way.choice] if way.choice else [])]
        links += [*_through_task(way.link), *way.choices]
    return elements, links


def _elements(row: Row) -> Iterator[Element]:
    is_step = row.node.tag == "userTask"
    yield Element(row.node.id, "exclusiveGateway", row.node.name) if is_step else row.node
    for way in _ways(row):
        if way.link.id.startswith(EVENT):
            yield _task(way.link.id)
        if way.choice:
            yield way.choice


def _links(row: Row) -> Iterator[Link]:
    for way in _ways(row):
        # link the step directly, past its gateway and its boundary events
        yield from _through_task(Link(way.link.id, row.node.id, way.link.target, way.link.name, way.link.is_default))
        yield from way.choices


def _ways(row: Row) -> list[Way]:
    """The ways out of a row. An outcome that a person, the clock and the source can take appears once: the type of the
    entries is the same.
    """
    found = dict[str, Way]()
    for way in row.ways:
        found.setdefault(_type(way.link.id) if way.link.id.startswith(EVENT) else way.link.id, way)
    return list(found.values())


def _through_task(link: Link) -> Iterator[Link]:
    if link.id.startswith(EVENT):
        yield Link(f"to.{link.id}", link.source, link.id, link.name)
        yield Link(f"from.{link.id}", link.id, link.target)
    else:
        yield link


def _task(link_id: str) -> Element:
    return Element(link_id, "task", _type(link_id))


def _type(link_id: str) -> str:
    """The type of the entries that a link stands for: `queued:publish` for `event.queued.publish.timer`."""
    return ":".join(link_id.split(".")[1:3])


def _before_end(link: Link) -> Link:
    return Link(link.id, link.source, after_end(link.target), link.name, link.is_default)
