"""Revisions of a review's words: what was received stays, every edit is whole, signed and screened."""

from functools import partial
from typing import Any

import pytest
from django.db import ProgrammingError, close_old_connections

from accounts.models import User
from kit.errors import NotFoundError, StaleRevisionError
from reviews.models import Review, Revision
from reviews.revisions import REVISED_FIELDS, newest_revision, revise_review, words_of
from tests.factories import a_moderator, a_review
from tests.live import at_once

CHANGED: dict[str, Any] = {
    "title": "Steep stairs",
    "text": "They came in time.",
    "constructive": "A rail would help.",
    "author_name": "A. King",
    "business_name": "King & Co",
    "job_title": "Owner",
    "anonymous": True,
}


def numbers(review: Review) -> list[int]:
    return list(Revision.objects.filter(review=review).order_by("number").values_list("number", flat=True))


def revise(review: Review, *, by: User | None, base: int | None = 1, reason: str = "A typo.", **changes: Any) -> Any:
    return revise_review(review.pk, changes, reason=reason, by=by, revision=base)


def test_the_received_text_is_the_first_revision() -> None:
    review = a_review(**CHANGED)
    (first,) = Revision.objects.filter(review=review)
    assert words_of(first) == words_of(review) == CHANGED
    assert (first.number, first.author, first.reason, first.created_at) == (1, None, "", review.received_at)


def test_an_edit_is_a_new_revision_with_a_reason_and_an_author_and_leaves_the_first_as_it_was() -> None:
    review, editor = a_review(), a_moderator()
    received = words_of(review)
    revised = revise(review, by=editor, reason="The author asked for it.", **CHANGED)
    first, second = Revision.objects.filter(review=review).order_by("number")
    assert words_of(first) == received
    assert words_of(second) == words_of(Review.objects.get(pk=review.pk)) == CHANGED
    assert (second.number, second.author, second.reason) == (2, editor, "The author asked for it.")
    assert (revised.number, revised.changed) == (2, REVISED_FIELDS)
    assert Review.objects.get(pk=review.pk).revision == 2


def test_a_new_text_is_screened_and_its_copies_are_found() -> None:
    review = a_review(text="What a scam.")
    copy = a_review(review.company, text="They came in time.")
    revised = revise(review, by=a_moderator(), text="They came in time.", constructive="You crooks.")
    stored = Review.objects.get(pk=review.pk)
    assert [(match["word"], match["field"]) for match in stored.flagged_words] == [("crooks", "constructive")]
    assert (revised.findings.copies, len(revised.findings.flagged_words)) == (0, 1)
    revise(review, by=None, base=2, constructive="")
    assert bytes(Review.objects.get(pk=review.pk).content_digest) == bytes(copy.content_digest)


@pytest.mark.parametrize("other", [{"reason": "Another reason."}, {"title": "More"}, {"text": "Worse."}])
def test_a_different_edit_of_the_same_base_is_refused(other: dict[str, Any]) -> None:
    review, editor = a_review(), a_moderator()
    revise(review, by=editor, text="Better.")
    with pytest.raises(StaleRevisionError):
        revise(review, by=editor, **{"text": "Better.", **other})


def test_the_same_edit_by_another_person_is_refused() -> None:
    review = a_review()
    revise(review, by=a_moderator(), text="Better.")
    with pytest.raises(StaleRevisionError):
        revise(review, by=a_moderator(), text="Better.")


def test_the_source_revises_the_newest_text_in_the_authors_name() -> None:
    review = a_review()
    revise(review, by=a_moderator(), text="Edited.")
    assert revise(review, by=None, base=None, reason="", text="As I meant it.").number == 3
    assert newest_revision(review.pk)["author"] is None


def test_only_text_fields_are_revised() -> None:
    with pytest.raises(ValueError, match="rating"):
        revise(a_review(), by=a_moderator(), rating=5)
    with pytest.raises(NotFoundError):
        revise_review(2**40, {"text": "x"}, reason="x", by=None)


def test_the_application_cannot_change_a_revision() -> None:
    review = a_review()
    with pytest.raises(ProgrammingError, match="permission denied"):
        Revision.objects.filter(review=review).update(text="x")
    with pytest.raises(ProgrammingError, match="permission denied"):
        Revision.objects.filter(review=review).delete()


def test_of_parallel_edits_one_wins_and_the_others_get_its_revision() -> None:
    review, editors = a_review(), [a_moderator() for _ in range(8)]

    def edit(editor: User) -> int:
        try:
            return int(revise(review, by=editor, text=f"By {editor.pk}.").number)
        except StaleRevisionError as refused:
            return -int(refused.details()["newer"]["number"])
        finally:
            close_old_connections()

    assert sorted(at_once([partial(edit, editor) for editor in editors])) == [-2] * 7 + [2]
    assert numbers(review) == [1, 2]
