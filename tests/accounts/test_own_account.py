"""Everybody opens their own account and changes what is theirs in it; nobody reaches another's so (decision 70)."""

from typing import Any

import pytest

from accounts.models import AccountVisit, ApiKey, User
from audit.actions import sentence_of
from audit.models import AuditEntry, Kind
from tests.accounts.visitors import Visitor
from tests.api.policy import OF_ACCOUNT, OF_PICTURE, POLICY
from tests.factories import a_moderator, an_account
from tests.staff import Staff
from tests.testimonials.media_made import image_file

pytestmark = [pytest.mark.usefixtures("files"), pytest.mark.rule(11)]

OWN = [(method, path) for (method, path), rule in POLICY.items() if rule in (OF_ACCOUNT, OF_PICTURE)]
MANAGED = [
    (method, path)
    for (method, path), rule in POLICY.items()
    if path.startswith("/api/user/{user_id}") and (method, path) not in OWN
]


def someone(access: list[str] | None = None) -> User:
    """Who does not manage accounts."""
    return an_account("MODERATOR", access=["moderation"] if access is None else access)


def ask(staff: Staff, method: str, path: str, **names: int) -> Any:
    concrete = path.format(**{"key_id": 1, "company_id": 1, **names})
    return staff.client.generic(method, concrete, b"{}", "application/json")


def state_of(person: User) -> tuple[Any, ...]:
    keys = list(ApiKey.objects.filter(owner=person).order_by("pk").values())
    return User.objects.filter(pk=person.pk).values().get(), keys


@pytest.mark.parametrize(("method", "path"), OWN)
def test_ones_own_account_opens_and_anothers_is_refused(method: str, path: str) -> None:
    person, other = someone(), someone([])
    key = ApiKey.objects.create(owner=person, name="Till", prefix="dk_", digest=b"1", scopes=["restrict"])
    answer = ask(Staff(person), method, path, user_id=person.pk, key_id=key.pk)
    assert answer.status_code in (200, 204, 422), answer.content
    before = state_of(other)
    for number in (other.pk, 10**9):
        answer = ask(Staff(person), method, path, user_id=number, key_id=key.pk)
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert state_of(other) == before


@pytest.mark.parametrize(("method", "path"), MANAGED)
def test_links_associations_and_erasure_stay_with_who_manages_accounts(method: str, path: str) -> None:
    person = someone()
    answer = ask(Staff(person), method, path, user_id=person.pk)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_what_one_reads_is_ones_own_and_no_visit() -> None:
    person = someone()
    account = Staff(person).get(f"/user/{person.pk}").json()
    assert (account["id"], account["own"], account["may_edit"]) == (person.pk, True, True)
    assert not AccountVisit.objects.filter(visitor=person).exists()


def test_the_profile_is_changed_but_for_the_address_and_the_rights() -> None:
    person = someone()
    staff, before = Staff(person), User.objects.filter(pk=person.pk).values().get()
    for change in (
        {"email_address": "mallory@docket.test"},
        {"access_level": "ADMIN"},
        {"cms_access": ["users", "moderation"]},
        {"active": False},
        {"job_title": "Clerk", "access_level": "ADMIN"},
    ):
        assert staff.patch(f"/user/{person.pk}", change).status_code == 403, change
    extra = {"is_active": False, "password": "Mallory-horse-1", "id": 1, "on_duty": True}
    staff.patch(f"/user/{person.pk}", extra)
    assert User.objects.filter(pk=person.pk).values().get() == before
    same = {"email_address": person.email, "access_level": "MODERATOR", "active": True}
    answer = staff.patch(f"/user/{person.pk}", {**same, "job_title": "Clerk", "mobile_phone": "07400 123456"})
    assert (answer.status_code, answer.json()["mobile_phone"]) == (200, "+44 7400 123456")
    entry = AuditEntry.objects.get(kind=Kind.ACCOUNT, subject_id=person.pk)
    assert (sentence_of(entry), entry.user_id) == ("Changed: job title, mobile phone.", person.pk)


def test_notifications_and_password_are_ones_own_without_any_permission() -> None:
    person = someone([])
    staff = Staff(person)
    assert staff.put(f"/user/{person.pk}/notifications", {"assigned": True}).status_code == 204
    assert staff.put(f"/user/{person.pk}/password", {"password": "Correct-horse-9"}).status_code == 204
    person.refresh_from_db()
    assert person.notifications == ["assigned"]
    body = {"email": person.email, "password": "Correct-horse-9"}
    assert Visitor().client.post("/api/auth/login", body, content_type="application/json").status_code == 200


def test_a_picture_is_for_who_has_some_permission() -> None:
    for access, status in (([], 403), (["moderation"], 200)):
        person = someone(access)
        path = f"/api/user/{person.pk}/avatar"
        answer = Staff(person).client.put(path, image_file(), content_type="image/png")
        assert answer.status_code == status
        person.refresh_from_db()
        assert bool(person.avatar_filename) == (status == 200)


def test_a_key_has_the_scopes_that_one_holds_and_those_of_no_account_stay_hidden() -> None:
    person = someone()
    staff = Staff(person)
    ApiKey.objects.create(owner=None, name="Importer", prefix="dk_", digest=b"2", scopes=["ingest"])
    assert staff.post(f"/user/{person.pk}/keys", {"name": "Mine", "scopes": ["events"]}).status_code == 403
    made = staff.post(f"/user/{person.pk}/keys", {"name": "Mine", "scopes": ["restrict"]}).json()
    listed = staff.get(f"/user/{person.pk}/keys").json()
    assert ([key["id"] for key in listed["items"]], listed["ownerless"], listed["scopes"]) == (
        [made["id"]],
        [],
        ["restrict"],
    )
    assert staff.delete(f"/user/{person.pk}/keys/{made['id']}").status_code == 204


def test_a_key_of_another_is_not_revoked_through_ones_own_account() -> None:
    person, other = someone(), a_moderator()
    key = ApiKey.objects.create(owner=other, name="Till", prefix="dk_", digest=b"3", scopes=["restrict"])
    assert Staff(person).delete(f"/user/{person.pk}/keys/{key.pk}").status_code == 404
    key.refresh_from_db()
    assert key.revoked_at is None
