"""The migrations of search, back and forth over texts and names."""

import pytest
from django.core.management import call_command
from django.db import connections

from search.everything import Search
from tests.databases import make_database, use_database
from tests.factories import a_company, a_moderator, a_review

LAST_BEFORE = "0004_testimonials"


@pytest.mark.slow
@pytest.mark.usefixtures("database")
def test_texts_and_names_are_found_after_the_way_back_and_forth() -> None:
    usual = str(connections["owner"].settings_dict["NAME"])
    use_database(make_database("search_migrations"))
    try:
        company = a_company("Quay Bank")
        review = a_review(company, text="A good/bad page.").pk
        before = indexes()
        call_command("migrate", "search", LAST_BEFORE, database="owner", verbosity=0)
        assert "search_revision_words" in indexes()
        assert not {"search_words_of_revisions", "search_company_words"} & indexes()
        a_company("Yew Arms")
        call_command("migrate", "search", database="owner", verbosity=0)
        assert indexes() == before
        by = a_moderator()
        for term, kind, number in (("quya", "companies", company.pk), ("bad", "reviews", review)):
            assert [item.id for item in Search(term, by).of(kind).found.items] == [number]
        assert [item.title for item in Search("yew amrs", by).of("companies").found.items] == ["Yew Arms"]
    finally:
        use_database(usual)


def indexes() -> set[str]:
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT indexname FROM pg_indexes WHERE schemaname = 'public'")
        return {name for (name,) in cursor.fetchall()}
