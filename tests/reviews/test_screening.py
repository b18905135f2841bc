"""Screening: banned words in what arrives, people on the blacklist, copies."""

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from banned_words.flags import MAX_STORED
from banned_words.matching import search_texts
from banned_words.models import Action, BannedWord, ListVersion
from blacklist.digests import digest_of
from blacklist.forms import normal_forms
from blacklist.lookup import is_blacklisted
from blacklist.models import BlacklistEntry
from reviews.models import Review
from tests.factories import a_company, a_pending_task, a_process, a_review, open_task
from workflows.models import Priority


def found(text: str) -> list[str]:
    _, [[matches]] = search_texts([[text]])
    return [match.word for match in matches]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("They are crooks about pricing.", ["crooks"]),
        ("CROOKS, all of them: a rip-off.", ["CROOKS", "rip-off"]),
        ("What a ｓｃａｍ", ["ｓｃａｍ"]),
        ("sc\u200bam", ["sc\u200bam"]),
        ("🦷 scam", ["scam"]),
        ("My therapist assessed the scampi at Penistone.", []),
        ("I will kill you", ["kill you"]),
        ("I will kill   \n you", ["kill   \n you"]),
        ("He'll shitake; shitty", ["shitty"]),
        ("The specialist heliographed.", []),
        ("", []),
    ],
)
def test_words_are_found_at_their_positions(text: str, words: list[str]) -> None:
    assert found(text) == words


def test_a_match_has_its_position_in_the_original_text() -> None:
    text = "ﬁne, but İstanbul is a rip off"
    _, [[[match]]] = search_texts([[text]])
    assert text[match.start : match.end] == "rip off"


def test_whole_words_do_not_match_inside_other_words() -> None:
    BannedWord.objects.create(term="hell")
    try:
        assert found("he'll shell Hello; hell's kitchen; what the hell!") == ["hell"]
    finally:
        BannedWord.objects.filter(term="hell").delete()


def test_a_saved_entry_works_at_the_next_call() -> None:
    assert found("pure quackery") == []
    entry = BannedWord.objects.create(term="quackery")
    try:
        assert found("pure quackery") == ["quackery"]
    finally:
        entry.delete()


def test_a_match_is_stored_with_its_field_entry_and_action() -> None:
    review = a_review(title="Crooks", text="Fine.")
    a_process(review)
    review.refresh_from_db()
    entry = BannedWord.objects.get(term="crook")
    place = {"field": "title", "start": 0, "end": 6, "view": "folded"}
    assert review.flagged_words == [{"word": "Crooks", "entry_id": entry.pk, "action": "flag", **place}]
    assert review.words_version == ListVersion.objects.get().number


def test_a_match_that_holds_sends_the_review_to_investigation_first_of_all() -> None:
    task = a_pending_task(text="I know where you live.")
    assert (task.queue, task.priority, task.number_2) == ("investigation", Priority.HARMFUL, 1)


def test_a_match_that_rejects_only_proposes_it() -> None:
    task = a_pending_task(text="Ask me about my crypto investment.")
    assert task.queue == "pending"
    assert task.process.data["screening"]["propose"] == "reject"


def test_the_blacklist_knows_addresses_and_numbers_however_they_are_spelt() -> None:
    for value in ("Troll@Example.com", "+447700900142"):
        (form,) = set(normal_forms(value))
        BlacklistEntry.objects.create(digest=digest_of(form), hint="…")
    assert is_blacklisted(" troll@example.COM ")
    assert is_blacklisted("07700 900142")
    assert is_blacklisted("", "+44 7700 900 142")
    assert not is_blacklisted("somebody@example.com", "07700 900143", "not a number", "")


