"""Names with a typing mistake: the words of companies' names that the database keeps, and what they lead to."""

from importlib import import_module

import pytest
from django.db import connection, transaction

from companies.models import Company
from search.everything import Search
from search.marks import mistaken
from tests.api.queries import statements
from tests.databases import as_owner
from tests.factories import a_company, a_moderator
from tests.plans import explain

NAMES = ("Dunmore Mortgages of Priory", "Northgate Opticians", "Okehampton Vets", "Quay Bank", "Zürich Café")


def known_words() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT word FROM search_companyword ORDER BY word")
        return [word for (word,) in cursor.fetchall()]


def named(term: str) -> list[str]:
    return [item.title for item in Search(term, a_moderator()).of("companies").found.items]


def mistakes_of(word: str) -> set[str]:
    """Two neighbours exchanged, and a letter left out, doubled or replaced, at each place."""
    places = range(len(word))
    exchanged = {f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}" for at in places[:-1]}
    others = {f"{word[:at]}{new}{word[at + 1 :]}" for at in places for new in ("", word[at] * 2, "x")}
    return {each for each in exchanged | others if each != word and mistaken(each, word)}


def test_a_name_is_found_first_with_any_mistake_in_any_word() -> None:
    for name in NAMES:
        a_company(name)
    by, terms = a_moderator(), 0
    for name in ("Dunmore Mortgages of Priory", "Northgate Opticians", "Quay Bank"):
        for word in (word for word in name.split() if len(word) > 3):
            for wrong in mistakes_of(word.lower()):
                for term in (wrong, name.replace(word, wrong)):
                    items = Search(term, by).of("companies").found.items
                    assert [item.title for item in items][:1] == [name], term
                    terms += 1
    assert terms > 200


def test_known_words_may_be_misspelt_as_well_if_the_others_lead_to_nothing() -> None:
    for name in ("Smith of London", "Smyth of Bath", "Smyth Books"):
        a_company(name)
    assert named("smyth londno") == ["Smith of London"]
    assert named("smyth bokos") == ["Smyth Books"]
    assert named("smyth of london") == ["Smith of London"]
    assert named("smyth xy") == []
    assert named("smyth londno -smith") == []


def test_of_thousands_of_names_with_a_misspelt_word_the_shortest_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("search.misspelt._NAMES", import_module("search.misspelt")._NAMES.replace("1000", "2"))
    for name in ("Northgate Dental Practice", "The Dental Surgery of Bath", "Dental", "Dental Care"):
        a_company(name)
    assert named("dentla") == ["Dental", "Dental Care"]


def test_words_of_names_are_known_in_the_transaction_of_their_change() -> None:
    company = a_company("Quay Bank")
    known = known_words()
    assert {"quay", "bank"} <= set(known)
    with transaction.atomic():
        Company.objects.bulk_create([Company(name="Quay Arms"), Company(name="Yew Arms, Quay")])
        Company.objects.filter(pk=company.pk).update(name="Zürich Bank")
        assert named("zurihc") == ["Zürich Bank"]
        assert sorted({*known_words()} - {*known}) == ["arms", "yew", "zurich"]
    assert len(known_words()) == len(set(known_words()))
    assert named("qauy") == ["Quay Arms", "Yew Arms, Quay"]


def test_an_update_that_leaves_names_as_they_are_adds_no_word() -> None:
    company = a_company("Quay Bank")
    as_owner("DELETE FROM search_companyword")
    Company.objects.filter(pk=company.pk).update(postcode="DN1 2AB")
    assert known_words() == []


def test_misspelt_words_are_looked_for_among_words_and_names_by_words() -> None:
    a_company("Quay Bank")
    with statements() as sent:
        named("quya bank")
    (words,) = [statement for statement in sent if "JOIN search_companyword" in statement]
    (names,) = [statement for statement in sent if "docket_name_words" in statement]
    assert "Bitmap Index Scan on search_companyword_alike" in plan_of(words)
    assert "Bitmap Index Scan on search_company_words" in plan_of(names)


def plan_of(statement: str) -> str:
    """Without the indexes of the order of names and words: of few rows they would be read as well."""
    without = ("search_company_order", "search_companyword_word")
    return "\n".join(explain(statement, None, without=without, disabled=("seqscan",)))
