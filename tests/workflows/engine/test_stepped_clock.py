"""A node whose clock is an hour ahead: what falls due does so by the database's clock, everywhere at one moment."""

import sys
from datetime import datetime, timedelta

import pytest
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from tests.factories import a_moderator, a_pending_task
from tests.workflows.tickets.threads import a_ticket
from tickets.models import MessageKind
from tickets.writing import Client
from workflows.engine.core.lifecycle import cancel_process, withdraw_process
from workflows.engine.outbox.outbox import enqueue, enqueue_once
from workflows.engine.verbs.claims import claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.engine.verbs.sweep import fire_task
from workflows.engine.verbs.undo import undo_decision
from workflows.models import OutboxMessage, Process, Task
from workflows.tickets.threads import Thread, ThreadMessage, save_threads

AHEAD = timedelta(hours=1)
SOON = timedelta(minutes=30)


@pytest.fixture(autouse=True)
def ahead(database: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of this process, wherever it is read."""
    true = timezone.now

    def now() -> datetime:
        return true() + AHEAD

    for module in list(sys.modules.values()):
        if getattr(module, "now", None) is true:
            monkeypatch.setattr(module, "now", now)


def test_a_hold_ends_in_time() -> None:
    task, by = a_pending_task(), a_moderator()
    claim_task(task.pk, by=by)
    decide_task(task.pk, by=by, outcome="approve", payload={})
    held = Task.objects.get(process=task.process, fires_at__lt=Now() + SOON)
    Task.objects.filter(pk=held.pk).update(fires_at=Now())
    assert fire_task(held.pk)
    assert Task.objects.filter(pk__in=[task.pk, held.pk], finished__lt=Now() + SOON).count() == 2


def test_jobs_are_due_in_time() -> None:
    enqueue("prune_answers")
    enqueue("sweep", after=timedelta(minutes=10))
    enqueue_once("prune")
    due = dict(OutboxMessage.objects.values_list("topic").annotate(due=F("available_at") - Now()))
    assert due["prune_answers"] <= timedelta()
    assert due["prune"] <= timedelta()
    assert timedelta() < due["sweep"] < SOON


def test_processes_begin_and_end_in_time() -> None:
    a_ticket()
    client, asked = Client("Ada", ""), ThreadMessage(MessageKind.CLIENT, "Where?")
    threads = [Thread(f"{closed}", "Order", client, [asked], is_closed=closed) for closed in (False, True)]
    save_threads("import", threads)
    cancel_process(a_pending_task().process, "Sent by mistake.")
    withdraw_process(a_pending_task().process)
    task, by = a_pending_task(), a_moderator()
    claim_task(task.pk, by=by)
    decide_task(task.pk, by=by, outcome="approve", payload={})
    undo_decision(task.pk, by=by)
    late = Q(created__gt=Now() + SOON) | Q(finished__gt=Now() + SOON)
    assert not Process.objects.filter(late).exists()
    assert not Task.objects.filter(late).exists()
    assert Process.objects.exclude(finished=None).count() == 3
