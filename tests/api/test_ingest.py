"""POST and DELETE /ingest/reviews: up to a thousand reviews a call, each with a result of its own."""

from datetime import timedelta
from functools import partial
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from accounts.key_throttle import admit_call, prune_calls
from accounts.models import ApiKey, KeyCall
from api.models import IdempotentAnswer
from kit.errors import TooManyError
from reviews.models import Review, Revision
from tests.api.problems import refusal
from tests.api.source import Source
from tests.consistency import inconsistencies
from tests.live import at_once
from tests.sent_reviews import a_sent_review
from tests.staff import Staff
from workflows.models import Process, TaskEvent

HALF, NUL = "a\ud800b", "a\x00b"


@pytest.fixture
def source() -> Source:
    return Source()


def test_a_received_review_can_be_decided(source: Source, staff: Staff) -> None:
    answer = source.send(a_sent_review(external_id="one", title="Kind", posted_at="2026-01-02T03:04:05Z"))
    assert answer.status_code == 200
    review = Review.objects.get()
    assert answer.json() == {
        "counts": {"accepted": 1, "duplicate": 0, "revised": 0, "amended": 0, "verified": 0, "rejected": 0, "busy": 0},
        "results": [
            {
                "index": 0,
                "external_id": "one",
                "status": "accepted",
                "id": review.pk,
                "copies": 0,
                "errors": {},
                "code": None,
            }
        ],
    }
    item = staff.post("/queues/pending/next").json()
    assert (item["subject"]["title"], item["subject"]["company"]["name"]) == ("Kind", "Mill Lane Dental")
    assert staff.post(f"/tasks/{item['task_id']}/decision", {"outcome": "approve", "revision": 1}).status_code == 200


def test_the_history_begins_with_the_call(source: Source) -> None:
    answer = source.send(a_sent_review(), x_request_id="from-the-source-1")
    event = TaskEvent.objects.get()
    assert (event.action, event.to_node, event.request_id) == ("start", "pending", "from-the-source-1")
    assert answer.headers["X-Request-ID"] == "from-the-source-1"


def test_a_call_has_at_most_a_thousand_reviews(source: Source) -> None:
    reviews = [a_sent_review(external_id=str(number)) for number in range(1_001)]
    assert refusal(source.send(*reviews)) == (422, "invalid")
    answer = source.send(*reviews[:1_000])
    assert answer.json()["counts"]["accepted"] == Review.objects.count() == 1_000
    assert list(inconsistencies()) == []
    assert source.send(*reviews[:1_000]).json()["counts"]["duplicate"] == 1_000


BAD: dict[str, tuple[Any, str]] = {
    "no object": (7, ""),
    "null": (None, ""),
    "list": ([], ""),
    "nothing": ({}, "source"),
    "no source": (a_sent_review(source="tripadvisor"), "source"),
    "source of another type": (a_sent_review(source=1), "source"),
    "no id": (a_sent_review(external_id=" "), "external_id"),
    "a number for an id": (a_sent_review(external_id=7), "external_id"),
    "long id": (a_sent_review(external_id="x" * 201), "external_id"),
    "no company": (a_sent_review(company=None), "company"),
    "blank company": (a_sent_review(company="  "), "company"),
    "true company": (a_sent_review(company=True), "company"),
    "company of nothing": (a_sent_review(company={}), "company"),
    "company of two": (a_sent_review(company={"id": 1, "name": "x"}), "company"),
    "company of a true id": (a_sent_review(company={"id": True}), "company"),
    "company out of range": (a_sent_review(company=2**63), "company"),
    "company below range": (a_sent_review(company=-1), "company"),
    "company with NUL": (a_sent_review(company=NUL), "company"),
    "long company": (a_sent_review(company="x" * 301), "company"),
    "both blank": (a_sent_review(text=" \n", constructive="\u00a0"), "text"),
    "long text": (a_sent_review(text="x" * 20_001), "text"),
    "long constructive": (a_sent_review(constructive="x" * 20_001), "constructive"),
    "NUL": (a_sent_review(text=NUL), "text"),
    "half a character": (a_sent_review(text=HALF), "text"),
    "half a character in the id": (a_sent_review(external_id=HALF), "external_id"),
    "a line end in the id": (a_sent_review(external_id="a\nb"), "external_id"),
    "a control character in the id": (a_sent_review(external_id="a\x85b"), "external_id"),
    "a separator of lines in the id": (a_sent_review(external_id="a\u2028b"), "external_id"),
    "a step in an address for an id": (a_sent_review(external_id="."), "external_id"),
    "a step up in an address for an id": (a_sent_review(external_id=" .. "), "external_id"),
    "no star": (a_sent_review(rating=0), "rating"),
    "six stars": (a_sent_review(rating=6), "rating"),
    "huge": (a_sent_review(rating=10**300), "rating"),
    "half a star": (a_sent_review(rating=4.5), "rating"),
    "stars as text": (a_sent_review(rating="4"), "rating"),
    "true stars": (a_sent_review(rating=True), "rating"),
    "verified as text": (a_sent_review(verified="yes"), "verified"),
    "year 0": (a_sent_review(posted_at="0000-01-01T00:00:00Z"), "posted_at"),
    "year 1": (a_sent_review(posted_at="0001-01-01T00:00:00+14:00"), "posted_at"),
    "year 9999": (a_sent_review(posted_at="9999-12-31T23:59:59-12:00"), "posted_at"),
    "tomorrow and more": (
        a_sent_review(posted_at=(timezone.now() + timedelta(days=2)).isoformat()),
        "posted_at",
    ),
    "no zone": (a_sent_review(posted_at="2026-01-01T00:00:00"), "posted_at"),
    "seconds": (a_sent_review(posted_at=1_700_000_000), "posted_at"),
    "31 February": (a_sent_review(posted_at="2026-02-31T00:00:00Z"), "posted_at"),
    "long title": (a_sent_review(title="x" * 501), "title"),
    "title of another type": (a_sent_review(title=["x"]), "title"),
}


