"""What a pattern may cost: refused when it is saved, and put out of work where a text shows it (decision 97)."""

from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import transaction

from banned_words import costs
from banned_words.fields import WordFields
from banned_words.matching import search_texts
from banned_words.models import BannedWord
from banned_words.patterns import Pattern
from kit.apart import OverLimitError
from kit.errors import InvalidError
from reviews.models import Review
from tests.audit_log import told
from tests.factories import a_head_moderator, a_process
from tests.staff import Staff
from tests.workflows.reviews.desk import do_jobs

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.rule(15)]
# each costs a hundred times as much as a plain pattern on one of the samples, and more
COSTLY = ["(?i)[aeiou].{0,300}zzz", r"[a-z].{0,200}\d.{0,200}!!", "(?s).{0,400}zzz"]
LARGE = 1_000  # instructions
PLAIN = [
    r"0[0-9]{3} ?[0-9]{6}",
    r"(?i)refund code [a-z]{2}\d",
    r"[^ ]+@[^ ]+\.(com|net|org)",
    r"(?i)\b(call|text|ring) me (on|at) \+?[\d ]{9,14}",
    r"(?i)bitcoin.{0,60}(wallet|address)",
    r"https?://[^\s]{1,200}",
    r"(?i)\b(scam|fraud|theft|liar|crook)s?\b",
    r"\p{Cyrillic}{3,}",
]
SLOW = "(?s).{0,900}zzz"  # as it was saved before costs were measured
BUDGET = costs.BUDGET


class Clock:
    """A search costs a hundredth of a second, one by a large pattern twice as much as a text may cost."""

    def __init__(self) -> None:
        self.now, self.searches = 0.0, 0

    def __call__(self) -> float:
        return self.now

    def search(self, pattern: Pattern) -> None:
        self.searches += pattern.size > LARGE
        self.now += 2 * BUDGET if pattern.size > LARGE else 0.01


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock, find = Clock(), Pattern.find

    def counted(self: Pattern, text: str) -> Any:
        clock.search(self)
        return find(self, text)

    monkeypatch.setattr(costs, "clock", clock)
    monkeypatch.setattr(Pattern, "find", counted)
    return clock


def a_slow_pattern(term: str = SLOW) -> BannedWord:
    return BannedWord.objects.create(term=term, mode="pattern")


def flagged() -> list[int]:
    """How many words are marked in each review, in the order of arrival."""
    return [len(review.flagged_words) for review in Review.objects.order_by("pk")]


@pytest.mark.parametrize("term", COSTLY)
def test_a_pattern_that_would_slow_every_text_is_refused_with_the_reason(head: Staff, term: str) -> None:
    answer = head.post("/banned-words", {"term": term, "mode": "pattern"})
    assert answer.status_code == 422
    (reason,) = answer.json()["fields"]["term"]
    assert "would make every text slow" in reason
    assert not BannedWord.objects.filter(term=term).exists()


@pytest.mark.parametrize("term", PLAIN)
def test_patterns_as_people_write_them_are_accepted(term: str) -> None:
    WordFields(term=term, mode="pattern").require_usable()


def test_a_pattern_of_too_many_steps_is_refused_before_it_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pattern, "find", None)
    with pytest.raises(InvalidError) as refused:
        costs.require_affordable("(?s).{0,900}zzz")
    assert "is too large" in refused.value.fields["term"][0]


def test_a_file_with_a_costly_pattern_says_so_at_its_line(head: Staff) -> None:
    file = "term,mode\nhumbug,word\n" + COSTLY[0].join('""') + ",pattern\n"
    done = head.post("/banned-words/import", {"csv": file}).json()
    assert (done["added"], done["refused"], done["problems"][0]["line"]) == (1, 1, 3)
    assert done["problems"][0]["reason"].startswith("term: ")


