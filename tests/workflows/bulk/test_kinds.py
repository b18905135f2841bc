"""A queue that several kinds of process share: a batch is about the items of one kind."""

import pytest

from tests.factories import a_company, a_pending_task, open_task
from tests.staff import Staff
from tests.testimonials.arriving import an_ingested_testimonial
from tests.workflows.bulk.batches import ask, results, work
from workflows.models import BulkBatch, Task

REVIEWS, TESTIMONIALS = "review_moderation", "testimonial_transcription"
REFUSAL = {"reason": "offensive", "facts": "It insults her doctor."}


def backlog(head: Staff) -> tuple[Task, Task]:
    """A review and a testimonial that are put aside."""
    tasks = a_pending_task(), open_task(an_ingested_testimonial(a_company()))
    for task in tasks:
        head.decide(task.pk, "backlog")
    review, testimonial = (open_task(task.process) for task in tasks)
    return review, testimonial


def test_the_choices_of_a_queue_name_its_kinds(head: Staff) -> None:
    queues = {queue["queue"]: queue for queue in head.get("/bulk/queues").json()}
    assert queues["pending"]["kinds"] == [{"kind": REVIEWS, "title": "Moderation of a review"}]
    assert {queue: [each["kind"] for each in queues[queue]["kinds"]] for queue in ("backlog", "escalated")} == {
        "backlog": [REVIEWS, TESTIMONIALS],
        "escalated": [REVIEWS, "restriction_request", "ticket_resolution", TESTIMONIALS],
    }
    offered = [(outcome["kind"], outcome["name"]) for outcome in queues["backlog"]["outcomes"]]
    assert offered == [(kind, name) for kind in (REVIEWS, TESTIMONIALS) for name in ("return", "reject", "escalate")]
    forms = [each["form"]["title"] for each in queues["backlog"]["outcomes"] if each["name"] == "reject"]
    assert forms == ["Rejection", "Refusal"]
    written = [outcome for queue in queues.values() for outcome in queue["outcomes"] if outcome["form"]]
    titles = {outcome["form"]["title"] for outcome in written}
    assert "Transcribed" not in titles, "no two testimonials say the same"


def test_a_batch_is_about_the_kind_that_it_names(head: Staff) -> None:
    review, testimonial = backlog(head)
    body = {"queue": "backlog", "kind": TESTIMONIALS, "outcome": "reject"}
    seen = head.post("/bulk/preview", body).json()
    assert [row["task_id"] for row in seen["sample"]] == [testimonial.pk]
    answer = ask(head, "reject", "backlog", kind=TESTIMONIALS, form=REFUSAL)
    assert (answer.status_code, answer.json()["total"]) == (202, 1)
    work()
    batch = BulkBatch.objects.get(pk=answer.json()["id"])
    assert results(batch) == [("done", "", None)]
    assert head.get(f"/bulk/{batch.pk}").json()["kind"] == TESTIMONIALS
    assert Task.objects.get(pk=review.pk).is_open


def test_and_without_one_about_the_first_that_has_the_outcome(head: Staff) -> None:
    review, testimonial = backlog(head)
    answer = ask(head, "return", "backlog")
    assert (answer.status_code, answer.json()["total"]) == (202, 1)
    work()
    assert not Task.objects.get(pk=review.pk).is_open
    assert Task.objects.get(pk=testimonial.pk).is_open
    # only requests to restrict can be declined
    declined = head.post("/bulk/preview", {"queue": "escalated", "outcome": "decline"})
    assert (declined.status_code, declined.json()["count"]) == (200, 0)


@pytest.mark.parametrize(
    ("kind", "outcome", "field"),
    [
        ("ticket_resolution", "return", "kind"),  # no ticket is put into the backlog
        ("decision_check", "return", "kind"),
        (TESTIMONIALS, "approve", "outcome"),
        (REVIEWS, "decline", "outcome"),
    ],
)
def test_what_a_queue_has_not_is_refused(head: Staff, kind: str, outcome: str, field: str) -> None:
    answer = ask(head, outcome, "backlog", kind=kind)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])
