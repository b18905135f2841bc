"""Everything that `docket verify` checks: history itself, and all other state against history."""

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice

from django.conf import settings

from workflows.engine.core.consistency.chains import Fault, broken_anchor_faults, find_faults
from workflows.engine.core.consistency.rules import MOST, Inconsistency, find_inconsistencies
from workflows.engine.core.consistency.runs import begin_verification, recorded
from workflows.engine.outbox.marks import Seen
from workflows.models import Verification

logger = logging.getLogger(__name__)


class InconsistencyError(Exception):
    """History has faults, or other state disagrees with it. Each fault is logged."""


def verify(verification: Verification | None = None, seen: Sequence[Seen] = ()) -> Iterator[str]:
    """A sentence for each fault of history, then for each disagreement of other state with history.

    `verification` stores the result for history. `seen`: files of others that name entries.
    """
    found = faults_of_history(seen)
    yield from (str(fault) for fault in (recorded(verification, found) if verification else found))
    yield from (str(disagreement) for disagreement in disagreements())


def faults_of_history(seen: Sequence[Seen] = ()) -> Iterator[Fault]:
    """Faults of the chain, its heads and its texts, at most MOST; then those of the anchors, and of what others saw."""
    yield from islice(find_faults(), MOST)
    yield from broken_anchor_faults(settings.ANCHOR_FOLDER, seen)


def verify_for_people(number: int) -> None:
    """Run a verification that a person asked for, unless it is finished. Logs each fault."""
    if verification := Verification.objects.filter(pk=number, ended_at=None).first():
        for fault in recorded(verification, faults_of_history()):
            logger.error("verification of history: %s", fault)


def require_consistency() -> None:
    """Verify everything and log each fault. Raises InconsistencyError if there are any."""
    verification = begin_verification(Verification.Source.NIGHT)
    if faults := report_faults(verification, partial(logger.error, "docket verify: %s")):
        raise InconsistencyError(f"{faults} faults")


def report_faults(verification: Verification, report: Callable[[str], object], seen: Sequence[Seen] = ()) -> int:
    """Report each fault when it is found; returns the count."""
    faults = 0
    for sentence in verify(verification, seen):
        report(sentence)
        faults += 1
    return faults


def disagreements() -> Iterator[Inconsistency]:
    """Each row that disagrees with history; at most MOST for each rule."""
    yield from find_inconsistencies()
