"""Several people move one item at once, over the network: one order, nothing lost (figures.md, rules 1 and 2)."""

from collections import Counter
from functools import partial

import pytest

from tests.consistency import inconsistencies
from tests.factories import a_head_moderator, a_moderator, a_pending_task
from tests.live import LiveStaff, at_once
from workflows.models import Task, TaskEvent

pytestmark = [pytest.mark.rule(1), pytest.mark.rule(2)]


def test_of_two_parallel_reassignments_the_later_wins_and_both_are_recorded(server: str) -> None:
    heads = [LiveStaff(server, a_head_moderator()) for _ in range(2)]
    people = [a_moderator(), a_moderator()]
    for _ in range(10):
        task = a_pending_task()
        moves = [
            partial(head.put, f"/tasks/{task.pk}/assignee", {"user_id": person.pk, "note": "Yours."})
            for head, person in zip(heads, people, strict=True)
        ]
        assert {answer.status_code for answer in at_once(moves)} == {204}
        first, second = TaskEvent.objects.filter(process_id=task.process_id, action="assign").order_by("seq")
        # the second saw what the first had done
        assert second.data["from"] == first.data["to"]
        assert Task.objects.get(pk=task.pk).assignee_id == second.data["to"]


def test_of_a_parallel_assignment_and_claim_one_wins(server: str) -> None:
    head, person, rival = LiveStaff(server, a_head_moderator()), a_moderator(), LiveStaff(server, a_moderator())
    outcomes: Counter[str] = Counter()
    for _ in range(20):
        task = a_pending_task()
        given, taken = at_once(
            [
                partial(head.put, f"/tasks/{task.pk}/assignee", {"user_id": person.pk, "note": "Yours."}),
                partial(rival.put, f"/tasks/{task.pk}/lock"),
            ]
        )
        row = Task.objects.get(pk=task.pk)
        assert sorted((given.status_code, taken.status_code)) in ([200, 409], [204, 409])
        if taken.status_code == 200:
            assert (row.owner_id, row.assignee_id) == (rival.user.pk, None)
            assert given.json()["holder"]["id"] == rival.user.pk
            rival.http.delete(f"{rival.base}/tasks/{task.pk}/lock")
        else:
            assert (row.owner_id, row.assignee_id) == (None, person.pk)
            assert taken.json()["holder"]["id"] == person.pk
        outcomes["claimed" if taken.status_code == 200 else "assigned"] += 1
    assert list(inconsistencies()) == [], outcomes


def test_of_eight_people_who_assign_a_free_item_to_themselves_one_wins(server: str) -> None:
    staff = [LiveStaff(server, a_moderator()) for _ in range(8)]
    task = a_pending_task()
    answers = at_once(
        [partial(person.put, f"/tasks/{task.pk}/assignee", {"user_id": person.user.pk, "note": ""}) for person in staff]
    )
    assert Counter(answer.status_code for answer in answers) == {204: 1, 409: 7}
    winner = Task.objects.get(pk=task.pk).assignee_id
    refused = [answer.json() for answer in answers if answer.status_code == 409]
    assert {(problem["code"], problem["holder"]["id"]) for problem in refused} == {("task_taken", winner)}
    assert TaskEvent.objects.filter(action="assign").count() == 1


def test_parallel_batches_in_different_orders_do_not_deadlock(server: str) -> None:
    heads = [LiveStaff(server, a_head_moderator()) for _ in range(2)]
    ids, people = [a_pending_task().pk for _ in range(20)], [a_moderator(), a_moderator()]
    for number in range(3):
        moves = [
            partial(
                head.post,
                "/tasks/assign",
                {"task_ids": order, "user_id": person.pk, "note": "Yours."},
                headers={"Idempotency-Key": f"move-{number}-{person.pk}"},
            )
            for head, person, order in zip(heads, people, (ids, ids[::-1]), strict=True)
        ]
        for answer in at_once(moves):
            assert answer.json()["done"] == len(ids), answer.text
    assert Task.objects.filter(pk__in=ids).values("assignee").distinct().count() == 1
