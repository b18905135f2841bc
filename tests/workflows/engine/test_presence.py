"""Who has what open: seen by the others, for 25 seconds, and nothing more (product.md, The API)."""

from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from accounts.models import AccessToken, User
from tests.factories import a_moderator, a_pending_task, a_second_look, an_account
from tests.staff import Staff
from workflows.engine.verbs.presence import prune_presence
from workflows.models import Presence, Task, TaskEvent


def look(staff: Staff, task: Task) -> list[str]:
    answer = staff.put(f"/presence/task/{task.pk}")
    assert answer.status_code == 200, answer.content
    return [person["name"] for person in answer.json()]


def open_with(staff: Staff) -> list[list[str]]:
    rows = staff.get("/queues/pending/tasks").json()["items"]
    return [[person["name"] for person in row["open_with"]] for row in rows]


def test_people_see_each_other_and_not_themselves() -> None:
    task, other = a_pending_task(), a_pending_task()
    marta, callum = Staff(a_moderator("Marta Ellwood")), Staff(a_moderator("Callum Frayne"))
    assert look(marta, task) == []
    assert look(callum, task) == ["Marta Ellwood"]
    assert look(marta, task) == ["Callum Frayne"]
    assert look(callum, other) == []
    assert open_with(marta) == [["Callum Frayne"], ["Callum Frayne"]]
    assert open_with(Staff(a_moderator())) == [["Callum Frayne", "Marta Ellwood"], ["Callum Frayne"]]


def test_presence_ends_after_25_seconds_without_a_call() -> None:
    task, marta, callum = a_pending_task(), Staff(a_moderator()), Staff(a_moderator())
    before = timezone.now()
    look(marta, task)
    assert before <= Presence.objects.get().until - timedelta(seconds=25) <= timezone.now()
    Presence.objects.update(until=F("until") - timedelta(seconds=25))
    assert look(callum, task) == []
    assert open_with(callum) == [[]]
    assert prune_presence() == 1
    assert Presence.objects.count() == 1


def test_presence_ends_at_once_on_closing() -> None:
    task, marta, callum = a_pending_task(), Staff(a_moderator()), Staff(a_moderator())
    look(marta, task)
    assert callum.delete(f"/presence/task/{task.pk}").status_code == 204
    assert len(look(callum, task)) == 1
    assert marta.delete(f"/presence/task/{task.pk}").status_code == 204
    assert look(callum, task) == []


def test_looking_claims_nothing_and_is_no_activity() -> None:
    task, marta = a_pending_task(), Staff(a_moderator())
    long_ago = timezone.now() - timedelta(hours=2)
    AccessToken.objects.update(used_at=long_ago)
    look(marta, task)
    assert AccessToken.objects.get().used_at == long_ago
    assert Task.objects.get(pk=task.pk).status == "NEW"
    assert [event.action for event in TaskEvent.objects.all()] == ["start"]
    assert Staff(a_moderator()).put(f"/tasks/{task.pk}/lock").status_code == 200


def test_presence_needs_the_permission_to_read() -> None:
    task, second_look = a_pending_task(), a_second_look()
    stranger, staff = Staff(an_account()), Staff(a_moderator())
    for path in (f"task/{task.pk}", f"review/{task.process.subject_id}"):
        assert stranger.put(f"/presence/{path}").status_code == 403
    for path in ("task/999", "review/999", "review/0", "review/x", f"ticket/{task.pk}", f"process/{task.process_id}"):
        assert staff.put(f"/presence/{path}").status_code == 404, path
        assert staff.delete(f"/presence/{path}").status_code == 404, path
    assert second_look.barred_id is not None
    barred = Staff(User.objects.get(pk=second_look.barred_id))
    assert barred.put(f"/presence/task/{second_look.pk}").status_code == 404
    staff.put(f"/tasks/{second_look.pk}/lock")
    blind = staff.put(f"/presence/review/{second_look.process.subject_id}")
    assert (blind.status_code, blind.json()["code"]) == (409, "blind_second_look")
    assert not Presence.objects.exists()


def test_readers_of_a_story_see_each_other() -> None:
    task = a_pending_task()
    marta, callum = Staff(a_moderator("Marta Ellwood")), Staff(a_moderator("Callum Frayne"))
    path = f"/presence/review/{task.process.subject_id}"
    assert marta.put(path).json() == []
    assert [person["name"] for person in callum.put(path).json()] == ["Marta Ellwood"]
    # the item in its queue is another thing, though the numbers may be the same
    assert look(callum, task) == []
    marta.delete(path)
    assert callum.put(path).json() == []


def test_an_unchanged_list_is_still_skipped_and_a_changed_one_is_not() -> None:
    task, marta, callum = a_pending_task(), Staff(a_moderator()), Staff(a_moderator())
    look(marta, task)
    etag = callum.get("/queues/pending/tasks").headers["ETag"]
    look(marta, task)
    assert callum.get("/queues/pending/tasks", **{"if-none-match": etag}).status_code == 304
    marta.delete(f"/presence/task/{task.pk}")
    assert callum.get("/queues/pending/tasks", **{"if-none-match": etag}).status_code == 200
