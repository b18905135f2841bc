"""What the page of a company shows beside its figures: months, conduct and accounts."""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.utils import timezone

from kit.chance import shares_differ
from reviews.models import Review, ReviewStatus
from tests.api.queries import within_budget
from tests.factories import a_company, a_head_moderator, a_moderator, a_process, a_review, an_account
from tests.staff import Staff
from tests.workflows.restrictions.requests import a_published_review, a_request, decide
from tests.workflows.tickets.threads import a_ticket, resolve


def test_the_last_twelve_months_count_published_reviews_and_their_stars() -> None:
    staff, company = Staff(an_account(access=["organisation"])), a_company()
    now = timezone.now()
    for rating, at in ((5, now), (2, now), (None, now), (3, now - timedelta(days=40)), (1, now - timedelta(days=800))):
        review = a_review(company, rating=rating)
        Review.objects.filter(pk=review.pk).update(status=ReviewStatus.PUBLISHED, received_at=at)
    a_review(company, rating=1)
    months = staff.get(f"/company/{company.pk}").json()["months"]
    assert len(months) == 12
    assert months == sorted(months, key=lambda month: month["begins"])
    assert (months[-1]["received"], months[-1]["reviews"], months[-1]["rating"]) == (4, 3, 3.5)
    assert sum(month["reviews"] for month in months) == 4
    assert staff.get("/company/999999").status_code == 404


@pytest.mark.parametrize(("today", "first"), [((2026, 12, 31), "2026-01-01"), ((2027, 1, 1), "2026-02-01")])
def test_the_months_go_over_the_turn_of_a_year(
    monkeypatch: pytest.MonkeyPatch, today: tuple[int, int, int], first: str
) -> None:
    monkeypatch.setattr("reviews.months.beginning_of_today", lambda: datetime(*today, tzinfo=UTC))
    staff = Staff(an_account(access=["organisation"]))
    months = staff.get(f"/company/{a_company().pk}").json()["months"]
    assert (len(months), months[0]["begins"]) == (12, first)


def test_who_may_read_its_tickets_and_accounts_knows_how_many_it_has() -> None:
    company, admin = a_company(), Staff(an_account("ADMIN"))
    path = f"/company/{company.pk}"
    resolve(admin, a_ticket(company=company))
    for of in (company, company, a_company()):
        a_ticket(company=of)
        admin.put(f"/user/{an_account().pk}/associations/{of.pk}")
    admin.put(f"/user/{an_account().pk}/associations/{company.pk}")
    found = admin.get(path).json()
    assert (found["open_tickets"], found["accounts"]) == (2, 3)
    assert found["open_tickets"] == len(admin.get(f"/tickets?company={company.pk}").json()["items"])
    other = Staff(an_account(access=["organisation"])).get(path).json()
    assert (other["open_tickets"], other["accounts"]) == (None, None)
    within_budget("company", partial(admin.get, path))


def test_reviews_say_when_a_person_decided_them() -> None:
    company, head = a_company(), Staff(a_head_moderator())
    published = a_published_review(review=a_review(company))
    queued, pending = a_process(a_review(company)), a_process(a_review(company))
    decide(head, queued, "approve")
    a_review(company, status=ReviewStatus.PUBLISHED)  # by nobody
    decide(head, pending, "approve", "recall")
    rows = {row["id"]: row["decided_at"] for row in head.get(f"/company/{company.pk}/reviews").json()["items"]}
    assert len(rows) == 4
    assert {number for number, at in rows.items() if at} == {published.pk, queued.subject_id}
    within_budget("company", partial(head.get, f"/company/{company.pk}/reviews"))


def test_conduct_counts_requests_by_quarter_and_says_what_chance_explains() -> None:
    head, company, other = Staff(a_head_moderator()), a_company("Quayle Street Dental"), a_company()
    decide(head, a_request(a_published_review(review=a_review(company, rating=1, title="Rude"))), "restrict", "confirm")
    decide(head, a_request(a_published_review(review=a_review(other))), "decline", "confirm")
    waiting = a_request(a_published_review(review=a_review(company, rating=2)))
    path = f"/company/{company.pk}"
    found = head.get(f"{path}/conduct").json()
    counted = [(each["requests"], each["upheld"], each["declined"]) for each in found["quarters"]]
    assert counted == [(0, 0, 0)] * 3 + [(2, 1, 0)]
    assert found["compared"] == {
        "upheld": 1,
        "decided": 1,
        "others_upheld": 0,
        "others_decided": 1,
        "differs": False,  # of one each, chance explains anything
    }
    listed = head.get(f"{path}/requests").json()["items"]
    assert [(row["status"], row["rating"], row["ground"]) for row in listed] == [
        ("open", 2, "defamation"),
        ("restricted", 1, "defamation"),
    ]
    assert (listed[1]["review"]["title"], listed[0]["ended_at"]) == ("Rude", None)
    assert listed[0]["review"]["title"].startswith("They came")
    first = head.get(f"{path}/requests?limit=1").json()
    rest = head.get(f"{path}/requests?limit=1&cursor={first['next_cursor']}").json()
    assert [first["items"][0]["id"], rest["items"][0]["id"]] == [row["id"] for row in listed]
    assert first["items"][0]["id"] == waiting.subject_id
    for part in ("conduct", "requests"):
        assert Staff(a_moderator()).get(f"{path}/{part}").status_code == 403
        assert head.get(f"/company/999999/{part}").status_code == 404
    within_budget("company figures", partial(head.get, f"{path}/conduct"))
    within_budget("company figures", partial(head.get, f"{path}/requests"))


@pytest.mark.parametrize(
    ("found", "of", "others", "others_of", "differs"),
    [
        (3, 4, 1, 4, False),  # Fisher's tea: 0.486
        (10, 12, 1, 12, True),  # 0.0006
        (6, 12, 61, 100, False),
        (0, 3, 3, 3, False),  # 0.1, the least that so few can show
        (0, 4, 4, 4, True),  # 0.029
        (0, 1, 0, 9, False),
        (900, 1_000, 8_000, 10_000, True),
    ],
)
def test_shares_differ_where_chance_does_not_explain_it(
    found: int, of: int, others: int, others_of: int, *, differs: bool
) -> None:
    assert shares_differ(found, of, others, others_of) is differs
    assert shares_differ(others, others_of, found, of) is differs


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
