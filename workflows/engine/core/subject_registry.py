"""Rows of subjects for lists, and the registry of kinds of subject."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from workflows.engine.core.flows import flows
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

    Raises ValueError where two subjects of one kind differ in their schemas.
    """
    found: dict[str, Subject] = {}
    for flow in flows():
        subject = found.setdefault(flow.subject.kind, flow.subject)
        ours, theirs = ((each.row_schema, each.detail_schema) for each in (flow.subject, subject))
        if ours != theirs:
            raise ValueError(f"two subjects of the kind {subject.kind!r} have different schemas")
    return found
