"""Everything that `docket verify` checks: history itself, and all state against it."""

import logging
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from django.conf import settings
from psycopg.types.json import Jsonb

from workflows.engine.core.agreement import ENGINE_RULES, MOST, Disagreement, find_disagreements
from workflows.engine.core.flows import flows
from workflows.engine.core.verification import broken_anchors, changed_since, find_faults
from workflows.restriction_request import RestrictionRequest
from workflows.restrictions.agreement import REQUEST_RULES
from workflows.review_moderation import ReviewModeration
from workflows.reviews.agreement import RECORDED, REVIEW_RULES
from workflows.reviews.letters import STATED_ENDS
from workflows.reviews.subject import REVIEW

logger = logging.getLogger(__name__)


class DisagreementError(Exception):
    """History, or state beside history, is not what was written. The log names each place."""


def verify() -> Iterator[str]:
    """What is wrong with history, then what is wrong with state beside history: a sentence each."""
    yield from (str(fault) for fault in islice(find_faults(), MOST))
    yield from (changed_since(anchor, at) for anchor, at in broken_anchors(settings.ANCHOR_FOLDER))
    yield from (str(disagreement) for disagreement in disagreements())


def require_agreement() -> None:
    """Log each fault. Raises DisagreementError."""
    if faults := report_faults(partial(logger.error, "docket verify: %s")):
        raise DisagreementError(f"{faults} faults")


def report_faults(report: Callable[[str], object]) -> int:
    """Report each fault as it is found; their number."""
    faults = 0
    for sentence in verify():
        report(sentence)
        faults += 1
    return faults


def disagreements() -> Iterator[Disagreement]:
    """Each row of which history says something else; at most a hundred of each rule."""
    yield from find_disagreements(
        (*ENGINE_RULES, *REVIEW_RULES, *REQUEST_RULES),
        moderation=ReviewModeration.kind,
        request=RestrictionRequest.kind,
        kinds=[flow.kind for flow in flows() if flow.subject.thing == REVIEW],
        stated=Jsonb(STATED_ENDS),
        stated_kinds=[str(kind) for kind in STATED_ENDS.values()],
        recorded_states=[state.value for state in RECORDED],
    )
