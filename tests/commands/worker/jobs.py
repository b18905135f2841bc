"""Jobs that a test can count. Each worker that a test starts knows them beside the product's own."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from celery.worker import state

from companies.models import Company
from workflows.engine.outbox.kinds import Kind
from workflows.engine.outbox.registry import job

MOST_TRIES = 3
A_TENTH_OF_A_SECOND = 0.1 / 3600  # in hours


@job("leave a mark", Kind.MAIL)
def leave_a_mark(payload: Mapping[str, Any]) -> None:
    """Its effect in the database: a row for each time that it was done. It waits for its sign, where it has one."""
    if "begun" in payload:
        Path(payload["begun"]).touch()
    while "sign" in payload and not Path(payload["sign"]).exists():
        time.sleep(0.01)
    Company.objects.create(name=payload["mark"])


for _kind in Kind:
    job(f"leave a mark by {_kind}", _kind)(leave_a_mark)


@job("always fail", Kind.CLOCKS, max_attempts=MOST_TRIES, max_backoff_hours=A_TENTH_OF_A_SECOND)
def always_fail(payload: Mapping[str, Any]) -> None:
    leave_a_mark(payload)
    raise RuntimeError("as it always does")


@job("last until the worker ends", Kind.CLOCKS)
def last_until_the_worker_ends(payload: Mapping[str, Any]) -> None:
    """It is under way until its worker has been asked to end. Its traces tell whether it was cut off."""
    Path(payload["begun"]).touch()
    while not the_worker_ends():
        time.sleep(0.01)
    Path(payload["ended"]).touch()


def the_worker_ends() -> bool:
    return state.should_stop is not None
