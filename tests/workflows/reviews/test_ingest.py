"""Reviews that arrive by the thousand are received as one by one: each once, each at its step, with its history."""

import os
import signal
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection, models

from banned_words.models import BannedWord
from blacklist.digests import digest_of
from blacklist.models import BlacklistEntry
from companies.models import Company, Country
from reviews.actions import ingest_review
from reviews.ingest import SortedReviews
from reviews.models import Review, Revision
from tests.api.queries import statements
from tests.consistency import inconsistencies
from tests.live import at_once
from tests.processes import finish, fork
from tests.sent_reviews import a_sent_review, incoming
from workflows.engine.core.lifecycle import start_process
from workflows.models import HistoryHead, Process, Task, TaskEvent
from workflows.review_moderation import ReviewModeration
from workflows.reviews import ingest
from workflows.reviews.ingest import IngestStatus, ingest_reviews

KINDS: dict[str, dict[str, Any]] = {
    "verified": {},
    "unverified": {"verified": False},
    "elsewhere": {"source": "google", "verified": False},
    "flagged": {"title": "Crooks", "text": "A scam.", "constructive": "Be no liars."},
    "held": {"text": "I know where you live."},
    "held-unverified": {"text": "I will kill you.", "verified": False},
    "proposed": {"text": "Ask me about my crypto investment."},
    "blacklisted": {"author_email": "Troll@example.com"},
    "phone": {"author_mobile": "07700 900142"},
    "no-stars": {"rating": None},
    "constructive": {"text": "", "constructive": "Warmer rooms."},
    "whole": {
        "title": "Ça va — 🦷",
        "author_name": "Ada Obi",
        "anonymous": True,
        "business_name": "Mill",
        "job_title": "Owner",
        "posted_at": "2026-01-31T23:59:00+01:00",
    },
    "new-zealand": {"company": "Kauri Dental", "text": "I know where you live."},
    "copied": {"text": "They came on time.", "external_id": "copy"},
}


def ingest_singly(fields: dict[str, Any]) -> None:
    one = incoming(**fields)
    known = {name: value for name, value in one.__dict__.items() if name != "company"}
    review = ingest_review(Company.objects.get(name=one.company.word), **known)
    start_process(ReviewModeration, ReviewModeration.received, review=review)


@pytest.fixture(autouse=True)
def world(database: None) -> None:
    Company.objects.create(name="Mill Lane Dental")
    Company.objects.create(name="Kauri Dental", country=Country.NEW_ZEALAND)
    for form in ("troll@example.com", "+447700900142"):
        BlacklistEntry.objects.create(digest=digest_of(form), hint="…")


def everything(fields: dict[str, Any], after: int) -> dict[str, Any]:
    """All rows about the newest review, in words that are the same for two that were received alike."""
    review = Review.objects.latest("pk")
    assert review.pk > after
    process = Process.objects.get(subject_id=review.pk)
    tasks = list(Task.objects.filter(process=process).order_by("pk"))
    numbers = {"review_id": {review.pk: "this"}, "subject_id": {review.pk: "this"}, "process_id": {process.pk: "this"}}
    names = {task.pk: task.flow_task.name for task in tasks}
    started = min(task.created for task in tasks)

    def values_of(row: models.Model, *without: str) -> dict[str, Any]:
        return {
            field.attname: _told(field, getattr(row, field.attname), numbers, started)
            for field in row._meta.concrete_fields
            if field.attname not in ("id", "external_id", "previous_hash", "hash", *without)
        }

    return {
        "review": values_of(review),
        "revisions": [values_of(revision) for revision in Revision.objects.filter(review=review)],
        "process": values_of(process),
        "tasks": [values_of(task) for task in tasks],
        "links": [[names[before.pk] for before in task.previous.all()] for task in tasks],
        "events": [values_of(event) for event in TaskEvent.objects.filter(process=process)],
        "heads": [values_of(head, "process_id") for head in HistoryHead.objects.filter(process=process)],
    }


def _told(field: Any, value: Any, numbers: dict[str, dict[int, str]], started: datetime) -> Any:
    if isinstance(value, datetime) and field.name != "posted_at":
        spans = round((value - started).total_seconds() / 60)
        return f"{spans} minutes later"
    return numbers[field.attname].get(value, value) if field.attname in numbers else value


