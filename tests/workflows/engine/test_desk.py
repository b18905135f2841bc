"""Skips, items put off, drafts, notes."""

from datetime import datetime, timedelta
from functools import partial

import pytest
from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone
from viewflow.workflow.status import PROCESS

from accounts.models import User
from tests.factories import a_head_moderator, a_moderator, a_pending_task, a_second_look, an_account
from tests.live import LiveStaff, at_once
from tests.staff import Staff
from workflows.engine.verbs.notes import prune_drafts
from workflows.engine.verbs.sweep import sweep
from workflows.models import OPEN, EventText, Mention, Process, Task, TaskDraft, TaskEvent, TaskSkip


def last_action(task: Task) -> str:
    return TaskEvent.objects.filter(process=task.process).latest("seq").action


def next_of(staff: Staff) -> int | None:
    answer = staff.post("/queues/pending/next")
    return answer.json()["task_id"] if answer.status_code == 200 else None


def test_next_serves_assigned_items_first_then_by_priority_and_due_time() -> None:
    late, soon, harmful, mine, anothers = (a_pending_task() for _ in range(5))
    person, other = a_moderator(), a_moderator()
    Task.objects.filter(pk=soon.pk).update(rank_at=F("rank_at") - timedelta(hours=2))
    Task.objects.filter(pk=harmful.pk).update(priority=1)
    Task.objects.filter(pk=mine.pk).update(assignee=person)
    Task.objects.filter(pk=anothers.pk).update(assignee=other)
    staff = Staff(person)
    assert [next_of(staff) for _ in range(5)] == [mine.pk, harmful.pk, soon.pk, late.pk, None]


def test_skipped_items_come_last_the_oldest_skip_first(staff: Staff) -> None:
    tasks = [a_pending_task() for _ in range(3)]
    for task in (tasks[1], tasks[0]):
        assert staff.post(f"/tasks/{task.pk}/skip").status_code == 204
    assert [next_of(staff) for _ in range(4)] == [tasks[2].pk, tasks[1].pk, tasks[0].pk, None]


def test_a_skip_is_per_person_and_ends_after_a_day(staff: Staff) -> None:
    first, second = a_pending_task(), a_pending_task()
    staff.put(f"/tasks/{first.pk}/lock")
    staff.post(f"/tasks/{first.pk}/skip")
    assert last_action(first) == "skip"
    assert next_of(Staff(a_moderator())) == first.pk
    Task.objects.update(lease_until=F("assigned"))
    TaskSkip.objects.update(at=Now() - timedelta(hours=25))
    assert [next_of(staff), next_of(staff)] == [first.pk, second.pk]


def test_a_snoozed_item_is_hidden_until_its_time() -> None:
    task, person = a_pending_task(), a_moderator()
    staff = Staff(person)
    staff.put(f"/tasks/{task.pk}/lock")
    until = datetime.now().astimezone() + timedelta(days=2)
    assert staff.put(f"/tasks/{task.pk}/snooze", {"until": until.isoformat()}).status_code == 204
    assert staff.get("/queues/pending/tasks").json()["items"] == []
    assert next_of(staff) is None
    assert staff.get("/cms/counts").json()["pending"] == 0
    by = {"id": person.pk, "name": person.full_name}
    for path in ("/queues/pending/tasks?snoozed=true", "/queues/set_aside/tasks"):
        (put_off,) = (row["put_off"] for row in Staff(a_moderator()).get(path).json()["items"])
        assert (datetime.fromisoformat(put_off["until"]), put_off["by"]) == (until, by), path
    (row,) = staff.get("/queues/pending/tasks?snoozed=true").json()["items"]
    assert row["task_id"] == task.pk
    Task.objects.update(snoozed_until=Now() - timedelta(seconds=1))
    assert sweep()["woken"] == 1
    assert last_action(task) == "wake"
    assert next_of(staff) == task.pk


def test_a_snooze_can_be_ended_early() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    until = datetime.now().astimezone() + timedelta(days=2)
    staff.put(f"/tasks/{task.pk}/snooze", {"until": until.isoformat()})
    assert staff.put(f"/tasks/{task.pk}/snooze", {"until": None}).status_code == 204
    assert next_of(staff) == task.pk


@pytest.mark.parametrize("days", [-1, 91])
def test_nothing_is_put_off_to_the_past_or_for_ever(days: int) -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    until = datetime.now().astimezone() + timedelta(days=days)
    assert staff.put(f"/tasks/{task.pk}/snooze", {"until": until.isoformat()}).status_code == 422


def test_an_item_held_by_another_person_cannot_be_skipped_or_snoozed() -> None:
    task = a_pending_task()
    Staff(a_moderator()).put(f"/tasks/{task.pk}/lock")
    other = Staff(a_moderator())
    assert other.post(f"/tasks/{task.pk}/skip").json()["code"] == "task_taken"
    assert other.put(f"/tasks/{task.pk}/snooze", {"until": None}).json()["code"] == "task_taken"


