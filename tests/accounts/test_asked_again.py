"""Asked again before what only the person themself should do; a second factor that levels must have (decision 128)."""

from typing import Any

import pytest
from django.core import mail

from accounts.factors.models import CodeSecret, Passkey, RecoveryCode
from accounts.models import ApiKey, User
from accounts.rights import AccessLevel
from api.routes import api
from tests.accounts.authenticator import Device, code_of
from tests.accounts.factors import Person, codes_of, first_step, second_step
from tests.accounts.visitors import Visitor
from tests.api.policy import POLICY
from tests.audit_log import sentences
from tests.factories import PASSWORD, a_head_moderator, a_moderator, an_account, an_admin
from tests.staff import Staff
from workflows.engine.outbox.outbox import perform
from workflows.models import OutboxMessage

pytestmark = pytest.mark.rule(13)
KEY = {"name": "Till", "scopes": ["events"]}
# the operations that ask again: keys, secrets, passwords, files of whole lists, erasure, repairs, second factors
ASKED_AGAIN = {
    ("POST", "/api/user/{user_id}/keys"),
    ("PUT", "/api/user/{user_id}/password"),
    ("POST", "/api/webhooks/{webhook_id}/secret"),
    ("POST", "/api/jobs/{job_id}/retry"),
    ("DELETE", "/api/user/{user_id}"),
    ("DELETE", "/api/user/{user_id}/factors"),
    ("POST", "/api/user/me/codes"),
    ("POST", "/api/user/me/codes/confirm"),
    ("DELETE", "/api/user/me/codes"),
    ("POST", "/api/user/me/recovery-codes"),
    ("POST", "/api/user/me/passkeys/options"),
    ("POST", "/api/user/me/passkeys"),
    ("DELETE", "/api/user/me/passkeys/{passkey_id}"),
    *((method, path) for method, path in POLICY if path.endswith("/export")),
}
# what somebody calls who must set up a second factor first
BEFORE_FACTOR = {
    ("GET", "/api/user/me"),
    ("GET", "/api/desk"),
    ("POST", "/api/auth/logout"),
    ("POST", "/api/auth/confirmation"),
    ("POST", "/api/auth/confirmation/options"),
    ("GET", "/api/user/{user_id}/factors"),
    *(route for route in ASKED_AGAIN if route[1].startswith("/api/user/me/")),
}


@pytest.fixture(autouse=True)
def _offered(settings: Any) -> None:
    settings.ONE_TIME_CODES = settings.PASSKEYS = True
    settings.CONSOLE_URL = "http://localhost:8000"


@pytest.fixture
def person() -> Person:
    """An administrator with one-time codes, who signed in eleven minutes ago."""
    person = Person(an_admin())
    person.set_up_codes()
    return person.grow_old()


def declared(name: str) -> set[tuple[str, str]]:
    """The routes whose authentication has this attribute."""
    found = set()
    for prefix, router in api._routers:
        for path, view in router.path_operations.items():
            for operation in view.operations:
                if any(getattr(auth, name, False) for auth in operation.auth_callbacks):
                    found |= {(method, f"/api{prefix}{path}") for method in operation.methods}
    return found


def make_key(person: Staff, **headers: str) -> Any:
    assert person.user is not None
    return person.post(f"/user/{person.user.pk}/keys", KEY, **headers)


def test_what_asks_again_is_declared_at_its_operation() -> None:
    assert declared("asks_again") == ASKED_AGAIN
    assert declared("before_factor") == BEFORE_FACTOR