@pytest.mark.parametrize(
    ("listed", "as_written"),
    [
        ("+447700900142", "07700 900142"),
        ("+353851234567", "085 123 4567"),
        ("+64211234567", "021 123 4567"),
        ("+61412345678", "0412 345 678"),
    ],
)
def test_a_bare_national_number_is_found_in_all_four_countries(listed: str, as_written: str) -> None:
    BlacklistEntry.objects.create(digest=digest_of(listed), hint="…")
    assert is_blacklisted(as_written)
    assert is_blacklisted(listed)
    assert is_blacklisted(listed.replace("+", "00"))


def test_a_blacklisted_author_leads_to_investigation() -> None:
    BlacklistEntry.objects.create(digest=digest_of("troll@example.com"), hint="t…@example.com")
    assert a_pending_task(author_email="troll@example.com").queue == "investigation"


def test_equal_content_is_counted_and_taken_in() -> None:
    company = a_company()
    first = a_process(a_review(company, text="Good  people."))
    second = a_process(a_review(company, text="Good  people."))
    other = a_process(a_review(company, text="good people. "))
    elsewhere = a_process(a_review(text="Good  people."))
    told = [process.data["screening"]["copies"] for process in (first, second, other, elsewhere)]
    assert told == [0, 1, 0, 0]
    assert open_task(second).queue == "pending"


@pytest.fixture
def words() -> Iterator[None]:
    """Terms of these tests alone: the list is not emptied after each."""
    made = [
        BannedWord.objects.create(term=term, action=action)
        for term, action in (("zzq", Action.FLAG), ("q", Action.FLAG), ("yyq", Action.HOLD))
    ]
    yield
    for word in made:
        word.delete()


@pytest.mark.usefixtures("words")
def test_stored_matches_are_limited_and_all_are_counted() -> None:
    process = a_process(text="zzq " * 4_000 + "yyq " + "zzq " * 900, source="google")
    review = Review.objects.get(pk=process.subject_id)
    assert len(review.flagged_words) == MAX_STORED
    assert [match["start"] for match in review.flagged_words] == sorted(m["start"] for m in review.flagged_words)
    assert "yyq" in {match["word"] for match in review.flagged_words}
    assert process.data["screening"]["words"] == 4_901
    assert process.number_2 == 4_901
    assert open_task(process).queue == "investigation"


@pytest.mark.usefixtures("words")
def test_a_number_that_a_process_cannot_hold_is_the_largest_that_it_can() -> None:
    process = a_process(text="q " * 20_000, constructive="q " * 20_000, source="google")
    assert (process.number_2, process.data["screening"]["words"]) == (2**15 - 1, 40_000)


def test_a_shadow_counts_its_matches_and_marks_nothing() -> None:
    entry = BannedWord.objects.create(term="quackery", action=Action.HOLD, shadow=True)
    try:
        task = a_pending_task(text="Pure quackery.")
        review = Review.objects.get(pk=task.process.subject_id)
        assert (task.queue, task.number_2, review.flagged_words) == ("pending", 0, [])
        assert [(match["word"], match["entry_id"]) for match in review.shadow_words or ()] == [("quackery", entry.pk)]
    finally:
        entry.delete()


def test_a_retired_entry_matches_nothing() -> None:
    entry = BannedWord.objects.create(term="quackery")
    try:
        assert found("pure quackery") == ["quackery"]
        BannedWord.objects.filter(pk=entry.pk).update(retired_at=timezone.now())
        assert found("pure quackery") == []
    finally:
        entry.delete()


def test_screening_reads_the_list_only_when_its_version_has_moved(django_assert_num_queries: Any) -> None:
    found("pure quackery")
    with django_assert_num_queries(1) as read:
        found("pure quackery")
    assert "banned_words_listversion" in read.captured_queries[0]["sql"]


def test_a_version_that_is_rolled_back_is_never_taken_for_a_later_version() -> None:
    with contextlib.suppress(RuntimeError), transaction.atomic():
        BannedWord.objects.create(term="quackery")
        assert found("pure quackery humbug") == ["quackery"]
        raise RuntimeError
    entry = BannedWord.objects.create(term="humbug")
    try:
        assert found("pure quackery humbug") == ["humbug"]
    finally:
        entry.delete()
