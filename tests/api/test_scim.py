"""SCIM 2.0: the provider of identities makes, changes and deactivates accounts, and says who is in which group."""

import json
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from accounts.provider.models import ProvisionedAccount, ProvisionedMember
from api.scim.resources import id_of
from tests.accounts.provided import codes_of
from tests.caller import Client
from tests.each import each
from tests.factories import a_moderator, a_pending_task, an_admin
from tests.interleaving import at_the_same_time, blocked_or_done, pause_before
from tests.staff import Staff
from workflows.engine.core.errors import TaskBusyError

TOKEN = "a-token-of-the-tests-with-enough-letters"
USER = "urn:ietf:params:scim:schemas:core:2.0:User"
GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group"
PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"


class Provider:
    """What Okta, Entra and others send."""

    def __init__(self, token: str = TOKEN) -> None:
        self.client = Client(headers={"host": "localhost", "authorization": f"Bearer {token}"})

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/scim/v2{path}", query)

    def send(self, method: str, path: str, body: Any = None, kind: str = "application/scim+json") -> Any:
        data = body if isinstance(body, (str, bytes)) else json.dumps(body)
        return getattr(self.client, method)(f"/scim/v2{path}", data=data, content_type=kind)

    def create(self, **fields: Any) -> Any:
        return self.send("post", "/Users", {"schemas": [USER], "userName": "nora@firm.example", **fields})

    def patch(self, path: str, *operations: dict[str, Any]) -> Any:
        return self.send("patch", path, {"schemas": [PATCH], "Operations": list(operations)})


@pytest.fixture(autouse=True)
def _settings(settings: Any) -> None:
    settings.SCIM_TOKENS = ("the-one-that-is-being-replaced-by-another", TOKEN)
    settings.GROUP_LEVELS = {"desk": "MODERATOR", "leads/all": "HEAD_MODERATOR", "admins": "ADMIN"}


@pytest.fixture
def scim() -> Provider:
    return Provider()


def path_of(user: User) -> str:
    return f"/Users/{user.pk}"


def test_it_is_there_only_with_a_token_and_for_who_sends_it(scim: Provider, settings: Any) -> None:
    assert scim.get("/Users").status_code == 200
    assert Provider("the-one-that-is-being-replaced-by-another").get("/Users").status_code == 200
    for token in ("", "another", TOKEN[:-1], Staff(an_admin()).token):
        answer = Provider(token).get("/Users")
        assert (answer.status_code, answer.json()["status"], answer["WWW-Authenticate"]) == (401, "401", "Bearer")
    settings.SCIM_TOKENS = ()
    for token in ("", TOKEN):
        assert Provider(token).get("/Users").status_code == 404


def test_it_says_what_it_can(scim: Provider) -> None:
    config = scim.get("/ServiceProviderConfig").json()
    assert (config["patch"], config["bulk"]["supported"], config["filter"]["maxResults"]) == (
        {"supported": True},
        False,
        100,
    )
    types = scim.get("/ResourceTypes").json()["Resources"]
    assert [(each["id"], each["endpoint"]) for each in types] == [("User", "/Users"), ("Group", "/Groups")]
    schemas = scim.get("/Schemas").json()
    assert schemas["totalResults"] == 2
    names = {attribute["name"] for attribute in scim.get(f"/Schemas/{USER}").json()["attributes"]}
    assert {"userName", "name", "title", "active"} <= names
    assert "password" not in names
    assert scim.get("/ResourceTypes/User").json()["schema"] == USER
    assert scim.get("/Schemas")["Content-Type"] == "application/scim+json"


def test_an_account_is_made_without_password_and_level(scim: Provider) -> None:
    extra = {"department": "Moderation"}
    answer = scim.create(
        schemas=[USER, ENTERPRISE],
        externalId="00u1",
        active=True,
        title="Lead",
        password="Never-stored-1",
        name={"givenName": "Nora", "familyName": "Lund"},
        emails=[{"value": "nora@firm.example", "primary": True}],
        nickName="No",
        meta={"resourceType": "User"},
        **{ENTERPRISE: extra},
    )
    user = User.objects.get()
    assert (answer.status_code, answer["Location"]) == (201, answer.json()["meta"]["location"])
    assert answer["Location"].endswith(f"/scim/v2/Users/{user.pk}")
    assert answer.json()["externalId"] == "00u1"
    assert (user.email, user.full_name, user.job_title) == ("nora@firm.example", "Nora Lund", "Lead")
    assert (user.access_level, user.cms_access, user.has_usable_password()) == ("NO_DASHBOARD", [], False)
    assert codes_of(user) == ["provisioned", "changed_by_provider", "provisioning_linked"]
    read = scim.get(path_of(user)).json()
    assert {name: read[name] for name in ("id", "userName", "displayName", "active", "title")} == {
        "id": str(user.pk),
        "userName": "nora@firm.example",
        "displayName": "Nora Lund",
        "active": True,
        "title": "Lead",
    }
    assert scim.get(path_of(user), attributes="userName").json().keys() == {"schemas", "id", "userName"}
    assert "emails" not in scim.get(path_of(user), excludedAttributes="emails,name").json()


