"""Organisation tags over HTTP: created, listed, changed, deleted, and evaluated in the background."""

from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from audit.models import Kind
from groups.models import Group, Membership
from reviews.models import Review, ReviewStatus
from tags.evaluation import evaluate_tag
from tags.models import Tag, TagCategory, TagMember
from tests.api.queries import as_many_for_more_rows
from tests.audit_log import sentences
from tests.each import each
from tests.factories import a_company, a_review, an_account
from tests.interleaving import at_the_same_time, pause_before
from tests.staff import Staff
from workflows.engine.outbox import outbox
from workflows.models import OutboxMessage


@pytest.fixture
def staff() -> Staff:
    Tag.objects.all().delete()  # a fresh database has system tags
    return Staff(an_account(access=["tags"], name="Tina Tags"))


def create(staff: Staff, **fields: Any) -> int:
    answer = staff.post("/tag", {"name": "Kind staff", "category": "dental", **fields})
    assert answer.status_code == 201, answer.json()
    number: int = answer.json()["id"]
    return number


def smart(staff: Staff, *conditions: dict[str, Any], match: str = "all") -> int:
    return create(staff, type="smart", rule={"match": match, "conditions": list(conditions)})


def system_tag() -> Tag:
    rule = {"match": "all", "conditions": [{"field": "source", "value": "google"}]}
    return Tag.objects.create(name="Google reviews", category="social_media", type="system", rule=rule)


def published(**fields: Any) -> Review:
    received_at = fields.pop("received_at", None)
    review = a_review(**fields)
    review.status = ReviewStatus.PUBLISHED
    review.received_at = received_at or review.received_at
    review.save()
    return review


def run_jobs() -> None:
    while outbox.relay(outbox.perform):
        pass


def log_of(tag_id: int) -> list[str]:
    return sentences(kind=Kind.TAG, subject_id=tag_id)


def members_of(staff: Staff, tag_id: int) -> list[int]:
    return [row["id"] for row in staff.get(f"/tag/{tag_id}/members").json()["items"]]


def figures_of(staff: Staff, tag_id: int) -> dict[str, tuple[int, float]]:
    return {row["name"]: (row["reviews"], row["rating"]) for row in staff.get(f"/tag/{tag_id}/members").json()["items"]}


def test_a_user_defined_tag_is_created_changed_and_recorded_once(staff: Staff) -> None:
    number = create(staff, description="Friendly at the desk.")
    found = staff.get(f"/tag/{number}").json()
    assert (found["name"], found["category"], found["type"], found["rule"]) == ("Kind staff", "dental", "user", None)
    for _ in range(2):
        changed = staff.patch(f"/tag/{number}", {"name": "Kind", "category": "engagement"}).json()
        assert (changed["name"], changed["category"]) == ("Kind", "engagement")
        assert changed["description"] == "Friendly at the desk."
    assert log_of(number) == ["Tag created.", "Changed: name, category (Dental to Engagement)."]


@each(
    "fields, at_fault",
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"category": "other"}, "category"),
        ({"type": "system"}, "type"),
        ({"type": "smart"}, ""),
        ({"rule": {"conditions": [{"field": "rating", "compare": "at_least", "value": 4}]}}, ""),
        ({"type": "smart", "rule": {"conditions": []}}, "rule"),
        ({"type": "smart", "rule": {"conditions": [{"field": "rating", "compare": "at_least", "value": 6}]}}, "rule"),
        ({"type": "smart", "rule": {"conditions": [{"field": "colour", "value": "red"}]}}, "rule"),
        ({"type": "smart", "rule": {"conditions": [{"field": "source", "value": "nhs"}] * 11}}, "rule"),
    ],
)
def test_bad_input_names_the_field(staff: Staff, fields: dict[str, Any], at_fault: str) -> None:
    answer = staff.post("/tag", {"name": "Kind staff", "category": "dental", **fields})
    assert answer.status_code == 422, answer.json()
    assert any(at_fault in name for name in answer.json()["fields"])
    assert not Tag.objects.exists()


def test_the_categories_are_those_of_the_specification() -> None:
    names = ["Software", "Features", "Service Level", "Dental", "Social Media", "Engagement"]
    assert TagCategory.labels == names