@pytest.mark.parametrize("kind", KINDS)
def test_singly_and_in_a_batch_leave_equal_rows_everywhere(kind: str) -> None:
    fields = KINDS[kind]
    ingest_singly({**fields, "external_id": "one"})
    singly = everything(fields, 0)
    before = Review.objects.latest("pk").pk
    if kind != "copied":  # else each finds what is there already
        Review.objects.update(content_digest=b"")
    (result,) = ingest_reviews([incoming(**{**fields, "external_id": "two"})])
    in_batch = everything(fields, before)
    if kind == "copied":
        assert in_batch["process"]["data"]["screening"].pop("copies") == 1
        assert singly["process"]["data"]["screening"].pop("copies") == 0
        assert in_batch["events"][0]["data"].pop("copies") == 1
        assert singly["events"][0]["data"].pop("copies") == 0
    else:
        Review.objects.update(content_digest=b"")
    assert in_batch == singly
    assert result.status is IngestStatus.ACCEPTED


def test_a_mixed_batch_agrees_and_goes_where_the_flow_leads() -> None:
    sent = [incoming(**{**fields, "external_id": kind}) for kind, fields in KINDS.items()]
    results = ingest_reviews(sent)
    assert [result.status for result in results] == [IngestStatus.ACCEPTED] * len(KINDS)
    assert list(inconsistencies()) == []
    queues = dict(Review.objects.values_list("external_id", "status"))
    assert {kind for kind, queue in queues.items() if queue == "investigation"} == {
        "held",
        "held-unverified",
        "blacklisted",
        "phone",
        "new-zealand",
    }
    assert {kind for kind, queue in queues.items() if queue == "unverified"} == {"unverified"}


def test_a_call_of_any_size_sends_the_same_number_of_statements() -> None:
    sizes = {}
    for size in (1, 50):
        with statements() as sent:
            ingest_reviews([incoming(company=f"Company {size} {number}") for number in range(size)])
        sizes[size] = len(sent)
        with statements() as sent:
            ingest_reviews([incoming(company="Mill Lane Dental", external_id=f"{size} {n}") for n in range(size)])
        sizes[-size] = len(sent)
    assert sizes[1] == sizes[50]
    assert sizes[-1] == sizes[-50]
    # which are known; the lock's patience, companies, words, copies, first revisions, numbers twice; reviews by COPY;
    # processes with their tasks, links and entries
    assert sizes[-1] == 10
    # new companies: one's turn, what is there now, theirs, what is there then
    assert sizes[1] == 10 + 4


def test_the_same_again_is_a_duplicate_and_writes_nothing() -> None:
    sent = [incoming(external_id=str(number)) for number in range(30)]
    first = ingest_reviews(sent)
    with statements() as asked:
        again = ingest_reviews(sent)
    assert {result.status for result in again} == {IngestStatus.DUPLICATE}
    assert [result.review_id for result in again] == [result.review_id for result in first]
    assert len(asked) == 2  # which exist, and which of those that are sent as verified were not
    assert TaskEvent.objects.count() == 30


def test_twice_in_a_call_is_once() -> None:
    one = incoming(external_id="twice")
    results = ingest_reviews([one, incoming(), one])
    assert [result.status for result in results] == [
        IngestStatus.ACCEPTED,
        IngestStatus.ACCEPTED,
        IngestStatus.DUPLICATE,
    ]
    assert results[0].review_id == results[2].review_id
    assert Review.objects.count() == 2


def test_an_equal_second_of_two_shares_the_refusal_of_the_first() -> None:
    results = ingest_reviews([incoming(external_id="x", company=404), incoming(external_id="x", company=404)])
    assert [result.status for result in results] == [IngestStatus.REJECTED] * 2
    assert [result.status for result in ingest_reviews([incoming(external_id="x")])] == [IngestStatus.ACCEPTED]


def test_copies_within_a_call_are_counted_as_in_separate_calls() -> None:
    results = ingest_reviews(
        [incoming(text="Good."), incoming(text="Good."), incoming(text="good."), incoming(text="Good.")]
    )
    assert [result.copies for result in results] == [0, 1, 0, 2]
    data = Process.objects.order_by("pk").values_list("data", flat=True)
    assert [values["screening"]["copies"] for values in data] == [0, 1, 0, 2]


def test_equal_texts_of_another_day_or_company_are_not_copies() -> None:
    results = ingest_reviews(
        [
            incoming(posted_at="2020-01-01T10:00:00Z"),
            incoming(posted_at="2020-01-02T10:00:00Z"),
            incoming(posted_at="2020-01-02T22:00:00Z"),
            incoming(posted_at="2020-01-02T22:00:00Z", company="Kauri Dental"),
        ]
    )
    assert [result.copies for result in results] == [0, 0, 1, 0]