def test_after_ten_minutes_it_asks_and_the_same_call_is_repeated(person: Person) -> None:
    refused = make_key(person, idempotency_key="typed-once")
    assert (refused.status_code, refused.json()["code"]) == (403, "confirm_identity")
    assert refused.json()["confirm_by"] == ["code", "recovery"]
    assert person.get("/user/me").status_code == 200
    assert person.post("/auth/confirmation", {"code": code_of(person.secret)}).status_code == 204
    answers = [make_key(person, idempotency_key="typed-once") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert ApiKey.objects.count() == 1
    assert make_key(person.grow_old()).status_code == 403


def test_each_operation_asks_and_changes_nothing_until_then(person: Person) -> None:
    for method, path in sorted(ASKED_AGAIN):
        known = {"user_id": person.user.pk, "kind": "company", "group_id": 1, "tag_id": 1, "company_id": 1}
        numbers = {"webhook_id": 1, "job_id": 1, "passkey_id": 1, "batch_id": 1, "subject_id": 1}
        answer = getattr(person.client, method.lower())(path.format(**known, **numbers))
        assert (answer.status_code, answer.json()["code"]) == (403, "confirm_identity"), path
    assert person.factors()["codes_since"] is not None


def test_who_may_not_is_not_asked_who_they_are() -> None:
    moderator = Person(a_moderator())
    moderator.set_up_codes()
    assert codes_of([moderator.grow_old().get("/users/export")]) == ["forbidden"]


def test_without_a_second_factor_nobody_is_asked(settings: Any) -> None:
    plain = Person(an_admin()).grow_old()
    assert make_key(plain).status_code == 201
    assert plain.get("/users/export").status_code == 200
    settings.CONFIRM_IDENTITY = True
    refused = make_key(plain)
    assert (refused.json()["code"], refused.json()["confirm_by"]) == ("confirm_identity", ["password"])
    assert codes_of([plain.post("/auth/confirmation", {"password": "Wrong-horse-1"})]) == ["wrong_code"]
    assert plain.post("/auth/confirmation", {"password": PASSWORD}).status_code == 204
    assert make_key(plain).status_code == 201


def test_who_has_neither_password_nor_factor_signs_in_anew(settings: Any) -> None:
    settings.CONFIRM_IDENTITY = True
    person = Person(an_admin())
    person.user.set_unusable_password()
    person.user.save()
    assert person.get("/users/export").status_code == 200
    assert person.grow_old().get("/users/export").json()["confirm_by"] == []
    assert codes_of([person.post("/auth/confirmation", {"password": PASSWORD})]) == ["wrong_code"]


def test_the_password_alone_does_not_confirm_who_has_a_second_factor(person: Person) -> None:
    assert codes_of([person.post("/auth/confirmation", {"password": PASSWORD})]) == ["wrong_code"]
    assert person.post("/auth/confirmation", {"recovery_code": person.recovery[0]}).status_code == 204


def test_a_passkey_confirms(person: Person) -> None:
    device = Device()
    person.post("/auth/confirmation", {"code": code_of(person.secret)})
    assert person.add_passkey(device).status_code == 201
    person.grow_old()
    assert make_key(person).json()["confirm_by"] == ["code", "passkey", "recovery"]
    options = person.post("/auth/confirmation/options").json()["options"]
    assert person.post("/auth/confirmation", {"passkey": device.sign(options)}).status_code == 204
    assert make_key(person).status_code == 201


def test_a_confirmation_counts_in_its_own_session_alone(person: Person) -> None:
    other = Staff(person.user)
    person.grow_old()
    assert person.post("/auth/confirmation", {"code": code_of(person.secret)}).status_code == 204
    assert [make_key(each).status_code for each in (person, other)] == [201, 403]


def test_wrong_confirmations_are_throttled_and_the_session_goes_on(person: Person) -> None:
    answers = [person.post("/auth/confirmation", {"code": "000000"}) for _ in range(6)]
    assert codes_of(answers) == ["wrong_code"] * 5 + ["too_many_attempts"]
    assert person.get("/user/me").status_code == 200


def test_a_level_that_must_have_one_sets_it_up_before_anything_else(settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = frozenset({AccessLevel.ADMIN})
    settings.ONE_TIME_CODES = settings.PASSKEYS = False
    user = an_admin()
    person = Person(user)
    me = Visitor().sign_in(user.email).json()["user"]
    assert me["owes_factor"] is True
    settings.CONFIRM_IDENTITY = True
    other = a_moderator()
    refused = [
        person.get(f"/user/{other.pk}/factors"),
        person.get("/users"),
        person.get("/cms/counts"),
        make_key(person),
        person.put("/user/me/duty", {}),
    ]
    assert codes_of(refused) == ["second_factor_required"] * 5
    assert [person.get(path).status_code for path in ("/user/me", "/desk")] == [200, 200]
    person.grow_old()
    assert codes_of([person.post("/user/me/codes")]) == ["confirm_identity"]
    assert person.post("/auth/confirmation", {"password": PASSWORD}).status_code == 204
    person.set_up_codes()
    assert person.get("/users").status_code == 200
    assert person.get("/user/me").json()["owes_factor"] is False
    assert codes_of([person.delete("/user/me/codes")]) == ["last_factor_required"]
    assert CodeSecret.objects.filter(user=user).exists()
    assert Staff(a_head_moderator()).get("/cms/counts").status_code == 200


def test_who_manages_accounts_removes_a_second_factor_and_the_person_is_told() -> None:
    person, admin = Person(a_moderator()), Person(an_admin())
    person.set_up_codes()
    person.add_passkey(Device())
    pending = first_step(person.user)
    mail.outbox.clear()
    path = f"/user/{person.user.pk}/factors"
    assert [admin.delete(path).status_code for _ in range(2)] == [204, 204]
    for message in OutboxMessage.objects.filter(topic="mail_factors_removed"):
        assert perform(message.pk)
    assert [(sent.to, sent.subject) for sent in mail.outbox] == [
        ([person.user.email], "Your second factor was removed")
    ]
    assert sentences(kind="account", subject_id=person.user.pk)[-1] == (
        "The second factor was removed: one-time codes, passkeys, recovery codes."
    )
    assert codes_of([second_step(pending, code=code_of(person.secret))]) == ["sign_in_ended"]
    assert Visitor().sign_in(person.user.email).status_code == 200


def test_nobody_sees_or_removes_the_second_factor_of_who_stands_above_them() -> None:
    admin, head = Person(an_admin()), Person(an_account(AccessLevel.HEAD_MODERATOR, access=["users"]))
    admin.set_up_codes()
    path = f"/user/{admin.user.pk}/factors"
    assert codes_of([head.get(path), head.delete(path)]) == ["above_own_rights"] * 2
    assert codes_of([Person(a_moderator()).get(path)]) == ["forbidden"]


def test_whoever_is_raised_loses_what_somebody_else_may_have_set_up() -> None:
    """Somebody with fewer rights who once knew a way in may have registered a passkey of their own (decision 86)."""
    user = User.objects.get(email=Visitor().register("ada@docket.test").json()["email"])
    Person(user).add_passkey(Device())
    admin = Staff(an_admin())
    raised = admin.patch(
        f"/user/{user.pk}", {"access_level": "MODERATOR", "shown": {"email_address": "ada@docket.test"}}
    )
    assert raised.status_code == 200, raised.content
    assert not Passkey.objects.exists()
    assert not RecoveryCode.objects.exists()


def test_an_erased_account_leaves_none() -> None:
    person = Person(a_moderator())
    person.set_up_codes()
    person.add_passkey(Device())
    first_step(person.user)
    admin = Staff(an_admin())
    erased = admin.client.delete(f"/api/user/{person.user.pk}", {"confirm": True}, content_type="application/json")
    assert erased.status_code == 204
    left = [model.objects.filter(user=person.user).count() for model in (CodeSecret, Passkey, RecoveryCode)]
    assert left == [0, 0, 0]
    person.user.refresh_from_db()
    assert person.user.has_second_factor is False
