"""The same items decided one by one, rolled back, and decided by a batch: the rows are the same, for each item.

`DOCKET_SAME_ROWS=10000` compares so many; `docs/decisions/0056-quicker-batches.md` names the last time.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import transaction

from accounts.models import User
from commands.demo.making import make_items
from commands.demo.people import make_accounts
from commands.demo.reviews import Reviews
from tests.consistency import inconsistencies
from tests.factories import a_head_moderator
from tests.staff import Staff
from tests.workflows.bulk.batches import REJECTION, ask_for, work
from tests.workflows.bulk.rows import NEW, about
from workflows.engine.verbs.claims import claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.models import BulkBatch, Process, Task

pytestmark = pytest.mark.slow

SIZE = int(os.environ.get("DOCKET_SAME_ROWS", "200"))
SPARE = 3  # so many times the reviews: some of them are in other queues
SEED = 11


@contextmanager
def rolled_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def pending(number: int) -> list[Task]:
    make_accounts()
    assert sum(make_items(Reviews(SEED, open_share=1.0), number * SPARE)) == number * SPARE
    free = Task.objects.filter(queue="pending", status="NEW", assignee=None, snoozed_until=None)
    return list(free.select_related("process").order_by("pk")[:number])


def one_by_one(tasks: list[Task], outcome: str, form: dict[str, Any], by: User) -> dict[str, Any]:
    with rolled_back():
        for task in tasks:
            claim_task(task.pk, by=by)
            decide_task(task.pk, by=by, outcome=outcome, payload=form)
        return about(*processes(tasks), without=NEW)


def processes(tasks: list[Task]) -> list[Process]:
    return [task.process for task in tasks]


@pytest.mark.parametrize(("outcome", "form"), [("backlog", {}), ("reject", REJECTION)])
def test_many_items_leave_the_rows_of_single_decisions(
    outcome: str, form: dict[str, Any], settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.BULK_CONFIRM_ABOVE = SIZE
    head = a_head_moderator()
    tasks = pending(SIZE)
    assert len(tasks) == SIZE
    expected = one_by_one(tasks, outcome, form, head)
    batch = ask_for(Staff(head), tasks, outcome, form=form)
    work()
    assert "could not" not in caplog.text
    assert BulkBatch.objects.get(pk=batch.pk).done == SIZE
    found = about(*processes(tasks), without=NEW)
    for table, rows in expected.items():
        assert len(found[table]) == len(rows), table
        different = [pair for pair in zip(found[table], rows, strict=True) if pair[0] != pair[1]]
        assert different[:1] == [], table
    assert next(iter(inconsistencies()), None) is None
