"""Demo data: believable companies and reviews in every queue, the same at every run."""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from accounts.rights import AccessLevel
from commands import demo_texts
from commands.demo_moods import MOODS
from commands.demo_texts import Story
from companies.models import Company
from reviews.actions import receive_review
from reviews.models import Review, Source
from workflows.engine.decisions import decide_task
from workflows.engine.lifecycle import start_process
from workflows.engine.reading import open_task_of
from workflows.engine.work import claim_task
from workflows.models import OPEN, Process, Task
from workflows.review_moderation import ReviewModeration

DEMO_PASSWORD = "Docket-demo-1"
DEMO_ACCOUNTS = (
    ("admin@docket.test", "Amara", "Okafor", AccessLevel.ADMIN),
    ("head@docket.test", "Henrik", "Lindqvist", AccessLevel.HEAD_MODERATOR),
    ("moderator@docket.test", "Marta", "Ellwood", AccessLevel.MODERATOR),
    ("moderator2@docket.test", "Callum", "Frayne", AccessLevel.MODERATOR),
)
REVIEWS = 140
SEED = 7
WITH_CONSTRUCTIVE = 0.6
ANONYMOUS = 0.1
UNVERIFIED = 0.15
OLDEST = timedelta(hours=30)

# what has been decided so far: how many reviews went which way
WAYS: tuple[tuple[int, tuple[tuple[str, dict[str, str]], ...]], ...] = (
    (9, (("approve", {}),)),
    (8, (("approve", {}), ("publish", {}))),
    (3, (("reject", {"reason": "not-experience", "facts": "The author writes about what a neighbour told him."}),)),
    (6, (("backlog", {}),)),
    (5, (("investigate", {"question": "Ask the company whether there was a booking on that day."}),)),
    (3, (("escalate", {"notes": "The owner has written twice and threatens to sue. I would publish it as it is."}),)),
    (1, (("escalate", {"notes": "Names a receptionist."}), ("return", {"advice": "A first name alone may stay."}))),
)


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
    stories = list(_stories(companies, chance))
    chance.shuffle(stories)
    processes = [_arrive(number, *story, chance, now) for number, story in enumerate(stories)]
    _age(processes)
    _decide(processes, chance)
    return REVIEWS


def _stories(companies: list[Company], chance: random.Random) -> Iterator[tuple[Company, Story]]:
    """Each company's own story first, then what could have happened anywhere."""
    yield from zip(companies, demo_texts.STORIES, strict=True)
    for _ in range(REVIEWS - len(companies)):
        mood = chance.choice(MOODS)
        parts = [chance.choice(mood.openings), chance.choice(mood.middles)]
        text = " ".join(parts) + "\n\n" + chance.choice(mood.closings)
        story = Story(chance.choice(mood.titles), chance.choice(mood.ratings), text, chance.choice(mood.hints))
        yield chance.choice(companies), story


def _arrive(number: int, company: Company, story: Story, chance: random.Random, now: datetime) -> Process:
    author, business, job = chance.choice(demo_texts.AUTHORS)
    review = receive_review(
        company,
        received_at=now - chance.random() * OLDEST,
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
        verified=chance.random() > UNVERIFIED,
        raw={"form": "demo"},
    )
    return start_process(ReviewModeration, ReviewModeration.received, review=review)


def _age(processes: list[Process]) -> None:
    """The desk has been open for a day: clocks count from when each review arrived."""
    for process in processes:
        received = Review.objects.values_list("received_at", flat=True).get(pk=process.subject_id)
        waiting = Task.objects.filter(process=process, status__in=OPEN)
        arrived = waiting.values_list("created", flat=True).get()
        earlier = arrived - received
        waiting.update(created=received, due_at=F("due_at") - earlier, rank_at=F("rank_at") - earlier)


def _decide(processes: list[Process], chance: random.Random) -> None:
    head, *moderators = User.objects.filter(email__in=[email for email, *_ in DEMO_ACCOUNTS[1:]]).order_by("pk")
    for process, way in _ways(processes, chance):
        for outcome, form in way:
            task = open_task_of(process)
            by = head if task.queue == "escalated" else chance.choice(moderators)
            claim_task(task.pk, by=by)
            decide_task(task.pk, by=by, outcome=outcome, payload=form)


def _ways(processes: list[Process], chance: random.Random) -> Iterator[tuple[Process, tuple[tuple[str, Any], ...]]]:
    pending = set(Task.objects.filter(queue="pending", status__in=OPEN).values_list("process_id", flat=True))
    ready = [process for process in processes if process.pk in pending]
    chance.shuffle(ready)
    for number, way in WAYS:
        for _ in range(number):
            yield ready.pop(), way
