"""Hidden items are not counted: figures, counts and lists of a person agree (product.md, last line)."""

from functools import partial
from typing import Any

import pytest

from accounts.models import User
from reviews.models import Review
from tests.api.queries import sent_by, within_budget
from tests.factories import a_head_moderator, a_moderator, a_pending_task, a_review, a_second_look, an_admin, open_task
from tests.staff import Staff
from workflows.models import CountsSnapshot, Task


def forget_snapshot() -> None:
    """So that the next call counts anew, as after a second."""
    CountsSnapshot.objects.all().delete()


def decider_of(task: Task) -> User:
    assert task.barred_id is not None
    return User.objects.get(pk=task.barred_id)


def figures(staff: Staff, queue: str) -> dict[str, Any]:
    return next(row for row in staff.get("/queues").json() if row["name"] == queue)


def listed(staff: Staff, queue: str) -> int:
    return len(staff.get(f"/queues/{queue}/tasks").json()["items"])


def assert_all_agree(staff: Staff) -> None:
    forget_snapshot()
    counts = staff.get("/cms/counts").json()
    for view in ("assigned_to_me", "assigned_to_others"):
        assert counts[view] == listed(staff, view), view
    for row in staff.get("/queues").json():
        assert row["open"] == listed(staff, row["name"]) == counts[row["name"]], row["name"]
        assert (row["oldest_at"] is None) == (row["open"] == 0), row["name"]


def test_counts_of_the_first_decider_exclude_the_second_look() -> None:
    task, other_task = a_second_look(), a_second_look()
    first, second = Staff(decider_of(task)), Staff(a_head_moderator())
    assert (figures(first, "second_look")["open"], figures(second, "second_look")["open"]) == (1, 2)
    assert figures(first, "second_look")["oldest_at"] == figures(Staff(decider_of(task)), "second_look")["oldest_at"]
    second.put(f"/tasks/{task.pk}/lock")
    second.put(f"/tasks/{other_task.pk}/lock")
    forget_snapshot()
    assert first.get("/cms/counts").json()["assigned_to_others"] == 1
    for staff in (first, second, Staff(a_moderator())):
        assert_all_agree(staff)


def test_beside_an_item_a_company_has_the_figures_of_its_page() -> None:
    checked = a_second_look()
    company = Review.objects.get(pk=checked.process.subject_id).company
    item = a_pending_task(a_review(company))
    for staff, received, rejected in ((Staff(decider_of(checked)), 2, 1), (Staff(a_moderator()), 1, 0)):
        page = staff.get(f"/company/{company.pk}").json()
        assert page["reviews"] == received
        assert sum(row["reviews"] for row in page["by_status"] if row["status"] == "rejected") == rejected
        for path, name in ((f"/tasks/{item.pk}", "subject"), (f"/review/{item.process.subject_id}", "review")):
            found = staff.get(path).json()[name]["company"]
            assert (found["recent"], found["rejected"]) == (received, rejected)


def test_the_oldest_item_excludes_hidden_items() -> None:
    oldest, newer = a_second_look(), a_second_look()
    assert oldest.created < newer.created
    first = figures(Staff(decider_of(oldest)), "second_look")["oldest_at"]
    second = figures(Staff(decider_of(newer)), "second_look")["oldest_at"]
    assert second < first


def test_neither_of_the_two_counts_their_disagreement() -> None:
    task, second = a_second_look(), Staff(a_head_moderator())
    assert second.user is not None
    User.objects.filter(pk=decider_of(task).pk).update(cms_access=second.user.cms_access)
    second.decide(task.pk, "would_approve")
    third, other = Staff(a_head_moderator()), Staff(a_head_moderator())
    third.put(f"/tasks/{open_task(task.process).pk}/lock")
    forget_snapshot()
    first = Staff(decider_of(task))
    for staff, number in ((first, 0), (second, 0), (third, 1), (other, 1)):
        assert figures(staff, "disagreements")["open"] == number
        assert_all_agree(staff)


def test_history_tells_nobody_that_a_second_look_at_their_decision_is_running() -> None:
    task = a_second_look()
    decider = decider_of(task)
    User.objects.filter(pk=decider.pk).update(cms_access=[*decider.cms_access, "history"])
    first, admin = Staff(decider), Staff(an_admin())

    def told(staff: Staff) -> tuple[int, int, int]:
        """Entries in the list and in the file, and items that wait, by the figures."""
        listed = staff.get("/history?kind=decision_check").json()["items"]
        file = b"".join(staff.get("/history/export?kind=decision_check").streaming_content)
        steps = staff.get("/processes/decision_check/figures").json()["steps"]
        return len(listed), len(file.splitlines()) - 1, sum(step["open"] for step in steps)

    assert (told(first), told(admin)) == ((0, 0, 0), (1, 1, 1))
    second = Staff(a_moderator())
    second.put(f"/tasks/{task.pk}/lock")
    second.post(
        f"/tasks/{task.pk}/decision", {"outcome": "would_reject", "form": {"reason": "fake", "facts": "It is."}}
    )
    # both decisions agree, so the second look has ended and its decider is no longer hidden
    assert told(first) == told(admin)
    assert told(first)[0] > 1


def test_hidden_items_cost_one_statement_only_if_there_are_any(staff: Staff) -> None:
    forget_snapshot()
    staff.get("/queues")
    freeze_snapshot()
    without = len(sent_by(partial(staff.get, "/queues")))
    a_second_look()
    forget_snapshot()
    staff.get("/queues")
    freeze_snapshot()
    assert len(sent_by(partial(staff.get, "/queues"))) == without + 1
    within_budget("counts", partial(staff.get, "/cms/counts"))  # with one's own items


def freeze_snapshot() -> None:
    CountsSnapshot.objects.update(refreshed_at="2036-01-01T00:00:00Z")


def page_of(staff: Staff, company: int) -> tuple[Any, Any, int]:
    figures = staff.get(f"/company/{company}").json()
    months = sum(month["reviews"] for month in figures["months"])
    statuses = [row["status"] for row in staff.get(f"/company/{company}/reviews").json()["items"]]
    counted = {row["status"]: row["reviews"] for row in figures["by_status"]}
    assert counted == {status: statuses.count(status) for status in set(statuses)}
    assert figures["reviews"] == len(statuses)
    return counted, figures["rating"], months


@pytest.mark.parametrize("step", ["free", "held", "assigned"])
def test_the_page_of_its_company_shows_no_figure_with_a_second_look_to_whoever_may_take_it(step: str) -> None:
    task, person, head = a_second_look(), a_moderator(), Staff(a_head_moderator())
    second = Staff(person)
    company = Review.objects.get(pk=task.process.subject_id).company
    a_review(company, status="published", rating=5)
    first = Staff(decider_of(task))
    assert page_of(first, company.pk)[0] == {"rejected": 1, "published": 1}
    if step == "held":
        assert second.put(f"/tasks/{task.pk}/lock").status_code == 200
    elif step == "assigned":
        head.put(f"/tasks/{task.pk}/assignee", {"user_id": person.pk})
    assert page_of(second, company.pk) == ({"published": 1}, 5.0, 1)
    rejection = {"reason": "fake", "facts": "No such street."}
    second.put(f"/tasks/{task.pk}/lock")
    decided = second.post(f"/tasks/{task.pk}/decision", {"outcome": "would_reject", "form": rejection})
    assert decided.status_code == 200, decided.content
    assert page_of(second, company.pk)[0] == {"rejected": 1, "published": 1}
