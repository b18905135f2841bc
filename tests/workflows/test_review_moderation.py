"""The life of a review: every queue, every way back, every end (product.md, Reviews)."""

from datetime import timedelta

import pytest

from reviews.models import Review
from tests.factories import a_head_moderator, a_moderator, a_pending_task, open_task, steps_of
from tests.moderation_desk import Desk
from tests.staff import Staff
from workflows.engine.core.flows import steps
from workflows.engine.core.lifecycle import cancel_process, withdraw_process
from workflows.models import DomainEvent, Process, TaskEvent
from workflows.review_moderation import ReviewModeration


def test_the_outcomes_of_every_queue_are_the_products() -> None:
    """And others only to and from steps that product.md does not have."""
    products = {
        "pending": ["approve", "backlog", "escalate", "investigate", "reject"],
        "unverified": ["backlog", "escalate", "reject", "verify"],
        "investigation": ["approve", "escalate", "reject", "return"],
        "queued": ["publish", "recall", "reschedule"],
        "backlog": ["escalate", "reject", "return"],
        "escalated": ["approve", "investigate", "reject", "return"],
    }
    declared = {node.queue: node for node in steps(ReviewModeration) if node.queue}
    ours = [node for queue, node in declared.items() if queue not in products]
    offered = {queue: [name for name, to in declared[queue].targets.items() if to not in ours] for queue in products}
    assert {queue: sorted(names) for queue, names in offered.items()} == products


def test_the_outcomes_with_forms_are_the_products() -> None:
    with_forms = {(n.queue, o.name) for n in steps(ReviewModeration) for o in n.outcomes.values() if o.form}
    assert {name for _, name in with_forms} == {"reject", "investigate", "escalate", "reschedule", "return"}
    assert [queue for queue, name in with_forms if name == "return"] == ["escalated"]


def test_an_approved_review_is_published_when_its_hold_ends() -> None:
    desk = Desk(a_pending_task()).decide("approve").wait()
    assert (desk.outcome, desk.status) == ("published", "published")
    assert steps_of(desk.process) == ["received", "screened", "pending", "queued", "published"]


def test_a_rejected_review_ends_rejected() -> None:
    desk = Desk(a_pending_task()).decide("reject").wait()
    assert (desk.outcome, desk.status) == ("rejected", "rejected")


def test_publishing_and_confirming_need_not_wait() -> None:
    assert Desk(a_pending_task()).decide("approve", "publish").outcome == "published"
    assert Desk(a_pending_task()).decide("reject", "confirm").outcome == "rejected"


def test_an_unverified_review_is_verified_first() -> None:
    desk = Desk(a_pending_task(verified=False))
    assert (desk.queue, desk.status) == ("unverified", "unverified")
    desk.decide("verify")
    assert desk.queue == "pending"
    assert Review.objects.get().verified
    assert desk.decide("approve").status == "queued"


def test_a_review_of_another_source_needs_no_verification() -> None:
    desk = Desk(a_pending_task(verified=False, source="google"))
    assert desk.queue == "pending"
    assert desk.decide("approve").queue == "queued"


@pytest.mark.parametrize("way", [["escalate"], ["backlog", "escalate"], ["escalate", "investigate"]])
def test_an_unverified_review_cannot_be_approved_in_any_queue(way: list[str]) -> None:
    desk = Desk(a_pending_task(verified=False)).decide(*way)
    task = open_task(desk.process)
    desk.staff.put(f"/tasks/{task.pk}/lock")
    refused = desk.staff.post(f"/tasks/{task.pk}/decision", {"outcome": "approve"})
    assert (refused.status_code, refused.json()["code"]) == (409, "not_verified")
    choices = {choice["name"]: choice for choice in desk.staff.get(f"/tasks/{task.pk}").json()["outcomes"]}
    assert choices["approve"]["blocked"] == "not_verified"
    assert choices["reject"]["blocked"] is None


@pytest.mark.parametrize(
    ("verified", "way", "back"),
    [
        (True, ["backlog", "return"], "pending"),
        (False, ["backlog", "return"], "unverified"),
        (True, ["investigate", "return"], "pending"),
        (True, ["escalate", "return"], "pending"),
        (True, ["escalate", "investigate", "return"], "escalated"),
        (True, ["escalate", "investigate", "return", "return"], "pending"),
        (True, ["investigate", "escalate", "return"], "investigation"),
        (True, ["investigate", "escalate", "return", "return"], "pending"),
        (True, ["approve", "recall"], "pending"),
        (True, ["escalate", "approve", "recall"], "escalated"),
        (True, ["escalate", "approve", "recall", "return"], "pending"),
        (True, ["approve", "recall", "backlog", "return"], "pending"),
        (True, ["reject", "recall"], "pending"),
        (False, ["reject", "recall"], "unverified"),
    ],
)
def test_return_and_recall_lead_to_where_it_came_from(verified: bool, way: list[str], back: str) -> None:
    desk = Desk(a_pending_task(verified=verified)).decide(*way)
    assert (desk.queue, desk.status) == (back, back)


@pytest.mark.parametrize(
    ("verified", "way", "label"),
    [
        (True, ["backlog"], "Return to Moderate reviews"),
        (False, ["backlog"], "Return to Not yet verified"),
        (True, ["escalate", "investigate"], "Return to Escalated reviews"),
    ],
)
def test_return_names_the_queue_to_which_it_returns(verified: bool, way: list[str], label: str) -> None:
    desk = Desk(a_pending_task(verified=verified)).decide(*way)
    outcomes = desk.staff.get(f"/tasks/{open_task(desk.process).pk}").json()["outcomes"]
    assert [outcome["label"] for outcome in outcomes if outcome["name"] == "return"] == [label]


