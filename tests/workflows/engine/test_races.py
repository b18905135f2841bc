"""Many people at once, over the network: one winner each (figures.md, rules 1, 2 and 4)."""

from collections import Counter
from functools import partial

import pytest

from tests.factories import a_moderator, a_pending_task
from tests.live import LiveStaff, at_once
from workflows.models import TaskEvent

pytestmark = pytest.mark.rule(1)
PEOPLE = 32


def people(server: str, number: int = PEOPLE) -> list[LiveStaff]:
    return [LiveStaff(server, a_moderator(f"Person {number}")) for number in range(number)]


def test_of_32_parallel_claims_one_wins_and_the_others_get_its_holder(server: str) -> None:
    task, staff = a_pending_task(), people(server)
    answers = at_once([partial(person.put, f"/tasks/{task.pk}/lock") for person in staff])
    assert Counter(answer.status_code for answer in answers) == {200: 1, 409: PEOPLE - 1}
    (winner,) = (person.user.pk for person, answer in zip(staff, answers, strict=True) if answer.status_code == 200)
    assert {answer.json()["holder"]["id"] for answer in answers if answer.status_code == 409} == {winner}
    assert TaskEvent.objects.filter(action="claim").count() == 1


@pytest.mark.rule(4)
def test_32_people_on_next_never_share_an_item(server: str) -> None:
    for _ in range(PEOPLE + 8):
        a_pending_task()
    answers = at_once([partial(person.post, "/queues/pending/next") for person in people(server)])
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["task_id"] for answer in answers}) == PEOPLE


@pytest.mark.rule(2)
def test_a_double_click_decides_once(server: str) -> None:
    task, person = a_pending_task(), people(server, 1)[0]
    person.put(f"/tasks/{task.pk}/lock")
    second = LiveStaff(server, person.user)
    clicks = [partial(who.post, f"/tasks/{task.pk}/decision", {"outcome": "approve"}) for who in (person, second)]
    assert sorted(answer.status_code for answer in at_once(clicks)) == [200, 409]
    assert TaskEvent.objects.filter(action="decide").count() == 1
