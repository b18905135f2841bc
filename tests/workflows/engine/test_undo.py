"""Undo: only by the person who decided, while nothing has followed, for a limited time (decision 36)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db.models.functions import Now

from accounts.models import User
from reviews.models import Reason, Review
from tests.consistency import inconsistencies
from tests.factories import a_head_moderator, a_moderator, a_pending_task, a_process, a_second_look, open_task
from tests.staff import Staff
from workflows.engine.verbs.sweep import sweep
from workflows.models import Mention, Task, TaskEvent

FORMS: dict[str, Any] = {
    "reject": {"reason": "fake", "facts": "No such street."},
    "escalate": {"notes": "The owner threatens to sue."},
    "investigate": {"question": "Was there an appointment?"},
}


def decide(staff: Staff, task: Task, outcome: str, **form: Any) -> Any:
    return staff.decide(task.pk, outcome, form or FORMS.get(outcome))


def undo(staff: Staff, task: Task, **headers: str) -> Any:
    return staff.post(f"/tasks/{task.pk}/undo", **headers)


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def let_pass(task: Task, span: timedelta) -> None:
    """Let a decision have been made earlier, and its hold end earlier."""
    Task.objects.filter(pk=task.pk).update(finished=Now() - span)
    following = open_task(task.process)
    if following.fires_at:
        Task.objects.filter(pk=following.pk).update(fires_at=following.fires_at - span)


def status_of(task: Task) -> str:
    return Review.objects.get(pk=task.process.subject_id).status


def an_unverified_task() -> Task:
    return open_task(a_process(verified=False))


def refusals_of(staff: Staff) -> list[str | None]:
    rows = staff.get("/user/me/decisions").json()
    return [row["refusal"] and row["refusal"]["code"] for row in rows]


@pytest.mark.parametrize("outcome", ["approve", "reject", "backlog", "escalate", "investigate"])
def test_undo_opens_the_task_again_as_it_was(staff: Staff, outcome: str) -> None:
    task = a_pending_task()
    aged = {"created": Now() - timedelta(days=2), "due_at": Now() - timedelta(days=1)}
    Task.objects.filter(pk=task.pk).update(**aged, rank_at=Now() - timedelta(days=1))
    task.refresh_from_db()
    decide(staff, task, outcome)
    answer = undo(staff, task)
    assert (answer.status_code, answer.json()) == (200, {"status": "pending", "task_id": task.pk, "queue": "pending"})
    assert list(inconsistencies()) == []
    back = open_task(task.process)
    assert (back.pk, back.created, back.due_at, back.rank_at) == (task.pk, task.created, task.due_at, task.rank_at)
    assert (back.owner_id, back.outcome, back.finished, status_of(task)) == (None, "", None, "pending")
    assert back.lock_version > task.lock_version
    event = TaskEvent.objects.get(action="undo")
    assert (event.actor_id, event.outcome, event.to_node) == (staff.user and staff.user.pk, outcome, "pending")


def test_an_undone_item_can_be_decided_again_and_undone_again(staff: Staff) -> None:
    task = a_pending_task()
    for outcome in ("backlog", "approve", "escalate"):
        decide(staff, task, outcome)
        assert undo(staff, task).status_code == 200
    assert open_task(task.process).pk == task.pk


def test_undo_of_a_verification_takes_the_verification_back(staff: Staff) -> None:
    task = an_unverified_task()
    decide(staff, task, "verify")
    assert Review.objects.get().verified
    assert undo(staff, task).json()["queue"] == "unverified"
    assert not Review.objects.get().verified


def test_decisions_about_one_item_are_undone_one_after_another(staff: Staff) -> None:
    first = an_unverified_task()
    decide(staff, first, "verify")
    second = open_task(first.process)
    decide(staff, second, "approve")
    assert code_of(undo(staff, first)) == (409, "moved_on")
    assert undo(staff, second).json()["queue"] == "pending"
    assert undo(staff, first).json()["queue"] == "unverified"


def test_undo_of_a_return_and_of_a_recall(staff: Staff) -> None:
    task = a_pending_task()
    decide(staff, task, "approve")
    queued = open_task(task.process)
    decide(staff, queued, "recall")
    assert undo(staff, queued).json() == {"status": "queued", "task_id": queued.pk, "queue": "queued"}
    assert open_task(task.process).fires_at == queued.fires_at
    assert undo(staff, task).json()["queue"] == "pending"
    decide(staff, task, "backlog")
    parked = open_task(task.process)
    decide(staff, parked, "return")
    assert staff.get("/user/me/decisions").json()[0]["label"] == "Return to Moderate reviews"
    assert undo(staff, parked).json()["queue"] == "backlog"


def test_undo_of_a_rescheduling_restores_the_time(staff: Staff) -> None:
    task = a_pending_task()
    decide(staff, task, "approve")
    queued = open_task(task.process)
    until = (queued.created + timedelta(days=2)).isoformat()
    decide(staff, queued, "reschedule", until=until, why="A holiday.")
    assert undo(staff, queued).status_code == 200
    assert open_task(task.process).fires_at == queued.fires_at


@pytest.mark.parametrize("outcome", FORMS)
def test_what_an_undone_decision_was_sent_with_is_a_draft_of_its_sender_again(staff: Staff, outcome: str) -> None:
    task = a_pending_task()
    assert staff.put(f"/tasks/{task.pk}/draft", {"outcome": outcome, "form": {"facts": "No su"}}).status_code < 300
    decide(staff, task, outcome)
    assert undo(staff, task).status_code == 200
    (draft,) = staff.get(f"/tasks/{task.pk}").json()["drafts"]
    assert (draft["outcome"], {name: draft["form"].get(name) for name in FORMS[outcome]}) == (outcome, FORMS[outcome])
    assert Staff(a_moderator()).get(f"/tasks/{task.pk}").json()["drafts"] == []


def test_the_draft_of_an_undone_rejection_has_the_letter_as_it_was_sent(staff: Staff) -> None:
    def letter(**form: str) -> tuple[str, str]:
        decide(staff, task, "reject", **FORMS["reject"], **form)
        undo(staff, task)
        (draft,) = staff.get(f"/tasks/{task.pk}").json()["drafts"]
        return draft["form"]["explanation"], draft["form"]["rule"]

    task, standard = a_pending_task(), Reason.objects.get(code="fake")
    assert letter() == (standard.sentence, standard.rule)
    assert letter(explanation="You were never there.") == ("You were never there.", standard.rule)
    assert letter(rule="Section 2 of the terms.") == (standard.sentence, "Section 2 of the terms.")


def test_the_draft_of_an_undone_rescheduling_has_its_time(staff: Staff) -> None:
    task = a_pending_task()
    decide(staff, task, "approve")
    queued = open_task(task.process)
    until = queued.created + timedelta(days=2)
    decide(staff, queued, "reschedule", until=until.isoformat(), why="A holiday.")
    undo(staff, queued)
    (draft,) = staff.get(f"/tasks/{queued.pk}").json()["drafts"]
    assert (datetime.fromisoformat(draft["form"]["until"]), draft["form"]["why"]) == (until, "A holiday.")


def test_only_the_person_who_decided_can_undo(staff: Staff) -> None:
    task = a_pending_task()
    decide(staff, task, "backlog")
    assert code_of(undo(Staff(a_head_moderator()), task)) == (403, "not_your_decision")
    assert open_task(task.process).queue == "backlog"


def test_what_the_clock_or_the_source_decided_cannot_be_undone(staff: Staff) -> None:
    task = an_unverified_task()
    Task.objects.filter(pk=task.pk).update(fires_at=Now() - timedelta(seconds=1))
    assert sweep()["fired"] == 1
    assert code_of(undo(staff, task)) == (403, "not_your_decision")


def test_undo_needs_the_permission_of_the_step_not_that_of_the_next(staff: Staff) -> None:
    task, other = a_pending_task(), a_pending_task()
    decide(staff, task, "escalate")
    assert undo(staff, task).status_code == 200
    decide(staff, other, "backlog")
    User.objects.update(cms_access=["backlog"])
    assert code_of(undo(staff, other)) == (403, "forbidden")


def test_a_move_cannot_be_undone_after_its_time(staff: Staff) -> None:
    task = a_pending_task()
    answer = decide(staff, task, "backlog")
    assert answer["undo_until"] > answer["decided_at"]
    let_pass(task, settings.UNDO_TIME)
    assert code_of(undo(staff, task)) == (409, "undo_over")
    assert refusals_of(staff) == ["undo_over"]


def test_a_held_decision_can_be_undone_while_its_hold_lasts(staff: Staff) -> None:
    task = a_pending_task()
    answer = decide(staff, task, "approve")
    assert answer["undo_until"] == answer["next"]["due_at"]
    let_pass(task, timedelta(minutes=14))
    assert refusals_of(staff) == [None]
    let_pass(task, timedelta(minutes=1))
    assert code_of(undo(staff, task)) == (409, "undo_over")
    sweep()
    assert code_of(undo(staff, task)) == (409, "undo_ended")


def test_nothing_is_undone_that_somebody_else_has_taken(staff: Staff) -> None:
    task, other = a_pending_task(), Staff(a_moderator("Callum Frayne"))
    decide(staff, task, "investigate")
    following = open_task(task.process)
    other.put(f"/tasks/{following.pk}/lock")
    refused = undo(staff, task)
    assert (code_of(refused), refused.json()["holder"]["name"]) == ((409, "task_taken"), "Callum Frayne")
    assert refusals_of(staff) == ["task_taken"]
    other.delete(f"/tasks/{following.pk}/lock")
    assert code_of(undo(staff, task)) == (409, "moved_on")


def test_nothing_is_undone_that_is_assigned_to_somebody_else(staff: Staff) -> None:
    task, other = a_pending_task(), a_moderator("Callum Frayne")
    decide(staff, task, "approve")
    queued = open_task(task.process)
    answer = Staff(a_head_moderator()).put(f"/tasks/{queued.pk}/assignee", {"user_id": other.pk})
    assert answer.status_code < 300, answer.content
    assert code_of(undo(staff, task)) == (409, "task_taken")


def test_what_the_decider_has_taken_themself_can_be_undone(staff: Staff) -> None:
    task = a_pending_task()
    decide(staff, task, "backlog")
    staff.put(f"/tasks/{open_task(task.process).pk}/lock")
    assert undo(staff, task).status_code == 200
    assert Task.objects.filter(status="ASSIGNED").count() == 0


def test_a_held_decision_can_be_undone_after_a_colleagues_note_and_a_move_cannot(staff: Staff) -> None:
    held, moved, other = a_pending_task(), a_pending_task(), Staff(a_moderator())
    for task, outcome in ((held, "approve"), (moved, "backlog")):
        decide(staff, task, outcome)
        note = other.post(f"/tasks/{open_task(task.process).pk}/notes", {"text": "Look at the date."})
        assert note.status_code < 300
    assert undo(staff, held).status_code == 200
    assert code_of(undo(staff, moved)) == (409, "moved_on")


def test_undo_twice_is_refused_and_with_the_same_key_it_is_done_once(staff: Staff) -> None:
    task = a_pending_task()
    decide(staff, task, "approve")
    first = undo(staff, task, Idempotency_Key="undo-1")
    again = undo(staff, task, Idempotency_Key="undo-1")
    assert (first.status_code, again.status_code, first.json()) == (200, 200, again.json())
    assert TaskEvent.objects.filter(action="undo").count() == 1
    assert code_of(undo(staff, task)) == (409, "already_undone")


def test_what_leaves_the_house_cannot_be_undone(staff: Staff) -> None:
    task = a_pending_task()
    decide(staff, task, "approve")
    queued = open_task(task.process)
    answer = decide(staff, queued, "publish")
    assert answer["undo_until"] is None
    assert code_of(undo(staff, queued)) == (409, "undo_impossible")
    assert code_of(undo(staff, task)) == (409, "undo_ended")


def test_a_second_look_cannot_be_undone_as_the_first_decision_is_shown_then(staff: Staff) -> None:
    task = a_second_look()
    assert decide(staff, task, "would_approve")["undo_until"] is None
    assert code_of(undo(staff, task)) == (409, "undo_impossible")


def test_items_offer_undo_for_what_can_be_undone(staff: Staff) -> None:
    def undoable(task: Task) -> set[str]:
        return {outcome["name"] for outcome in staff.get(f"/tasks/{task.pk}").json()["outcomes"] if outcome["undo"]}

    task = a_pending_task()
    assert undoable(task) == {"approve", "reject", "investigate", "backlog", "escalate"}
    decide(staff, task, "approve")
    assert undoable(open_task(task.process)) == {"recall", "reschedule"}
    assert undoable(a_second_look()) == set()


def test_a_person_with_the_next_step_open_learns_that_the_decision_was_undone(staff: Staff) -> None:
    task, head = a_pending_task(), Staff(a_head_moderator())
    decide(staff, task, "escalate")
    escalated = open_task(task.process)
    undo(staff, task)
    refused = head.put(f"/tasks/{escalated.pk}/lock")
    assert (code_of(refused), refused.json()["ended_by"]) == ((409, "task_closed"), "undo")


def test_an_undone_answer_to_an_escalation_is_no_answer(staff: Staff) -> None:
    task, head = a_pending_task(), Staff(a_head_moderator("Ines Head"))
    decide(staff, task, "escalate")
    escalated = open_task(task.process)
    decide(head, escalated, "investigate")
    assert Mention.objects.count() == 1
    undo(head, escalated)
    assert Mention.objects.count() == 0
    (mine,) = staff.get("/user/me/escalations").json()
    assert mine["answer"] is None
    decide(head, escalated, "approve")
    (mine,) = staff.get("/user/me/escalations").json()
    assert mine["answer"]["label"] == "Approve"


def test_the_notes_of_an_undone_escalation_are_no_notes_of_the_item(staff: Staff) -> None:
    def notes() -> str:
        found: str = staff.get(f"/tasks/{task.pk}").json()["subject"]["escalation_notes"]
        return found

    task = a_pending_task()
    decide(staff, task, "escalate", notes="The wrong item.")
    undo(staff, task)
    assert notes() == ""
    decide(staff, task, "escalate", notes="The owner threatens to sue.")
    assert notes() == "The owner threatens to sue."


def test_an_undone_decision_is_not_counted_as_work(staff: Staff) -> None:
    task = a_pending_task()
    decide(staff, task, "approve")
    undo(staff, task)
    assert staff.get("/user/me/figures").json()["decided_today"] == 0


def test_my_decisions_are_listed_newest_first_and_only_mine(staff: Staff) -> None:
    first, second, third, undone = (a_pending_task() for _ in range(4))
    decide(staff, first, "approve")
    decide(staff, second, "backlog")
    decide(Staff(a_moderator()), third, "approve")
    decide(staff, undone, "approve")
    undo(staff, undone)
    rows = staff.get("/user/me/decisions").json()
    assert [(row["task_id"], row["queue"], row["label"], row["refusal"]) for row in rows] == [
        (second.pk, "pending", "Backlog", None),
        (first.pk, "pending", "Approve", None),
    ]
    company = Review.objects.get(pk=first.process.subject_id).company.name
    assert (rows[1]["title"], rows[1]["company"]) == ("They came on time.", company)
    let_pass(first, timedelta(minutes=15))
    assert [row["task_id"] for row in staff.get("/user/me/decisions").json()] == [second.pk]


@pytest.mark.parametrize("how", ["skip", "snooze", "assign"])
def test_what_was_moved_aside_last_is_listed_while_it_can_be_taken_back(staff: Staff, how: str) -> None:
    task, colleague, later = a_pending_task(), a_moderator(), (datetime.now(UTC) + timedelta(days=1)).isoformat()
    does: dict[str, Any] = {
        "skip": lambda to: staff.post(f"/tasks/{to.pk}/skip"),
        "snooze": lambda to: staff.put(f"/tasks/{to.pk}/snooze", {"until": later}),
        "assign": lambda to: staff.put(f"/tasks/{to.pk}/assignee", {"user_id": colleague.pk, "note": "Yours?"}),
    }
    staff.post(f"/tasks/{a_pending_task().pk}/skip")  # the newest alone is listed
    staff.put(f"/tasks/{task.pk}/lock")
    assert does[how](task).status_code == 204
    (row,) = staff.get("/user/me/aside").json()
    assert (row["task_id"], row["queue"], row["how"], row["before"]) == (task.pk, "pending", how, None)
    assert row["title"] == "They came on time."
    assert datetime.fromisoformat(row["undo_until"]) - datetime.fromisoformat(row["at"]) == settings.UNDO_TIME
    assert Staff(colleague).get("/user/me/aside").json() == []
    Staff(colleague).post(f"/tasks/{task.pk}/notes", {"text": "I know this author."})
    assert staff.get("/user/me/aside").json() == []  # something has followed


def test_what_was_moved_aside_is_not_listed_after_the_time_for_undo(staff: Staff, settings: Any) -> None:
    staff.post(f"/tasks/{a_pending_task().pk}/skip")
    settings.UNDO_TIME = timedelta(0)
    assert staff.get("/user/me/aside").json() == []


def test_history_names_the_undone_outcome(staff: Staff) -> None:
    task = a_pending_task()
    decide(staff, task, "backlog")
    undo(staff, task)
    events = staff.get(f"/processes/review_moderation/{task.process_id}/history").json()["events"]
    assert (events[-1]["action"], events[-1]["label"], events[-1]["to_title"]) == (
        "undo",
        "Backlog",
        "Moderate reviews",
    )


def test_history_names_the_queue_of_a_way_back(staff: Staff) -> None:
    task = a_pending_task()
    decide(staff, task, "backlog")
    parked = open_task(task.process)
    decide(staff, parked, "return")
    undo(staff, parked)
    events = staff.get(f"/processes/review_moderation/{task.process_id}/history").json()["events"]
    labels = [(event["action"], event["label"]) for event in events if event["outcome"] == "return"]
    assert labels == [("decide", "Return to Moderate reviews"), ("undo", "Return to Moderate reviews")]
