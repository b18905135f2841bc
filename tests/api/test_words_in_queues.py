"""`?q=` in a list of tasks finds words by an index of what is open: all items at once, however many texts have them."""

from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection, connections
from django.utils import timezone

from reviews.revisions import revise_review
from tests.api.queries import sent_by
from tests.factories import a_company, a_head_moderator, a_moderator, a_pending_task, a_review
from tests.plans import plan_of
from tests.staff import Staff
from tests.testimonials.arriving import a_testimonial
from tests.workflows.tickets.threads import a_ticket, reopen, reply, resolve, writes
from workflows.engine.core.flows import flows
from workflows.engine.reading.lists import words
from workflows.models import Process, Task

PENDING, OTHERS, TICKETS = "/queues/pending/tasks", "/queues/assigned_to_others/tasks", "/queues/tickets/tasks"


@pytest.fixture
def items() -> list[int]:
    """Eight, every third of them about a ring."""
    texts = ("They were quick.", "They were slow.", "They stole a ring.")
    return [a_pending_task(text=texts[number % 3]).pk for number in range(8)]


@pytest.fixture(params=[words.FEW, 0], ids=["few", "many"])
def either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Items that are few are looked up by their ids; of many, the list is read in its order."""
    monkeypatch.setattr(words, "FEW", request.param)


def walk(staff: Staff, path: str) -> list[int]:
    """The items of all pages."""
    found, cursor = [], ""
    while True:
        answer = staff.get(f"{path}&cursor={cursor}")
        assert answer.status_code == 200, answer.content
        found += [row["task_id"] for row in answer.json()["items"]]
        cursor = answer.json()["next_cursor"]
        if cursor is None:
            return found


@pytest.mark.usefixtures("either")
def test_a_word_is_found_everywhere_at_once(items: list[int]) -> None:
    staff = Staff(a_moderator())
    assert walk(staff, f"{PENDING}?q=no%20such%20words") == []
    assert walk(staff, f"{PENDING}?q=STOLE%20a%20ring") == items[2::3]
    assert walk(staff, f"{PENDING}?q=they&limit=3") == []  # a word that says nothing
    assert walk(staff, f"{PENDING}?q=%22stole%20a%20ring%22&limit=1") == items[2::3]
    assert staff.get(f"{PENDING}?q=ring&limit=1").json()["matches"] == 2


@pytest.mark.usefixtures("either")
def test_words_are_read_as_in_the_search(items: list[int]) -> None:
    """With English endings, without accents, phrases and exclusions; the last word may be the beginning of one."""
    staff = Staff(a_moderator())
    staying = a_pending_task(text="Zoë was réally stealing rings.").pk
    assert walk(staff, f"{PENDING}?q=rings%20steal") == [staying]
    assert walk(staff, f"{PENDING}?q=zoe%20real") == [staying]
    assert walk(staff, f"{PENDING}?q=ring%20-stole") == [staying]
    assert walk(staff, f"{PENDING}?q=%22ring%20stole%22") == []
    assert walk(staff, f"{PENDING}?q=company:ring") == []  # a list has a filter for it


@pytest.mark.usefixtures("either")
def test_the_text_is_found_as_it_stands_and_as_it_was_received(items: list[int]) -> None:
    staff, task = Staff(a_moderator()), a_pending_task(text="A watch was there.")
    for text in ("A sundial was there.", "A clock was there."):
        revise_review(task.process.subject_id, {"text": text}, reason="A clock.", by=None)
    assert [walk(staff, f"{PENDING}?q={word}") for word in ("watch", "clock", "sundial")] == [[task.pk], [task.pk], []]


@pytest.mark.usefixtures("either")
def test_words_narrow_a_list_together_with_its_filters(items: list[int]) -> None:
    me, company = a_moderator(), a_company("Oxbow Cycles")
    staff = Staff(me)
    task = a_pending_task(a_review(company, text="They stole a ring.", rating=1))
    named = a_pending_task(a_review(company, text="All was well.", rating=5))
    assert walk(staff, f"{PENDING}?q=ring&company={company.pk}") == [task.pk]
    assert walk(staff, f"{PENDING}?q=oxb") == [task.pk, named.pk]  # by the company's name
    assert walk(staff, f"{PENDING}?q=oxb&rating=5&limit=1") == [named.pk]
    Task.objects.filter(pk=named.pk).update(due_at=timezone.now())
    assert walk(staff, f"{PENDING}?q=oxb&overdue=true") == [named.pk]
    Task.objects.filter(pk=named.pk).update(number_2=1, barred_id=a_moderator().pk)
    assert walk(staff, f"{PENDING}?q=oxb&flagged=true") == [named.pk]
    Task.objects.filter(pk=named.pk).update(barred_id=me.pk)
    assert walk(staff, f"{PENDING}?q=oxb&flagged=true") == []


@pytest.mark.usefixtures("either")
def test_a_view_over_all_queues_is_searched_in_the_same_way(items: list[int]) -> None:
    head, user = Staff(a_head_moderator()), a_moderator()
    for item in items:
        head.put(f"/tasks/{item}/assignee", {"user_id": user.pk})
    assert walk(head, f"{OTHERS}?q=ring") == items[2::3]


@pytest.mark.usefixtures("either")
def test_a_ticket_is_one_text_of_many_parts() -> None:
    staff, ticket = Staff(a_head_moderator()), a_ticket("My lamp is broken.")
    a_ticket("My chair is broken.")
    writes(ticket, "It was a marvellous present.")
    (task,) = walk(staff, f"{TICKETS}?q=lamp")
    assert walk(staff, f"{TICKETS}?q=marvellous%20lamp") == [task]
    assert walk(staff, f"{TICKETS}?q=broken%20-marvellous") != [task]
    assert task in walk(staff, f"{TICKETS}?q={ticket.client_email}")  # by the whole address
    assert walk(staff, f"{TICKETS}?q=%22broken%20marvellous%22") == []


def stored() -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT process_id, thing, part, words::text FROM search_opentext ORDER BY 1, 2, 3, 4")
        return list(cursor.fetchall())


def test_words_leave_with_the_task_and_come_back_with_it(items: list[int]) -> None:
    """What the database keeps beside running work is what the migration writes, which reads every text anew."""
    head, task = Staff(a_head_moderator()), Task.objects.get(pk=items[2])
    head.put(f"/tasks/{task.pk}/lock")
    assert head.post(f"/tasks/{task.pk}/decision", {"outcome": "approve", "revision": 1}).status_code == 200
    revise_review(Task.objects.get(pk=items[5]).process.subject_id, {"text": "A clock."}, reason="A clock.", by=None)
    first, second = a_ticket("My lamp is broken."), a_ticket("My chair is broken.")
    writes(first, "Any news?"), reply(head, second), resolve(head, second), reopen(head, second)
    ended = a_ticket("Never mind.")
    resolve(head, ended)
    assert head.post(f"/tickets/{second.pk}/merge", {"into": first.pk}).status_code in (200, 204)
    a_testimonial()
    running = set(Process.objects.filter(status="NEW").values_list("pk", flat=True))
    kept = stored()
    assert {process_id for process_id, *_ in kept} == running
    fill = import_module("workflows.migrations.0006_fill_open_words").fill
    fill(None, SimpleNamespace(connection=connections["owner"]))
    assert stored() == kept


def test_all_kinds_of_process_have_the_words_of_their_subjects() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT kind, thing FROM search_kind")
        known = dict(cursor.fetchall())
    assert {flow.kind: flow.subject.thing for flow in flows()}.items() <= known.items()


@pytest.mark.parametrize(
    ("filters", "times"),
    [
        *(("q=ring", 1), ("q=ring&rating=3", 1), ("q=ring&company=1", 0), ("q=ring&person=1", 0)),
        *(("q=ring&snoozed=true", 0), ("flagged=true", 1), ("flagged=false", 2), ("overdue=true", 1), ("limit=2", 0)),
    ],
)
def test_what_no_index_narrows_is_read_along_the_order(
    items: list[int], monkeypatch: pytest.MonkeyPatch, filters: str, times: int
) -> None:
    """PostgreSQL does not know how long the queue is, and would sort all of it. What is next is read so where there is
    any."""
    monkeypatch.setattr(words, "FEW", 0)
    sent = sent_by(partial(Staff(a_moderator()).get, f"{PENDING}?{filters}"))
    assert sent.count("SET LOCAL enable_sort = off") == times


@pytest.mark.parametrize("filters", ["q=ring", "flagged=true", "rating=3&flagged=false", "overdue=true"])
def test_the_index_of_the_order_is_enough_for_filters(
    items: list[int], monkeypatch: pytest.MonkeyPatch, filters: str
) -> None:
    monkeypatch.setattr(words, "FEW", 0)
    plan = plan_of(
        partial(Staff(a_moderator()).get, f"{PENDING}?{filters}"), "workflows_task", without=("task_waiting",)
    )
    assert "Index Only Scan using task_listed on workflows_task" in plan
    assert "Sort" not in plan
