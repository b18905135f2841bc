"""Assignment: permissions, effects and notifications (product.md, Rights, Assignment)."""

from typing import Any

import pytest
from django.db.models import F

from accounts.models import User
from tests.factories import a_head_moderator, a_moderator, a_pending_task, an_account
from tests.staff import Staff
from workflows.models import Mention, Task, TaskEvent, TaskSkip


def assign(staff: Staff, task: Task, to: User, note: str = "", **more: Any) -> tuple[int, str | None]:
    answer = staff.put(f"/tasks/{task.pk}/assignee", {"user_id": to.pk, "note": note, **more})
    return answer.status_code, answer.json()["code"] if answer.content else None


def assignee_of(task: Task) -> User | None:
    assignee: User | None = Task.objects.select_related("assignee").get(pk=task.pk).assignee
    return assignee


def last_event(task: Task) -> TaskEvent:
    return TaskEvent.objects.select_related("text").filter(process_id=task.process_id).latest("seq")


def person(user: User) -> dict[str, Any]:
    return {"id": user.pk, "name": user.full_name}


def test_anyone_takes_free_work_for_themself() -> None:
    task, me = a_pending_task(), a_moderator("Marta Ellwood")
    assert assign(Staff(me), task, me) == (204, None)
    assert assignee_of(task) == me
    event = last_event(task)
    assert (event.action, event.actor_id, event.data) == ("assign", me.pk, {"to": me.pk})
    assert not Mention.objects.exists()


def test_only_a_head_moderator_gives_free_work_to_another() -> None:
    task, colleague = a_pending_task(), a_moderator()
    assert assign(Staff(a_moderator()), task, colleague, "Yours?") == (403, "forbidden")
    assert assignee_of(task) is None
    assert assign(Staff(a_head_moderator()), task, colleague) == (204, None)
    assert assignee_of(task) == colleague


@pytest.mark.parametrize("held", [True, False])
def test_an_assignee_hands_over_with_a_note(held: bool) -> None:
    task, me, colleague = a_pending_task(), a_moderator("Marta Ellwood"), a_moderator("Callum Frayne")
    staff = Staff(me)
    staff.put(f"/tasks/{task.pk}/draft", {"outcome": "reject", "form": {"facts": "Half"}})
    if held:
        staff.put(f"/tasks/{task.pk}/lock")
    else:
        assign(staff, task, me)
    refused = staff.put(f"/tasks/{task.pk}/assignee", {"user_id": colleague.pk, "note": "  "})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["note"])
    assert assign(staff, task, colleague, "You know the company.") == (204, None)
    assert last_event(task).text.body == "You know the company."
    item = Staff(colleague).get(f"/tasks/{task.pk}").json()
    assert (item["locked"], item["assigned_to"]) == (False, person(colleague))
    assert item["assignment"]["by"] == person(me)
    assert item["assignment"]["note"] == "You know the company."
    (draft,) = staff.get(f"/tasks/{task.pk}").json()["drafts"]
    assert draft["form"] == {"facts": "Half"}
    assert item["drafts"] == []
    (mention,) = Staff(colleague).get("/mentions").json()
    assert (mention["action"], mention["by"], mention["text"]) == ("assign", person(me), "You know the company.")


def test_only_heads_reassign_work_of_others_and_with_a_reason(head: Staff) -> None:
    task, first, second = a_pending_task(), a_moderator(), a_moderator()
    assign(Staff(first), task, first)
    assert assign(Staff(second), task, second, "Mine?") == (409, "task_taken")
    assert assign(Staff(second), task, a_moderator(), "Theirs?") == (403, "forbidden")
    assert assign(head, task, second) == (422, "invalid")
    assert assign(head, task, second, "First is away.") == (204, None)
    assert assignee_of(task) == second
    assert last_event(task).data == {"to": second.pk, "from": first.pk}
    for colleague in (first, second):
        (mention,) = Staff(colleague).get("/mentions").json()
        assert mention["text"] == "First is away."


