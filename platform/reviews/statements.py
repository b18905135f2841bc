"""Statements of reasons: issued once per ended process, in the fields of the Commission's schema."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from reviews.grounds import Grounds
from reviews.letters import reference_of, statement_letter, write_letter
from reviews.models import Letter, Reason, Review, Statement, StatementKind

_VISIBILITY = {
    # a rejected review was never published, so nothing was removed; a restriction can be undone (product.md, Law)
    StatementKind.REJECT: ("DECISION_VISIBILITY_OTHER", "Not published"),
    StatementKind.RESTRICT: ("DECISION_VISIBILITY_CONTENT_DISABLED", ""),
}


# the names of the Commission's schema, in the order of an export
FILED_FIELDS = (
    "puid",
    "decision_visibility",
    "decision_visibility_other",
    "decision_ground",
    "decision_ground_reference_url",
    "illegal_content_legal_ground",
    "illegal_content_explanation",
    "incompatible_content_ground",
    "incompatible_content_explanation",
    "category",
    "content_type",
    "content_date",
    "application_date",
    "decision_facts",
    "source_type",
    "automated_detection",
    "automated_decision",
    "created_at",
)


def issue_statement(
    review_id: int,
    *,
    process_id: int,
    kind: str,
    reason: str,
    facts: str,
    rule: str = "",
    explanation: str = "",
    by: int | None = None,
    notice: bool = False,
    detected: bool = False,
    decided_on: date | None = None,
) -> tuple[Statement, Letter]:
    """Store the statement of an ended process and its letter. A second call returns the stored ones.

    `kind` is `reject` or `restrict`, `reason` a code, `notice` whether somebody asked for it, `detected` whether
    screening found something. Raises Reason.DoesNotExist, Review.DoesNotExist.
    """
    grounds = Grounds(
        StatementKind(kind), Reason.objects.get(code=reason), facts, explanation, rule, notice=notice, detected=detected
    )
    review = Review.objects.select_related("company").get(pk=review_id)
    with transaction.atomic():
        values = _values(review, grounds, process_id, by, decided_on)
        statement, _ = Statement.objects.get_or_create(process_id=process_id, defaults=values)
        words = statement_letter(review, grounds, process_id)
        return statement, write_letter(review, process_id, Letter.About.STATEMENT, words)


def new_statement(
    review: Review, grounds: Grounds, *, process_id: int, by: int | None, decided_on: date | None = None
) -> Statement:
    """The statement of a decision, not saved."""
    return Statement(process_id=process_id, **_values(review, grounds, process_id, by, decided_on))


def filed_as(review: Review, grounds: Grounds) -> dict[str, Any]:
    """The filing fields of a decision, which the preview shows beside the letter."""
    fields = _fields(review, grounds)
    return {
        "decision_visibility": fields["decision_visibility"][0],
        "decision_ground": fields["decision_ground"],
        "category": fields["category"],
        "source_type": fields["source_type"],
        "automated_detection": _yes_or_no(grounds.detected),
        "automated_decision": Statement.Automation.NONE,
    }


def filed(statement: Statement) -> dict[str, Any]:
    """A statement with the field names of the Commission's schema."""
    is_illegal = statement.decision_ground == Reason.Ground.ILLEGAL
    ground = "illegal_content_legal_ground" if is_illegal else "incompatible_content_ground"
    explanation = "illegal_content_explanation" if is_illegal else "incompatible_content_explanation"
    values = {
        **{name: getattr(statement, name, None) or None for name in FILED_FIELDS},
        ground: statement.rule,
        explanation: statement.explanation,
        "content_date": statement.content_date.isoformat(),
        "application_date": statement.application_date.isoformat(),
        "automated_detection": _yes_or_no(statement.automated_detection),
        "created_at": statement.created_at.isoformat(),
    }
    return {name: values[name] for name in FILED_FIELDS}


def _yes_or_no(value: bool) -> str:
    return "Yes" if value else "No"


def _values(
    review: Review, grounds: Grounds, process_id: int, by: int | None, decided_on: date | None
) -> dict[str, Any]:
    return {
        **_fields(review, grounds),
        "puid": reference_of(process_id),
        "decided_by": by,
        "application_date": decided_on or timezone.now().date(),
    }


def _fields(review: Review, grounds: Grounds) -> Mapping[str, Any]:
    visibility, other = _VISIBILITY[grounds.kind]
    return {
        "review": review,
        "company": review.company,
        "kind": grounds.kind,
        "reason": grounds.reason,
        "decision_visibility": [visibility],
        "decision_visibility_other": other,
        "decision_facts": grounds.facts,
        "decision_ground": grounds.reason.ground,
        "decision_ground_reference_url": "" if grounds.is_illegal else settings.REVIEW_RULES_URL,
        "rule": grounds.law_or_rule,
        "explanation": grounds.why,
        "category": grounds.reason.category,
        "content_type": ["CONTENT_TYPE_TEXT"],
        "content_date": (review.posted_at or review.received_at).date(),
        "source_type": Statement.Source.NOTICE if grounds.notice else Statement.Source.VOLUNTARY,
        "automated_detection": grounds.detected,
    }
