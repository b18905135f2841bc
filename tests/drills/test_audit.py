"""The audit of `make chaos` finds what is lost and what happened twice."""

from types import SimpleNamespace
from typing import Any

import pytest

from drills.arrivals import PREFIX, Source
from drills.audit import Fault, faults, is_quiet, waiting
from drills.receivers import Received
from reviews.models import Letter, Review
from tests.factories import a_moderator, a_pending_task, a_review
from workflows.engine.outbox.outbox import perform, relay
from workflows.engine.verbs.claims import claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.models import OutboxMessage, Process


class Drill:
    """One decided review, and what its source, its moderator and its receivers remember of it."""

    def __init__(self) -> None:
        self.review: Review = a_review(external_id=f"{PREFIX}1", author_email="author@example.com")
        task, self.by = a_pending_task(self.review), a_moderator()
        claim_task(task.pk, by=self.by)
        decide_task(task.pk, by=self.by, outcome="backlog", payload={})
        self.source = Source("", "")
        self.source.accepted = {self.review.external_id: self.review.pk}
        self.answers = [(task.pk, self.by.pk, "backlog")]
        self.mail, self.webhooks = Received(), Received()

    def faults(self) -> list[Fault]:
        decider: Any = SimpleNamespace(user=self.by, answers=self.answers)
        return list(faults(self.source, [decider], self.mail, self.webhooks))


@pytest.fixture
def drill(database: None) -> Drill:
    return Drill()


def test_a_drill_in_which_all_agrees_has_no_faults(drill: Drill) -> None:
    assert drill.faults() == []


def test_a_lost_review_is_found(drill: Drill) -> None:
    drill.source.accepted["drill-2"] = 2
    (fault,) = drill.faults()
    assert (fault, fault.lost, fault.doubled) == ("2 reviews were acknowledged, and 1 are stored", 1, 0)


def test_a_lost_decision_is_found(drill: Drill) -> None:
    drill.answers.append((0, drill.by.pk, "backlog"))
    assert any("is lost" in fault and fault.lost == 1 for fault in drill.faults())


def test_a_decision_that_nobody_made_is_found(drill: Drill) -> None:
    drill.answers.clear()
    assert any("is written and not acknowledged" in fault and fault.doubled == 1 for fault in drill.faults())


def test_a_rejection_without_a_letter_is_found(drill: Drill) -> None:
    Process.objects.filter(subject_id=drill.review.pk).update(outcome="rejected")
    assert "1 rejected reviews have 0 letters" in drill.faults()


@pytest.mark.parametrize("came", [0, 2])
def test_a_letter_that_did_not_come_once_is_found(drill: Drill, came: int) -> None:
    letter = Letter.objects.create(
        review=drill.review, process_id=0, about=Letter.About.REINSTATEMENT, to="a@b.test", state=Letter.State.SENT
    )
    drill.mail.times[str(letter.pk)] = came
    (fault,) = (fault for fault in drill.faults() if fault == f"letter {letter.pk} is sent, and came {came} times")
    assert (fault.lost, fault.doubled) == ((1, 0) if came == 0 else (0, 1))


def test_a_job_that_waits_is_not_quiet(drill: Drill) -> None:
    OutboxMessage.objects.create(topic="prune_answers")
    assert not is_quiet()
    relay(perform)
    assert is_quiet(), waiting()