def test_a_review_screened_into_investigation_returns_to_the_queue_of_new_reviews() -> None:
    assert Desk(a_pending_task(text="I know where you live.")).decide("return").queue == "pending"
    unverified = Desk(a_pending_task(text="I know where you live.", verified=False))
    assert unverified.decide("return").queue == "unverified"


def test_a_rescheduled_publication_waits_for_its_new_time() -> None:
    desk = Desk(a_pending_task()).decide("approve")
    later = open_task(desk.process).created + timedelta(days=3)
    desk.decide("reschedule", until=later.isoformat(), why="The company asked for the order number first.")
    assert open_task(desk.process).fires_at == later
    assert desk.decide("recall", "approve").process
    fires_at = open_task(desk.process).fires_at
    assert fires_at
    assert fires_at < later


@pytest.mark.parametrize("until", ["2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z", "2026-11-20T10:00:00", "soon"])
def test_a_publication_is_not_rescheduled_to_the_past_or_for_ever(until: str) -> None:
    desk = Desk(a_pending_task()).decide("approve")
    task = open_task(desk.process)
    desk.staff.put(f"/tasks/{task.pk}/lock")
    body = {"outcome": "reschedule", "form": {"until": until, "why": "x"}}
    refused = desk.staff.post(f"/tasks/{task.pk}/decision", body)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["form.until"])
    assert "Value error" not in refused.json()["fields"]["form.until"][0], "a word of the library, not of the field"


def test_escalation_notes_reach_the_head_moderator() -> None:
    desk = Desk(a_pending_task()).decide("escalate")
    subject = desk.staff.get(f"/tasks/{open_task(desk.process).pk}").json()["subject"]
    assert subject["escalation_notes"] == "The owner threatens to sue."


def test_only_head_moderators_see_escalated_items() -> None:
    task = open_task(Desk(a_pending_task()).decide("escalate").process)
    moderator = Staff(a_moderator())
    assert moderator.get("/queues/escalated/tasks").status_code == 403
    assert moderator.put(f"/tasks/{task.pk}/lock").status_code == 403


def test_each_end_sends_one_event_with_a_sequence_per_review() -> None:
    desk = Desk(a_pending_task()).decide("approve", "publish")
    event = DomainEvent.objects.get()
    assert (event.kind, event.sequence, event.payload["status"]) == ("review.published", 1, "published")
    withdraw_process(desk.process)
    assert DomainEvent.objects.get(sequence=2).kind == "review.withdrawn"


def test_a_recalled_rejection_sends_no_event() -> None:
    Desk(a_pending_task()).decide("reject", "recall")
    assert not DomainEvent.objects.exists()


def test_a_head_moderator_reinstates_an_ended_process() -> None:
    desk = Desk(a_pending_task()).decide("reject", "confirm")
    path = f"/processes/review_moderation/{desk.process.pk}/reinstatement"
    answer = desk.staff.post(path, {"notes": "The author sent the receipt."})
    assert answer.status_code == 201
    new = Process.objects.get(pk=answer.json()["process"]["id"])
    assert (new.override_of_id, open_task(new).queue) == (desk.process.pk, "escalated")
    assert desk.status == "escalated"
    assert [event.action for event in TaskEvent.objects.filter(process=new)] == ["reinstate"]
    assert TaskEvent.objects.filter(process=desk.process).latest("seq").action == "override"
    assert desk.staff.post(path, {"notes": "Again."}).json()["code"] == "not_ended"
    history = Staff(a_head_moderator()).get(f"/processes/review_moderation/{new.pk}/history").json()
    assert [(entry["action"], entry["text"]) for entry in history["events"]] == [
        ("reinstate", "The author sent the receipt.")
    ]
    before = history["overridden"]  # not that somebody ended the hold
    assert (before["outcome"], before["actor"]["id"], before["data"]["reason"]) == (
        "reject",
        getattr(desk.staff.user, "pk", None),
        "fake",
    )
    assert before["text"]
    assert Desk(open_task(new)).decide("approve", "publish").outcome == "published"
    assert desk.staff.post(path, {"notes": "Once more."}).json()["code"] == "not_ended"
    assert desk.status == "published"


def test_a_running_process_cannot_be_reinstated_nor_by_a_moderator() -> None:
    running = a_pending_task().process
    path = f"/processes/review_moderation/{running.pk}/reinstatement"
    assert Staff(a_head_moderator()).post(path, {"notes": "Why not?"}).json()["code"] == "not_ended"
    assert Staff(a_moderator()).post(path, {"notes": "Why not?"}).status_code == 403


def test_a_withdrawal_ends_the_process_and_refuses_its_holder() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/lock")
    withdraw_process(task.process)
    withdraw_process(task.process)
    assert staff.post(f"/tasks/{task.pk}/decision", {"outcome": "approve"}).json()["code"] == "task_closed"
    task.process.refresh_from_db()
    assert (task.process.status, task.process.outcome) == ("DONE", "withdrawn")
    assert Review.objects.get().status == "withdrawn"
    assert [event.action for event in TaskEvent.objects.order_by("seq")] == ["start", "claim", "withdraw"]


def test_a_cancelled_process_has_no_end_and_no_open_task() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/lock")
    cancel_process(task.process, "Entered twice by mistake.")
    cancel_process(task.process, "Again.")
    task.process.refresh_from_db()
    assert (task.process.status, task.process.outcome) == ("CANCELED", "")
    assert staff.post(f"/tasks/{task.pk}/decision", {"outcome": "approve"}).json()["code"] == "task_closed"
    assert [event.action for event in TaskEvent.objects.order_by("seq")] == ["start", "claim", "cancel"]
    assert not DomainEvent.objects.exists()
