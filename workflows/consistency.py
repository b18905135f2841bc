"""Everything that `docket verify` checks: history itself, and all state against it."""

import logging
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from django.conf import settings

from workflows.engine.core.consistency.chains import Fault, broken_anchor_faults, find_faults
from workflows.engine.core.consistency.rules import MOST, Inconsistency, find_inconsistencies
from workflows.engine.core.consistency.runs import begin_verification, recorded
from workflows.models import Verification

logger = logging.getLogger(__name__)


class InconsistencyError(Exception):
    """History, or state beside history, is not what was written. The log names each place."""


def verify(verification: Verification | None = None) -> Iterator[str]:
    """What is wrong with history, then what is wrong with state beside history: a sentence each.

    `verification` gets the result of the first part.
    """
    found = faults_of_history()
    yield from (str(fault) for fault in (recorded(verification, found) if verification else found))
    yield from (str(disagreement) for disagreement in disagreements())


def faults_of_history() -> Iterator[Fault]:
    """The chain, its heads and texts, and the anchors; at most MOST of the first three."""
    yield from islice(find_faults(), MOST)
    yield from broken_anchor_faults(settings.ANCHOR_FOLDER)


def verify_for_people(number: int) -> None:
    """Do a verification that a person has asked for, unless it has its result. Each fault is logged."""
    if verification := Verification.objects.filter(pk=number, ended_at=None).first():
        for fault in recorded(verification, faults_of_history()):
            logger.error("verification of history: %s", fault)


def require_consistency() -> None:
    """Log each fault. Raises InconsistencyError."""
    verification = begin_verification(Verification.Source.NIGHT)
    if faults := report_faults(verification, partial(logger.error, "docket verify: %s")):
        raise InconsistencyError(f"{faults} faults")


def report_faults(verification: Verification, report: Callable[[str], object]) -> int:
    """Report each fault as it is found; their number."""
    faults = 0
    for sentence in verify(verification):
        report(sentence)
        faults += 1
    return faults


def disagreements() -> Iterator[Inconsistency]:
    """Each row of which history says something else; at most a hundred of each rule."""
    yield from find_inconsistencies()
