"""User accounts over HTTP: listed, created, changed, with their password, keys and companies."""

from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.keys import create_key, find_key
from accounts.models import AccessToken, ApiKey, User
from audit.models import Kind
from groups.changes import create_group
from groups.members import add_member
from groups.models import Association
from kit.errors import UnauthenticatedError
from tests.accounts.visitors import Visitor
from tests.api.queries import as_many_for_more_rows
from tests.audit_log import sentences
from tests.caller import Client
from tests.factories import a_company, a_head_moderator, a_moderator, an_account, an_admin
from tests.staff import Staff

NEW = {"first_name": "Ada", "last_name": "King", "email_address": "Ada@Docket.test", "access_level": "MODERATOR"}


@pytest.fixture
def admin() -> Staff:
    return Staff(an_admin("Olive Owner"))


def log_of(account_id: int) -> list[str]:
    return sentences(kind=Kind.ACCOUNT, subject_id=account_id)


def test_an_account_is_created_without_a_password_and_with_its_levels_permissions(admin: Staff) -> None:
    answer = admin.post("/user", NEW)
    assert (answer.status_code, answer.json()["link"]) == (201, None)
    user = User.objects.get(pk=answer.json()["id"])
    assert (user.email, user.full_name, user.access_level) == ("ada@docket.test", "Ada King", "MODERATOR")
    assert user.may("moderation")
    assert not user.has_usable_password()
    assert log_of(user.pk) == ["Created with the level Moderator."]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"first_name": " "}, "first_name"),
        ({"first_name": "x" * 101}, "first_name"),
        ({"email_address": "ada"}, "email_address"),
        ({"access_level": "OWNER"}, "access_level"),
        ({"access_level": None}, "access_level"),
        ({"send_details": "true"}, "send_details"),
    ],
)
def test_bad_input_names_the_field(admin: Staff, change: dict[str, Any], field: str) -> None:
    answer = admin.post("/user", {**NEW, **change})
    assert answer.status_code == 422
    assert any(field in name for name in answer.json()["fields"])
    assert not User.objects.filter(email="ada@docket.test").exists()


def test_an_account_says_what_belongs_to_it(admin: Staff) -> None:
    person, companies = an_account(), [a_company("Tan Dental"), a_company("Ash Dental")]
    for company in companies:
        admin.put(f"/user/{person.pk}/associations/{company.pk}")
    Staff(person)
    AccessToken.objects.create(digest=b"old", user=person, created_at=timezone.now(), used_at="2020-01-01T00:00Z")
    found = admin.get(f"/user/{person.pk}").json()
    assert found["company"] == {"id": companies[1].pk, "name": "Ash Dental"}
    assert (found["associations"], found["sessions"], found["keys"]) == (2, 1, 0)


def test_rights_that_somebody_else_has_changed_since_they_were_shown_are_not_written_over(admin: Staff) -> None:
    person, other = a_moderator(), Staff(an_admin())
    shown = admin.get(f"/user/{person.pk}").json()
    rights = {name: shown[name] for name in ("access_level", "cms_access")}
    fewer = [name for name in shown["cms_access"] if name != "tickets"]
    assert other.patch(f"/user/{person.pk}", {"cms_access": fewer, "active": False}).status_code == 200
    more = {"cms_access": [*shown["cms_access"], "reporting"], "shown": rights}
    for change in (more, {"access_level": "HEAD_MODERATOR", "shown": rights}):
        answer = admin.patch(f"/user/{person.pk}", change)
        assert (answer.status_code, answer.json()["code"]) == (409, "rights_changed")
    now = admin.get(f"/user/{person.pk}").json()
    assert (set(now["cms_access"]), now["active"], now["access_level"]) == ({*fewer}, False, "MODERATOR")
    again = {"cms_access": [*fewer, "reporting"], "shown": {**rights, "cms_access": fewer}}
    for _ in range(2):  # a repeated request has what it wants
        assert admin.patch(f"/user/{person.pk}", again).status_code == 200
    assert not User.objects.get(pk=person.pk).is_active
    assert admin.patch(f"/user/{person.pk}", {"job_title": "Clerk", "shown": rights}).status_code == 200


