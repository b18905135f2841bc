"""What the demo made is worked on like anything else: each kind of item, by those who may, through the API."""

from typing import Any

import pytest

from accounts.models import User
from commands.demo.large import make_many_reviews
from commands.demo.people import make_accounts
from reviews.models import Letter, Review, ReviewStatus
from tests.staff import Staff
from tests.workflows.reviews.desk import do_jobs, end_holds
from workflows.engine.core.flows import queues, statuses
from workflows.engine.core.verification import find_faults
from workflows.models import OPEN, Process, Task

pytestmark = pytest.mark.usefixtures("database")

REASON = {"reason": "fake", "facts": "No such street."}
FORMS: dict[str, dict[str, str]] = {
    "approve": {},
    "backlog": {},
    "decline": {"why": "It may stay."},
    "restrict": REASON,
    "would_approve": {},
    "would_reject": REASON,
    "first": {"why": "It is an opinion."},
    "second": {"why": "It is an opinion."},
    "publish": {},
    "return": {},
    "verify": {},
}
DECISIONS = (
    ("pending", "approve"),
    ("unverified", "verify"),
    ("investigation", "return"),
    ("queued", "publish"),
    ("backlog", "return"),
    ("escalated", "approve"),
    ("requests_to_restrict", "decline"),
    ("requests_to_restrict", "restrict"),
    ("second_look", "would_approve"),
    ("second_look", "would_reject"),
    ("disagreements", "first"),
    ("disagreements", "second"),
)


@pytest.fixture(autouse=True)
def desk(database: None) -> None:
    make_accounts()
    make_many_reviews(1_500, seed=4, open_share=0.7)


def head() -> Staff:
    return Staff(User.objects.get(email="head@docket.test"))


def not_barred(queue: str) -> tuple[Staff, Task]:
    """Somebody who may work on an item of a queue, and the item."""
    for task in Task.objects.filter(queue=queue, status__in=OPEN, assignee=None, snoozed_until=None):
        for user in User.objects.filter(email__in=("head@docket.test", "moderator@docket.test")).order_by("email"):
            if not task.bars(user.pk) and user.may(queues()[queue].permission):
                return Staff(user), task
    raise AssertionError(queue)


def decide(staff: Staff, task: Task, outcome: str) -> Any:
    assert staff.put(f"/tasks/{task.pk}/lock").status_code == 200
    answer = staff.post(f"/tasks/{task.pk}/decision", {"outcome": outcome, "form": FORMS[outcome]})
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_an_item_of_each_queue_is_decided() -> None:
    touched = {_decided(queue, outcome) for queue, outcome in DECISIONS}
    end_holds()
    do_jobs()
    assert not [fault for fault in find_faults() if fault.process_id in touched]
    assert not Process.objects.filter(pk__in=touched, status="NEW", task_set=None).exists()


def _decided(queue: str, outcome: str) -> int:
    """The process of the item."""
    staff, task = not_barred(queue)
    if queue == "escalated":
        reinstated = Task.objects.filter(queue=queue, status__in=OPEN, process__override_of__isnull=False)
        task = reinstated.earliest("pk")
    decide(staff, task, outcome)
    return task.process_id


def test_every_list_and_story_can_be_read() -> None:
    staff = head()
    for name in (*queues(), "assigned_to_me", "assigned_to_others", "set_aside"):
        page = staff.get(f"/queues/{name}/tasks")
        assert page.status_code == 200
        assert page.json()["items"] or name == "assigned_to_me", name
        for item in page.json()["items"][:2]:
            assert staff.get(f"/tasks/{item['task_id']}").status_code == 200
    for status in statuses():
        review = Review.objects.filter(status=status).latest("pk")
        assert staff.get(f"/review/{review.pk}").status_code == 200
    for path in ("/team", "/quality", "/user/me/escalations", "/mentions", "/user/me/figures"):
        assert staff.get(path).status_code == 200
    assert staff.get("/quality").json()["people"]


def test_the_statement_of_a_rejection_is_read_with_its_letter() -> None:
    staff = head()
    listed = staff.get("/statements").json()["items"]
    assert listed
    sent = Letter.objects.filter(about=Letter.About.STATEMENT, state=Letter.State.SENT).latest("sent_at")
    story = staff.get(f"/review/{sent.review_id}").json()
    (statement, *_) = story["statements"]
    assert statement["mail"]["state"] == "sent"


def test_a_restricted_review_is_reinstated_and_approved() -> None:
    staff = head()
    process = Process.objects.filter(outcome="restricted", overrides=None).latest("pk")
    answer = staff.post(f"/processes/restriction_request/{process.pk}/reinstatement", {"notes": "Look again."})
    assert answer.status_code == 201, answer.content
    assert Review.objects.get(pk=process.subject_id).status == "escalated"
    new = Process.objects.get(override_of=process)
    decide(staff, Task.objects.get(process=new, status__in=OPEN), "approve")
    end_holds()
    do_jobs()
    assert Review.objects.get(pk=process.subject_id).status == ReviewStatus.PUBLISHED


def test_assigned_work_waits_for_whom_it_was_given_to() -> None:
    task = Task.objects.filter(status__in=OPEN, queue="pending", assignee__isnull=False, snoozed_until=None).latest(
        "pk"
    )
    person = User.objects.get(pk=task.assignee_id)
    listed = Staff(person).get("/queues/assigned_to_me/tasks").json()["items"]
    assert task.pk in {item["task_id"] for item in listed}
    other = User.objects.exclude(pk=person.pk).filter(access_level="MODERATOR").latest("pk")
    assert Staff(other).put(f"/tasks/{task.pk}/lock").status_code == 409
    decide(Staff(person), task, "approve" if Review.objects.get(pk=task.process.subject_id).verified else "backlog")
