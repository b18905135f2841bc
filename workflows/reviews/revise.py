"""Revisions and amendments of a review in a process: stored, screened, and copied to process and task."""

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from reviews.facts import amend_review
from reviews.revisions import revise_review
from reviews.screening import Findings
from workflows.engine.core.facets import Facet, store_facets
from workflows.engine.core.subjects import Revised
from workflows.engine.core.transition.writer import record_event
from workflows.engine.verbs.harm import raise_priority
from workflows.facets import FLAGGED, RATING
from workflows.models import Process, Task


def write_revision(
    process: Process,
    task: Task | None,
    changes: Mapping[str, Any],
    *,
    reason: str,
    by: User | None = None,
    revision: int | None = None,
) -> Revised | None:
    """Write the next revision of a process's review; see `reviews.revisions.revise_review`.

    The caller holds the process's lock. `task`: the open task of the process.
    """
    revised = revise_review(process.subject_id, changes, reason=reason, by=by, revision=revision)
    if revised is None:
        return None
    _store_findings(process, task, revised.findings, {})
    return Revised(revised.number, revised.changed, {"screening": revised.findings.noted})


def write_amendment(process: Process, task: Task | None, changes: Mapping[str, Any], rating: int | None) -> None:
    """Store facts that the source changed, and record them in history. `rating`: the previous rating.

    History names changed addresses but not their values. The caller holds the process's lock.
    """
    findings = amend_review(process.subject_id, changes)
    _store_findings(process, task, findings, {RATING: changes["rating"]} if "rating" in changes else {})
    stars = {"rating": {"from": rating, "to": changes["rating"]}} if "rating" in changes else {}
    data = {"changed": sorted(changes), **stars, "screening": findings.noted}
    record_event(process, "amend", task=task, data=data)


def _store_findings(process: Process, task: Task | None, findings: Findings, also: Mapping[Facet, Any]) -> None:
    if findings.is_harmful:
        raise_priority(process, task)
    data = {**process.data, "screening": findings.noted}
    store_facets(process, task, {FLAGGED: findings.flagged, **also}, data=data)