def test_an_email_address_belongs_to_one_account(admin: Staff) -> None:
    person = an_account()
    for answer in (
        admin.post("/user", {**NEW, "email_address": person.email.upper()}),
        admin.patch(f"/user/{admin.post('/user', NEW).json()['id']}", {"email_address": person.email}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "email_taken")


def test_the_profile_is_changed_and_recorded_once_without_its_values(admin: Staff) -> None:
    person = an_account()
    values = {
        "first_name": "Grace",
        "job_title": "Manager",
        "country": 1,
        "mobile_phone": "07700 900123",
        "landline_phone": "020 7946 0123",
        "email_address": "Grace@Docket.test",
    }
    for _ in range(2):
        answer = admin.patch(f"/user/{person.pk}", values)
        assert answer.status_code == 200
    found = admin.get(f"/user/{person.pk}").json()
    assert found["mobile_phone"] == "+44 7700 900123"
    assert found["landline_phone"] == "+44 20 7946 0123"
    assert (found["email_address"], found["country"], found["job_title"]) == ("grace@docket.test", 1, "Manager")
    assert log_of(person.pk) == [
        "Changed: first name, job title, country, mobile phone, landline phone, email address."
    ]


@pytest.mark.parametrize(
    ("country", "written", "stored"),
    [
        (1, "07700 900123", "+44 7700 900123"),
        (2, "087 123 4567", "+353 87 123 4567"),
        (3, "021 123 4567", "+64 21 123 4567"),
        (4, "0412 345 678", "+61 412 345 678"),
        (None, "+49 151 23456789", "+49 1512 3456789"),
        (1, "", ""),
    ],
)
def test_a_number_is_read_as_its_country_writes_it(
    admin: Staff, country: int | None, written: str, stored: str
) -> None:
    answer = admin.patch(f"/user/{an_account().pk}", {"country": country, "mobile_phone": written})
    assert answer.json()["mobile_phone"] == stored


@pytest.mark.parametrize("written", ["12", "call me", "07700 900123 ext. 5", "0" * 30])
def test_what_is_no_number_is_refused(admin: Staff, written: str) -> None:
    answer = admin.patch(f"/user/{an_account().pk}", {"mobile_phone": written})
    assert (answer.status_code, answer.json()["fields"]) == (422, {"mobile_phone": ["Invalid phone number"]})


def test_a_new_level_brings_its_permissions_and_permissions_change_one_by_one(admin: Staff) -> None:
    person = a_moderator()
    changed = admin.patch(f"/user/{person.pk}", {"access_level": "HEAD_MODERATOR"}).json()
    assert "head_moderator" in changed["cms_access"]
    assert admin.patch(f"/user/{person.pk}", {"cms_access": ["search", "moderation"]}).json()["cms_access"] == [
        "search",
        "moderation",
    ]
    first, second, *_ = log_of(person.pk)
    assert first == "Level: Moderator to Head Moderator."
    assert "Head moderator" in second
    assert "-" not in second
    assert admin.patch(f"/user/{person.pk}", {"cms_access": ["nonsense"]}).status_code == 422
    assert admin.patch(f"/user/{person.pk}", {"access_level": None}).status_code == 422


def test_who_is_deactivated_is_signed_out_and_cannot_sign_in_until_activated(admin: Staff) -> None:
    person = a_moderator()
    staff = Staff(person)
    assert admin.patch(f"/user/{person.pk}", {"active": False}).json()["active"] is False
    assert staff.get("/user/me").status_code == 401
    assert Visitor().sign_in(person.email).status_code == 401
    assert admin.patch(f"/user/{person.pk}", {"active": True}).status_code == 200
    assert Visitor().sign_in(person.email).status_code == 200
    assert log_of(person.pk) == ["Deactivated.", "Activated."]


def test_a_password_counts_at_the_next_sign_in_and_ends_no_session(admin: Staff) -> None:
    person = a_moderator()
    staff = Staff(person)
    assert admin.put(f"/user/{person.pk}/password", {"password": "weak"}).status_code == 422
    assert admin.put(f"/user/{person.pk}/password", {"password": "Another-horse-2"}).status_code == 204
    assert staff.get("/user/me").status_code == 200
    assert Visitor().sign_in(person.email).status_code == 401
    assert Visitor().sign_in(person.email, "Another-horse-2").status_code == 200
    assert log_of(person.pk) == ["The password was set."]


def test_keys_belong_to_their_account_and_end_with_it(admin: Staff) -> None:
    person, other = an_account(), an_account()
    create_key("The importer", ["ingest"])
    made = admin.post(f"/user/{person.pk}/keys", {"name": "The shop", "scopes": ["events", "tickets"]}).json()
    listed = admin.get(f"/user/{person.pk}/keys").json()
    assert [(key["name"], key["prefix"], key["scopes"]) for key in listed["items"]] == [
        ("The shop", made["prefix"], ["events", "tickets"])
    ]
    assert [key["name"] for key in listed["ownerless"]] == ["The importer"]
    assert made["key"] not in admin.get(f"/user/{person.pk}/keys").content.decode()
    find_key(made["key"])
    assert admin.delete(f"/user/{other.pk}/keys/{made['id']}").status_code == 404
    admin.patch(f"/user/{person.pk}", {"active": False})
    with pytest.raises(UnauthenticatedError):
        find_key(made["key"])
    admin.patch(f"/user/{person.pk}", {"active": True})
    find_key(made["key"])
    for _ in range(2):
        assert admin.delete(f"/user/{person.pk}/keys/{made['id']}").status_code == 204
    with pytest.raises(UnauthenticatedError):
        find_key(made["key"])
    assert log_of(person.pk)[0] == f"Key {made['id']} was created: events, tickets."
    assert log_of(person.pk).count(f"Key {made['id']} was revoked.") == 1
    ownerless = ApiKey.objects.get(name="The importer")
    assert admin.delete(f"/user/{person.pk}/keys/{ownerless.pk}").status_code == 404


def test_a_key_that_its_owner_made_follows_the_owners_permissions(admin: Staff) -> None:
    person, program = an_account(access=["tickets", "users"]), an_account()
    by_owner = Staff(person).post(f"/user/{person.pk}/keys", {"name": "Mine", "scopes": ["tickets"]}).json()["key"]
    by_another = admin.post(f"/user/{program.pk}/keys", {"name": "Theirs", "scopes": ["tickets"]}).json()["key"]

    def send(key: str, number: int) -> tuple[int, str]:
        answer = Client().post(
            "/api/ingest/tickets",
            {"items": [{}]},
            content_type="application/json",
            headers={"Authorization": f"Bearer {key}", "Idempotency-Key": f"question-{number}"},
        )
        return answer.status_code, answer.headers.get("Idempotency-Replayed", "")

    first = send(by_owner, 1)
    assert first[0] < 300
    assert send(by_owner, 1) == (first[0], "true")
    assert admin.patch(f"/user/{person.pk}", {"cms_access": ["users"]}).status_code == 200
    assert send(by_owner, 2)[0] == 403
    # what was answered before is not repeated either
    assert send(by_owner, 1)[0] == 403
    assert admin.get(f"/user/{person.pk}/keys").json()["items"][0]["scopes"] == []
    assert send(by_another, 3)[0] < 300
    assert admin.patch(f"/user/{person.pk}", {"cms_access": ["users", "tickets"]}).status_code == 200
    assert send(by_owner, 4)[0] < 300


def test_an_account_belongs_to_companies_and_their_groups(admin: Staff) -> None:
    person, company = an_account(), a_company("Tan Dental")
    group = create_group({"name": "Smiles"}, by=an_admin())
    add_member(group.pk, company.pk, by=an_admin())
    path = f"/user/{person.pk}/associations"
    for _ in range(2):
        assert admin.put(f"{path}/{company.pk}").status_code == 204
    assert admin.put(f"{path}/999999").status_code == 404
    assert admin.get(path).json()["items"] == [
        {"id": company.pk, "name": "Tan Dental", "postcode": "", "groups": [{"id": group.pk, "name": "Smiles"}]}
    ]
    for _ in range(2):
        assert admin.delete(f"{path}/{company.pk}").status_code == 204
    assert not Association.objects.exists()
    assert log_of(person.pk) == [
        f"Associated with company {company.pk}.",
        f"No longer associated with company {company.pk}.",
    ]


def test_the_list_is_by_name_and_found_by_words_number_and_level(admin: Staff) -> None:
    people = [an_account(name=f"Zoe Person{number:02}") for number in range(55)]
    ada = a_moderator("Ada King")
    first = admin.get("/users?q=zoe").json()
    second = admin.get(f"/users?q=zoe&cursor={first['next_cursor']}").json()
    assert [row["id"] for row in (*first["items"], *second["items"])] == [person.pk for person in people]
    for query in ("q=king+ad", f"q={ada.pk}", f"q={ada.email}", "level=MODERATOR"):
        rows = admin.client.get(f"/api/users?{query}").json()["items"]
        assert ada.pk in [row["id"] for row in rows]
    assert admin.get("/users?level=ANALYST").json()["items"] == []
    assert admin.get("/users?level=NONE").status_code == 422
    assert admin.get("/users?cursor=x").status_code == 422


def test_the_accounts_that_one_opened_last_come_first(admin: Staff) -> None:
    one, two = an_account(), an_account()
    for person in (one, two, one):
        admin.get(f"/user/{person.pk}")
    assert [row["id"] for row in admin.get("/users/recent").json()["items"]] == [one.pk, two.pk]
    assert Staff(an_admin()).get("/users/recent").json()["items"] == []


def test_when_somebody_was_last_seen(admin: Staff) -> None:
    person = a_moderator()
    assert admin.get(f"/user/{person.pk}").json()["last_seen"] is None
    Staff(person).get("/user/me")
    assert admin.get(f"/user/{person.pk}").json()["last_seen"] is not None
    AccessToken.objects.filter(user=person).delete()
    assert admin.get(f"/user/{person.pk}").json()["last_seen"] is not None


def test_levels_are_offered_as_far_as_the_caller_may_give_them() -> None:
    head = Staff(a_head_moderator()).get("/access-levels").json()
    offered = [level["level"] for level in head["levels"]]
    assert "HEAD_MODERATOR" in offered
    assert "ADMIN" not in offered
    assert "history" not in head["permissions"]
    everything = Staff(an_admin()).get("/access-levels").json()
    assert "ADMIN" in [level["level"] for level in everything["levels"]]


def test_the_statements_of_the_list(admin: Staff) -> None:
    as_many_for_more_rows(partial(admin.get, "/users"), a_moderator)