def test_an_address_or_an_external_id_belongs_to_one_account(scim: Provider) -> None:
    assert scim.create(externalId="00u1").status_code == 201
    for fields in ({}, {"userName": "NORA@firm.example"}, {"userName": "other@firm.example", "externalId": "00u1"}):
        answer = scim.create(**fields)
        assert (answer.status_code, answer.json()["scimType"]) == (409, "uniqueness")
    assert User.objects.count() == 1


@each(
    "body, kind",
    [
        ("", "invalidSyntax"),
        ("[]", "invalidSyntax"),
        ('{"schemas": []}', None),
        (json.dumps({"schemas": [USER]}), "invalidValue"),
        (json.dumps({"schemas": [USER], "userName": "nora"}), "invalidValue"),
        (json.dumps({"schemas": [USER], "userName": "a@firm.example", "active": "perhaps"}), "invalidValue"),
        (json.dumps({"schemas": [USER], "userName": "a@firm.example", "title": "x" * 101}), "invalidValue"),
        (json.dumps({"schemas": [USER], "userName": "a@firm.example", "externalId": "a\x00"}), "invalidValue"),
    ],
)
def test_what_cannot_be_stored_is_refused_in_the_form_of_scim(body: str, kind: str | None) -> None:
    answer = Provider().send("post", "/Users", body)
    said = answer.json()
    assert (answer.status_code, said["status"]) == (400, "400")
    assert said["schemas"] == ["urn:ietf:params:scim:api:messages:2.0:Error"]
    assert kind is None or said["scimType"] == kind
    assert said["detail"]
    assert not User.objects.exists()


def test_other_refusals_have_that_form_too(scim: Provider) -> None:
    missing = ("/Users/999", "/Users/1%2F..", "/Users/nora", "/Nothing", "/Groups/nobody", "/Schemas/x")
    for method, path, status in [*(("delete", path, 404) for path in missing[:3]), ("put", "/Users", 405)]:
        answer = scim.send(method, path, {})
        assert (answer.status_code, answer.json()["status"]) == (status, str(status)), path
    for path in missing:
        answer = scim.get(path)
        assert (answer.status_code, answer.json()["status"]) == (404, "404"), path
    assert scim.send("post", "/Users", "userName=a", "application/x-www-form-urlencoded").status_code == 415
    large = scim.send("post", "/Users", b"[" * (2 * 1024 * 1024 + 1))
    assert (large.status_code, large.json()["status"]) == (413, "413")


def test_accounts_are_found_by_address_or_external_id_and_listed_in_pages(scim: Provider) -> None:
    made = scim.create(externalId="00U1").json()["id"]
    others = [a_moderator() for _ in range(3)]
    assert scim.get("/Users", filter='userName eq "NORA@firm.example"').json()["Resources"][0]["id"] == made
    assert scim.get("/Users", filter='externalId eq "00U1"').json()["Resources"][0]["id"] == made
    assert scim.get("/Users", filter='externalId eq "00u1"').json()["totalResults"] == 0
    assert scim.get("/Users", filter=f'id eq "{others[0].pk}"').json()["totalResults"] == 1
    page = scim.get("/Users", startIndex=2, count=2).json()
    assert (page["totalResults"], page["startIndex"], page["itemsPerPage"]) == (4, 2, 2)
    assert [each["id"] for each in page["Resources"]] == [str(user.pk) for user in others[:2]]
    assert scim.get("/Users", count=0).json()["Resources"] == []
    for wrong in (
        'userName sw "n"',
        'name.givenName eq "n"',
        "userName eq",
        'userName eq "\\u0000"',
        'userName eq "a" or userName eq "b"',
    ):
        answer = scim.get("/Users", filter=wrong)
        assert (answer.status_code, answer.json()["scimType"]) == (400, "invalidFilter"), wrong
    assert scim.get("/Users", count="many").status_code == 400


@each(
    "operations",
    [
        [{"op": "replace", "path": "active", "value": False}],
        [{"op": "Replace", "path": "active", "value": "False"}],  # Entra
        [{"op": "replace", "value": {"active": False}}],  # Okta
        [{"op": "replace", "value": {"active": "false", "name.givenName": "Zoe"}}],
        [{"op": "add", "path": f"{USER}:active", "value": False}],
        [
            {"op": "Add", "path": f"{ENTERPRISE}:department", "value": "X"},
            {"op": "Replace", "value": {"active": False}},
        ],
    ],
)
def test_every_form_of_a_patch_deactivates(operations: Any) -> None:
    user = a_moderator()
    answer = Provider().patch(path_of(user), *operations)
    assert (answer.status_code, answer.json()["active"]) == (200, False)
    user.refresh_from_db()
    assert not user.is_active
    assert codes_of(user)[-1] == "deactivated_by_provider"


