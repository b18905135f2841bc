"""People work while connections hold the web server up in every way that needs no right, and in one that does."""

from functools import partial

import pytest

from deploy.local.checks import reserve_port
from reviews.models import Review
from tests import effort
from tests.factories import a_company, a_head_moderator, a_moderator, a_pending_task, a_review
from tests.live import LiveStaff, at_once, start_server, wait_until_served
from tests.server import slow_peers
from workflows.models import TaskEvent

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.slow]

READERS = 20
PEOPLE, ITEMS = 4, 5
LONG = "They came on time, and left the stairs as clean as they had been. " * 60


def test_people_work_while_slow_connections_of_every_kind_are_open() -> None:
    a_large_export()
    for _ in range(PEOPLE * ITEMS):
        a_pending_task()
    port = reserve_port()
    server = start_server(port)
    try:
        wait_until_served(port)
        address = f"http://127.0.0.1:{port}"
        reader = LiveStaff(address, a_head_moderator())
        authorization = str(reader.http.headers["Authorization"])
        kinds = [
            slow_peers.silent(port),
            slow_peers.half_head(port),
            slow_peers.half_body(port, "/api/auth/login"),
        ]
        crowd = [opener for opener in kinds for _ in range(effort.SLOW_PEERS.size)]
        crowd += [slow_peers.slow_reader(port, "/api/reviews/export", Authorization=authorization)] * READERS
        people = [LiveStaff(address, a_moderator()) for _ in range(PEOPLE)]
        with slow_peers.held_open(crowd) as held:
            assert len(held) == len(crowd)
            at_once([partial(a_round_of_work, person) for person in people])
    finally:
        server.terminate()
        server.wait(timeout=120)
    assert TaskEvent.objects.filter(action="decide").count() == PEOPLE * ITEMS


def a_round_of_work(person: LiveStaff) -> None:
    for number in range(ITEMS):
        assert person.get("/cms/counts").status_code == 200
        assert person.get("/queues/pending/tasks").status_code in (200, 304)
        taken = person.post("/queues/pending/next", headers={"Idempotency-Key": f"{person.user.pk}-next-{number}"})
        assert taken.status_code == 200
        decision = person.post(
            f"/tasks/{taken.json()['task_id']}/decision",
            {"outcome": "approve"},
            headers={"Idempotency-Key": f"{person.user.pk}-decide-{number}"},
        )
        assert decision.status_code == 200


def a_large_export() -> None:
    """Larger than what the operating system takes for a connection whose peer does not read."""
    first = a_review(a_company(), text=LONG)
    fields = {field.attname: getattr(first, field.attname) for field in Review._meta.concrete_fields}
    del fields["id"]
    Review.objects.bulk_create(Review(**{**fields, "external_id": f"long-{number}"}) for number in range(2_500))
