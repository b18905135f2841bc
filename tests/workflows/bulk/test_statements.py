"""How many statements bulk moderation sends: the page of a batch polls, and a chunk must not cost more by its items."""

from functools import partial

import pytest

from tests.api.queries import as_many_for_more_rows, sent_by, statements
from tests.staff import Staff
from tests.workflows.bulk.batches import REJECTION, ask_for, pending_tasks, work


@pytest.mark.parametrize("part", ["", "/items"])
def test_a_batch_that_is_polled_and_a_page_of_its_results(head: Staff, part: str) -> None:
    few, many = (ask_for(head, pending_tasks(number)) for number in (1, 6))
    one, six = (sent_by(partial(head.get, f"/bulk/{batch.pk}{part}")) for batch in (few, many))
    assert len(one) == len(six)


def test_the_list_of_batches(head: Staff) -> None:
    as_many_for_more_rows(partial(head.get, "/bulk"), lambda: ask_for(head, pending_tasks(1)))


def test_a_batch_is_accepted_by_as_many_statements_for_six_items_as_for_two(head: Staff) -> None:
    counts = []
    for number in (2, 6):
        body = {"queue": "pending", "outcome": "backlog", "task_ids": [task.pk for task in pending_tasks(number)]}
        counts.append(len(sent_by(partial(head.post, "/bulk", body), 202)))
    assert counts[0] == counts[1]


def test_a_chunk_of_six_items_sends_as_many_statements_as_one_of_two(head: Staff) -> None:
    counts = []
    for number in (2, 2, 6):  # the first also compiles what is prepared
        ask_for(head, pending_tasks(number), "reject", form=REJECTION)
        with statements() as sent:
            work()
        counts.append(len(sent))
    assert counts[1] == counts[2], counts