def test_a_patch_changes_what_it_names_and_records_the_names_of_fields_alone(scim: Provider) -> None:
    user = a_moderator("Nora Lund")
    answer = scim.patch(
        path_of(user),
        {"op": "Replace", "path": "name.familyName", "value": "Berg"},
        {"op": "Add", "path": "title", "value": "Lead"},
        {"op": "Replace", "path": 'emails[type eq "work"].value', "value": "nora@other.example"},
        {"op": "Replace", "path": "userName", "value": "Nora@firm.example"},
    )
    assert answer.status_code == 200, answer.content
    user.refresh_from_db()
    assert (user.full_name, user.job_title, user.email) == ("Nora Berg", "Lead", "nora@firm.example")
    assert codes_of(user) == ["changed_by_provider"]
    entry = Staff(an_admin()).get(f"/audit/account/{user.pk}").json()["items"][0]
    assert "Berg" not in json.dumps(entry)
    before = codes_of(user)
    scim.patch(path_of(user), {"op": "replace", "path": "title", "value": "Lead"})
    assert codes_of(user) == before
    assert scim.patch(path_of(user), {"op": "replace", "path": "id", "value": "7"}).json()["scimType"] == "mutability"
    assert scim.patch(path_of(user), {"op": "turn", "path": "title"}).status_code == 400


def test_a_replacement_keeps_names_and_state_that_it_leaves_out(scim: Provider) -> None:
    user = a_moderator("Nora Lund")
    ProvisionedAccount.objects.create(user=user, external_id="00u1")
    answer = scim.send("put", path_of(user), {"schemas": [USER], "userName": user.email})
    assert answer.status_code == 200, answer.content
    user.refresh_from_db()
    assert (user.full_name, user.is_active, user.access_level) == ("Nora Lund", True, "MODERATOR")
    assert not ProvisionedAccount.objects.exists()
    scim.send("put", path_of(user), {"schemas": [USER], "userName": user.email, "active": False, "externalId": "x"})
    scim.send("put", path_of(user), {"schemas": [USER], "userName": user.email, "active": True, "externalId": "x"})
    user.refresh_from_db()
    assert user.is_active
    assert codes_of(user) == ["provisioning_linked", "deactivated_by_provider", "activated_by_provider"]


def test_a_deletion_deactivates_and_gives_what_is_held_back(scim: Provider) -> None:
    user, task = a_moderator(), a_pending_task()
    assert Staff(user).put(f"/tasks/{task.pk}/lock").status_code == 200
    assert scim.send("delete", path_of(user)).status_code == 204
    user.refresh_from_db()
    task.refresh_from_db()
    assert (user.is_active, task.owner_id) == (False, None)
    assert scim.get(path_of(user)).json()["active"] is False
    assert scim.send("delete", path_of(user)).status_code == 204
    assert codes_of(user) == ["deactivated_by_provider"]


def test_the_last_administrator_stays(scim: Provider) -> None:
    user = an_admin()
    for answer in (
        scim.send("delete", path_of(user)),
        scim.patch(path_of(user), {"op": "replace", "value": {"active": False}}),
    ):
        assert (answer.status_code, answer.json()["status"]) == (409, "409")
        assert "scimType" not in answer.json()
    user.refresh_from_db()
    assert user.is_active
    an_admin()
    assert scim.send("delete", path_of(user)).status_code == 204


def test_an_erased_account_is_gone(scim: Provider) -> None:
    made = scim.create(externalId="00u1").json()["id"]
    group = scim.get("/Groups", filter='displayName eq "desk"').json()["Resources"][0]["id"]
    scim.patch(f"/Groups/{group}", {"op": "add", "path": "members", "value": [{"value": made}]})
    assert (
        Staff(an_admin())
        .client.delete(f"/api/user/{made}", data={"confirm": True}, content_type="application/json")
        .status_code
        == 204
    )
    assert scim.get(f"/Users/{made}").status_code == 404
    assert not ProvisionedAccount.objects.exists()
    assert not ProvisionedMember.objects.exists()
    assert scim.create(externalId="00u1").status_code == 201


