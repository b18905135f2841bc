"""Rows name flows by their kind: they survive the move of files."""

import pytest
from django.db import connections

from tests.factories import a_moderator, a_pending_task
from tests.staff import Staff
from workflows.engine.core.flows import flows, nodes_of
from workflows.engine.core.stored_names import unknown_names
from workflows.models import Process, Task
from workflows.models.references import UnknownReferenceError
from workflows.review_moderation import ReviewModeration


def stored(column: str, table: str) -> list[str]:
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM {table} ORDER BY id")
        return [name for (name,) in cursor.fetchall()]


def run_as_owner(statements: list[str]) -> None:
    with connections["owner"].cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def test_rows_hold_kinds_and_no_modules() -> None:
    a_pending_task()
    assert stored("flow_class", "workflows_process") == ["review_moderation"]
    assert stored("flow_task", "workflows_task") == [
        "review_moderation.received",
        "review_moderation.screened",
        "review_moderation.pending",
    ]


def test_rows_are_read_and_filtered_by_flow_and_step() -> None:
    task = a_pending_task()
    process = Process.objects.get(flow_class=ReviewModeration)
    assert process.flow_class is ReviewModeration
    assert type(process.coerced) is ReviewModeration.process_class
    assert Process.objects.filter(flow_class__in=[ReviewModeration]).exists()
    assert Task.objects.get(flow_task=ReviewModeration.pending) == task
    assert str(process) == f"Moderation of a review #{process.pk}"
    assert str(task).endswith(" - NEW")


def test_every_node_of_every_flow_is_found_again() -> None:
    field = Task._meta.get_field("flow_task")
    for flow in flows():
        for node in nodes_of(flow):
            assert field.from_db_value(field.get_prep_value(node), None, connections["default"]) is node
            assert field.to_python(field.get_prep_value(node)) is node


def test_a_kind_that_no_flow_has_is_named_in_the_error() -> None:
    task = a_pending_task()
    run_as_owner(["UPDATE workflows_process SET flow_class = 'abolished'"])
    with pytest.raises(UnknownReferenceError, match="has the kind of process 'abolished', which no flow declares"):
        Process.objects.get(pk=task.process_id)
    assert list(unknown_names()) == [("abolished", 1)]


def test_a_step_that_its_flow_has_no_more_is_no_item() -> None:
    task = a_pending_task()
    run_as_owner([f"UPDATE workflows_task SET flow_task = 'review_moderation.triage' WHERE id = {task.pk}"])
    assert Staff(a_moderator()).get(f"/tasks/{task.pk}").status_code == 404
