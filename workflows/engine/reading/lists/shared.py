"""One page of a queue for everybody, and the people for whom it differs."""

from collections.abc import Sequence

from accounts.models import User
from kit.prepared import fetch
from workflows.engine.core.turns import SKIP_MEMORY
from workflows.engine.reading.lists.lists import PAGE_SIZE, Filters, Page, next_up_in, page_in, require_list

NOBODY = 0  # no account has this id

# `next` serves all other people the first free items in the order of the queue.
_SERVED_OTHERWISE = """
SELECT user_id FROM workflows_taskskip
WHERE task_id = ANY(%(tasks)s) AND at > statement_timestamp() - %(memory)s::interval
UNION SELECT barred_id FROM workflows_task WHERE id = ANY(%(tasks)s) AND barred_id IS NOT NULL
UNION SELECT barred_too_id FROM workflows_task WHERE id = ANY(%(tasks)s) AND barred_too_id IS NOT NULL
UNION SELECT assignee_id FROM workflows_task
WHERE assignee_id IS NOT NULL AND queue = %(queue)s AND status IN ('NEW', 'ASSIGNED')
"""


def page_for_everybody(queue: str, filters: Filters, *, by: User, cursor: str = "", limit: int = PAGE_SIZE) -> Page:
    """One page as a person would see it who is not barred from, not assigned, and has not skipped any item.

    `by`: the person who reads it. Raises UnknownQueueError, ForbiddenError, InvalidError.
    """
    require_list(queue, by)
    return page_in(queue, filters, NOBODY, cursor, limit)


def barred_from(page: Page) -> frozenset[int]:
    """The ids of the people who must not see an item of the page."""
    ids = (person for task, _ in page.items for person in (task.barred_id, task.barred_too_id))
    return frozenset(person for person in ids if person is not None)


def served_otherwise(queue: str, next_up: Sequence[int]) -> frozenset[int]:
    """The people to whom `next` may serve other items first than these. One statement; none without items."""
    if not next_up:
        return frozenset()
    values = {"tasks": list(next_up), "queue": queue, "memory": SKIP_MEMORY}
    return frozenset(person for (person,) in fetch(_SERVED_OTHERWISE, values))


def next_up_for(user: User, queue: str, filters: Filters) -> Sequence[int]:
    """`Page.next_up` of the first page for a person; one statement."""
    return next_up_in(queue, filters, user.pk)
