"""What processes are about: each kind brings its own shapes, and the heads of all hold only what all kinds have."""

from typing import Any

import pytest

from api.tasks.heads import TaskHead
from tests.description import description
from tests.factories import a_pending_task
from tests.staff import Staff
from tests.workflows.restrictions.requests import a_request
from workflows.engine.core.subject_registry import subjects


@pytest.fixture(scope="module")
def schemas() -> dict[str, Any]:
    found: dict[str, Any] = description()["components"]["schemas"]
    return found


@pytest.mark.parametrize(("schema", "field"), [("TaskRow", "summary"), ("TaskDetail", "subject")])
def test_the_api_discriminates_subjects_by_kind(schemas: dict[str, Any], schema: str, field: str) -> None:
    told_apart = schemas[schema]["properties"][field]["discriminator"]
    assert told_apart["propertyName"] == "kind"
    assert set(told_apart["mapping"]) == set(subjects())


def test_task_heads_have_no_field_of_a_single_kind(schemas: dict[str, Any]) -> None:
    rows = [set(subject.row_schema.model_fields) - {"kind"} for subject in subjects().values()]
    assert not set(TaskHead.model_fields) & set().union(*rows)
    assert not {"ground", "request", "screening"} & set(schemas["TaskDetail"]["properties"])


def test_rows_have_the_fields_of_their_kind_and_no_others(staff: Staff) -> None:
    a_pending_task()
    a_request()
    for queue, kind in (("pending", "review"), ("requests_to_restrict", "restriction_request")):
        (row,) = staff.get(f"/queues/{queue}/tasks").json()["items"]
        assert row["summary"]["kind"] == kind
        assert set(row["summary"]) == set(subjects()[kind].row_schema.model_fields)