def test_members_are_added_and_removed_once_and_the_figures_follow(staff: Staff) -> None:
    number, company = create(staff), a_company("Tan Dental")
    published(company=company, rating=5)
    published(company=company, rating=2)
    a_review(company)
    for _ in range(2):
        assert staff.put(f"/tag/{number}/members/{company.pk}").status_code == 204
    assert staff.get(f"/tag/{number}").json()["members"] == 1
    run_jobs()
    found = staff.get(f"/tag/{number}").json()
    assert (found["members"], found["reviews"], found["rating"]) == (1, 2, 3.5)
    assert found["counted_at"] is not None
    assert staff.put(f"/tag/{number}/members/999999").status_code == 404
    assert staff.put(f"/tag/999999/members/{company.pk}").status_code == 404
    for _ in range(2):
        assert staff.delete(f"/tag/{number}/members/{company.pk}").status_code == 204
    run_jobs()
    found = staff.get(f"/tag/{number}").json()
    assert (found["members"], found["reviews"], found["rating"]) == (0, 0, None)
    assert log_of(number) == ["Tag created.", f"Added company {company.pk}.", f"Removed company {company.pk}."]


def test_system_and_smart_tags_refuse_edits(staff: Staff) -> None:
    company = a_company()
    for number in (smart(staff, {"field": "source", "value": "nhs"}), system_tag().pk):
        for answer in (
            staff.patch(f"/tag/{number}", {"name": "Mine"}),
            staff.put(f"/tag/{number}/members/{company.pk}"),
            staff.delete(f"/tag/{number}/members/{company.pk}"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (409, "tag_not_editable")
    assert not TagMember.objects.exists()


def test_a_system_tag_stays_and_others_are_deleted_with_their_log(staff: Staff) -> None:
    kept = system_tag().pk
    refused = staff.delete(f"/tag/{kept}")
    assert (refused.status_code, refused.json()["code"]) == (409, "system_tag")
    number, company = create(staff), a_company()
    staff.put(f"/tag/{number}/members/{company.pk}")
    for tag in (number, smart(staff, {"field": "source", "value": "nhs"})):
        assert staff.delete(f"/tag/{tag}").status_code == 204
        assert staff.get(f"/tag/{tag}").status_code == 404
        assert log_of(tag)[-1] == "Tag deleted."
    run_jobs()  # the evaluation of a tag that is gone does nothing
    assert not OutboxMessage.objects.filter(done_at=None).exists()
    company.refresh_from_db()
    assert staff.get(f"/audit/tag/{number}").json()["items"][0]["user"]["name"] == "Tina Tags"


def test_each_condition_of_a_rule_matches_published_reviews(staff: Staff) -> None:
    group = Group.objects.create(name="Smiles")
    good, bad, other = a_company("A"), a_company("B"), a_company("C")
    Membership.objects.create(group=group, company=other)
    published(company=good, rating=5, text="No PAIN at all.", received_at=datetime(2026, 1, 2, tzinfo=UTC))
    published(company=bad, rating=1, source="google", title="Painful", received_at=datetime(2026, 3, 4, tzinfo=UTC))
    published(company=other, rating=3, text="100% fine.", received_at=datetime(2026, 5, 6, tzinfo=UTC))
    a_review(a_company("D"), rating=5, text="pain")  # waits: it counts for no tag
    found: dict[str, list[int]] = {}
    rules: dict[str, dict[str, Any]] = {
        "good": {"field": "rating", "compare": "at_least", "value": 4},
        "low": {"field": "rating", "compare": "at_most", "value": 3},
        "google": {"field": "source", "value": "google"},
        "group": {"field": "group", "value": group.pk},
        "text": {"field": "text", "value": "pain"},
        "percent": {"field": "text", "value": "0%"},
        "from": {"field": "received", "compare": "from", "value": "2026-03-04"},
        "before": {"field": "received", "compare": "before", "value": "2026-03-04"},
    }
    for name, condition in rules.items():
        number = smart(staff, condition)
        run_jobs()
        found[name] = members_of(staff, number)
    assert found == {
        "good": [good.pk],
        "low": [bad.pk, other.pk],
        "google": [bad.pk],
        "group": [other.pk],
        "text": [good.pk, bad.pk],
        "percent": [other.pk],
        "from": [bad.pk, other.pk],
        "before": [good.pk],
    }


def test_the_groups_that_a_rule_names_come_with_their_names(staff: Staff) -> None:
    smiles, gone, _ = (Group.objects.create(name=name) for name in ("Smiles", "Gone", "In no rule"))
    rating = {"field": "rating", "compare": "at_least", "value": 4}
    number = smart(staff, *({"field": "group", "value": group.pk} for group in (smiles, gone)), rating, match="any")
    gone.delete()
    assert staff.get(f"/tag/{number}").json()["rule_groups"] == [{"id": smiles.pk, "name": "Smiles"}]
    other = smart(staff, {"field": "rating", "compare": "at_most", "value": 1})
    assert staff.get(f"/tag/{other}").json()["rule_groups"] == []


def test_conditions_are_joined_by_all_or_by_any(staff: Staff) -> None:
    first, second = a_company("A"), a_company("B")
    published(company=first, rating=5, text="No pain.")
    published(company=second, rating=1, text="Much pain.")
    good = {"field": "rating", "compare": "at_least", "value": 4}
    pain = {"field": "text", "value": "pain"}
    both, either = smart(staff, good, pain), smart(staff, good, pain, match="any")
    run_jobs()
    assert members_of(staff, both) == [first.pk]
    assert members_of(staff, either) == [first.pk, second.pk]
    found = staff.get(f"/tag/{either}").json()
    assert (found["members"], found["reviews"], found["rating"]) == (2, 2, 3.0)


def test_the_figures_of_a_tag_with_a_rule_are_the_sum_of_its_companies(staff: Staff) -> None:
    first, second = a_company("A"), a_company("B")
    for company, rating in ((first, 5), (first, 4), (first, 1), (second, 5), (second, 2), (second, None)):
        published(company=company, rating=rating)
    number = smart(staff, {"field": "rating", "compare": "at_least", "value": 4})
    run_jobs()
    assert figures_of(staff, number) == {"A": (2, 4.5), "B": (1, 5.0)}
    found = staff.get(f"/tag/{number}").json()
    assert (found["reviews"], found["rating"]) == (3, 4.67)
    published(company=second, rating=4)
    assert figures_of(staff, number)["B"] == (1, 5.0), "as of the tag's own figures"
    evaluate_tag(number)
    assert figures_of(staff, number)["B"] == (2, 4.5)
    own = create(staff)
    staff.put(f"/tag/{own}/members/{second.pk}")
    assert figures_of(staff, own) == {"B": (4, 3.67)}, "people chose the company, with all its reviews"


def test_an_evaluation_replaces_the_members_and_stays_of_a_fixed_number_of_statements(staff: Staff) -> None:
    number = smart(staff, {"field": "rating", "compare": "at_least", "value": 4})
    reviews = [published(rating=5) for _ in range(20)]
    run_jobs()
    since = TagMember.objects.get(tag=number, company=reviews[0].company).added_at
    assert TagMember.objects.filter(tag=number).count() == 20
    Review.objects.filter(pk__in=[review.pk for review in reviews[1:]]).update(status=ReviewStatus.RESTRICTED)
    new = published(rating=4)
    evaluate_tag(number)
    rows = dict(TagMember.objects.filter(tag=number).values_list("company", "added_at"))
    assert rows.keys() == {reviews[0].company_id, new.company_id}
    assert rows[reviews[0].company_id] == since


def test_a_tag_that_is_being_evaluated_is_changed_and_deleted(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    by_hand, by_rule = create(staff), smart(staff, {"field": "rating", "compare": "at_least", "value": 4})
    company = published(rating=5).company
    scan = pause_before(monkeypatch, "tags.evaluation._of_members")
    with at_the_same_time(partial(evaluate_tag, by_hand), scan) as first:
        assert staff.patch(f"/tag/{by_hand}", {"name": "Kind"}).status_code == 200
        assert staff.put(f"/tag/{by_hand}/members/{company.pk}").status_code == 204
        assert not evaluate_tag(by_hand), "one at a time"
    assert first.result()
    found = staff.get(f"/tag/{by_hand}").json()
    assert (found["name"], found["members"], found["reviews"]) == ("Kind", 1, 1)
    scan = pause_before(monkeypatch, "tags.evaluation._of_rule")
    with at_the_same_time(partial(evaluate_tag, by_rule), scan) as second:
        assert staff.delete(f"/tag/{by_rule}").status_code == 204
    assert second.result()
    assert not TagMember.objects.filter(tag=by_rule).exists()


def test_an_evaluation_that_finds_another_under_way_comes_later(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    number = create(staff)
    job = OutboxMessage.objects.get(topic="evaluate_tag")
    scan = pause_before(monkeypatch, "tags.evaluation._of_members")
    with at_the_same_time(partial(evaluate_tag, number), scan):
        assert outbox.perform(job.pk)
        assert OutboxMessage.objects.get(topic="evaluate_tag", done_at=None).available_at > timezone.now()


def test_of_many_members_added_one_evaluation_waits(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    number, companies = create(staff), [a_company() for _ in range(4)]
    for company in companies[:3]:
        staff.put(f"/tag/{number}/members/{company.pk}")
    waiting = OutboxMessage.objects.get(topic="evaluate_tag")
    scan = pause_before(monkeypatch, "tags.evaluation._of_members")
    with at_the_same_time(partial(outbox.perform, waiting.pk), scan):
        staff.put(f"/tag/{number}/members/{companies[3].pk}")
        assert OutboxMessage.objects.filter(topic="evaluate_tag").count() == 2, "the one under way may not see it"
    run_jobs()
    assert staff.get(f"/tag/{number}").json()["members"] == 4


def test_all_tags_are_evaluated_at_night(staff: Staff) -> None:
    tag = system_tag()
    published(source="google", rating=4)
    outbox.enqueue("evaluate_tags")
    run_jobs()
    tag.refresh_from_db()
    assert (tag.members, tag.reviews, tag.rating) == (1, 1, 4.0)


def test_the_list_is_narrowed_by_words_id_category_and_type_in_pages(staff: Staff) -> None:
    ids = [create(staff, name=f"Tag {number:02}") for number in range(55)]
    smart_one = smart(staff, {"field": "source", "value": "nhs"})
    system = system_tag().pk
    first = staff.get("/tags?q=tag").json()
    second = staff.get(f"/tags?q=tag&cursor={first['next_cursor']}").json()
    numbers = Tag.objects.count(), Tag.objects.filter(type="user").count()
    assert (first["total"], first["user_defined"]) == numbers
    assert (second["total"], second["user_defined"]) == (None, None)
    assert [row["id"] for row in (*first["items"], *second["items"])] == ids
    for query, expected in (
        ("type=smart", [smart_one]),
        ("type=system", [system]),
        ("category=social_media", [system]),
        ("category=social_media&type=user", []),
        (f"q={system}", [system]),
    ):
        assert [row["id"] for row in staff.get(f"/tags?{query}").json()["items"]] == expected
    assert staff.get("/tags?type=other").status_code == 422
    assert staff.get("/tags?cursor=x").status_code == 422


def test_the_list_is_saved_as_a_file_as_it_is_narrowed(staff: Staff) -> None:
    number = create(staff, name="Kind staff")
    smart(staff, {"field": "source", "value": "nhs"})
    answer: Any = staff.get("/tags/export?type=user")
    header, row = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()
    assert header == "id,name,category,description,type,members,reviews,rating,counted_at,created_at"
    assert row.split(",")[:2] == [str(number), "Kind staff"]
    assert row.split(",")[4] == "User-defined"
    assert sentences(kind=Kind.EXPORT) == ["Exported tags as CSV."]


def test_the_page_of_a_company_names_its_tags(staff: Staff) -> None:
    number, company = create(staff), a_company()
    staff.put(f"/tag/{number}/members/{company.pk}")
    reader = Staff(an_account(access=["organisation"]))
    assert reader.get(f"/company/{company.pk}").json()["tags"] == [{"id": number, "name": "Kind staff"}]


def test_the_statements_of_the_list(staff: Staff) -> None:
    as_many_for_more_rows(partial(staff.get, "/tags"), partial(create, staff))
