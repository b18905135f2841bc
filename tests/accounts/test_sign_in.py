"""Signing in: the answer of the specification's section 7, and refusals that do not reveal accounts."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import AccessToken, User
from accounts.passwords import CheapArgon2Hasher
from accounts.rights import AccessLevel
from tests.accounts.visitors import Visitor
from tests.factories import PASSWORD, a_moderator, an_account

pytestmark = pytest.mark.rule(13)


@pytest.fixture
def hashings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the hasher's methods that were called, each of which pays the price of one hash."""
    called: list[str] = []

    def counting(name: str) -> Callable[..., Any]:
        original = getattr(CheapArgon2Hasher, name)

        def count(*args: Any, **kwargs: Any) -> Any:
            called.append(name)
            return original(*args, **kwargs)

        return count

    for name in ("encode", "verify"):
        monkeypatch.setattr(CheapArgon2Hasher, name, counting(name))
    return called


def disabled(user: User) -> User:
    User.objects.filter(pk=user.pk).update(is_active=False)
    return user


def without_password(user: User) -> User:
    user.set_unusable_password()
    user.save()
    return user


def test_the_answer_holds_a_token_and_the_user() -> None:
    user = a_moderator("Marta van Ellwood")
    answer = Visitor().sign_in(user.email)
    assert answer.status_code == 200
    body = answer.json()
    assert body == {
        "accessToken": body["accessToken"],
        "user": {
            "id": user.pk,
            "name": {"full": "Marta van Ellwood", "first": "Marta", "last": "van Ellwood"},
            "email": user.email,
            "avatarFilename": None,
            "cms_access": ["moderation", "tickets", "backlog", "assigned_to_others", "testimonials", "search"],
            "access_level": "MODERATOR",
            "on_duty": True,
            "knows_outcomes": False,
            "owes_factor": False,
        },
    }
    assert Visitor().get("/user/me", body["accessToken"]).status_code == 200


def test_the_current_user_is_the_one_of_the_answer() -> None:
    user = an_account(AccessLevel.ADMIN)
    User.objects.filter(pk=user.pk).update(avatar_filename="marta.webp")
    body = Visitor().sign_in(user.email).json()
    me = Visitor().get("/user/me", body["accessToken"])
    assert (me.status_code, me.json()) == (200, body["user"])
    assert me.json()["avatarFilename"] == "marta.webp"


def test_an_address_is_the_same_in_any_case_and_with_blanks_around() -> None:
    user = an_account()
    assert Visitor().sign_in(f"  {user.email.upper()} ").status_code == 200


def test_a_refusal_does_not_reveal_whether_the_account_exists(hashings: list[str]) -> None:
    cases = [
        ("nobody@docket.test", PASSWORD),
        (an_account().email, "Wrong-horse-1"),
        (disabled(an_account()).email, PASSWORD),
        (without_password(an_account()).email, PASSWORD),
    ]
    hashings.clear()
    answers, work = [], []
    for email, password in cases:
        answer = Visitor().sign_in(email, password)
        headers = {name: value for name, value in answer.headers.items() if name != "X-Request-ID"}
        answers.append((answer.status_code, headers, answer.content))
        work.append(len(hashings))
        hashings.clear()
    assert answers == answers[:1] * len(cases)
    assert answers[0][0] == 401
    assert work == [1] * len(cases)
    assert not AccessToken.objects.exists()


def test_the_refusal_has_its_own_code() -> None:
    refused = Visitor().sign_in("nobody@docket.test")
    assert refused.json() == {
        "code": "bad_credentials",
        "message": "That email address and password do not match.",
    }
    assert refused.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("near", [PASSWORD.lower(), PASSWORD + " ", " " + PASSWORD, PASSWORD[:-1], "", PASSWORD * 2])
def test_only_the_password_itself_signs_in(near: str) -> None:
    assert Visitor().sign_in(an_account().email, near).status_code == 401
