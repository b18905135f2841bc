"""Requests to restrict beside the moderation of the same reviews, by several people and the clock, in any order."""

from collections import Counter

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from restrictions.actions import Contact
from restrictions.models import MAX_PER_REVIEW, Ground, RequestToRestrict
from reviews.models import Review
from tests.factories import a_head_moderator, a_moderator
from tests.workflows.engine.people_machine import WHICH, WHO, run_machine
from tests.workflows.engine.test_state_machine import DeskMachine
from tests.workflows.restrictions.requests import a_published_review
from workflows.engine.core.lifecycle import reinstate_process, withdraw_process
from workflows.models import Process
from workflows.restrictions.ingest import ask_to_restrict
from workflows.review_moderation import ReviewModeration

pytestmark = [pytest.mark.slow, pytest.mark.rule(7)]

GROUNDS = st.sampled_from(sorted(Ground))


class RequestsMachine(DeskMachine):
    """The desk with published reviews, about which people ask."""

    @initialize()
    def open_the_desk(self) -> None:
        self.people = [a_moderator(), a_moderator(), a_head_moderator(), a_head_moderator()]
        self.reviews = [a_published_review().pk for _ in range(4)]

    def moderation(self, which: int) -> Process:
        newest = Process.objects.filter(flow_class=ReviewModeration, subject_id=self.reviews[which])
        process: Process = newest.latest("pk")
        return process

    @rule(who=WHO, which=WHICH, ground=GROUNDS)
    def ask(self, who: int, which: int, ground: Ground) -> None:
        review = Review.objects.get(pk=self.reviews[which])
        requests = RequestToRestrict.objects.filter(review=review)
        may = review.status == "published" and requests.count() < MAX_PER_REVIEW and not requests.filter(status="open")
        contact = Contact("Olive Tan", "olive@tan.example", "Owner")
        taken = self.attempt(ask_to_restrict, review.pk, ground, "x", contact, by=self.people[who])
        assert (taken is not None) == may

    @rule(who=WHO, which=WHICH)
    def moderate_anew(self, who: int, which: int) -> None:
        self.attempt(reinstate_process, self.moderation(which), "x", by=self.people[who])

    @rule(which=WHICH)
    def withdraw(self, which: int) -> None:
        withdraw_process(self.moderation(which))

    @invariant()
    def nobody_asks_too_often(self) -> None:
        asked = RequestToRestrict.objects.filter(review_id__in=getattr(self, "reviews", ()))
        assert all(number <= MAX_PER_REVIEW for number in Counter(asked.values_list("review_id", flat=True)).values())

    @invariant()
    def only_the_end_of_a_request_hides_a_review(self) -> None:
        restricted = Review.objects.filter(status="restricted")
        for review in restricted:
            assert RequestToRestrict.objects.filter(review=review, status="restricted").exists()


def test_requests_and_moderation_beside_each_other_break_no_rule() -> None:
    run_machine(RequestsMachine)