def open_task_of(task: Task) -> Task:
    return Task.objects.get(process=task.process, status__in=OPEN)


def drafts_of(staff: Staff, task: Task) -> dict[str, dict[str, str]]:
    """One's own drafts, by form."""
    return {draft["outcome"]: draft["form"] for draft in staff.get(f"/tasks/{task.pk}").json()["drafts"]}


def test_a_draft_is_private_and_over_with_the_decision() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    draft = {"outcome": "reject", "form": {"facts": "Half a sent"}}
    assert staff.put(f"/tasks/{task.pk}/draft", draft).status_code == 200
    assert drafts_of(staff, task) == {"reject": {"facts": "Half a sent"}}
    assert Staff(a_head_moderator()).get(f"/tasks/{task.pk}").json()["drafts"] == []
    staff.decide(task.pk, "approve")
    assert staff.get(f"/tasks/{task.pk}").json()["drafts"] == []
    Process.objects.update(status=PROCESS.DONE)
    assert prune_drafts() == 1


def test_a_draft_is_there_again_when_the_item_comes_back_to_its_step() -> None:
    task, user = a_pending_task(), a_moderator()
    staff = Staff(user)
    typed = {"facts": "Half a sent"}
    staff.put(f"/tasks/{task.pk}/draft", {"outcome": "reject", "form": typed})
    staff.decide(task.pk, "backlog")
    assert prune_drafts() == 0
    parked = open_task_of(task)
    staff.put(f"/tasks/{parked.pk}/draft", {"outcome": "escalate", "form": {"notes": "Hm."}})
    assert drafts_of(staff, parked) == {"escalate": {"notes": "Hm."}}  # another step, with forms of its own
    staff.decide(parked.pk, "return")
    back = open_task_of(task)
    assert (back.pk != task.pk, drafts_of(staff, back)) == (True, {"reject": typed})
    assert drafts_of(Staff(a_moderator()), back) == {}
    # what is thrown away there, or written anew, is so for good
    staff.put(f"/tasks/{back.pk}/draft", {"outcome": "reject", "form": {}})
    assert drafts_of(staff, back) == {"reject": {}}
    staff.decide(back.pk, "backlog")
    assert staff.post(f"/tasks/{back.pk}/undo").status_code == 200
    assert drafts_of(staff, back) == {"reject": {}}


def test_a_form_that_was_sent_never_comes_back_from_an_older_visit() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    notes = {"notes": "Is this a threat?"}
    head = Staff(a_head_moderator())
    staff.put(f"/tasks/{task.pk}/draft", {"outcome": "escalate", "form": {"notes": "Is th"}})
    staff.decide(task.pk, "backlog")
    staff.decide(open_task_of(task).pk, "return")
    again = open_task_of(task)
    staff.decide(again.pk, "escalate", notes)
    # an answer that was long on its way
    staff.put(f"/tasks/{again.pk}/draft", {"outcome": "escalate", "form": {"notes": "Is this a thr"}})
    assert staff.post(f"/tasks/{again.pk}/undo").status_code == 200
    assert drafts_of(staff, again) == {"escalate": notes}
    staff.decide(again.pk, "escalate", notes)
    head.decide(open_task_of(task).pk, "return", {"advice": "No."})
    assert drafts_of(staff, open_task_of(task)) == {}


@pytest.mark.rule(3)
def test_a_draft_outlives_the_lease() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/lock")
    staff.put(f"/tasks/{task.pk}/draft", {"outcome": "reject", "form": {"facts": "Mine."}})
    Task.objects.filter(pk=task.pk).update(lease_until=F("assigned"))
    sweep()
    assert drafts_of(staff, task) == {"reject": {"facts": "Mine."}}


def test_each_form_has_a_draft_of_its_own_and_none_overwrites_another() -> None:
    task, user = a_pending_task(), a_moderator()
    here, there = Staff(user), Staff(user)  # two browsers
    path = f"/tasks/{task.pk}/draft"
    here.put(path, {"outcome": "revise", "form": {"text": "They came in time."}})
    there.put(path, {"outcome": "reject", "form": {"facts": "No such"}})
    here.put(path, {"outcome": "revise", "form": {"text": "They came in good time."}})
    there.put(path, {"outcome": "escalate", "form": {"notes": "Hm."}})
    there.put(path, {"outcome": "reject", "form": {"facts": "No such street."}})
    everything = {
        "revise": {"text": "They came in good time."},
        "escalate": {"notes": "Hm."},
        "reject": {"facts": "No such street."},
    }
    assert drafts_of(here, task) == drafts_of(there, task) == everything
    assert TaskDraft.objects.count() == 3


def test_both_forms_saved_at_the_same_moment_are_kept(server: str) -> None:
    task, user = a_pending_task(), a_moderator()
    forms = ["revise", "reject", "escalate", "investigate"] * 2
    sent = [
        partial(LiveStaff(server, user).put, f"/tasks/{task.pk}/draft", {"outcome": form, "form": {"x": form}})
        for form in forms
    ]
    assert {answer.status_code for answer in at_once(sent)} == {200}
    assert drafts_of(Staff(user), task) == {form: {"x": form} for form in forms}