def test_invalid_reviews_are_rejected_by_field_and_do_not_affect_others(source: Source) -> None:
    before, *results, after = source.results(a_sent_review(), *(bad for bad, _ in BAD.values()), a_sent_review())
    assert (before["status"], after["status"]) == ("accepted", "accepted")
    for index, (name, result) in enumerate(zip(BAD, results, strict=True), 1):
        assert (result["status"], result["index"], result["id"]) == ("rejected", index, None), name
        assert next(iter(result["errors"])) == BAD[name][1], name
        assert all(sentence for sentences in result["errors"].values() for sentence in sentences), name
    assert Review.objects.count() == Process.objects.count() == 2


def test_every_error_of_a_review_is_reported(source: Source) -> None:
    (result,) = source.results(a_sent_review(rating=9, text=NUL, source="x"))
    assert set(result["errors"]) == {"rating", "text", "source"}


def test_the_longest_texts_are_stored_unchanged(source: Source) -> None:
    words = "  \r\n" + "ß🦷\u202eعربي<b>&amp;" * 1_500 + "\t "
    assert source.statuses(a_sent_review(text=words[:20_000], constructive=words[:20_000])) == ["accepted"]
    review, revision = Review.objects.get(), Revision.objects.get()
    assert review.text == revision.text == revision.constructive == words[:20_000]


@pytest.mark.rule(11)
def test_unknown_fields_change_nothing(source: Source) -> None:
    sent = a_sent_review(
        status="published", id=77, revision=9, flagged_words=[1], received_at="2001-01-01", locked_by="x"
    )
    (result,) = source.results(sent)
    review = Review.objects.get()
    assert (review.status, review.revision, review.flagged_words) == ("pending", 1, [])
    assert result["id"] == review.pk != 77


def test_a_repeated_call_with_a_key_runs_once(source: Source) -> None:
    first = source.send(a_sent_review(external_id="x"), idempotency_key="k")
    again = source.send(a_sent_review(external_id="x"), idempotency_key="k")
    assert first.json() == again.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert refusal(source.send(a_sent_review(external_id="y"), idempotency_key="k")) == (422, "idempotency_key_reused")
    ApiKey.objects.update(revoked_at=timezone.now())
    assert refusal(source.send(a_sent_review(external_id="x"), idempotency_key="k"))[0] == 401
    assert IdempotentAnswer.objects.count() == 1


def test_a_call_with_rejected_reviews_is_repeated_as_well(source: Source) -> None:
    bad = a_sent_review(rating=9)
    assert source.send(bad, idempotency_key="k").json() == source.send(bad, idempotency_key="k").json()


@pytest.mark.parametrize(
    "body",
    [b"", b"{}", b"[]", b'{"reviews": 1}', b'{"reviews": []}', b'{"reviews": {}}', b'{"reviews": [', b"\x00", b"\xff"],
)
def test_a_body_without_reviews_is_refused(source: Source, body: bytes) -> None:
    assert refusal(source.send_body(body)) == (422, "invalid")


def test_a_body_over_the_cap_and_one_of_another_type_are_refused(source: Source) -> None:
    cap: int = django_settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert refusal(source.send_body(b" " * (cap + 1))) == (413, "too_large")
    assert refusal(source.send_body(b"{}", "text/csv")) == (415, "unsupported_media_type")


def test_a_key_that_calls_too_often_waits(source: Source, settings: Settings) -> None:
    settings.INGEST_CALLS_PER_MINUTE = 2
    for number in range(2):
        assert source.send(a_sent_review(external_id=str(number))).status_code == 200
    for refused in (source.send(a_sent_review()), source.send_body(b"\xff"), source.withdraw("wf", "0")):
        assert refusal(refused) == (429, "too_many_attempts")
        assert 1 <= int(refused.headers["Retry-After"]) <= 61
    assert Source().send(a_sent_review()).status_code == 200  # another key has its own
    KeyCall.objects.update(at=timezone.now() - timedelta(seconds=61))
    assert source.send(a_sent_review()).status_code == 200
    assert prune_calls() == 3
    assert KeyCall.objects.count() == 1


