"""Reopens a ticket: starts a new process. Its history is shown together with that of the earlier processes."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from viewflow.workflow.status import PROCESS

from accounts.models import User
from kit.errors import ForbiddenError
from workflows.engine.core.errors import NotEndedError
from workflows.engine.core.lifecycle import override
from workflows.engine.core.transition.planning import plan_start
from workflows.engine.verbs.changes import newest_process
from workflows.models import Process
from workflows.ticket_resolution import TicketResolution

PERMISSION = "tickets"


def reopen_ticket(ticket_id: int, *, by: User) -> Process:
    """Reopen a ticket as a person. Raises ForbiddenError, NotEndedError, TaskBusyError."""
    if not by.may(PERMISSION):
        raise ForbiddenError
    try:
        with transaction.atomic(), newest_process(TicketResolution, ticket_id) as process:
            return begin_again(process, by=by)
    except IntegrityError as error:
        raise NotEndedError from error


def begin_again(process: Process, *, by: User | None = None, data: Mapping[str, Any] | None = None) -> Process:
    """Start the next process of a ticket, after an ended one that the caller has locked. `data`: of its first entry.

    Raises NotEndedError.
    """
    if process.status != PROCESS.DONE:
        raise NotEndedError
    plan = plan_start(TicketResolution.reinstating_start(process), {"process": process})
    return override(process, plan, by=by, data=data or {})
