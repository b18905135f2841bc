"""Countries: the specification's numbers (section 3), of which 1 is the default (section 9)."""

from companies.models import Company, Country


def test_the_countries_are_numbered_as_in_the_specification() -> None:
    assert Country.choices == [(1, "United Kingdom"), (2, "Ireland"), (3, "New Zealand"), (4, "Australia")]


def test_a_company_is_in_the_united_kingdom_unless_somebody_says_otherwise() -> None:
    assert Company().country == 1
