"""Decisions that a second person looks at, blind: drawn by chance, kept from the first one, told to head moderators."""

from typing import Any

import pytest
from django.conf import settings
from django.db.models.functions import Now
from pytest_django import Settings

from reviews.models import Review
from reviews.revisions import revise_review
from tests.consistency import inconsistencies
from tests.factories import a_head_moderator, a_moderator, a_pending_task, open_task
from tests.sent_reviews import a_sent_review
from tests.staff import Staff
from workflows.engine.core.lifecycle import withdraw_process
from workflows.jobs import second_look
from workflows.models import OutboxMessage, Process, SampledDecision, Task, TaskEvent
from workflows.reviews.ingest import ingest_reviews
from workflows.second_look import SecondLook
from workflows.second_looks.sampling import draw

REJECTION = {"reason": "fake", "facts": "No such street."}
OPINION = {"reason": "hate", "facts": "It is against a people."}


@pytest.fixture(autouse=True)
def everything_is_drawn(settings: Settings) -> None:
    settings.QUALITY_SAMPLE = 1.0


def decide(staff: Staff, task: Task, outcome: str, form: Any = None) -> Any:
    return staff.decide(task.pk, outcome, form)


def a_decided_process(first: Staff, outcome: str = "reject") -> Process:
    task = a_pending_task()
    decide(first, task, outcome, REJECTION if outcome == "reject" else None)
    decide(first, open_task(task.process), "confirm" if outcome == "reject" else "publish")
    return task.process


def a_second_look(first: Staff, outcome: str = "reject") -> Task:
    """A task of the queue second_look, as the job makes it."""
    process = a_decided_process(first, outcome)
    enqueued = OutboxMessage.objects.get(topic="second_look")
    assert enqueued.payload == {"process": process.pk}
    second_look(enqueued.payload)
    return open_task(SampledDecision.objects.get(decision__process=process).process)


def test_a_decision_that_is_drawn_waits_for_a_second_person_after_its_hold() -> None:
    first = Staff(a_moderator())
    task = a_pending_task()
    decide(first, task, "reject", REJECTION)
    assert not OutboxMessage.objects.filter(topic="second_look").exists()  # within the hold it can still be recalled
    decide(first, open_task(task.process), "confirm")
    assert OutboxMessage.objects.filter(topic="second_look").count() == 1


def test_the_share_is_drawn_and_the_draw_of_a_process_is_always_the_same(settings: Settings) -> None:
    settings.QUALITY_SAMPLE = 0.25
    processes = [Process(pk=number) for number in range(1, 401)]
    for process in [*processes, *processes]:
        draw(process)
    drawn = [message.payload["process"] for message in OutboxMessage.objects.order_by("pk")]
    half = len(drawn) // 2
    assert drawn[:half] == drawn[half:]
    assert 60 < half < 140
    settings.QUALITY_SAMPLE = 0.0
    draw(processes[0])
    assert OutboxMessage.objects.count() == 2 * half


def test_withdrawn_reviews_and_decisions_of_heads_get_no_second_look() -> None:
    task = a_pending_task()
    withdraw_process(task.process)
    assert not OutboxMessage.objects.filter(topic="second_look").exists()
    head, other = Staff(a_head_moderator()), a_pending_task()
    decide(head, other, "escalate", {"notes": "Hm."})
    decide(head, open_task(other.process), "approve")
    decide(head, open_task(other.process), "publish")
    second_look({"process": other.process_id})
    assert not SampledDecision.objects.exists()


def test_a_repeated_job_creates_one_second_look() -> None:
    a_second_look(Staff(a_moderator()))
    second_look(OutboxMessage.objects.get(topic="second_look").payload)
    assert SampledDecision.objects.count() == 1


def test_while_a_second_look_is_open_the_next_decision_about_the_review_gets_none() -> None:
    first, head = Staff(a_moderator()), Staff(a_head_moderator())
    process = a_second_look(first).process
    OutboxMessage.objects.all().delete()
    decided = SampledDecision.objects.get(process=process).decision.process
    path = f"/processes/review_moderation/{decided.pk}/reinstatement"
    assert head.post(path, {"notes": "Another look."}).status_code == 201
    again = Process.objects.get(override_of=decided)
    decide(head, open_task(again), "return", {"advice": "Decide it again."})
    decide(first, open_task(again), "reject", REJECTION)
    decide(first, open_task(again), "confirm")
    second_look(OutboxMessage.objects.get(topic="second_look").payload)
    assert SampledDecision.objects.count() == 1


def test_the_second_person_does_not_learn_the_first_decision() -> None:
    first = Staff(a_moderator("Ada First"))
    task = a_second_look(first)
    second = Staff(a_moderator())
    detail = second.get(f"/tasks/{task.pk}")
    history = second.get(f"/processes/decision_check/{task.process_id}/history")
    row = second.get("/queues/second_look/tasks")
    assert detail.json()["subject"]["status"] == "UNKNOWN"
    assert set(detail.json()["subject"]["company"]) == {"id", "name"}
    for answer in (detail, history, row):
        assert answer.status_code == 200
        for word in ("Ada", "No such street", '"decider"', '"decided"'):
            assert word not in answer.content.decode(), word