def test_work_is_not_assigned_to_people_off_duty_or_without_the_permission() -> None:
    task, head = a_pending_task(), Staff(a_head_moderator())
    away, outsider, gone = a_moderator(), an_account(), a_moderator()
    User.objects.filter(pk=away.pk).update(on_duty=False)
    User.objects.filter(pk=gone.pk).update(is_active=False)
    assert assign(head, task, away) == (409, "off_duty")
    assert assign(head, task, outsider) == (422, "invalid")
    assert assign(head, task, gone) == (422, "invalid")
    assert assignee_of(task) is None
    assert [event.action for event in TaskEvent.objects.all()] == ["start"]


def test_a_held_item_is_reassigned_only_by_a_head_with_take_over() -> None:
    task, holder, colleague = a_pending_task(), a_moderator("Marta Ellwood"), a_moderator()
    head, theirs = Staff(a_head_moderator("Henrik Lindqvist")), Staff(holder)
    theirs.put(f"/tasks/{task.pk}/lock")
    for staff, to in ((Staff(colleague), colleague), (head, colleague)):
        refused = staff.put(f"/tasks/{task.pk}/assignee", {"user_id": to.pk, "note": "x"})
        assert (refused.status_code, refused.json()["code"]) == (409, "task_taken")
        assert refused.json()["holder"] == person(holder)
    assert assign(Staff(colleague), task, colleague, "x", take_over=True) == (403, "forbidden")
    assert assign(head, task, colleague, "", take_over=True) == (422, "invalid")
    assert assign(head, task, colleague, "It is urgent.", take_over=True) == (204, None)
    assert last_event(task).data == {"to": colleague.pk, "holder": holder.pk}
    lost = theirs.put(f"/tasks/{task.pk}/lock", {"extend": True}).json()
    assert (lost["code"], lost["taken_over"]["note"]) == ("lock_lost", "It is urgent.")
    assert lost["taken_over"]["by"]["name"] == "Henrik Lindqvist"


def test_an_ended_lease_does_not_block_an_assignment() -> None:
    task, me = a_pending_task(), a_moderator()
    Staff(a_moderator()).put(f"/tasks/{task.pk}/lock")
    Task.objects.update(lease_until=F("assigned"))
    assert assign(Staff(me), task, me) == (204, None)


def test_a_repeated_assignment_is_recorded_once() -> None:
    task, me = a_pending_task(), a_moderator()
    for _ in range(2):
        assert assign(Staff(me), task, me) == (204, None)
    assert TaskEvent.objects.filter(action="assign").count() == 1


def test_assigning_a_held_item_to_its_holder_keeps_the_lease() -> None:
    task, me = a_pending_task(), a_moderator()
    staff = Staff(me)
    staff.put(f"/tasks/{task.pk}/lock")
    assert assign(staff, task, me) == (204, None)
    assert staff.put(f"/tasks/{task.pk}/lock", {"extend": True}).status_code == 200


def test_next_serves_an_assigned_item_first_and_only_to_its_assignee() -> None:
    older, task, me = a_pending_task(), a_pending_task(), a_moderator()
    staff = Staff(me)
    staff.post(f"/tasks/{task.pk}/skip")
    assign(Staff(a_head_moderator()), task, me, "Please.")
    assert not TaskSkip.objects.exists()
    assert Staff(a_moderator()).post("/queues/pending/next").json()["task_id"] == older.pk
    assert Staff(a_moderator()).post("/queues/pending/next").status_code == 204
    assert staff.post("/queues/pending/next").json()["task_id"] == task.pk


def test_an_assignee_unassigns_and_a_head_unassigns_others_with_a_reason() -> None:
    task, me, head = a_pending_task(), a_moderator(), Staff(a_head_moderator())
    path = f"/tasks/{task.pk}/assignee"
    assert Staff(me).delete(path).status_code == 204  # nobody's already
    assign(Staff(me), task, me)
    assert Staff(a_moderator()).delete(path).status_code == 403
    assert head.delete(path).status_code == 422
    reasoned = head.client.delete(f"/api{path}", data='{"note": "Back to all."}', content_type="application/json")
    assert reasoned.status_code == 204
    assert last_event(task).data == {"from": me.pk}
    (mention,) = Staff(me).get("/mentions").json()
    assert (mention["action"], mention["text"]) == ("unassign", "Back to all.")
    assign(Staff(me), task, me)
    assert Staff(me).delete(path).status_code == 204
    assert assignee_of(task) is None


