"""Tokens and passwords stay out of logs and addresses (figures.md, rule 12)."""

import logging
from typing import Any

import pytest

from api.accounts.session import SessionUser
from tests.accounts.visitors import Visitor
from tests.factories import PASSWORD, a_moderator, a_pending_task, an_account
from tests.staff import Staff

pytestmark = pytest.mark.rule(12)
WRONG = "Wrong-horse-1"


def written(caplog: pytest.LogCaptureFixture) -> str:
    """All that was logged, as the product's format writes it, tracebacks and all."""
    form = logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s")
    return "\n".join(form.format(record) + repr(vars(record)) for record in caplog.records)


def fail(*_args: Any, **_kwargs: Any) -> Any:
    raise RuntimeError("a fault of our own")


def test_no_log_line_contains_a_token_or_a_password(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    user, task, visitor = a_moderator(), a_pending_task(), Visitor()
    token = visitor.sign_in(user.email, PASSWORD, idempotency_key="the-key-of-this-sign-in").json()["accessToken"]
    visitor.sign_in(user.email, WRONG)
    other = visitor.register("ada@docket.test", "Xkqzwvbn").json()["token"]
    visitor.get(f"/tasks/{task.pk}", token)
    visitor.get(f"/tasks/{task.pk}", token + "x")
    visitor.get("/nowhere", token)
    monkeypatch.setattr(SessionUser, "of", fail)
    visitor.client.raise_request_exception = False
    assert visitor.get("/user/me", other).status_code == 500
    assert visitor.sign_in(user.email).status_code == 500
    visitor.post("/auth/logout", token)
    lines = written(caplog)
    assert "a fault of our own" in lines
    for secret in (token, other, PASSWORD, WRONG, "Xkqzwvbn", "the-key-of-this-sign-in", user.email):
        assert secret not in lines


@pytest.mark.parametrize("name", ["token", "access_token", "accessToken", "authorization", "key"])
def test_a_token_in_a_url_does_not_authenticate(name: str) -> None:
    token = Staff(an_account()).token
    assert Staff().get(f"/user/me?{name}={token}").status_code == 401


def test_a_token_in_a_cookie_does_not_authenticate() -> None:
    """So that no other site can make a browser speak for the person."""
    token, stranger = Staff(an_account()).token, Staff()
    for name in ("accessToken", "token", "sessionid", "Authorization"):
        stranger.client.cookies[name] = token
    assert stranger.get("/user/me").status_code == 401
