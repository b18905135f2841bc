"""Registration: the user object and a token, no rights; closed in production (product.md, Rights)."""

from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings

from accounts import throttle
from accounts.models import User
from tests.accounts.production import settings_in_production
from tests.accounts.visitors import Visitor
from tests.factories import a_pending_task, an_account


def test_the_answer_is_the_user_with_a_token() -> None:
    answer = Visitor().register("Ada@Docket.test", name="  Ada King Lovelace ")
    assert answer.status_code == 201
    body = answer.json()
    assert body == {
        "id": User.objects.get().pk,
        "name": {"full": "Ada King Lovelace", "first": "Ada", "last": "King Lovelace"},
        "email": "ada@docket.test",
        "avatarFilename": None,
        "cms_access": [],
        "access_level": "NO_DASHBOARD",
        "on_duty": True,
        "knows_outcomes": False,
        "owes_factor": False,
        "token": body["token"],
    }


def test_the_token_signs_in_to_an_account_without_permissions() -> None:
    task = a_pending_task()
    visitor, body = Visitor(), Visitor().register("ada@docket.test").json()
    token = body.pop("token")
    assert visitor.get("/user/me", token).json() == body
    assert visitor.get("/queues", token).json() == []
    assert set(visitor.get("/cms/counts", token).json().values()) == {0}
    for path in ("/queues/pending/tasks", f"/tasks/{task.pk}", "/processes/review_moderation/graph"):
        assert visitor.get(path, token).status_code == 403


@pytest.mark.parametrize(
    "more",
    [
        {"access_level": "ADMIN"},
        {"cms_access": ["moderation", "head_moderator"]},
        {"is_active": False, "is_superuser": True, "on_duty": False, "id": 1_000, "token": "x"},
        {"user": {"access_level": "ADMIN"}, "level": "ADMIN"},
    ],
)
def test_additional_fields_change_nothing(more: dict[str, Any]) -> None:
    body = Visitor().register("ada@docket.test", **more).json()
    user = User.objects.get()
    assert (user.pk, user.access_level, user.cms_access, user.is_active) == (body["id"], "NO_DASHBOARD", [], True)
    assert (body["access_level"], body["cms_access"], body["on_duty"]) == ("NO_DASHBOARD", [], True)
    assert body["id"] != 1_000


def test_an_address_has_one_account_in_any_case() -> None:
    email = an_account().email
    for spelling in (email, f" {email}\n", email.upper()):
        refused = Visitor().register(spelling)
        assert (refused.status_code, refused.json()["code"]) == (409, "email_taken")
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "email", ["", "ada", "ada@", "@docket.test", "ada@docket", "a b@docket.test", "a@b@c.test", "a@[::1]"]
)
def test_an_email_address_must_be_valid(email: str) -> None:
    refused = Visitor().register(email)
    assert refused.status_code == 422
    assert "Invalid email address" in refused.json()["fields"]["email"][0]  # spec, section 5


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("   ", 422),
        ("A" * 100, 201),
        ("A" * 101, 422),
        ("A" * 100 + " " + "B" * 99, 201),
        ("Ada " + "B" * 101, 422),
        ("Ada " + "B" * 100_000, 422),
    ],
)
def test_a_name_is_required_and_has_a_maximum_length(name: str, status: int) -> None:
    answer = Visitor().register("ada@docket.test", name=name)
    assert answer.status_code == status
    assert status == 201 or "name" in answer.json()["fields"]


def test_a_closed_registration_creates_nothing_and_validates_nothing() -> None:
    email = an_account().email
    with override_settings(REGISTRATION_OPEN=False):
        for address, password in (("ada@docket.test", "Xkqzwvbn"), (email, "x")):
            refused = Visitor().register(address, password)
            assert (refused.status_code, refused.json()["code"]) == (403, "registration_closed")
    assert User.objects.count() == 1


def test_registration_is_open_except_in_production_where_a_setting_opens_it() -> None:
    assert settings.REGISTRATION_OPEN
    assert not settings_in_production()["REGISTRATION_OPEN"]
    assert settings_in_production(DOCKET_REGISTRATION_OPEN="1")["REGISTRATION_OPEN"]


def test_registrations_per_address_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "PER_ADDRESS", 3)
    answers = [Visitor().register(f"ada{number}@docket.test") for number in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    assert int(answers[3].headers["Retry-After"]) > 0
    assert User.objects.count() == 3