def test_the_first_decider_cannot_see_or_claim_the_second_look() -> None:
    first = Staff(a_moderator())
    task = a_second_look(first)
    assert first.get(f"/tasks/{task.pk}").status_code == 404
    assert first.put(f"/tasks/{task.pk}/lock").status_code == 404
    assert first.post("/queues/second_look/next").status_code == 204
    assert first.get("/queues/second_look/tasks").json()["items"] == []
    second = Staff(a_moderator())
    assert second.post("/queues/second_look/next").json()["task_id"] == task.pk
    assert first.user is not None
    names = [person["id"] for person in second.get(f"/tasks/{task.pk}/colleagues").json()]
    assert first.user.pk not in names


def test_an_agreement_ends_the_second_look_and_changes_no_review() -> None:
    task = a_second_look(Staff(a_moderator()))
    decide(Staff(a_moderator()), task, "would_reject", REJECTION)
    task.process.refresh_from_db()
    assert (task.process.status, task.process.outcome) == ("DONE", "agreed")
    assert Review.objects.get().status == "rejected"


def test_a_disagreement_is_decided_by_a_head_moderator_who_reads_both(head: Staff) -> None:
    task = a_second_look(Staff(a_moderator("Ada First")))
    decide(Staff(a_moderator()), task, "would_approve")
    disagreement = open_task(task.process)
    assert disagreement.queue == "disagreements"
    assert Staff(a_moderator()).get(f"/tasks/{disagreement.pk}").status_code == 403
    assert "rejected" in head.get(f"/tasks/{disagreement.pk}").json()["subject"]["company"]  # figures tell nothing new
    events = head.get(f"/processes/decision_check/{task.process_id}/history").json()["events"]
    assert [event["action"] for event in events] == ["start", "claim", "decide", "reveal"]
    assert events[-1]["label"] == "Reject"
    assert (events[-1]["actor"]["name"], events[-1]["outcome"], events[-1]["text"]) == (
        "Ada First",
        "reject",
        REJECTION["facts"],
    )
    decide(head, disagreement, "second", {"why": "The street exists."})
    task.process.refresh_from_db()
    assert task.process.outcome == "second_was_right"
    assert Review.objects.get().status == "rejected"  # the ruling alone changes no review


def test_the_verdict_on_a_disagreement_can_be_undone_and_given_anew() -> None:
    task = a_second_look(Staff(a_moderator()))
    decide(Staff(a_moderator()), task, "would_approve")
    disagreement, head = open_task(task.process), Staff(a_head_moderator())
    assert {outcome["undo"] for outcome in head.get(f"/tasks/{disagreement.pk}").json()["outcomes"]} == {True}
    assert decide(head, disagreement, "second", {"why": "The street exists."})["undo_until"] is not None
    assert [row["refusal"] for row in head.get("/user/me/decisions").json()] == [None]
    assert head.post(f"/tasks/{disagreement.pk}/undo").json()["queue"] == "disagreements"
    task.process.refresh_from_db()
    assert (task.process.status, task.process.outcome) == ("NEW", "")
    assert [row["overruled"] for row in head.get("/quality").json()["people"]] == [0]
    decide(head, disagreement, "first", {"why": "It does not."})
    Task.objects.filter(pk=disagreement.pk).update(finished=Now() - settings.UNDO_TIME)
    assert head.post(f"/tasks/{disagreement.pk}/undo").json()["code"] == "undo_over"
    assert list(inconsistencies()) == []


def test_a_second_look_that_has_shown_the_first_decision_cannot_be_undone() -> None:
    second = Staff(a_moderator())
    task = a_second_look(Staff(a_moderator()))
    assert {outcome["undo"] for outcome in second.get(f"/tasks/{task.pk}").json()["outcomes"]} == {False}
    assert decide(second, task, "would_approve")["undo_until"] is None
    assert second.post(f"/tasks/{task.pk}/undo").json()["code"] == "undo_impossible"


def test_only_what_can_be_reopened_offers_it() -> None:
    task = a_second_look(Staff(a_moderator()))
    decide(Staff(a_moderator()), task, "would_approve")
    disagreement, head = open_task(task.process), Staff(a_head_moderator())
    assert head.get(f"/tasks/{disagreement.pk}").json()["can_be_reopened"] is False
    decide(head, disagreement, "second", {"why": "The street exists."})
    first = SampledDecision.objects.get(process=task.process).decision
    offered = [head.get(f"/tasks/{pk}").json()["can_be_reopened"] for pk in (disagreement.pk, first.task_id)]
    assert offered == [False, True]
    refused = head.post(f"/processes/decision_check/{task.process_id}/reinstatement", {"notes": "Look again."})
    assert (refused.status_code, refused.json()["code"]) == (409, "not_ended")


