"""What the page of a company shows beside its figures: months and accounts."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from reviews.models import Review, ReviewStatus
from tests.factories import a_company, a_review, an_account
from tests.staff import Staff

pytestmark = pytest.mark.usefixtures("database")


def test_the_last_twelve_months_count_published_reviews_and_their_stars() -> None:
    staff, company = Staff(an_account(access=["organisation"])), a_company()
    now = timezone.now()
    for rating, at in ((5, now), (2, now), (None, now), (3, now - timedelta(days=40)), (1, now - timedelta(days=800))):
        review = a_review(company, rating=rating)
        Review.objects.filter(pk=review.pk).update(status=ReviewStatus.PUBLISHED, received_at=at)
    a_review(company, rating=1)
    months = staff.get(f"/company/{company.pk}/months").json()
    assert len(months) == 12
    assert months == sorted(months, key=lambda month: month["begins"])
    assert (months[-1]["reviews"], months[-1]["rating"]) == (3, 3.5)
    assert sum(month["reviews"] for month in months) == 4
    assert staff.get("/company/999999/months").status_code == 404


@pytest.mark.parametrize(("today", "first"), [((2026, 12, 31), "2026-01-01"), ((2027, 1, 1), "2026-02-01")])
def test_the_months_go_over_the_turn_of_a_year(
    monkeypatch: pytest.MonkeyPatch, today: tuple[int, int, int], first: str
) -> None:
    monkeypatch.setattr("reviews.months.beginning_of_today", lambda: datetime(*today, tzinfo=UTC))
    staff = Staff(an_account(access=["organisation"]))
    months = staff.get(f"/company/{a_company().pk}/months").json()
    assert (len(months), months[0]["begins"]) == (12, first)


def test_the_accounts_of_a_company_are_read_by_who_manages_accounts() -> None:
    company, member = a_company(), an_account(name="Ada King")
    admin = Staff(an_account("ADMIN"))
    admin.put(f"/user/{member.pk}/associations/{company.pk}")
    found = admin.get(f"/company/{company.pk}/accounts").json()
    assert found == {
        "items": [
            {"id": member.pk, "name": {"full": "Ada King"}, "email": member.email, "access_level": "NO_DASHBOARD"}
        ],
        "next_cursor": None,
    }
    assert admin.get("/company/999999/accounts").status_code == 404
    assert Staff(an_account(access=["organisation"])).get(f"/company/{company.pk}/accounts").status_code == 403
