"""Matching against tables: disguises that must be found, and innocent phrases that must not.

Each line of `disguised.tsv` is a term of the list and a phrase with it in disguise, and each of `evasions.tsv` a way of
evasion, a term and phrases; a backslash begins the code of an invisible character. `innocent.txt` has British place and
family names, medical words, contractions, codes, initials, stars, prices, words of other languages.
"""

from pathlib import Path

import pytest

from banned_words.folding import origins
from banned_words.matcher import Entry, Match, Matcher

HERE = Path(__file__).parent
PREFIXES = "scam crook fraud liar idiot moron bastard shit fuck wanker pervert paedophile cunt bollock tosser"
WORDS = "thief thieves rapist bullshit ass asshole arse twat prick slut whore dickhead nonce hell pussy bitch"
PHRASES = (
    *("con artist", "rip off", "kill you", "kill them", "burn it down", "know where you live", "promo code"),
    *("piss off", "son of a bitch"),
)
# as somebody who looks after a list would write them
EXCEPTIONS = {
    "crook": ("Crook, County Durham", "Crookham", "Crookes", "Crookston", "shepherd's crook", "crooked", "crookedly"),
    "scam": ("scampi", "scampered", "scamander"),
    "shit": ("Shitterton", "shih tzu", "shi-tzu", "shitake", "shiitake", "shittington"),
    "moron": ("moronic acid", "Moronobu"),
    "idiot": ("idiotype",),
    "pervert": ("perverted justice",),
    "paedophile": (),
    "tosser": ("Tosserman",),
    "bastard": ("bastardy bond",),
    "cunt": ("cuntz",),
    "fraud": ("fraudster posters",),
    "nonce": ("nonce value", "Mr Nonce"),
    "prick": ("finger prick", "pin prick"),
    "rip off": ("rip. Office",),
}
LEAST_RECALL = 0.97


@pytest.fixture(scope="module")
def matcher() -> Matcher:
    modes = (("prefix", PREFIXES.split()), ("word", WORDS.split()), ("phrase", PHRASES))
    named = [(mode, term) for mode, terms in modes for term in terms]
    return Matcher(
        Entry(number, term, mode, "flag", 1, EXCEPTIONS.get(term, ())) for number, (mode, term) in enumerate(named)
    )


def lines(name: str) -> list[str]:
    return (HERE / name).read_text(encoding="utf-8").splitlines()


def given(phrase: str) -> str:
    return phrase.encode("latin-1", "backslashreplace").decode("unicode_escape") if "\\" in phrase else phrase


def test_disguises_are_found_where_they_stand(matcher: Matcher) -> None:
    table = [line.split("\t") for line in lines("disguised.tsv")]
    assert len(table) >= 300
    missed = [(term, phrase) for term, phrase in table if not matcher.find(given(phrase))]
    assert len(missed) <= len(table) * (1 - LEAST_RECALL), missed


def test_each_way_of_evasion_is_found_as_its_term_where_it_stands(matcher: Matcher) -> None:
    table = [
        (way, term, given(phrase))
        for way, term, *phrases in (line.split("\t") for line in lines("evasions.tsv"))
        for phrase in phrases
    ]
    assert len(table) >= 500
    terms = [*PREFIXES.split(), *WORDS.split(), *PHRASES]
    missed = []
    for way, term, phrase in table:
        found = matcher.find(phrase)
        assert all(match.word == phrase[match.start : match.end] for match in found)
        if term not in {terms[match.entry_id] for match in found}:
            missed.append((way, term, phrase))
    assert not missed


def test_nothing_is_found_in_innocent_phrases(matcher: Matcher) -> None:
    phrases = [line for line in lines("innocent.txt") if line]
    assert len(set(phrases)) >= 300
    false: list[tuple[str, list[Match]]] = [(phrase, found) for phrase in phrases if (found := matcher.find(phrase))]
    assert not false


@pytest.mark.parametrize(
    "text", ["ﬁne İstanbul: what a ſcam, sc\u200bam", "sсаm ﷺ 5cam", "æ s.c.a.m …scaaam’s", "ﬁﬁ sc*m ﷺ s©@m sc am"]
)
def test_places_are_those_of_the_text_as_it_was_given(matcher: Matcher, text: str) -> None:
    for match in matcher.find(text):
        assert match.word == text[match.start : match.end]
        assert match.word[0] in "sſ5"
        assert match.word[-1] in "ms"
    assert matcher.find(text)
    assert list(origins(text)) == sorted(origins(text))


@pytest.mark.parametrize("times", [1, 3, 40])
def test_a_phrase_that_begins_before_a_word_found_earlier_has_its_place(times: int) -> None:
    terms = ["dog food", "bad dog food today", "food"]
    matcher = Matcher(Entry(number, term, "word", "flag", 1) for number, term in enumerate(terms))
    text = "  It was good.  Bad  dog - food\ntoday, a dog-food, food." * times
    found = [(match.entry_id, match.word) for match in matcher.find(text)]
    assert found == [(1, "Bad  dog - food\ntoday"), (0, "dog-food"), (2, "food")] * times
