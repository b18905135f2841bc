"""Bodies without a length are refused before authentication (figures.md, rule 16)."""

from collections.abc import Iterator

import pytest
import requests

from tests.factories import a_moderator, a_pending_task
from tests.live import LiveStaff
from workflows.models import Task

pytestmark = pytest.mark.rule(16)


def in_chunks(body: bytes) -> Iterator[bytes]:
    yield from (body[:5], body[5:])


@pytest.mark.parametrize("body", [b'{"extend": true}', b""], ids=["a body", "none"])
def test_a_chunked_body_is_refused_and_does_nothing(server: str, body: bytes) -> None:
    """A heartbeat without its body would be a claim."""
    staff, task = LiveStaff(server, a_moderator()), a_pending_task()
    address = f"{staff.base}/tasks/{task.pk}/lock"
    answer = staff.http.put(address, data=in_chunks(body), headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (411, "length_required")
    assert Task.objects.get(pk=task.pk).owner is None
    assert staff.http.put(address).status_code == 200


def test_a_chunked_body_is_refused_before_authentication(server: str) -> None:
    answer = requests.post(f"{server}/api/ingest/reviews", data=in_chunks(b'{"reviews": []}'), timeout=120)
    assert (answer.status_code, answer.json()["code"]) == (411, "length_required")
