"""Every verb checks permissions itself under the lock, independent of the API's check."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from kit.errors import DomainError, ForbiddenError
from tests.factories import a_moderator, a_pending_task, a_second_look, an_account
from workflows.engine.core.errors import TaskNotFoundError
from workflows.engine.core.flows import get_queue
from workflows.engine.verbs.assignment import assign_task, unassign_task
from workflows.engine.verbs.claims import (
    claim_next,
    claim_task,
    extend_lease,
    release_task,
    skip_task,
    snooze_task,
    take_over_task,
)
from workflows.engine.verbs.decisions import decide_task
from workflows.engine.verbs.notes import leave_note
from workflows.engine.verbs.revisions import revise_subject
from workflows.models import TaskEvent

Verb = Callable[[int, User], Any]
VERBS: dict[str, Verb] = {
    "claim": lambda task, user: claim_task(task, by=user),
    "extend": lambda task, user: extend_lease(task, by=user),
    "release": lambda task, user: release_task(task, by=user),
    "skip": lambda task, user: skip_task(task, by=user),
    "snooze": lambda task, user: snooze_task(task, None, by=user),
    "take over": lambda task, user: take_over_task(task, "Why not.", by=user),
    "assign": lambda task, user: assign_task(task, user.pk, by=user),
    "unassign": lambda task, user: unassign_task(task, by=user),
    "decide": lambda task, user: decide_task(task, by=user, outcome="approve", payload={}),
    "note": lambda task, user: leave_note(task, "Look.", by=user),
    "revise": lambda task, user: revise_subject(task, {"title": "Other"}, reason="Why not.", by=user, revision=1),
}


def refusal(verb: str, task_id: int, user: User) -> type[DomainError]:
    with pytest.raises(DomainError) as refused:
        VERBS[verb](task_id, user)
    return type(refused.value)


@pytest.mark.parametrize("verb", VERBS)
def test_without_the_steps_permission_every_verb_is_forbidden(verb: str) -> None:
    task = a_pending_task()
    assert refusal(verb, task.pk, an_account(access=["head_moderator"])) is ForbiddenError
    assert set(TaskEvent.objects.values_list("action", flat=True)) == {"start"}


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_refuses_a_barred_person_with_not_found(verb: str) -> None:
    task = a_second_look()
    assert task.barred_id is not None
    decider = User.objects.get(pk=task.barred_id)
    decider.cms_access = ["moderation", "head_moderator"]
    before = TaskEvent.objects.count()
    assert refusal(verb, task.pk, decider) is TaskNotFoundError
    assert TaskEvent.objects.count() == before


def test_next_serves_only_items_that_the_person_may_work_on() -> None:
    a_pending_task()
    with pytest.raises(ForbiddenError):
        claim_next(get_queue("pending"), by=an_account(access=["head_moderator"]))
    assert claim_next(get_queue("pending"), by=a_moderator())
