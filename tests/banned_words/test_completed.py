"""The completed view: letters for signs, and words put together; where it leaves a text as it is."""

import pytest

from banned_words.matcher import Entry, Match, Matcher
from tests.factories import a_head_moderator
from tests.staff import Staff


def found(text: str, *terms: str, mode: str = "word") -> list[Match]:
    return Matcher(Entry(number, term, mode, "flag", 1) for number, term in enumerate(terms)).find(text)


def words(text: str, *terms: str, mode: str = "word") -> list[str]:
    return [match.word for match in found(text, *terms, mode=mode)]


@pytest.mark.parametrize(
    ("text", "passages"),
    [
        ("“F*ck” (sh*t), what the f**k’s that? 🤬 ﬁﬁ f🍆ck!", ["F*ck", "sh*t", "f**k’s", "f🍆ck"]),
        ("*f*ck* it, __f_ck__, f*ck/sh*t, f*ck-ing", ["f*ck", "f_ck", "f*ck", "sh*t", "f*ck"]),
        ("$h*t, 5h*t, s@#t and sh#t.", ["$h*t", "5h*t", "s@#t", "sh#t"]),
        ("fu ck, fu.ck, shi t!", ["fu ck", "fu.ck", "shi t"]),
        ("f.ck, f--k, f—k, f'ck", ["f.ck", "f--k", "f—k", "f'ck"]),
        ("f*k, f***k, s*t", ["f*k", "f***k", "s*t"]),  # other numbers of stars than letters
        ("fu** and shi*", ["fu**", "shi*"]),
    ],
)
def test_signs_and_gaps_are_marked_as_far_as_they_belong_to_the_word(text: str, passages: list[str]) -> None:
    assert words(text, "fuck", "shit") == passages


@pytest.mark.parametrize(
    "text",
    [
        "f***, s***, c***: only the first letter",
        "***k, *uck, **it: not the first letter",
        "a **great shi** place, *shi*",  # marks of emphasis
        "fun* (see below), his** and sh. it",
        "s.it, patient's.It",
        "it s hit, push it, fun ck",  # a half is a word
        "f..., s..., up to 5***",
        "ﬁt x9_y %s__%s s*t*u*v 5*hit",
    ],
)
def test_too_few_letters_emphasis_and_words_are_left_alone(text: str) -> None:
    assert words(text, "fuck", "shit") == []


def test_where_less_than_half_is_left_one_word_alone_must_fit() -> None:
    assert words("b*****d", "bastard") == ["b*****d"]
    assert words("b*****d", "bastard", "bollard") == []
    assert words("ba****d", "bastard", "ballard") == []
    assert words("ba*t*rd", "bastard", "ballard") == ["ba*t*rd"]


def test_of_words_that_fit_the_one_that_does_least_is_taken_and_a_further_entry_silences_none() -> None:
    entries = [
        Entry(1, "shit", "word", "hold", 2),
        Entry(2, "slut", "word", "flag", 2),
        Entry(3, "scat", "word", "flag", 1),
    ]
    for listed, expected in ((entries[:1], 1), (entries[:2], 2), (entries, 3)):
        assert [match.entry_id for match in Matcher(listed).find("s**t")] == [expected]
    shadow = Entry(4, "smut", "word", "flag", 1, is_shadow=True)
    assert [match.entry_id for match in Matcher([shadow, *entries]).find("s**t")] == [3]


@pytest.mark.parametrize("text", ["f***ing", "f*****g", "f*ing", "f***ed"])
def test_the_ending_of_a_word_stands_for_letters_that_are_gone(text: str) -> None:
    assert words(f"No {text} way", "fuck", mode="prefix") == [text]
    assert words(f"No {text} way", "fuck") == []


def test_the_beginning_of_words_goes_on_as_such_words_do() -> None:
    assert words("sh*tty sh*thole sh*tting", "shit", mode="prefix") == ["sh*tty", "sh*thole", "sh*tting"]
    assert words("Mrs S**th, Mr Sh*tler", "shit", mode="prefix") == []
    assert words("Mr Wan King, wan kers", "wank", mode="prefix") == ["wan kers"]


def test_a_word_of_a_phrase_is_completed_only_in_its_phrase() -> None:
    assert words("a con art*st, c*n artists; an art*st, A*s", "con artist", "eat my ass") == [
        "con art*st",
        "c*n artists",
    ]


def test_an_exception_spares_a_completed_word_too() -> None:
    matcher = Matcher([Entry(1, "shit", "word", "flag", 1, ("sh*t show",))])
    assert [match.start for match in matcher.find("A sh*t show. Sh*t!")] == [13]


def test_people_who_try_a_text_see_the_letters_that_are_read(database: None) -> None:
    text = "Ça va? Qu*ck, qua ckery and qu@#k, quack."
    body = {"text": text, "entry": {"term": "quack", "mode": "prefix"}}
    answer = Staff(a_head_moderator()).post("/banned-words/test", body).json()
    assert [(text[match["start"] : match["end"]], match["view"]) for match in answer["matches"]] == [
        ("Qu*ck", "completed"),
        ("qua ckery", "completed"),
        ("qu@#k", "completed"),
        ("quack", "folded"),
    ]
    (reading,) = [each for each in answer["readings"] if each["view"] == "completed"]
    assert reading["text"] == "ca va? quack, quackery and quack, quack."
    assert [reading["text"][mark["start"] : mark["end"]] for mark in reading["marks"]] == ["quack", "quackery", "quack"]
