"""Addresses with two ids: in each other's place, or another's, they name nothing, and nothing is changed."""

import pytest

from accounts.keys import create_key
from accounts.models import ApiKey, User
from companies.models import Company
from groups.models import Association, Group, Membership
from tags.models import Tag, TagMember
from tests.api.problems import refusal
from tests.factories import a_company, an_account, an_admin
from tests.staff import Staff

pytestmark = pytest.mark.rule(11)
APART = 1_000  # between the ids of two kinds of things, so that none is also one of the other kind


def test_ids_in_each_others_place_name_nothing(admin: Staff) -> None:
    companies = [a_company() for _ in range(3)]
    company = Company.objects.create(pk=companies[-1].pk + APART, name="Far Away Dental")
    person = an_account()
    group, tag = Group.objects.create(name="Dentists"), Tag.objects.create(name="New", type="user", category="dental")
    assert not User.objects.filter(pk=company.pk).exists()
    for path in (
        f"/user/{company.pk}/associations/{person.pk}",
        f"/group/{company.pk}/members/{group.pk + APART}",
        f"/tag/{company.pk}/members/{tag.pk + APART}",
    ):
        assert refusal(admin.put(path)) == (404, "not_found"), path
    assert not any(rows.objects.exists() for rows in (Association, Membership, TagMember))


def test_a_key_is_not_revoked_through_another_account_or_by_another_id() -> None:
    admin, owner, other = Staff(an_admin()), an_account(), an_account()
    _, key = create_key("Till", ["ingest"], owner=owner)
    for path in (f"/user/{other.pk}/keys/{key.pk}", f"/user/{owner.pk}/keys/{other.pk + APART}"):
        assert refusal(admin.delete(path)) == (404, "not_found"), path
    assert ApiKey.objects.get(pk=key.pk).revoked_at is None
