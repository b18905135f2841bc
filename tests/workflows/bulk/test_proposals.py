"""What a tried entry of the banned words matches can be investigated together, when a person says so."""

from typing import Any

from viewflow.workflow.status import PROCESS

from accounts.rights import AccessLevel
from banned_words.models import WordTrial
from reviews.models import Review
from tests.consistency import inconsistencies
from tests.factories import a_head_moderator, a_pending_task, a_process, an_account, open_task
from tests.staff import Staff
from tests.workflows.bulk.batches import ask, results, work
from tests.workflows.reviews.desk import do_jobs, end_holds, reject
from workflows.models import BulkBatch, Process, Task, TaskEvent
from workflows.restriction_request import RestrictionRequest

QUESTION = {"question": "Is this about their own visit?"}


def a_published_review(head: Staff, text: str) -> int:
    task = a_pending_task(text=text)
    head.decide(task.pk, "approve")
    end_holds()
    do_jobs()
    assert Review.objects.get(pk=task.process.subject_id).status == "published"
    return task.process.subject_id


def tried(head: Staff, term: str = "quackery") -> int:
    trial = int(head.post("/banned-words/trial", {"entry": {"term": term}}).json()["id"])
    do_jobs()
    return trial


def preview(head: Staff, trial: int, queue: str = "published") -> Any:
    answer = head.post("/bulk/preview", {"queue": queue, "outcome": "investigate", "filter": {"trial": trial}})
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_published_matches_are_investigated_when_a_person_says_so(head: Staff) -> None:
    matching = [a_published_review(head, text) for text in ("Pure quackery.", "No qu4ckery here.")]
    other = a_published_review(head, "They came on time.")
    trial = tried(head)
    before = TaskEvent.objects.count()
    seen = preview(head, trial)
    assert (seen["count"], seen["held"], len(seen["sample"])) == (2, 0, 2)
    assert TaskEvent.objects.count() == before, "a proposal changes nothing"
    batch = BulkBatch.objects.get(
        pk=ask(head, "investigate", "published", filter={"trial": trial}, form=QUESTION).json()["id"]
    )
    work()
    assert results(batch) == [("done", "", None)] * 2
    assert set(Review.objects.filter(status="investigation").values_list("pk", flat=True)) == set(matching)
    assert Review.objects.get(pk=other).status == "published"
    assert head.user
    for review in matching:
        old, new = Process.objects.filter(subject_id=review).order_by("pk")
        assert new.override_of_id == old.pk
        entries = TaskEvent.objects.filter(process=new).order_by("pk").values_list("action", "outcome", "actor_id")
        assert list(entries) == [("reinstate", "", head.user.pk), ("decide", "investigate", head.user.pk)]
    assert list(inconsistencies()) == []
    detail = head.get(f"/bulk/{batch.pk}").json()
    assert (detail["title"], detail["undo"], detail["filter"]) == ("Published reviews", False, {"trial": trial})
    assert head.post(f"/bulk/{batch.pk}/rollback").json()["code"] == "batch_state"


def test_open_matches_are_chosen_by_the_trial_too(head: Staff) -> None:
    task = a_pending_task(text="Pure quackery.")
    a_pending_task(text="They came on time.")
    trial = tried(head)
    assert [row["task_id"] for row in preview(head, trial, "pending")["sample"]] == [task.pk]
    assert ask(head, "investigate", "pending", filter={"trial": trial}, form=QUESTION).json()["total"] == 1
    work()
    assert open_task(task.process).queue == "investigation"


def test_what_changed_since_is_left_out(head: Staff) -> None:
    asked, withdrawn, reopened = (a_published_review(head, f"Quackery {number}.") for number in range(3))
    trial = tried(head)
    assert preview(head, trial)["count"] == 3
    request_to_restrict(head, asked)
    Review.objects.filter(pk=withdrawn).update(status="withdrawn")
    ended = Process.objects.get(subject_id=reopened)
    path = f"/processes/review_moderation/{ended.pk}/reinstatement"
    assert head.post(path, {"notes": "Another look."}).status_code == 201
    assert preview(head, trial)["count"] == 0
    assert ask(head, "investigate", "published", filter={"trial": trial}, form=QUESTION).json()["code"] == "no_items"


