"""Plurals and possessives as a choice of the entry: what they are, for which entries they are on, and in files."""

from typing import Any

import pytest

from banned_words.matcher import Entry, Matcher
from banned_words.matching import search_texts
from banned_words.models import BannedWord
from tests.staff import Staff


def found(term: str, text: str, *, mode: str = "word", endings: bool = True) -> list[str]:
    return [match.word for match in Matcher([Entry(1, term, mode, "flag", 1, endings=endings)]).find(text)]


@pytest.mark.parametrize(
    ("term", "text", "words"),
    [
        ("rapist", "the rapist's, rapists’ and ‘rapists’; therapists, rapistes", ["rapist's", "rapists", "rapists"]),
        ("bitch", "bitches, bitch's, bitchs, bitchy", ["bitches", "bitch's"]),
        ("pussy", "pussies, pussy’s, pussys, pussycat", ["pussies", "pussy’s", "pussys"]),
        ("con artist", "con artists, con-artist's, con artistes", ["con artists", "con-artist's"]),
        ("slut", "s l u t s, $luts, sl*ts, sluttts, slutss", ["s l u t s", "$luts", "sl*ts", "sluttts"]),
        ("ass", "Asses the needs; an ass's needs", ["ass's"]),  # for "assess"
        ("twat", "Twat in Twatts; TWATS", ["Twat", "TWATS"]),
    ],
)
def test_a_term_is_found_with_its_endings_in_each_view(term: str, text: str, words: list[str]) -> None:
    assert found(term, text) == words


def test_without_the_choice_an_ending_makes_another_word() -> None:
    text = "twats, twat's, t w a t s, tw*ts, pussies, twat"
    assert found("twat", text, endings=False) == ["twat"]
    assert found("pussy", text, endings=False) == []


def test_the_beginning_of_words_has_any_ending_without_the_choice() -> None:
    assert found("scam", "scams scammer's", mode="prefix", endings=False) == ["scams", "scammer's"]


@pytest.mark.parametrize(
    ("given", "endings"),
    [
        ({"term": "quack"}, True),
        ({"term": "quack", "endings": False}, False),
        ({"term": "Hell"}, False),
        ({"term": "hell", "endings": True}, True),
    ],
)
def test_the_choice_is_on_for_new_entries_but_hell(head: Staff, given: dict[str, Any], endings: bool) -> None:
    answer = head.post("/banned-words", given)
    assert (answer.status_code, answer.json()["endings"]) == (201, endings)
    word = answer.json()["term"]
    _, [[matches]] = search_texts([[f"The {word}'s."]])
    assert [match.word for match in matches] == ([f"{word}'s"] if endings else [])
    body = {"text": f"The {word}'s.", "entry": given, "entry_id": answer.json()["id"]}
    assert len(head.post("/banned-words/test", body).json()["matches"]) == endings
    (row,) = head.get(f"/banned-words?q={word}").json()["items"]
    assert row["endings"] is endings


def test_a_choice_that_is_none_is_refused(head: Staff) -> None:
    answer = head.post("/banned-words/test", {"text": "Quacks.", "entry": {"term": "quack", "endings": None}})
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["entry.endings"])


def test_the_choice_of_an_entry_is_changed_by_itself(head: Staff) -> None:
    number = head.post("/banned-words", {"term": "quack", "endings": False}).json()["id"]
    assert head.patch(f"/banned-words/{number}", {"action": "hold"}).json()["endings"] is False
    assert head.patch(f"/banned-words/{number}", {"endings": True}).json()["endings"] is True


def test_a_file_without_the_column_leaves_the_choice_of_entries_and_gives_new_ones_theirs(head: Staff) -> None:
    for term, endings in (("quack", False), ("humbug", True)):
        head.post("/banned-words", {"term": term, "endings": endings})
    file = "term,mode,action\nquack,word,hold\nhumbug,word,hold\nhell,word,flag\nflimflam,word,flag\n"
    done = head.post("/banned-words/import", {"csv": file}).json()
    assert (done["added"], done["changed"], done["refused"]) == (2, 2, 0)
    assert endings_of("quack", "humbug", "hell", "flimflam") == [False, True, False, True]
    done = head.post("/banned-words/import", {"csv": "term,endings\nquack,yes\nhumbug,No\nhell,maybe\n"}).json()
    assert (done["changed"], [problem["line"] for problem in done["problems"]]) == (2, [4])
    assert endings_of("quack", "humbug", "hell") == [True, False, False]


def test_the_choice_goes_out_and_in_again(head: Staff) -> None:
    head.post("/banned-words", {"term": "quack", "endings": False})
    text = b"".join(head.get("/banned-words/export").streaming_content).decode()
    done = head.post("/banned-words/import", {"csv": text}).json()
    assert (done["added"], done["changed"], done["refused"]) == (0, 0, 0)
    BannedWord.objects.filter(term="quack").update(endings=True)
    assert head.post("/banned-words/import", {"csv": text}).json()["changed"] == 1
    assert endings_of("quack") == [False]


def test_the_first_list_has_the_choice_but_for_beginnings_of_words(database: None) -> None:
    assert endings_of("thief", "rapist", "con artist", "scam") == [True, True, True, False]
    _, [[matches]] = search_texts([["Ask the rapist's neighbour."]])
    assert [match.word for match in matches] == ["rapist's"]


def endings_of(*terms: str) -> list[bool]:
    choices = dict(BannedWord.objects.filter(term__in=terms).values_list("term", "endings"))
    return [choices[term] for term in terms]
