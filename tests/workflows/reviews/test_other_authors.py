"""An id names one review of one author: nothing that comes under it later overwrites what somebody else wrote."""

from typing import Any

import pytest

from reviews.models import Review
from tests.api.source import Source
from tests.sent_reviews import a_sent_review
from tests.workflows.reviews.test_sent_again import Story

OTHERS = {"text": "They broke my tooth.", "rating": 1, "author_name": "Ben"}


def stored() -> list[tuple[str, str]]:
    return list(Review.objects.order_by("pk").values_list("external_id", "text"))


def test_a_second_review_with_an_id_of_the_same_call_is_refused_unless_it_is_equal() -> None:
    first, source = a_sent_review(external_id="it", text="Lovely."), Source()
    results = source.results(first, {**first, **OTHERS}, first, {**first, "rating": 5})
    assert [(result["status"], result["code"]) for result in results] == [
        ("accepted", None),
        ("rejected", "repeated_id"),
        ("duplicate", None),
        ("rejected", "repeated_id"),
    ]
    assert results[1]["errors"] == {"external_id": ["stands in this call already, with other content"]}
    assert stored() == [("it", "Lovely.")]


@pytest.mark.parametrize(
    ("before", "now", "field"),
    [
        ({"author_email": "ann@example.com"}, {"author_email": "ben@example.com"}, "author_email"),
        ({"author_mobile": "07700 900111"}, {"author_mobile": "07700 900112"}, "author_mobile"),
        (
            {"author_email": "ann@example.com", "author_mobile": "07700 900111"},
            {"author_email": "ann@example.com", "author_mobile": "07700 900112"},
            "author_mobile",
        ),
        ({"author_email": "ann"}, {"author_email": "ben"}, "author_email"),
    ],
)
@pytest.mark.parametrize("more", [{}, {"text": "They broke my tooth."}, {"verified": True}])
def test_another_address_is_another_author(
    before: dict[str, Any], now: dict[str, Any], field: str, more: dict[str, Any]
) -> None:
    story = Story(**before, verified=False)
    (result,) = story.source.results({**story.sent, **now, **more})
    assert (result["status"], result["code"], list(result["errors"])) == ("rejected", "other_author", [field])
    review = story.review
    assert {name: getattr(review, name) for name in before} == before
    assert (review.text, review.revision, review.verified) == (story.sent["text"], 1, False)
    assert story.actions() == ["start"]


@pytest.mark.parametrize(
    ("before", "now", "status"),
    [
        ({"author_email": "Ann@Example.com"}, {"author_email": "ann@example.com"}, "amended"),
        ({"author_mobile": "07700 900111"}, {"author_mobile": "+44 7700 900111"}, "amended"),
        ({"author_email": "ann@example.com"}, {"author_email": ""}, "duplicate"),
        ({}, {"author_email": "ann@example.com"}, "amended"),
        ({"author_name": "Ann"}, {"author_name": "Ann Lee"}, "revised"),
    ],
)
def test_another_writing_a_first_address_or_another_name_is_no_other_author(
    before: dict[str, Any], now: dict[str, Any], status: str
) -> None:
    assert Story(**before).again(**now) == status
