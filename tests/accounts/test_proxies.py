"""The client's address behind a proxy: the rate limit must be per client and must not be evadable by a header."""

import json
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
import requests
from django.test import override_settings

from kit.addresses import networks
from tests.accounts.visitors import CAFE, HOME, Visitor
from tests.factories import an_account
from tests.live import ROOT, running_server

PROXY, WRONG = "10.1.2.3", "Wrong-horse-1"


@pytest.fixture(params=["10.1.2.3", " 192.0.2.1, 10.1.2.0/24 ,"])
def trusted(request: pytest.FixtureRequest) -> Iterator[None]:
    with override_settings(TRUSTED_PROXIES=networks(request.param)):
        yield


def fail(email: str, times: int, *forwarded: str, through: str = PROXY) -> list[int]:
    headers = {"X_Forwarded_For": ", ".join(forwarded)} if forwarded else {}
    return [Visitor(through).sign_in(email, WRONG, **headers).status_code for _ in range(times)]


@pytest.mark.usefixtures("trusted")
def test_people_behind_our_proxy_are_throttled_apart() -> None:
    email = an_account().email
    assert fail(email, 6, CAFE) == [401] * 5 + [429]
    assert fail(email, 1, HOME) == [401]


@pytest.mark.usefixtures("trusted")
def test_only_the_address_that_the_proxy_saw_counts() -> None:
    email = an_account().email
    told = [f"192.0.2.{number}" for number in range(6)]
    assert [fail(email, 1, one, CAFE)[0] for one in told] == [401] * 5 + [429]


@pytest.mark.usefixtures("trusted")
def test_our_proxy_without_a_header_is_an_address_like_others() -> None:
    assert fail(an_account().email, 6) == [401] * 5 + [429]


@pytest.mark.usefixtures("trusted")
def test_a_proxy_with_an_ipv6_address_is_recognised() -> None:
    email = an_account().email
    assert fail(email, 5, CAFE, through=f"::ffff:{PROXY}") == [401] * 5
    assert fail(email, 2, HOME, through=f"::ffff:{PROXY}") == [401, 401]


@pytest.mark.parametrize("through", [HOME, "10.1.3.3", "", "unknown"])
@pytest.mark.usefixtures("trusted")
def test_the_header_of_an_untrusted_address_is_ignored(through: str) -> None:
    email = an_account().email
    assert [fail(email, 1, f"192.0.2.{number}", through=through)[0] for number in range(6)] == [401] * 5 + [429]


def test_without_trusted_proxies_the_header_is_ignored() -> None:
    email = an_account().email
    assert [fail(email, 1, f"192.0.2.{number}")[0] for number in range(6)] == [401] * 5 + [429]


def test_an_invalid_proxy_address_is_refused() -> None:
    assert networks("") == networks(" , ") == []
    with pytest.raises(ValueError, match="nginx"):
        networks("10.1.2.3,nginx")


def test_our_proxy_drops_headers_with_an_underscore() -> None:
    """As the web server does too."""
    assert "underscores_in_headers off;" in (ROOT / "deploy" / "nginx" / "docket.conf").read_text()


def test_the_web_server_tells_people_behind_our_proxy_apart() -> None:
    email = an_account().email
    with running_server(TRUSTED_PROXIES="127.0.0.1") as server:

        def sign_in(address: str) -> int:
            body = {"email": email, "password": WRONG}
            headers = {"X-Forwarded-For": address}
            return requests.post(f"{server}/api/auth/login", json=body, headers=headers, timeout=120).status_code

        assert [sign_in(CAFE) for _ in range(6)] == [401] * 5 + [429]
        assert sign_in(HOME) == 401


@pytest.mark.parametrize("order", [1, -1])
def test_a_header_that_differs_by_an_underscore_does_not_replace_what_the_proxy_says(order: int) -> None:
    """Under WSGI both have one name, and the later of the two counts."""
    email = an_account().email
    body = json.dumps({"email": email, "password": WRONG})
    with running_server(TRUSTED_PROXIES="127.0.0.1") as server:

        def sign_in(forged: str) -> int:
            headers = [("X-Forwarded-For", CAFE), ("X_Forwarded_For", forged)][::order]
            call = HTTPConnection(urlsplit(server).netloc, timeout=120)
            call.putrequest("POST", "/api/auth/login")
            for name, value in [*headers, ("Content-Type", "application/json"), ("Content-Length", str(len(body)))]:
                call.putheader(name, value)
            call.endheaders(body.encode())
            with closing(call):
                return call.getresponse().status

        assert [sign_in(f"192.0.2.{number}") for number in range(6)] == [401] * 5 + [429]