def test_agreement_is_reported_by_person_and_by_reason() -> None:
    ada, second, head = a_moderator("Ada First"), Staff(a_moderator()), Staff(a_head_moderator())
    decide(second, a_second_look(Staff(ada)), "would_reject", REJECTION)
    OutboxMessage.objects.all().delete()
    decide(second, a_second_look(Staff(ada)), "would_reject", OPINION)
    OutboxMessage.objects.all().delete()
    task = a_second_look(Staff(ada))
    decide(second, task, "would_approve")
    decide(head, open_task(task.process), "second", {"why": "The street exists."})
    OutboxMessage.objects.all().delete()
    a_second_look(Staff(ada), "approve")  # nobody has looked at it yet
    report = head.get("/quality").json()
    assert report["share"] == 1.0
    # Wilson's interval of two of three
    interval = {"low": pytest.approx(0.2077, abs=1e-4), "high": pytest.approx(0.9385, abs=1e-4)}
    assert report["total"] == {"checked": 3, "agreed": 2, "same_reason": 1, **interval}
    assert report["people"] == [
        {
            "person": {"id": ada.pk, "name": "Ada First"},
            "checked": 3,
            "agreed": 2,
            "same_reason": 1,
            "overruled": 1,
            **interval,
        }
    ]
    assert report["reasons"] == [{"code": "fake", "title": "Fake", **report["total"]}]
    assert second.get("/quality").status_code == 403


def test_a_second_look_leaves_one_entry_a_step_and_no_event_for_the_outside() -> None:
    task = a_second_look(Staff(a_moderator()))
    before = OutboxMessage.objects.filter(topic="announce").count()
    decide(Staff(a_moderator()), task, "would_reject", REJECTION)
    actions = TaskEvent.objects.filter(process=task.process).order_by("seq").values_list("action", flat=True)
    assert list(actions) == ["start", "claim", "decide"]
    assert OutboxMessage.objects.filter(topic="announce").count() == before


def test_the_second_person_does_not_rule_on_their_own_disagreement() -> None:
    task, second = a_second_look(Staff(a_moderator())), Staff(a_head_moderator())
    decide(second, task, "would_approve")
    disagreement = open_task(task.process)
    assert second.get(f"/tasks/{disagreement.pk}").status_code == 404
    assert second.put(f"/tasks/{disagreement.pk}/lock").status_code == 404
    assert second.get("/queues/disagreements/tasks").json()["items"] == []
    assert second.post("/queues/disagreements/next").status_code == 204
    assert Staff(a_head_moderator()).post("/queues/disagreements/next").status_code == 200


def test_the_deciders_and_moderators_cannot_read_a_second_looks_history() -> None:
    first, second, other = Staff(a_moderator()), Staff(a_moderator()), Staff(a_moderator())
    task = a_second_look(first)
    path = f"/processes/decision_check/{task.process_id}/history"
    assert first.get(path).status_code == 404
    assert second.get(path).status_code == 200
    decide(second, task, "would_reject", REJECTION)
    assert [reader.get(path).status_code for reader in (first, second, other)] == [404, 404, 404]
    assert Staff(a_head_moderator()).get(path).status_code == 200


def test_a_text_that_came_before_the_sample_was_taken_is_not_what_was_decided() -> None:
    """The job that begins a second look comes some time after the end of the process."""
    sent = a_sent_review(external_id="a", text="They came on time.", verified=True)
    ingest_reviews([sent])
    process = Process.objects.get()
    first = Staff(a_moderator())
    decide(first, open_task(process), "approve")
    decide(first, open_task(process), "publish")
    ingest_reviews([{**sent, "text": "They came late."}])
    second_look({"process": process.pk})
    check = Process.objects.get(flow_class=SecondLook)
    subject = Staff(a_moderator()).get(f"/tasks/{open_task(check).pk}").json()["subject"]
    assert (subject["text"], subject["revision"]) == ("They came on time.", 1)


def test_a_second_look_shows_the_revision_that_was_decided() -> None:
    task = a_second_look(Staff(a_moderator()))
    revise_review(Review.objects.get().pk, {"text": "They came late."}, reason="New words")
    second = Staff(a_moderator())
    subject = second.get(f"/tasks/{task.pk}").json()["subject"]
    assert (subject["text"], subject["revision"]) == ("They came on time.", 1)
    second.put(f"/tasks/{task.pk}/lock")
    body = {"outcome": "would_reject", "form": REJECTION}
    stale = second.post(f"/tasks/{task.pk}/decision", {**body, "revision": 2})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_revision")
    assert second.post(f"/tasks/{task.pk}/decision", {**body, "revision": 1}).status_code == 200


def test_a_second_look_cannot_be_reinstated() -> None:
    task = a_second_look(Staff(a_moderator()))
    decide(Staff(a_moderator()), task, "would_reject", REJECTION)
    path = f"/processes/decision_check/{task.process_id}/reinstatement"
    answer = Staff(a_head_moderator()).post(path, {"notes": "Again."})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_ended")
