"""People, reviews and tasks to test with. Names read as sentences: `a_moderator()`, `a_pending_task()`."""

import itertools
from typing import Any

from accounts.models import User
from accounts.rights import AccessLevel
from companies.models import Company
from reviews.actions import ingest_review
from reviews.models import Review
from workflows.engine.core.lifecycle import start_process
from workflows.engine.verbs.claims import claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.models import OPEN, Process, Task
from workflows.review_moderation import ReviewModeration
from workflows.second_looks.sampling import start_second_look

PASSWORD = "Correct-horse-1"
_numbers = itertools.count(1)


def an_account(level: str = AccessLevel.NO_DASHBOARD, *, name: str = "", access: list[str] | None = None) -> User:
    number = next(_numbers)
    first_name, _, last_name = (name or f"Person {number}").partition(" ")
    user = User.objects.create_account(
        f"person{number}@docket.test", PASSWORD, first_name=first_name, last_name=last_name, level=level
    )
    if access is not None:
        user.cms_access = access
        user.save()
    return user


def a_moderator(name: str = "") -> User:
    return an_account(AccessLevel.MODERATOR, name=name)


def a_head_moderator(name: str = "") -> User:
    return an_account(AccessLevel.HEAD_MODERATOR, name=name)


def an_admin(name: str = "") -> User:
    return an_account(AccessLevel.ADMIN, name=name)


def a_company(name: str = "") -> Company:
    return Company.objects.create(name=name or f"Company {next(_numbers)}")


def a_review(company: Company | None = None, **fields: Any) -> Review:
    defaults = {
        "source": "wf",
        "external_id": f"test-{next(_numbers)}",
        "rating": 4,
        "text": "They came on time.",
        "verified": True,
    }
    return ingest_review(company or a_company(), **{**defaults, **fields})


def a_process(review: Review | None = None, **fields: Any) -> Process:
    return start_process(ReviewModeration, ReviewModeration.received, review=review or a_review(**fields))


def open_task(process: Process) -> Task:
    """The open task of a process."""
    task: Task = process.task_set.get(status__in=OPEN)
    return task


def a_pending_task(review: Review | None = None, **fields: Any) -> Task:
    return open_task(a_process(review, **fields))


def a_second_look() -> Task:
    """A rejection that waits for a second person to look at it."""
    task, by = a_pending_task(), a_moderator()
    for outcome, form in (("reject", {"reason": "fake", "facts": "No such street."}), ("confirm", {})):
        waiting = open_task(task.process)
        claim_task(waiting.pk, by=by)
        decide_task(waiting.pk, by=by, outcome=outcome, payload=form)
    check = start_second_look(task.process_id)
    assert check
    return open_task(check)


def steps_of(process: Process) -> list[str]:
    """The names of the nodes that a process went through, in order."""
    return [task.flow_task.name for task in process.task_set.order_by("pk")]