def test_what_was_assigned_and_taken_back_unseen_leaves_no_notification_but_for_words() -> None:
    task, me, other, head = a_pending_task(), a_moderator(), a_moderator(), Staff(a_head_moderator())
    assign(head, task, me)
    assert head.delete(f"/tasks/{task.pk}/assignee").status_code == 204
    assert Staff(me).get("/mentions").json() == []
    assign(head, task, me)
    assign(head, task, other, "You are away.")
    (mention,) = Staff(me).get("/mentions").json()
    assert (mention["to"], mention["text"]) == (person(other), "You are away.")
    (seen,) = Staff(other).get("/mentions").json()
    Staff(other).delete(f"/mentions/{seen['id']}")
    assert head.delete(f"/tasks/{task.pk}/assignee").status_code == 204
    assert [each["action"] for each in Staff(other).get("/mentions").json()] == ["unassign"]


def test_a_slip_goes_back_to_whose_it_was_without_a_reason() -> None:
    own, theirs, me, other = a_pending_task(), a_pending_task(), a_moderator(), a_moderator()
    head, last = Staff(a_head_moderator()), a_moderator()
    assign(Staff(me), own, me)
    assign(Staff(me), own, other, "You know them.")
    assert assign(Staff(me), own, last, "Or you.") == (403, "forbidden"), "it was not theirs"
    assert assign(Staff(me), own, me) == (204, None)
    assign(head, theirs, other)
    assign(head, theirs, me, "They are away.")
    User.objects.filter(pk=other.pk).update(on_duty=False)
    body = {"task_ids": [theirs.pk], "user_id": other.pk, "note": ""}
    assert head.post("/tasks/assign", body).json()["done"] == 1
    assert (assignee_of(own), assignee_of(theirs)) == (me, other)
    assert last_event(theirs).data == {"to": other.pk, "from": me.pk}
    assign(Staff(me), own, other, "You know them.")
    Staff(other).put(f"/tasks/{own.pk}/lock")
    assert assign(Staff(me), own, me) == (409, "task_taken"), "it is being worked on"


def test_nothing_is_assigned_once_it_is_decided() -> None:
    task, me = a_pending_task(), a_moderator()
    staff = Staff(me)
    staff.decide(task.pk, "approve")
    assert assign(staff, task, me) == (409, "task_closed")
    assert staff.delete(f"/tasks/{task.pk}/assignee").status_code == 409


def test_my_work_shows_the_note_of_the_assignment() -> None:
    task, me, head = a_pending_task(), a_moderator(), a_head_moderator("Henrik Lindqvist")
    held = a_pending_task()
    Staff(me).put(f"/tasks/{held.pk}/lock")
    assign(Staff(head), task, me, "Before noon, please.")
    rows = {row["task_id"]: row for row in Staff(me).get("/queues/assigned_to_me/tasks").json()["items"]}
    assert rows[task.pk]["assignment"]["note"] == "Before noon, please."
    assert rows[task.pk]["assignment"]["by"] == person(head)
    assert rows[held.pk]["assignment"] is None
    (row,) = Staff(a_moderator()).get("/queues/pending/tasks").json()["items"][:1]
    assert row["assignment"] is None


def test_a_batch_reports_the_refusal_of_each_item() -> None:
    first, second, held, gone = (a_pending_task() for _ in range(4))
    to, holder, head = a_moderator(), a_moderator("Marta Ellwood"), Staff(a_head_moderator())
    Staff(holder).put(f"/tasks/{held.pk}/lock")
    decider = Staff(a_moderator())
    decider.decide(gone.pk, "approve")
    body = {"task_ids": [first.pk, second.pk, held.pk, gone.pk, 999], "user_id": to.pk, "note": "Yours."}
    for key in ("", "one-key", "one-key"):
        answer = head.post("/tasks/assign", body, **({"idempotency_key": key} if key else {}))
        assert answer.status_code == 200, answer.content
        answered = answer.json()
        assert (answered["done"], answered["refused"]) == (2, 3)
        assert {result["task_id"]: result["code"] for result in answered["results"]} == {
            first.pk: None,
            second.pk: None,
            held.pk: "task_taken",
            gone.pk: "task_closed",
            999: "not_found",
        }
        assert next(r for r in answered["results"] if r["task_id"] == held.pk)["holder"] == person(holder)
    assert TaskEvent.objects.filter(action="assign").count() == 2
    taken = head.post("/tasks/assign", {**body, "task_ids": [held.pk], "take_over": True})
    assert taken.json()["done"] == 1
    back = head.post("/tasks/assign", {**body, "user_id": None, "task_ids": [first.pk, held.pk]})
    assert back.json()["done"] == 2
    assert assignee_of(first) is None


