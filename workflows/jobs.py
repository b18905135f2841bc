"""The product's jobs: each is one line that calls what can be tested without a broker."""

from collections.abc import Mapping
from typing import Any

from accounts.sessions import end_stale_sessions
from workflows.engine.outbox import job, prune_outbox
from workflows.engine.sweep import sweep


@job("sweep", transactional=False)
def sweep_tasks(_payload: Mapping[str, Any]) -> None:
    sweep()


@job("prune")
def prune(_payload: Mapping[str, Any]) -> None:
    end_stale_sessions()
    prune_outbox()