def test_a_review_that_somebody_asks_to_restrict_meanwhile_stays_published(head: Staff) -> None:
    """Its reinstatement would close the request, about which a person decides."""
    review = a_published_review(head, "Pure quackery.")
    answer = ask(head, "investigate", "published", filter={"trial": tried(head)}, form=QUESTION)
    request_to_restrict(head, review)
    work()
    assert results(BulkBatch.objects.get(pk=answer.json()["id"])) == [("failed", "not_ended", None)]
    assert Review.objects.get(pk=review).status == "published"
    assert Process.objects.filter(flow_class=RestrictionRequest, status=PROCESS.NEW).count() == 1


def request_to_restrict(head: Staff, review: int) -> None:
    contact = {"name": "Ada Marsh", "email": "ada@example.com", "role": "Owner"}
    body = {"review": review, "ground": "offensive", "facts": "A harsh word.", "contact": contact, "good_faith": True}
    assert head.post("/restriction-requests", body).status_code == 201


def test_a_proposal_wants_the_rights_of_all_that_it_does(head: Staff) -> None:
    a_published_review(head, "Pure quackery.")
    trial = tried(head)
    assert head.user
    for missing in ("bulk_moderation", "banned_words", "head_moderator"):
        access = [name for name in head.user.cms_access if name != missing]
        without = Staff(an_account(AccessLevel.HEAD_MODERATOR, access=access))
        answer = ask(without, "investigate", "published", filter={"trial": trial}, form=QUESTION)
        assert answer.status_code == 403, missing
    names = [queue["queue"] for queue in head.get("/bulk/queues").json() if queue["past"]]
    assert names == ["published"]


def test_published_reviews_are_never_chosen_without_a_trial(head: Staff) -> None:
    answer = ask(head, "investigate", "published", form=QUESTION)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["filter.trial"])
    assert ask(head, "investigate", "published", filter={"trial": 987_654}, form=QUESTION).status_code == 404
    unfinished = WordTrial.objects.create(entry={"term": "quackery"})
    assert ask(head, "investigate", "published", filter={"trial": unfinished.pk}).status_code in (404, 422)


def test_many_published_reviews_want_a_second_person(head: Staff, settings: Any) -> None:
    for number in range(2):
        a_published_review(head, f"Quackery {number}.")
    trial = tried(head)
    settings.BULK_CONFIRM_ABOVE = 1
    assert preview(head, trial)["confirmation"]
    answer = ask(head, "investigate", "published", filter={"trial": trial}, form=QUESTION)
    assert answer.json()["state"] == "confirming"


def test_the_reader_of_a_second_look_does_not_choose_the_review(head: Staff, settings: Any) -> None:
    settings.QUALITY_SAMPLE = 1.0
    a_published_review(head, "Pure quackery.")
    trial, second = tried(head), Staff(a_head_moderator())
    assert preview(second, trial)["count"] == 1
    assert second.put(f"/tasks/{Task.objects.get(queue='second_look').pk}/lock").status_code == 200
    assert preview(second, trial)["count"] == 0, "that it is published is the first decision"
    assert preview(head, trial)["count"] == 1


def test_a_review_that_was_published_twice_is_one_item(head: Staff) -> None:
    review = a_published_review(head, "Pure quackery.")
    ended = Process.objects.get(subject_id=review)
    path = f"/processes/review_moderation/{ended.pk}/reinstatement"
    assert head.post(path, {"notes": "Another look."}).status_code == 201
    for outcome in ("approve", "publish"):
        task = open_task(Process.objects.filter(subject_id=review).latest("pk"))
        head.decide(task.pk, outcome)
    do_jobs()
    trial = tried(head)
    assert preview(head, trial)["count"] == 1
    batch = ask(head, "investigate", "published", filter={"trial": trial}, form=QUESTION).json()
    work()
    assert results(BulkBatch.objects.get(pk=batch["id"])) == [("done", "", None)]


def test_a_rejected_match_is_no_part_of_a_proposal(head: Staff) -> None:
    reject(head, a_pending_task(text="Pure quackery."))
    end_holds()
    do_jobs()
    process = a_process(text="Quackery.")
    trial = tried(head)
    assert WordTrial.objects.get(pk=trial).matched == [process.subject_id]