def test_calls_at_once_are_counted(source: Source, settings: Settings) -> None:
    settings.INGEST_CALLS_PER_MINUTE = 1
    admit_call(source.row)

    def call() -> int:
        try:
            return int(source.send(a_sent_review()).status_code)
        finally:
            connection.close()

    assert at_once([call] * 4) == [429] * 4


def test_parallel_calls_are_admitted_up_to_the_limit(source: Source, settings: Settings) -> None:
    settings.INGEST_CALLS_PER_MINUTE = 5

    def call() -> bool:
        try:
            admit_call(source.row)
        except TooManyError:
            return False
        else:
            return True
        finally:
            connection.close()

    for _ in range(3):
        assert sum(at_once([call] * 12)) == 5
        assert KeyCall.objects.count() == 5
        KeyCall.objects.all().delete()


def test_a_key_that_asks_for_restrictions_too_often_waits_as_well(settings: Settings, staff: Staff) -> None:
    settings.INGEST_CALLS_PER_MINUTE = 1
    asker = Source("restrict")
    first, refused = (
        asker.client.post("/api/restriction-requests", data="{", content_type="application/json") for _ in range(2)
    )
    assert first.status_code == 422
    assert refusal(refused) == (429, "too_many_attempts")
    assert 1 <= int(refused.headers["Retry-After"]) <= 61
    assert {staff.post("/restriction-requests", b"{").status_code for _ in range(3)} == {422}


def test_sources_with_the_same_reviews_at_once_are_all_answered(source: Source) -> None:
    reviews = [a_sent_review(external_id=str(number), company=f"New {number % 5}") for number in range(100)]

    def call(order: int) -> dict[str, int]:
        try:
            send = partial(
                source.send,
                *reviews[:: -1 if order % 2 else 1],
                **({"idempotency_key": str(order)} if order > 2 else {}),
            )
            answer = send()
            while answer.status_code == 409:  # on a busy machine others hold their locks for longer than calls wait
                answer = send()
            counts: dict[str, int] = answer.json()["counts"]
            return counts
        finally:
            connection.close()

    counted = at_once([partial(call, order) for order in range(6)])
    assert sum(counts["accepted"] for counts in counted) == 100
    assert sum(counts["duplicate"] for counts in counted) == 500
    assert Review.objects.count() == Process.objects.count() == 100


def test_a_withdrawn_review_is_ended_wherever_it_stands(source: Source) -> None:
    source.send(a_sent_review(external_id="a/b c?d"))
    assert source.withdraw("wf", "a%2Fb%20c%3Fd").status_code == 204
    assert source.withdraw("wf", "a%2Fb%20c%3Fd").status_code == 204
    assert Review.objects.get().status == "withdrawn"
    assert list(TaskEvent.objects.order_by("seq").values_list("action", flat=True)) == ["start", "withdraw"]
    assert list(inconsistencies()) == []


@pytest.mark.parametrize("external_id", ["...", "a/../b", " padded ", "%2e", "é 🦷", "a\u200db", "?#;"])
def test_every_accepted_id_can_be_withdrawn(source: Source, external_id: str) -> None:
    assert source.statuses(a_sent_review(external_id=external_id)) == ["accepted"]
    assert source.withdraw("wf", quote(external_id, safe="")).status_code == 204
    assert Review.objects.get().status == "withdrawn"


@pytest.mark.parametrize("external_id", ["nl\nx", "a\r\nb", "a\x01", "a\u2028b", ".."])
def test_stored_ids_that_are_invalid_today_can_be_withdrawn(source: Source, external_id: str) -> None:
    source.send(a_sent_review())
    Review.objects.update(external_id=external_id)
    assert source.withdraw("wf", quote(external_id, safe="")).status_code == 204
    assert Review.objects.get().status == "withdrawn"


@pytest.mark.parametrize("path", ["wf/none", "google/here", "none/here", "wf/%00", "wf/" + "x" * 200])
def test_an_unknown_review_cannot_be_withdrawn(source: Source, path: str) -> None:
    source.send(a_sent_review(external_id="here"))
    assert refusal(source.withdraw(*path.split("/"))) == (404, "not_found")
    assert Review.objects.get().status == "pending"


def test_the_holder_of_a_withdrawn_review_gets_a_refusal(source: Source, staff: Staff) -> None:
    source.send(a_sent_review(external_id="x"))
    task_id = staff.post("/queues/pending/next").json()["task_id"]
    source.withdraw("wf", "x")
    assert refusal(staff.post(f"/tasks/{task_id}/decision", {"outcome": "approve"})) == (409, "task_closed")
