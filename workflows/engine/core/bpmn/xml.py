"""BPMN 2.0 XML of a flow, valid against the schema of the OMG, with its diagram."""

from xml.etree.ElementTree import Element as Xml
from xml.etree.ElementTree import SubElement, indent, register_namespace, tostring

from workflows.engine.core.bpmn.elements import Element, Link, rows_of
from workflows.engine.core.bpmn.layout import Box, Layout, lay_out
from workflows.engine.core.bpmn.replay import for_replay
from workflows.engine.core.flows import ProductFlow

MODEL = "http://www.omg.org/spec/BPMN/20100524/MODEL"
DI = "http://www.omg.org/spec/BPMN/20100524/DI"
DC = "http://www.omg.org/spec/DD/20100524/DC"
DD_DI = "http://www.omg.org/spec/DD/20100524/DI"
OURS = "urn:docket:processes"

for _prefix, _uri in (("bpmn", MODEL), ("bpmndi", DI), ("dc", DC), ("di", DD_DI)):
    register_namespace(_prefix, _uri)


def bpmn_of(flow: type[ProductFlow]) -> bytes:
    """A document in UTF-8. The same flow gives the same bytes."""
    rows = rows_of(flow)
    elements = [element for row in rows for element in row.elements]
    links = [link for row in rows for link in row.links]
    root = _write_model(flow, elements, links)
    diagram = SubElement(root, f"{{{DI}}}BPMNDiagram", id=f"{flow.kind}.diagram")
    plane = SubElement(diagram, f"{{{DI}}}BPMNPlane", id=f"{flow.kind}.plane", bpmnElement=flow.kind)
    _write_layout(plane, elements, links, lay_out(rows))
    return _written(root)


def replayable_bpmn_of(flow: type[ProductFlow]) -> bytes:
    """The model for replay (`replay`), with a task for each type of entry and without a diagram."""
    withdrawn = str(flow.withdrawn.name) if hasattr(flow, "withdrawn") else ""
    return _written(_write_model(flow, *for_replay(rows_of(flow), withdrawn)))


def _write_model(flow: type[ProductFlow], elements: list[Element], links: list[Link]) -> Xml:
    root = Xml(_model("definitions"), id=f"{flow.kind}.definitions", targetNamespace=OURS, exporter="Docket")
    process = SubElement(root, _model("process"), id=flow.kind, name=str(flow.process_title), isExecutable="false")
    for element in elements:
        _write_element(process, element, links)
    for link in links:
        _write_link(process, link)
    return root


def _written(root: Xml) -> bytes:
    indent(root)
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def _write_element(process: Xml, element: Element, links: list[Link]) -> None:
    attributes = {"id": element.id, "name": element.name}
    outgoing = [link for link in links if link.source == element.id]
    if element.attached_to:
        attributes |= {"attachedToRef": element.attached_to, "cancelActivity": "true"}
    if default := next((link.id for link in outgoing if link.is_default), None):
        attributes["default"] = default
    written = SubElement(process, _model(element.tag), {name: value for name, value in attributes.items() if value})
    for link in links:
        if link.target == element.id:
            SubElement(written, _model("incoming")).text = link.id
    for link in outgoing:
        SubElement(written, _model("outgoing")).text = link.id
    if element.trigger:
        SubElement(written, _model(f"{element.trigger}EventDefinition"), id=f"{element.id}.{element.trigger}")


def _write_link(process: Xml, link: Link) -> None:
    attributes = {"id": link.id, "sourceRef": link.source, "targetRef": link.target}
    SubElement(process, _model("sequenceFlow"), {**attributes, **({"name": link.name} if link.name else {})})


def _write_layout(plane: Xml, elements: list[Element], links: list[Link], layout: Layout) -> None:
    for element in elements:
        shape = SubElement(plane, f"{{{DI}}}BPMNShape", id=f"{element.id}.shape", bpmnElement=element.id)
        if element.tag == "exclusiveGateway":
            shape.set("isMarkerVisible", "true")
        _write_bounds(shape, layout.boxes[element.id])
        _write_label(shape, layout.labels.get(element.id) if element.name else None)
    for link in links:
        edge = SubElement(plane, f"{{{DI}}}BPMNEdge", id=f"{link.id}.edge", bpmnElement=link.id)
        for x, y in layout.paths[link.id]:
            SubElement(edge, f"{{{DD_DI}}}waypoint", x=str(x), y=str(y))
        _write_label(edge, layout.labels.get(link.id) if link.name else None)


def _write_label(parent: Xml, box: Box | None) -> None:
    if box:
        _write_bounds(SubElement(parent, f"{{{DI}}}BPMNLabel"), box)


def _write_bounds(parent: Xml, box: Box) -> None:
    values = dict(zip(("x", "y", "width", "height"), map(str, box), strict=True))
    SubElement(parent, f"{{{DC}}}Bounds", values)


def _model(name: str) -> str:
    return f"{{{MODEL}}}{name}"