def test_patterns_of_a_file_are_measured_beside_the_web_server(head: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banned_words.fields.require_affordable", None)
    file = "term,mode\n" + "".join(f'"{term}",pattern\n' for term in PLAIN)
    assert head.post("/banned-words/import", {"csv": file}).json()["added"] == len(PLAIN)


def test_a_file_whose_patterns_take_too_long_adds_nothing_and_says_so(
    head: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, file = BannedWord.objects.count(), {"csv": "term,mode\nhumbug,word\nbah+,pattern\n"}
    with monkeypatch.context() as busy:
        busy.setattr(costs, "LIMITS", replace(costs.LIMITS, clock=0))
        refused = head.post("/banned-words/import", file)
        assert (refused.status_code, refused.json()["code"]) == (503, "overloaded"), "no fault of the file"
    monkeypatch.setattr(costs, "run_apart", Mock(side_effect=OverLimitError))
    refused = head.post("/banned-words/import", file)
    assert (refused.status_code, refused.json()["fields"]["csv"]) == (
        422,
        ["Its patterns take too long to check. Send fewer in a file."],
    )
    assert BannedWord.objects.count() == before


def test_a_pattern_over_the_budget_is_stopped_and_everybody_can_see_that(head: Staff, clock: Clock) -> None:
    word = a_slow_pattern()
    for place, expected in enumerate(([1], [1, 0], [1, 0, 0])):
        a_process(text=f"{place}: zzz")
        assert flagged() == expected  # what was searched for was found; what was not is after the entry was stopped
    assert clock.searches == 2  # once, and once more to be sure
    (row,) = head.get("/banned-words?state=stopped").json()["items"]
    assert (row["id"], bool(row["stopped_at"])) == (word.pk, True)
    assert head.get("/banned-words/version").json()["totals"]["stopped"] == 1
    assert told("kind", "subject_id", "user_id")[-1] == (
        "word",
        word.pk,
        None,
        "Stopped: the pattern cost too much. It matches nothing until it is changed.",
    )


def test_one_call_pays_for_a_costly_pattern_once(clock: Clock) -> None:
    a_slow_pattern()
    _, found = search_texts([["zzz"]] * 20)
    assert [bool(matches) for (matches,) in found] == [True] + [False] * 19
    assert clock.searches == 2


def test_what_was_not_searched_for_is_only_stored_with_the_stop(clock: Clock) -> None:
    word = a_slow_pattern()
    with transaction.atomic():
        search_texts([["zzz"], ["zzz"]])
        transaction.set_rollback(True)
    word.refresh_from_db()
    assert word.stopped_at is None
    _, ((matches,),) = search_texts([["zzz"]])
    assert [match.entry_id for match in matches] == [word.pk]
    word.refresh_from_db()
    assert word.stopped_at


def test_a_stopped_pattern_works_again_when_its_term_is_changed(head: Staff, clock: Clock) -> None:
    word = a_slow_pattern()
    a_process(text="zzz")
    assert head.patch(f"/banned-words/{word.pk}", {"term": "zz+"}).json()["stopped_at"] is None
    a_process(text="zzz")
    assert flagged() == [1, 1]


def test_a_search_that_was_disturbed_once_stops_nothing(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    word = a_slow_pattern("zz+")
    disturbed = iter([10.0])
    monkeypatch.setattr(clock, "search", lambda _pattern: setattr(clock, "now", clock.now + next(disturbed, 0.01)))
    search_texts([["zzz"]])
    word.refresh_from_db()
    assert word.stopped_at is None


def test_the_plain_ones_stay_when_a_costly_one_is_stopped(clock: Clock) -> None:
    plain, slow = a_slow_pattern("zz+"), a_slow_pattern()
    search_texts([["zzz"]])
    slow.refresh_from_db()
    plain.refresh_from_db()
    assert (bool(slow.stopped_at), plain.stopped_at) == (True, None)


def test_a_trial_of_a_pattern_that_is_over_the_budget_ends_and_says_so(
    head: Staff, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(costs, "MAX_RATIO", 1e9)  # its cost does not show on samples
    monkeypatch.setattr(costs, "MAX_SIZE", 1e9)
    for _ in range(5):
        a_process(text="They came on time.")
    path = f"/banned-words/trial/{begin_trial(head, SLOW)}"
    clock.searches = 0
    do_jobs()
    trial = head.get(path).json()
    assert (trial["state"], trial["reason"]) == ("failed", "costly")
    assert clock.searches == 2


def test_a_trial_ends_when_its_texts_together_are_over_its_budget(
    head: Staff, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reviews.word_trials.BUDGET", 0.03)  # of three searches
    for _ in range(5):
        a_process(text="They came on time.")
    path = f"/banned-words/trial/{begin_trial(head, 'zz+')}"
    do_jobs()
    assert (head.get(path).json()["state"], head.get(path).json()["reason"]) == ("failed", "costly")


def begin_trial(head: Staff, term: str) -> int:
    answer = head.post("/banned-words/trial", {"entry": {"term": term, "mode": "pattern"}})
    assert answer.status_code == 202, answer.content
    return int(answer.json()["id"])


def test_a_person_has_one_trial_at_a_time_and_the_newer_one_counts(head: Staff) -> None:
    a_process(text="zzz")
    other = begin_trial(Staff(a_head_moderator()), "zz+")
    first, second = begin_trial(head, "zz+"), begin_trial(head, "z+")
    assert head.get(f"/banned-words/trial/{first}").json()["reason"] == "replaced"
    do_jobs()
    states = {number: head.get(f"/banned-words/trial/{number}").json()["state"] for number in (other, first, second)}
    assert states == {other: "done", first: "failed", second: "done"}
