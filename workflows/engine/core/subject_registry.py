"""The rows of subjects for lists, and the registries of the kinds of subject and their facets."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any

from django.db.models import Q

from workflows.engine.core.facets import Facet
from workflows.engine.core.flows import ProductFlow, flows, steps
from workflows.engine.core.subjects import About, Subject


def subject_rows(processes: Iterable[tuple[str, About]]) -> dict[int, Mapping[str, Any]]:
    """The rows by process id; one statement per kind of process."""
    by_kind: dict[str, list[About]] = defaultdict(list)
    for kind, about in processes:
        by_kind[kind].append(about)
    rows: dict[int, Mapping[str, Any]] = {}
    for flow in flows():
        if flow.kind in by_kind:
            rows.update(flow.subject.rows(by_kind[flow.kind]))
    return rows


def subjects() -> dict[str, Subject]:
    """The subjects of all flows by kind, in the order of the flows.

    Raises ValueError if two subjects of one kind have different schemas.
    """
    found: dict[str, Subject] = {}
    for flow in flows():
        subject = found.setdefault(flow.subject.kind, flow.subject)
        ours, theirs = ((each.row_schema, each.detail_schema) for each in (flow.subject, subject))
        if ours != theirs:
            raise ValueError(f"two subjects of the kind {subject.kind!r} have different schemas")
    return found


def facets() -> Mapping[str, Facet]:
    """The facets of all kinds of subject by name, in the order of the flows."""
    return _facets(tuple(flows()))


def facets_of(kinds: Collection[str]) -> Mapping[str, Facet]:
    """The facets by name, of the subjects of these kinds of process."""
    return _facets(tuple(flow for flow in flows() if flow.kind in kinds))


@cache
def _facets(of: tuple[type[ProductFlow], ...]) -> Mapping[str, Facet]:
    return {facet.name: facet for flow in of for facet in flow.subject.facets}


def having(facet: Facet, value: Any) -> Q:
    """The tasks whose subject has this value. If another kind stores another facet in the column, tasks are also
    selected by their step.
    """
    having_it, others = [], []
    for flow in flows():
        if facet in flow.subject.facets:
            having_it.append(flow)
        elif any(other.column == facet.column for other in flow.subject.facets):
            others.append(flow)
    among = Q(flow_task__in=[step for flow in having_it for step in steps(flow)]) if others else Q()
    return facet.holds(value, among)
