"""The API's own jobs."""

from collections.abc import Mapping
from typing import Any

from api.models import prune_answers
from workflows.engine.outbox.kinds import Kind
from workflows.engine.outbox.registry import job


@job("prune_answers", Kind.TRIALS)
def prune(_payload: Mapping[str, Any]) -> None:
    prune_answers()
