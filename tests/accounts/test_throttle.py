"""The throttle of sign-ins: per account and address, without locking out others (figures.md, rule 13)."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import requests
from django.db.models import F
from django.utils import timezone

from accounts.models import KnownAddress, SignInAttempt
from accounts.throttle import KNOWN_FOR, WINDOW, digest, prune_throttle
from tests.accounts.visitors import CAFE, HOME, Visitor
from tests.factories import an_account
from tests.live import at_once

pytestmark = pytest.mark.rule(13)
WRONG = "Wrong-horse-1"


def fail(email: str, times: int, address: str = HOME) -> list[int]:
    return [Visitor(address).sign_in(email, WRONG).status_code for _ in range(times)]


def recorded(account: str, address: str, times: int = 1) -> list[SignInAttempt]:
    attempt = {"account_digest": digest(account), "address_digest": digest(address), "at": timezone.now()}
    return SignInAttempt.objects.bulk_create(SignInAttempt(**attempt) for _ in range(times))


def test_five_failures_for_an_account_from_an_address_are_enough() -> None:
    email = an_account().email
    assert fail(email, 7) == [401] * 5 + [429] * 2
    assert Visitor(HOME).sign_in(email).status_code == 429


def test_the_refusal_says_when_to_come_back() -> None:
    email = an_account().email
    fail(email, 5)
    SignInAttempt.objects.update(at=F("at") - timedelta(minutes=5))
    refused = Visitor().sign_in(email)
    body = refused.json()
    assert (body["code"], body["retry_after"]) == ("too_many_attempts", int(refused.headers["Retry-After"]))
    assert 9 * 60 < body["retry_after"] <= 10 * 60


def test_an_unknown_account_is_throttled_like_a_known_one() -> None:
    assert fail("nobody@docket.test", 6) == fail(an_account().email, 6)


def test_other_accounts_and_other_addresses_are_not_refused() -> None:
    email, other = an_account().email, an_account().email
    fail(email, 6, CAFE)
    assert Visitor(CAFE).sign_in(other).status_code == 200
    assert Visitor(HOME).sign_in(email).status_code == 200


def test_another_spelling_of_an_address_has_no_separate_limit() -> None:
    email = an_account().email
    fail(email, 3)
    assert fail(f" {email.upper()}", 3) == [401, 401, 429]


def test_a_refused_attempt_does_not_extend_the_wait() -> None:
    email = an_account().email
    fail(email, 8)
    assert SignInAttempt.objects.count() == 5
    SignInAttempt.objects.update(at=F("at") - WINDOW)
    assert Visitor().sign_in(email).status_code == 200


def test_a_success_forgives_the_failures_before_it() -> None:
    email = an_account().email
    assert fail(email, 4) == [401] * 4
    assert Visitor().sign_in(email).status_code == 200
    assert fail(email, 6) == [401] * 5 + [429]


def test_a_success_does_not_forgive_failures_of_others() -> None:
    email, other = an_account().email, an_account().email
    fail(other, 5)
    fail(email, 5, CAFE)
    assert Visitor(HOME).sign_in(email).status_code == 200
    assert fail(other, 1) + fail(email, 1, CAFE) == [429, 429]


def test_one_machine_cannot_try_account_after_account() -> None:
    for number in range(50):
        recorded(f"victim{number}@docket.test", CAFE)
    email = an_account().email
    assert Visitor(CAFE).sign_in(email).status_code == 429
    assert Visitor(HOME).sign_in(email).status_code == 200


def test_many_machines_cannot_try_one_account() -> None:
    email = an_account().email
    for number in range(100):
        recorded(email, f"192.0.2.{number}")
    assert Visitor(CAFE).sign_in(email).status_code == 429


def test_many_machines_do_not_lock_the_owner_out_where_they_signed_in_before() -> None:
    email = an_account().email
    token = Visitor(HOME).sign_in(email).json()["accessToken"]
    # to sign out at the end of the day is no reason to be forgotten
    assert Visitor(HOME).post("/auth/logout", token).status_code == 204
    for number in range(100):
        recorded(email, f"192.0.2.{number}")
    assert (Visitor(CAFE).sign_in(email).status_code, Visitor(HOME).sign_in(email).status_code) == (429, 200)


def test_an_address_is_remembered_for_a_month() -> None:
    email = an_account().email
    Visitor(HOME).sign_in(email)
    KnownAddress.objects.update(seen_at=F("seen_at") - KNOWN_FOR)
    for number in range(100):
        recorded(email, f"192.0.2.{number}")
    assert Visitor(HOME).sign_in(email).status_code == 429


def test_failures_do_not_make_an_address_known() -> None:
    fail(an_account().email, 1)
    assert not KnownAddress.objects.exists()


def test_the_tables_contain_neither_accounts_nor_addresses() -> None:
    email = an_account().email
    Visitor().sign_in(email)
    fail(email, 1)
    for row in [*SignInAttempt.objects.all(), *KnownAddress.objects.all()]:
        kept = b"".join(bytes(value) for value in vars(row).values() if isinstance(value, bytes | memoryview))
        assert len(kept) in (32, 64)
        assert email.encode() not in kept
        assert HOME.encode() not in kept


def test_attempts_outside_the_window_are_deleted() -> None:
    email = an_account().email
    recorded(email, HOME, 2)
    SignInAttempt.objects.update(at=F("at") - WINDOW)
    recorded(email, HOME)
    Visitor(CAFE).sign_in(email)
    KnownAddress.objects.update(seen_at=F("seen_at") - KNOWN_FOR)
    assert prune_throttle() == 3
    assert (SignInAttempt.objects.count(), KnownAddress.objects.count()) == (1, 0)


def sign_in_over_the_network(server: str, email: str, **headers: str) -> Any:
    body = {"email": email, "password": WRONG}
    return requests.post(f"{server}/api/auth/login", json=body, headers=headers, timeout=120)


def test_all_processes_share_one_count(server: str) -> None:
    email = an_account().email
    assert fail(email, 3, "127.0.0.1") == [401] * 3
    answers = [sign_in_over_the_network(server, email).status_code for _ in range(6)]
    assert answers == [401] * 2 + [429] * 4


@pytest.mark.parametrize("keyed", [False, True])
def test_parallel_attempts_are_all_counted(server: str, keyed: bool) -> None:
    email = an_account().email
    headers = [{"Idempotency-Key": f"attempt-{number}"} if keyed else {} for number in range(24)]
    answers = at_once([partial(sign_in_over_the_network, server, email, **header) for header in headers])
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses.count(401) <= 5
    assert set(statuses) == {401, 429}