@pytest.mark.parametrize("typed", ["C:\\u0000x", "\\\\u0000"])
def test_a_draft_may_hold_what_is_no_escape(typed: str) -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/draft", {"outcome": "reject", "form": {"facts": typed}})
    assert drafts_of(staff, task) == {"reject": {"facts": typed}}


def test_an_unknown_form_has_no_draft() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    second = a_second_look()
    for about, form in ((task, "restrict"), (task, ""), (second, "reject"), (second, "revise")):
        answer = staff.put(f"/tasks/{about.pk}/draft", {"outcome": form, "form": {}})
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["outcome"]), form
    assert not TaskDraft.objects.exists()


def test_drafts_are_stored_for_a_week() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/draft", {"outcome": "reject", "form": {}})
    TaskDraft.objects.update(saved_at=Now() - timedelta(days=8))
    assert staff.get(f"/tasks/{task.pk}").json()["drafts"] == []
    assert prune_drafts() == 1


def test_a_note_does_not_decide_and_notifies_the_mentioned_colleague() -> None:
    task, colleague = a_pending_task(), a_moderator("Callum Frayne")
    author = a_moderator("Marta Ellwood")
    assert (
        Staff(author).post(f"/tasks/{task.pk}/notes", {"text": "Seen this one?", "to": colleague.pk}).status_code == 201
    )
    assert last_action(task) == "note"
    assert EventText.objects.get().body == "Seen this one?"
    reader = Staff(colleague)
    (mention,) = reader.get("/mentions").json()
    assert mention["page"] == f"/review/{task.process.subject_id}"
    assert (mention["subject"]["kind"], mention["subject"]["id"]) == ("review", task.process.subject_id)
    assert (mention["task_id"], mention["by"]["id"], mention["text"]) == (task.pk, author.pk, "Seen this one?")
    assert Staff(author).delete(f"/mentions/{mention['id']}").status_code == 404
    assert Mention.objects.get().seen_at is None
    assert [reader.delete(f"/mentions/{mention['id']}").status_code for _ in range(2)] == [204, 204]
    assert reader.get("/mentions").json() == []


def test_mentions_are_hidden_after_the_permission_was_removed() -> None:
    task, colleague = a_pending_task(), a_moderator()
    Staff(a_moderator()).post(f"/tasks/{task.pk}/notes", {"text": "She names her dentist.", "to": colleague.pk})
    reader = Staff(colleague)
    User.objects.filter(pk=colleague.pk).update(cms_access=["tickets"])
    assert reader.get("/mentions").json() == []
    User.objects.filter(pk=colleague.pk).update(cms_access=["moderation"])
    assert [mention["text"] for mention in reader.get("/mentions").json()] == ["She names her dentist."]


def test_a_note_is_allowed_on_an_item_held_by_another_person() -> None:
    task = a_pending_task()
    Staff(a_moderator()).put(f"/tasks/{task.pk}/lock")
    assert Staff(a_moderator()).post(f"/tasks/{task.pk}/notes", {"text": "A thought."}).status_code == 201


def test_only_people_who_may_see_the_item_can_be_mentioned() -> None:
    task, outsider = a_pending_task(), an_account()
    refused = Staff(a_moderator()).post(f"/tasks/{task.pk}/notes", {"text": "Look!", "to": outsider.pk})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["to"])
    assert not EventText.objects.exists()


def test_colleagues_are_the_people_who_may_work_on_the_item() -> None:
    User.objects.filter(pk=a_moderator().pk).update(is_active=False)
    an_account()
    person = a_moderator("Marta Ellwood")
    names = [colleague["name"] for colleague in Staff(person).get(f"/tasks/{a_pending_task().pk}/colleagues").json()]
    assert names == ["Marta Ellwood"]


def test_a_head_moderator_sees_what_each_colleague_has_and_a_moderator_does_not() -> None:
    person, head, task = a_moderator("Marta Ellwood"), Staff(a_head_moderator("Bo")), a_pending_task()
    assert Staff(person).put(f"/tasks/{task.pk}/lock").status_code == 200
    assigned = a_pending_task()
    head.put(f"/tasks/{assigned.pk}/assignee", {"user_id": person.pk, "note": "Yours."})
    Task.objects.filter(pk=assigned.pk).update(due_at=timezone.now() - timedelta(hours=1))

    def loads(staff: Staff) -> dict[str, object]:
        return {row["name"]: row["load"] for row in staff.get(f"/tasks/{task.pk}/colleagues").json()}

    load = {"held": 1, "assigned": 1, "overdue": 1}
    assert loads(head) == {"Bo": dict.fromkeys(load, 0), "Marta Ellwood": load}
    assert loads(Staff(person)) == {"Bo": None, "Marta Ellwood": None}
