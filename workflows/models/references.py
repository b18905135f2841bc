"""References of rows to flows and steps: stored as the flow's kind, not as its module path (decision 29)."""

from functools import cache
from typing import Any

from django.apps import apps
from viewflow.workflow.base import Flow
from viewflow.workflow.fields import FlowReferenceField, TaskReferenceField


class UnknownReferenceError(LookupError):
    """A row refers to a kind of process that no installed flow declares."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"a row has the kind of process {kind!r}, which no flow declares: rename it in a migration")


@cache
def flow_of_kind(kind: str) -> Any:
    """The flow of a kind. Raises UnknownReferenceError."""
    for flow in _subclasses(Flow):
        if getattr(flow, "kind", None) == kind and apps.get_containing_app_config(flow.__module__):
            return flow
    raise UnknownReferenceError(kind)


def _subclasses(flow: Any) -> list[Any]:
    below: list[Any] = flow.__subclasses__()
    return [*below, *(found for flow in below for found in _subclasses(flow))]


@cache
def _step(reference: str) -> Any:
    """The node of a reference. For a removed step: viewflow's obsolete node, which has no outcomes."""
    kind, _, name = reference.partition(".")
    return flow_of_kind(kind).instance.node(name)


class KindField(FlowReferenceField):
    """A flow, stored as its kind: `review_moderation`."""

    def to_python(self, value: Any) -> Any:
        return flow_of_kind(value) if value and isinstance(value, str) else value

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return None if value is None else flow_of_kind(value)

    def get_prep_value(self, value: Any) -> Any:
        return value if value is None or isinstance(value, str) else value.kind


class StepField(TaskReferenceField):
    """A node of a flow, stored with the flow's kind: `review_moderation.pending`."""

    def to_python(self, value: Any) -> Any:
        return _step(value) if value and isinstance(value, str) else value

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return None if value is None else _step(value)

    def get_prep_value(self, value: Any) -> Any:
        return value if value is None or isinstance(value, str) else f"{value.flow_class.kind}.{value.name}"