def test_groups_are_those_with_a_level_and_their_members_get_the_highest(scim: Provider) -> None:
    listed = scim.get("/Groups", excludedAttributes="members").json()
    ids = {each["displayName"]: each["id"] for each in listed["Resources"]}
    assert sorted(ids) == ["admins", "desk", "leads/all"]
    user = User.objects.get(pk=scim.create().json()["id"])

    def put(group: str, *operations: dict[str, Any]) -> str:
        answer = scim.patch(f"/Groups/{ids[group]}", *operations)
        assert answer.status_code == 200, answer.content
        user.refresh_from_db()
        return user.access_level

    member = [{"value": str(user.pk), "display": "Nora"}]
    assert put("desk", {"op": "add", "path": "members", "value": member}) == "MODERATOR"
    assert put("leads/all", {"op": "Add", "value": {"members": member}}) == "HEAD_MODERATOR"
    assert scim.get(path_of(user)).json()["groups"] == [
        {"value": ids["desk"], "display": "desk"},
        {"value": ids["leads/all"], "display": "leads/all"},
    ]
    entra = [{"$ref": None, "value": str(user.pk), "display": "As Entra calls them"}]
    assert put("leads/all", {"op": "Remove", "path": "members", "value": entra}) == "MODERATOR"
    assert put("desk", {"op": "remove", "path": f'members[value eq "{user.pk}"]'}) == "NO_DASHBOARD"  # Okta
    group = {"schemas": [GROUP], "displayName": "desk", "members": member}
    assert scim.send("put", f"/Groups/{ids['desk']}", group).json()["members"][0]["value"] == str(user.pk)
    assert scim.send("delete", f"/Groups/{ids['desk']}").status_code == 204
    user.refresh_from_db()
    assert (user.access_level, user.cms_access) == ("NO_DASHBOARD", [])
    assert codes_of(user)[-6:] == ["level_by_provider"] * 6
    assert (
        scim.patch(f"/Groups/{ids['desk']}", {"op": "add", "path": "members", "value": [{"value": "999"}]}).status_code
        == 404
    )


def test_of_two_changes_at_once_the_second_keeps_what_the_first_has_written(
    scim: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = a_moderator()
    read = pause_before(monkeypatch, "api.scim.service.values_of")
    named = partial(scim.patch, path_of(user), {"op": "replace", "path": "title", "value": "Lead"})
    ended = partial(Provider().patch, path_of(user), {"op": "replace", "path": "active", "value": False})
    with at_the_same_time(named, read) as first:
        assert blocked_or_done(ended, read.let_go).status_code == 200
        assert first.result().status_code == 200
    user.refresh_from_db()
    assert (user.job_title, user.is_active) == ("Lead", False)


def test_a_member_who_is_removed_while_another_is_added_stays_out(
    scim: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, other, admins = a_moderator(), a_moderator(), f"/Groups/{id_of('admins')}"
    ProvisionedMember.objects.create(user=user, group="admins")
    read = pause_before(monkeypatch, "api.scim.service.set_members")
    added = partial(scim.patch, admins, {"op": "add", "path": "members", "value": [{"value": str(other.pk)}]})
    removed = partial(Provider().patch, admins, {"op": "remove", "path": f'members[value eq "{user.pk}"]'})
    with at_the_same_time(added, read) as first:
        assert blocked_or_done(removed, read.let_go).status_code == 200
        assert first.result().status_code == 200
    assert [member.user_id for member in ProvisionedMember.objects.all()] == [other.pk]


def test_a_busy_task_undoes_no_deactivation(scim: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    user, task = a_moderator(), a_pending_task()
    assert Staff(user).put(f"/tasks/{task.pk}/lock").status_code == 200

    def busy(*_: Any, **__: Any) -> None:
        raise TaskBusyError

    with monkeypatch.context() as patched:
        patched.setattr("api.scim.service.end_leases", busy)
        assert scim.send("delete", path_of(user)).status_code == 409
    user.refresh_from_db()
    assert not user.is_active
    assert scim.send("delete", path_of(user)).status_code == 204
    task.refresh_from_db()
    assert task.owner_id is None


def test_a_removal_removes_whom_it_names_or_is_refused(scim: Provider) -> None:
    user, desk = a_moderator(), f"/Groups/{id_of('desk')}"
    ProvisionedMember.objects.create(user=user, group="desk")
    for wrong in ({"display": "Nora"}, {"$ref": None, "value": ""}, "7"):
        answer = scim.patch(desk, {"op": "remove", "path": "members", "value": [wrong]})
        assert (answer.status_code, answer.json()["scimType"]) == (400, "invalidValue"), wrong
    assert ProvisionedMember.objects.exists()
    named = {"$ref": f"https://docket.example.com/scim/v2/Users/{user.pk}"}
    assert scim.patch(desk, {"op": "remove", "path": "members", "value": [named]}).status_code == 200
    assert not ProvisionedMember.objects.exists()


def test_other_groups_are_not_made(scim: Provider) -> None:
    assert scim.send("post", "/Groups", {"schemas": [GROUP], "displayName": "strangers"}).status_code == 403
    answer = scim.send("post", "/Groups", {"schemas": [GROUP], "displayName": "desk"})
    assert (answer.status_code, answer.json()["scimType"]) == (409, "uniqueness")