def test_a_batch_is_bounded(head: Staff) -> None:
    for ids in ([], list(range(1, 202))):
        answer = head.post("/tasks/assign", {"task_ids": ids, "user_id": 1, "note": ""})
        assert answer.status_code == 422


def test_several_items_that_were_assigned_together_are_offered_whole_and_their_undo_is_not_undone() -> None:
    head, marta, callum, amara = a_head_moderator(), a_moderator(), a_moderator(), a_moderator()
    staff = Staff(head)
    first, second, free, alone = (a_pending_task() for _ in range(4))
    for task, has in [(first, marta), (second, callum), (alone, marta)]:
        assign(staff, task, has)
    together = [task.pk for task in (first, second, free)]

    def offered() -> list[tuple[int, int | None]]:
        return [(row["task_id"], row["before"]) for row in staff.get("/user/me/aside").json()]

    def move(ids: list[int], to: User | None) -> None:
        answer = staff.post("/tasks/assign", {"task_ids": ids, "user_id": to and to.pk, "note": "Away."})
        assert answer.json()["refused"] == 0

    move(together, amara)
    assert offered() == [(first.pk, marta.pk), (second.pk, callum.pk), (free.pk, None)]
    Staff(amara).put(f"/tasks/{first.pk}/lock")  # something has followed
    assert offered() == [(second.pk, callum.pk), (free.pk, None)]
    move([second.pk], callum)
    assert offered() == []
    move([second.pk], amara)
    move([alone.pk], amara)
    assert offered() == [(alone.pk, marta.pk)]
    move([alone.pk], marta)
    assert offered() == []


def test_free_work_is_handed_out_evenly_to_those_on_duty_who_may() -> None:
    head, marta, callum, off = (
        a_head_moderator(),
        a_moderator("Marta Ellwood"),
        a_moderator("Callum Frayne"),
        a_moderator(),
    )
    User.objects.filter(pk__in=[head.pk, off.pk]).update(on_duty=False)
    taken, *free = [a_pending_task() for _ in range(6)]
    staff = Staff(head)
    assign(staff, taken, marta)
    planned = staff.get("/team/evenly").json()
    assert {(row["person"]["id"], row["has"], row["gets"]) for row in planned} == {(marta.pk, 1, 2), (callum.pk, 0, 3)}
    done = staff.post("/team/evenly").json()
    assert (done["done"], done["refused"]) == (5, 0)
    owners = [assignee_of(task) for task in free]
    assert (owners.count(marta), owners.count(callum)) == (2, 3)
    event = last_event(free[0])
    assert (event.action, event.actor_id) == ("assign", head.pk)
    assert staff.post("/team/evenly").json()["results"] == [], "what is assigned stays where it is"
    undone = staff.post("/tasks/assign", {"task_ids": [task.pk for task in free], "user_id": None, "note": ""}).json()
    assert (undone["done"], {assignee_of(task) for task in free}) == (5, {None})


def test_nobody_is_handed_out_what_is_held_or_what_they_are_barred_from() -> None:
    head, marta, callum = a_head_moderator(), a_moderator("Marta Ellwood"), a_moderator("Callum Frayne")
    User.objects.filter(pk=head.pk).update(on_duty=False)
    held, barred = a_pending_task(), a_pending_task()
    Staff(callum).put(f"/tasks/{held.pk}/lock")
    Task.objects.filter(pk=barred.pk).update(barred_id=marta.pk)
    assert Staff(head).post("/team/evenly").json()["done"] == 1
    assert (assignee_of(held), assignee_of(barred)) == (None, callum)