def test_clocks_count_from_the_arrival_here() -> None:
    ingest_reviews([incoming(posted_at="2010-04-12T00:00:00Z")])
    task = Task.objects.get(queue="pending")
    review = Review.objects.get()
    assert task.due_at
    assert (task.due_at - review.received_at).total_seconds() == 24 * 3600
    assert review.posted_at
    assert review.posted_at.year == 2010


def companies() -> Iterator[tuple[Any, str]]:
    yield "Mill Lane Dental", "Mill Lane Dental"
    yield "  Mill  Lane\nDental ", "Mill Lane Dental"
    yield "HS-7", "Kauri Dental"
    yield {"hsone_id": "HS-7"}, "Kauri Dental"
    yield {"name": "HS-7"}, "HS-7"
    yield {"name": "New one"}, "New one"
    yield "Another new one", "Another new one"


def test_a_company_is_found_by_id_hsone_id_or_name_and_created_by_name() -> None:
    Company.objects.filter(name="Kauri Dental").update(hsone_id="HS-7")
    ingest_reviews([incoming(company=sent) for sent, _ in companies()])
    assert list(Review.objects.order_by("pk").values_list("company__name", flat=True)) == [n for _, n in companies()]
    known = Company.objects.get(name="Kauri Dental")
    ingest_reviews([incoming(company=known.pk), incoming(company={"id": known.pk})])
    assert Review.objects.filter(company=known).count() == 4
    assert Company.objects.count() == 5


@pytest.mark.parametrize(
    ("company", "sentence"),
    [
        (404, "There is no company with this number."),
        ({"id": 404}, "There is no company with this number."),
        ({"hsone_id": "none"}, "There is no company with this HSOne id."),
        ("Twin", "Several companies have this name: send an id."),
    ],
)
def test_an_unknown_company_rejects_only_its_review(company: Any, sentence: str) -> None:
    Company.objects.bulk_create([Company(name="Twin"), Company(name="Twin")])
    results = ingest_reviews([incoming(), incoming(company=company), incoming()])
    assert [result.status for result in results] == [
        IngestStatus.ACCEPTED,
        IngestStatus.REJECTED,
        IngestStatus.ACCEPTED,
    ]
    assert results[1].errors == {"company": [sentence]}


def test_several_callers_with_the_same_reviews_take_each_in_once() -> None:
    names = [f"New {number % 7}" for number in range(200)]
    sent = [a_sent_review(external_id=f"r{number}", company=name) for number, name in enumerate(names)]

    def call(order: int) -> list[IngestStatus]:
        try:
            mine = sent if order % 2 else sent[::-1]
            return [result.status for result in ingest_reviews([incoming(**one) for one in mine])]
        finally:
            connection.close()

    answers = at_once([partial(call, order) for order in range(6)])
    counted = [result for answer in answers for result in answer]
    assert (counted.count(IngestStatus.ACCEPTED), counted.count(IngestStatus.DUPLICATE)) == (200, 1_000)
    assert Review.objects.count() == Process.objects.count() == TaskEvent.objects.count() == 200
    assert Company.objects.filter(name__startswith="New").count() == 7
    assert list(inconsistencies()) == []


def test_a_caller_that_is_killed_leaves_nothing_half_done() -> None:
    def ingest_and_die() -> None:
        def die(*_arguments: Any, **_options: Any) -> None:
            os.kill(os.getpid(), signal.SIGKILL)

        with patch("workflows.engine.core.transition.writer._notify", die):
            ingest_reviews([incoming(external_id=str(number)) for number in range(50)])

    assert not finish(fork(ingest_and_die))
    for model in (Review, Revision, Process, Task, TaskEvent, HistoryHead):
        assert not model._default_manager.exists()


def test_a_new_banned_word_takes_effect_at_the_next_call() -> None:
    entry = BannedWord.objects.create(term="quackery", action="hold")
    try:
        ingest_reviews([incoming(text="Pure quackery.")])
    finally:
        entry.delete()
    assert Review.objects.get().status == "investigation"


def test_a_review_sent_by_a_parallel_caller_is_busy_at_its_place() -> None:
    refused = incoming(external_id="twice")
    both = SortedReviews({0: refused, 1: refused}, existing={}, new=[], refused={})
    first = ingest.Ingested(IngestStatus.REJECTED, errors={"company": ["No."]})
    tries: list[Any] = [([first, None], both), ([None], both)]
    with patch.object(ingest, "_ingest", side_effect=tries):
        assert [result.status for result in ingest_reviews([refused, refused])] == [
            IngestStatus.REJECTED,
            IngestStatus.BUSY,
        ]
