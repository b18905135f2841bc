"""Demo data: believable companies and reviews, the same at every run."""

import random
from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from accounts.rights import AccessLevel
from commands import demo_texts
from companies.models import Company
from reviews.actions import receive_review
from reviews.models import Review, Source
from workflows.engine.lifecycle import start_process
from workflows.review_moderation import ReviewModeration

DEMO_PASSWORD = "Docket-demo-1"
DEMO_ACCOUNTS = (
    ("admin@docket.test", "Amara", "Okafor", AccessLevel.ADMIN),
    ("head@docket.test", "Henrik", "Lindqvist", AccessLevel.HEAD_MODERATOR),
    ("moderator@docket.test", "Marta", "Ellwood", AccessLevel.MODERATOR),
    ("moderator2@docket.test", "Callum", "Frayne", AccessLevel.MODERATOR),
)
REVIEWS = 120
SEED = 7
WITH_CONSTRUCTIVE = 0.6
ANONYMOUS = 0.1


def make_accounts() -> int:
    """The number of accounts that were made; those that exist are left as they are."""
    made = 0
    for email, first_name, last_name, level in DEMO_ACCOUNTS:
        if not User.objects.filter(email=email).exists():
            User.objects.create_account(email, DEMO_PASSWORD, first_name=first_name, last_name=last_name, level=level)
            made += 1
    return made


def make_reviews() -> int:
    """The number of reviews that were made: all of them on an empty desk, none on another."""
    if Review.objects.exists():
        return 0
    chance, now = random.Random(SEED), timezone.now()
    companies = [Company.objects.create(name=name) for name in demo_texts.COMPANIES]
    for number in range(REVIEWS):
        story = demo_texts.STORIES[number % len(demo_texts.STORIES)]
        author, business, job = chance.choice(demo_texts.AUTHORS)
        review = receive_review(
            chance.choice(companies),
            received_at=now - timedelta(minutes=chance.randrange(5, 40 * 60)),
            source=chance.choice([Source.WF, Source.WF, Source.WF, Source.GOOGLE]),
            external_id=f"demo-{number:05}",
            rating=story.rating,
            title=story.title,
            text=story.text,
            constructive=story.constructive if chance.random() < WITH_CONSTRUCTIVE else "",
            author_name=author,
            business_name=business,
            job_title=job,
            anonymous=chance.random() < ANONYMOUS,
            verified=True,
            raw={"form": "demo"},
        )
        start_process(ReviewModeration, ReviewModeration.received, review=review)
    return REVIEWS
