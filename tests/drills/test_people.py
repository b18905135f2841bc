"""The people of `make shift` call as the console does, and the table says what they got."""

import time

import pytest

from accounts.sessions import open_session
from deploy.local.checks import reserve_port
from drills.people import Call, Line, Person
from drills.shift_figures import table
from tests.factories import a_moderator, a_pending_task
from tests.live import running_server
from workflows.models import Task, TaskEvent


@pytest.mark.slow
def test_a_person_takes_reads_and_decides_one_item_in_a_cycle(database: None) -> None:
    task = a_pending_task()
    with running_server() as address:
        person = Person(int(address.rpartition(":")[2]), open_session(a_moderator(), address="127.0.0.1"), seed=4)
        person.cycle = 0.01
        while not TaskEvent.objects.filter(task_id=task.pk, action="decide").exists():
            person.work(time.monotonic() + person.cycle)
        with Line(person) as line:
            for _ in range(2):
                line.read("mine", "/queues/backlog/tasks")
    kinds = [call.kind for call in person.calls]
    assert kinds[: kinds.index("decision")].count("next") == 1
    assert {call.status for call in person.calls} <= {200, 204, 304}
    assert [call.status for call in person.calls if call.kind == "mine"] == [200, 304]
    assert Task.objects.get(pk=task.pk).outcome in ("approve", "reject")


def test_a_person_without_a_server_gets_no_answer() -> None:
    person = Person(reserve_port(), "token", seed=1)
    Line(person).read("counts", "/cms/counts")
    assert [call.status for call in person.calls] == [0]


def test_the_table_names_each_kind_of_call_with_its_errors() -> None:
    calls = [Call("list", 0, 0.01 * number, 200) for number in range(1, 101)] + [Call("next", 0, 2, 503)]
    text = table(7, calls, 10, {"web": 1.5})
    assert "### 7 people: 10 calls a second" in text
    assert "| list | 10.0 | 505 | 950 | 990 | 1000 | 0% | 0 |" in text
    assert "| next | 0.1 | 2000 | 2000 | 2000 | 2000 | 0% | 1 × 503 |" in text
    assert "web 1.50" in text
