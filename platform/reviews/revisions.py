"""Revisions: the text as received never changes; an edit is a new revision with reason and author (CMA guidance)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from kit.errors import InvalidError, StaleRevisionError
from kit.prepared import Prepared
from kit.text import is_blank
from reviews.errors import ReviewNotFoundError
from reviews.models import Review, Revision
from reviews.screening import Findings, digest_of_content, screen_review

REVISED_FIELDS = ("title", "text", "constructive", "author_name", "business_name", "job_title", "anonymous")


@dataclass(frozen=True, slots=True)
class Revised:
    """A new revision: its number, the names of the changed fields, and the findings of its screening."""

    number: int
    changed: tuple[str, ...]
    findings: Findings


def first_revision(review: Review) -> Revision:
    """The text as received, not yet saved."""
    return Revision(review=review, number=1, created_at=review.received_at, **words_of(review))


def revise_review(
    review_id: int, changes: Mapping[str, Any], *, reason: str, by: User | None = None, revision: int | None = None
) -> Revised | None:
    """Write the next revision, and screen it. None if nothing changes, or if the same edit was sent twice.

    `by` None: the review's author, through the source. `revision`: the number of the revision that was edited; None
    means the newest. Raises StaleRevisionError, NotFoundError, InvalidError for a review without text, ValueError for
    a field that is not in REVISED_FIELDS.
    """
    if unknown := changes.keys() - set(REVISED_FIELDS):
        raise ValueError(f"unknown field of a revision: {', '.join(sorted(unknown))}")
    with transaction.atomic():
        review = Review.objects.select_for_update(no_key=True).filter(pk=review_id).first()
        if review is None:
            raise ReviewNotFoundError
        if revision not in (None, review.revision):
            if _was_sent_before(review, changes, reason, by, revision):
                return None
            raise StaleRevisionError(newest_revision(review_id))
        changed = tuple(name for name in REVISED_FIELDS if name in changes and changes[name] != getattr(review, name))
        return _write(review, {name: changes[name] for name in changed}, reason, by) if changed else None


def revisions_of(review_id: int) -> list[Revision]:
    """All revisions with their authors, oldest first. Empty for an unknown review."""
    return _REVISIONS.instances({"review": review_id})


def _revisions(review_id: int) -> QuerySet[Revision]:
    return Revision.objects.filter(review=review_id).select_related("author").order_by("number")


_REVISIONS = Prepared(lambda marks: _revisions(marks.number("review")))


def newest_revision(review_id: int) -> Mapping[str, Any]:
    """The newest revision in the API's form. Raises Revision.DoesNotExist."""
    return describe_revision(_revisions(review_id).latest("number"))


def describe_revision(revision: Revision) -> dict[str, Any]:
    """A revision in the API's form. `author` null: the review's author, through the source."""
    author = revision.author
    return {
        "number": revision.number,
        "created_at": revision.created_at,
        "author": {"id": author.pk, "name": author.full_name} if author else None,
        "reason": revision.reason,
        **words_of(revision),
    }


def words_of(version: Review | Revision) -> dict[str, Any]:
    return {name: getattr(version, name) for name in REVISED_FIELDS}


def _was_sent_before(
    review: Review, changes: Mapping[str, Any], reason: str, by: User | None, base: int | None
) -> bool:
    """Whether the newest revision is this edit of the same base: the caller lost the answer and retries."""
    if review.revision - 1 != base:
        return False
    read, newest = _revisions(review.pk).filter(number__gte=base)
    is_same_edit = (newest.author_id, newest.reason) == (by.pk if by else None, reason)
    return is_same_edit and {**words_of(read), **changes} == words_of(newest)


def _write(review: Review, changes: Mapping[str, Any], reason: str, by: User | None) -> Revised:
    for name, value in changes.items():
        setattr(review, name, value)
    if is_blank(review.text) and is_blank(review.constructive):
        raise InvalidError({"text": ["A review needs a text, or constructive feedback."]})
    review.revision += 1
    if by is None:  # copies are detected by the author's text; edits by staff do not change the digest
        review.content_digest = digest_of_content(review)
    review.save(update_fields=[*changes, "revision", "content_digest"])
    Revision.objects.create(
        review=review,
        number=review.revision,
        author=by,
        reason=reason,
        created_at=timezone.now(),
        **words_of(review),
    )
    return Revised(review.revision, tuple(changes), screen_review(review))
