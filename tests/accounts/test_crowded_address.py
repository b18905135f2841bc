"""Failures of others at an address do not lock out the people who signed in there before (decision 42)."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import F

from accounts import passwords
from accounts.models import KnownAddress, SignInAttempt, User
from accounts.passwords import CheapArgon2Hasher
from accounts.throttle import DECOYS_PER_ADDRESS, KNOWN_FOR, PER_ACCOUNT_AND_ADDRESS, PER_ADDRESS, WINDOW
from tests.accounts.visitors import CAFE, HOME, Visitor
from tests.factories import an_account

pytestmark = pytest.mark.rule(13)
WRONG = "Wrong-horse-1"


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """`hash` for each hash that is computed, `wait` for each pause of that length without one."""
    done: list[str] = []

    def counting(original: Callable[..., Any]) -> Callable[..., Any]:
        def count(*args: Any, **kwargs: Any) -> Any:
            done.append("hash")
            return original(*args, **kwargs)

        return count

    for name in ("encode", "verify"):
        monkeypatch.setattr(CheapArgon2Hasher, name, counting(getattr(CheapArgon2Hasher, name)))
    monkeypatch.setattr(time, "sleep", lambda _seconds: done.append("wait"))
    return done


def a_person_of(address: str) -> User:
    """Who signed in at this address before."""
    user = an_account()
    assert Visitor(address).sign_in(user.email).status_code == 200
    return user


def fill(address: str, number: int = PER_ADDRESS) -> None:
    """Wrong sign-ins by one caller, each for another account."""
    for place in range(number):
        Visitor(address).sign_in(f"victim{place}@docket.test", WRONG)


def answer(email: str, address: str = HOME, password: str = WRONG) -> tuple[int, Any]:
    given = Visitor(address).sign_in(email, password)
    body = given.json()
    body.pop("retry_after", None)
    return given.status_code, body if given.status_code != 200 else None


def test_fifty_wrong_sign_ins_do_not_lock_out_who_signed_in_there_before() -> None:
    user = a_person_of(HOME)
    fill(HOME)
    assert answer("nobody@docket.test")[0] == 429
    for _ in range(2):
        assert Visitor(HOME).sign_in(user.email).status_code == 200


def test_a_flood_does_not_either(work: list[str]) -> None:
    user = a_person_of(HOME)
    fill(HOME, PER_ADDRESS + DECOYS_PER_ADDRESS + 30)
    assert Visitor(HOME).sign_in(user.email).status_code == 200


def test_who_never_signed_in_there_waits_with_the_right_password() -> None:
    elsewhere, long_ago = a_person_of(CAFE), a_person_of(HOME)
    KnownAddress.objects.filter(user=long_ago).update(seen_at=F("seen_at") - KNOWN_FOR)
    fill(HOME)
    assert Visitor(HOME).sign_in(elsewhere.email).status_code == 429
    assert Visitor(HOME).sign_in(long_ago.email).status_code == 429


def test_guessing_the_password_of_one_account_stays_throttled() -> None:
    user = a_person_of(HOME)
    fill(HOME)
    for _ in range(PER_ACCOUNT_AND_ADDRESS):
        assert answer(user.email)[0] == 429
    assert Visitor(HOME).sign_in(user.email).status_code == 429


def test_guesses_below_and_above_the_limits_are_counted_together() -> None:
    user = a_person_of(HOME)
    assert [answer(user.email)[0] for _ in range(3)] == [401] * 3
    fill(HOME, PER_ADDRESS - 3)
    assert [answer(user.email)[0] for _ in range(2)] == [429] * 2
    assert Visitor(HOME).sign_in(user.email).status_code == 429


@pytest.mark.parametrize("before", [PER_ADDRESS, PER_ADDRESS + DECOYS_PER_ADDRESS])
def test_known_and_unknown_accounts_answer_alike(work: list[str], before: int) -> None:
    user = a_person_of(HOME)
    disabled = a_person_of(HOME)
    User.objects.filter(pk=disabled.pk).update(is_active=False)
    fill(HOME, before)
    seen: dict[str, list[Any]] = {}
    for email in (user.email, "nobody@docket.test", an_account().email, disabled.email):
        for _ in range(PER_ACCOUNT_AND_ADDRESS + 3):
            work.clear()
            seen.setdefault(email, []).append((answer(email), len(work)))
    first, *others = seen.values()
    assert first[0][0][0] == 429
    assert {took for _, took in first} == {1}, "a hash, or a pause of the same length"
    assert others == [first] * len(others)


def test_the_hashes_of_an_address_are_bounded(work: list[str]) -> None:
    users = [a_person_of(HOME) for _ in range(2)]
    work.clear()
    fill(HOME, PER_ADDRESS + DECOYS_PER_ADDRESS + 20)
    for user in users:
        for _ in range(20):
            answer(user.email)
    assert work.count("hash") == PER_ADDRESS + DECOYS_PER_ADDRESS + len(users) * PER_ACCOUNT_AND_ADDRESS
    assert SignInAttempt.objects.count() == work.count("hash"), "a flood fills no table"


def test_attempts_above_the_limits_do_not_extend_the_wait() -> None:
    fill(HOME)
    SignInAttempt.objects.update(at=F("at") - WINDOW / 2)
    fill(HOME, 20)
    SignInAttempt.objects.update(at=F("at") - WINDOW / 2)
    assert answer("nobody@docket.test")[0] == 401


def test_at_most_one_thread_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        passwords.wait_hashing_time()  # another thread, meanwhile

    monkeypatch.setattr(time, "sleep", pause)
    passwords.wait_hashing_time()
    assert len(pauses) == 1
    passwords.wait_hashing_time()
    assert len(pauses) == 2
