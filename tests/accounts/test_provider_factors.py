"""A sign-in by a provider of identities, and what is asked beside it: a second factor, and a sign-in there of now."""

import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.accounts.authenticator import code_of
from tests.accounts.factors import Person, second_step
from tests.accounts.provided import Browser, use
from tests.factories import a_moderator
from tests.identity_provider import IdentityProvider

pytestmark = pytest.mark.rule(13)


@pytest.fixture
def browser(settings: Any) -> Iterator[Browser]:
    with IdentityProvider().running() as running:
        use(settings, running)
        yield Browser(running)


def test_the_provider_stands_for_the_password_alone(browser: Browser, settings: Any) -> None:
    settings.ONE_TIME_CODES = True
    somebody = Person(a_moderator())
    somebody.set_up_codes()
    answer = browser.finish(browser.go_there_and_back(email=somebody.user.email)["in"])
    assert (answer.status_code, answer.json()["ways"]) == (202, ["code", "recovery"])
    finished = second_step(answer.json()["pending"], code=code_of(somebody.secret))
    assert browser.me(finished.json()["accessToken"]).json()["id"] == somebody.user.pk


def test_where_identity_is_confirmed_an_old_session_at_the_provider_is_not_enough(
    browser: Browser, settings: Any
) -> None:
    told = {"email": a_moderator().email, "auth_time": int(time.time()) - 700}
    assert "max_age" not in browser.begin()
    assert "in" in browser.go_there_and_back(**told)
    settings.CONFIRM_IDENTITY = True
    assert parse_qs(urlsplit(browser.begin()).query)["max_age"] == ["600"]
    for number, moment in enumerate((told["auth_time"], None, True, "soon")):
        at = Browser(browser.provider, f"198.51.100.{number}")
        assert at.go_there_and_back(**{**told, "auth_time": moment}) == {"refused": "provider_refused"}
    assert "in" in browser.go_there_and_back(**{**told, "auth_time": int(time.time()) - 500})
