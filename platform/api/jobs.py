"""The API's own jobs."""

from collections.abc import Mapping
from typing import Any

from api.models import prune_answers
from workflows.engine.outbox.outbox import job


@job("prune_answers")
def prune(_payload: Mapping[str, Any]) -> None:
    prune_answers()
