"""Jobs that a test can count. Each worker that a test starts knows them beside the product's own."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companies.models import Company
from workflows.engine.outbox.outbox import job

MOST_TRIES = 3
A_TENTH_OF_A_SECOND = 0.1 / 3600  # in hours


@job("leave a mark")
def leave_a_mark(payload: Mapping[str, Any]) -> None:
    """Its effect in the database: a row for each time that it was done. It waits for its sign, where it has one."""
    while "sign" in payload and not Path(payload["sign"]).exists():
        time.sleep(0.01)
    Company.objects.create(name=payload["mark"])


@job("always fail", max_attempts=MOST_TRIES, max_backoff_hours=A_TENTH_OF_A_SECOND)
def always_fail(payload: Mapping[str, Any]) -> None:
    leave_a_mark(payload)
    raise RuntimeError("as it always does")


@job("take a moment")
def take_a_moment(payload: Mapping[str, Any]) -> None:
    """Its traces outside the database tell whether it was cut off."""
    Path(payload["begun"]).touch()
    time.sleep(0.3)
    Path(payload["ended"]).touch()
