"""A process that the product does not know: what a lawyer does with a review. Three queues, a form, two clocks."""

from datetime import timedelta
from typing import Any

from pydantic import Field
from viewflow import this
from viewflow.workflow import nodes

from companies.models import Company
from reviews.actions import MOVE_REVIEWS, ingest_review, move_review, publish_review
from reviews.models import Review, ReviewStatus
from workflows.engine.core.declarations import Page
from workflows.engine.core.entry_data import number
from workflows.engine.core.flows import ProductFlow
from workflows.engine.core.lifecycle import start_process
from workflows.engine.core.nodes import Ending, HumanTask, within
from workflows.engine.core.outcomes import LongText, OutcomeForm
from workflows.models import Process
from workflows.reviews.process import ReviewProcess
from workflows.reviews.subject import ReviewSubject


class Advice(OutcomeForm):
    """What the lawyer advises."""

    text_field = "advice"
    entry_data = {"claim": number}

    claim: int = Field(title="Claim in pounds", ge=1)
    advice: LongText = Field(title="Advice", json_schema_extra={"x-widget": "textarea"})


def settle_review(review_id: int) -> None:
    move_review(review_id, "settled")


class LegalMatter(ProductFlow):
    """A lawyer reads a review about which somebody has written a letter."""

    process_title = "Legal matter"
    kind = "legal_matter"
    order = 20
    about = dict.fromkeys(("advise", "sue", "clear", "settle", "return", "win", "lose"), "The lawyers know.")
    process_class = ReviewProcess
    subject = ReviewSubject()
    move = MOVE_REVIEWS

    raised = nodes.StartHandle(this.raise_matter).Next(this.legal)

    # A lawyer reads it. Its page is declared.
    legal = (
        HumanTask(
            "legal",
            title="Legal review",
            permission="moderation",
            status="With the lawyers",
            page=Page("reviews/legal", icon="scale", key="l", place="reviews", position=8),
            due=within(timedelta(hours=24)),
        )
        .On("advise", this.settlement, label="Advise", key="a", tone="primary", form=Advice)
        .On("sue", this.court, label="Sue", key="u")
        .On("clear", this.cleared, label="Clear", key="c")
    )

    # It is settled by somebody, or by itself when the time comes. Its page is derived.
    settlement = (
        HumanTask(
            "settlement",
            title="Settlements",
            permission="backlog",
            status="To be settled",
            fires=within(timedelta(days=3)),
            on_fire="settle",
        )
        .On("settle", this.settled, label="Settle", key="t", tone="primary")
        .Back("return", label="Return", key="r")
    )

    # A judge decides it.
    court = (
        HumanTask("court", title="Before the court", permission="backlog", status="Before the court")
        .On("win", this.cleared, label="Won", key="v", tone="primary")
        .On("lose", this.settled, label="Lost", key="d")
    )

    cleared = Ending(publish_review, title="Cleared", status=ReviewStatus.PUBLISHED)
    settled = Ending(settle_review, title="Settled", status="Settled")

    @classmethod
    def first_step(cls, process: Process) -> HumanTask:
        return cls.legal

    def raise_matter(self, activation: Any, review: Review) -> Process:
        process: ReviewProcess = activation.process
        process.subject_id, process.company_id, process.country = review.pk, review.company_id, review.company.country
        process.rating = review.rating
        return process


def raise_matters(number: int) -> list[Process]:
    """Begin so many legal matters, each about a review of its own."""
    company = Company.objects.create(name="Thistle & Sons")
    reviews = [
        ingest_review(
            company, external_id=f"legal-{place}", rating=1, author_name=f"Author {place}", text="They cheated me."
        )
        for place in range(number)
    ]
    return [start_process(LegalMatter, LegalMatter.raised, review=review) for review in reviews]
