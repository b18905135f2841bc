"""One-time codes and recovery codes: set up, given once, throttled; nothing tells who has them (decision 128)."""

from functools import partial
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.factors.codes import RECOVERY_CODES
from accounts.factors.models import CodeSecret, PendingSignIn, RecoveryCode
from accounts.factors.pending import LIVES, prune_pending
from accounts.links import issue_link
from accounts.models import AccessToken, SignInAttempt, User
from accounts.throttle import CODES_PER_ACCOUNT, WINDOW
from tests.accounts.authenticator import code_of
from tests.accounts.factors import Person, codes_of, first_step, post, second_step
from tests.accounts.visitors import CAFE, HOME, Visitor
from tests.audit_log import sentences
from tests.factories import PASSWORD, a_moderator, an_account
from tests.interleaving import alone, at_the_same_time, blocked_or_done, pause_before
from tests.live import at_once

pytestmark = pytest.mark.rule(13)
WRONG = "000000"


def log_of(person: Person) -> list[str]:
    return sentences(kind="account", subject_id=person.user.pk)


@pytest.fixture(autouse=True)
def _offered(settings: Any) -> None:
    settings.ONE_TIME_CODES = True


@pytest.fixture
def person() -> Person:
    """Somebody with one-time codes and ten recovery codes."""
    person = Person(a_moderator())
    person.set_up_codes()
    return person


def test_nothing_is_set_up_where_it_is_not_offered(settings: Any) -> None:
    settings.ONE_TIME_CODES = False
    person = Person(a_moderator())
    assert codes_of([person.post("/user/me/codes"), person.post("/user/me/passkeys/options")]) == [
        "factor_not_offered",
        "factor_not_offered",
    ]
    assert person.get("/desk").json()["second_factors"] is False
    assert not CodeSecret.objects.exists()


def test_a_secret_counts_once_its_first_code_confirms_it() -> None:
    person = Person(a_moderator())
    proposal = person.post("/user/me/codes").json()
    assert proposal["secret"] in proposal["address"]
    assert proposal["address"].startswith("otpauth://totp/Docket:")
    assert proposal["qr"].startswith("<svg ")
    refused = person.post("/user/me/codes/confirm", {"code": WRONG})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["code"])
    assert Visitor().sign_in(person.user.email).status_code == 200
    confirmed = person.post("/user/me/codes/confirm", {"code": f" {code_of(proposal['secret'])} "})
    assert len(set(confirmed.json()["recovery_codes"])) == RECOVERY_CODES
    facts = person.factors()
    assert (facts["codes_since"] is None, facts["recovery_codes"], facts["passkeys"]) == (False, 10, [])
    assert Visitor().sign_in(person.user.email).status_code == 202
    assert log_of(person) == ["Set up one-time codes."]


def test_neither_secrets_nor_recovery_codes_stand_in_the_database(person: Person) -> None:
    row = CodeSecret.objects.get()
    assert person.secret.encode() not in bytes(row.secret or b"")
    stored = b"".join(bytes(code.digest) for code in RecoveryCode.objects.all())
    assert not any(code.encode() in stored or code.replace("-", "").encode() in stored for code in person.recovery)


def test_an_earlier_app_goes_on_until_the_new_one_is_confirmed(person: Person) -> None:
    earlier = person.secret
    person.post("/user/me/codes")
    assert second_step(first_step(person.user), code=code_of(earlier)).status_code == 200
    person.set_up_codes()
    assert codes_of([second_step(first_step(person.user), code=code_of(earlier, seconds=30))]) == ["wrong_code"]


def test_the_right_password_opens_no_session_yet(person: Person) -> None:
    before = AccessToken.objects.count()
    answer = Visitor().sign_in(person.user.email)
    assert (answer.status_code, set(answer.json())) == (202, {"pending", "ways", "expires_at"})
    assert answer.json()["ways"] == ["code", "recovery"]
    assert AccessToken.objects.count() == before
    assert Visitor().get("/user/me", answer.json()["pending"]).status_code == 401
    finished = second_step(answer.json()["pending"], code=code_of(person.secret))
    assert finished.json()["user"]["id"] == person.user.pk
    assert Visitor().get("/user/me", finished.json()["accessToken"]).status_code == 200


def test_before_the_password_is_right_nothing_tells_who_has_a_second_factor(person: Person) -> None:
    answers = [Visitor().sign_in(user.email, "Wrong-horse-1") for user in (person.user, an_account())]
    assert len({(answer.status_code, answer.content) for answer in answers}) == 1
    assert answers[0].status_code == 401


def test_a_one_time_link_sets_the_password_and_asks_for_the_second_factor(person: Person) -> None:
    set_by_link = post("/auth/password", {"token": issue_link(person.user), "password": "Another-horse-2"})
    assert set_by_link.status_code == 202
    assert second_step(set_by_link.json()["pending"], code=code_of(person.secret)).status_code == 200


def test_a_code_is_accepted_once(person: Person) -> None:
    code = code_of(person.secret)
    answers = [second_step(first_step(person.user), code=code) for _ in range(2)]
    assert codes_of(answers) == [200, "wrong_code"]


def test_a_code_of_the_past_is_refused_also_after_a_newer_one(person: Person) -> None:
    assert codes_of([second_step(first_step(person.user), code=code_of(person.secret, seconds=-90))]) == ["wrong_code"]
    assert second_step(first_step(person.user), code=code_of(person.secret, seconds=30)).status_code == 200
    assert codes_of([second_step(first_step(person.user), code=code_of(person.secret))]) == ["wrong_code"]


def test_a_code_far_in_the_future_is_refused(person: Person) -> None:
    assert codes_of([second_step(first_step(person.user), code=code_of(person.secret, seconds=120))]) == ["wrong_code"]


def test_what_is_pending_is_used_once(person: Person) -> None:
    pending = first_step(person.user)
    assert second_step(pending, code=code_of(person.secret)).status_code == 200
    assert codes_of([second_step(pending, recovery_code=person.recovery[0])]) == ["sign_in_ended"]


def test_what_is_pending_counts_at_its_own_address_alone(person: Person) -> None:
    pending = first_step(person.user, HOME)
    assert codes_of([second_step(pending, CAFE, code=code_of(person.secret))]) == ["sign_in_ended"]
    assert second_step(pending, HOME, code=code_of(person.secret)).status_code == 200


def test_what_is_pending_ends_after_ten_minutes_and_with_the_password(person: Person) -> None:
    old, ended = first_step(person.user), first_step(person.user)
    PendingSignIn.objects.filter(pk=PendingSignIn.objects.earliest("pk").pk).update(at=timezone.now() - LIVES)
    person.put(f"/user/{person.user.pk}/password", {"password": "Another-horse-2"})
    answers = [second_step(pending, code=code_of(person.secret)) for pending in (old, ended)]
    assert codes_of(answers) == ["sign_in_ended"] * 2
    assert prune_pending() == 1


def test_what_is_pending_ends_with_the_account(person: Person) -> None:
    pending = first_step(person.user)
    User.objects.filter(pk=person.user.pk).update(is_active=False)
    assert codes_of([second_step(pending, code=code_of(person.secret))]) == ["sign_in_ended"]


def test_one_pending_sign_in_opens_one_session_for_two_at_once(person: Person) -> None:
    pending = first_step(person.user)
    proofs = [{"code": code_of(person.secret)}, {"recovery_code": person.recovery[0]}]
    answers = at_once([partial(alone, partial(second_step, pending, **proof)) for proof in proofs])
    assert sorted(map(str, codes_of(answers))) == ["200", "sign_in_ended"]


def test_a_recovery_code_signs_in_once_however_it_is_typed(person: Person) -> None:
    typed = person.recovery[0].lower().replace("-", " ")
    assert second_step(first_step(person.user), recovery_code=typed).status_code == 200
    assert codes_of([second_step(first_step(person.user), recovery_code=person.recovery[0])]) == ["wrong_code"]
    assert person.factors()["recovery_codes"] == RECOVERY_CODES - 1
    assert "Used a recovery code; 9 are left." in log_of(person)


def test_of_two_who_give_one_recovery_code_at_once_one_signs_in(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (partial(second_step, first_step(person.user), recovery_code=person.recovery[0]) for _ in range(2))
    spent = pause_before(monkeypatch, "accounts.factors.proofs.record_audit")  # its row is deleted, not committed
    with at_the_same_time(first, spent) as signing_in:
        refused = blocked_or_done(second, spent.let_go)
        assert signing_in.result().status_code == 200
    assert codes_of([refused]) == ["wrong_code"]
    assert person.factors()["recovery_codes"] == RECOVERY_CODES - 1


def test_of_two_who_give_one_code_at_once_one_signs_in(person: Person) -> None:
    pending, code = [first_step(person.user) for _ in range(4)], code_of(person.secret)
    answers = at_once([partial(alone, partial(second_step, each, code=code)) for each in pending])
    assert sorted(map(str, codes_of(answers))) == ["200", "wrong_code", "wrong_code", "wrong_code"]


def test_a_recovery_code_of_somebody_else_is_refused(person: Person) -> None:
    other = Person(a_moderator())
    other.set_up_codes()
    assert codes_of([second_step(first_step(other.user), recovery_code=person.recovery[0])]) == ["wrong_code"]


def test_new_recovery_codes_end_the_old_ones(person: Person) -> None:
    fresh = person.post("/user/me/recovery-codes").json()["recovery_codes"]
    assert not {*fresh} & {*person.recovery}
    assert codes_of([second_step(first_step(person.user), recovery_code=person.recovery[0])]) == ["wrong_code"]
    assert second_step(first_step(person.user), recovery_code=fresh[0]).status_code == 200
    assert codes_of([Person(a_moderator()).post("/user/me/recovery-codes")]) == ["factor_not_offered"]


def test_five_wrong_codes_are_enough_and_a_right_password_forgives_none(person: Person) -> None:
    answers = [second_step(first_step(person.user), code=WRONG) for _ in range(6)]
    assert codes_of(answers) == ["wrong_code"] * 5 + ["too_many_attempts"]
    refused = second_step(first_step(person.user), recovery_code=person.recovery[0])
    assert (refused.status_code, refused.json()["retry_after"] > 0) == (429, True)
    assert log_of(person)[-1] == "5 wrong second factors, one after another."
    SignInAttempt.objects.update(at=F("at") - WINDOW)
    assert second_step(first_step(person.user), recovery_code=person.recovery[0]).status_code == 200


def test_many_addresses_together_get_few_codes_and_the_owner_stays_free(person: Person) -> None:
    assert second_step(first_step(person.user, HOME), HOME, code=code_of(person.secret)).status_code == 200
    answers = []
    for number in range(CODES_PER_ACCOUNT + 1):
        address = f"198.51.100.{number + 30}"
        answers.append(second_step(first_step(person.user, address), address, code=WRONG))
    assert codes_of(answers) == ["wrong_code"] * CODES_PER_ACCOUNT + ["too_many_attempts"]
    assert second_step(first_step(person.user, HOME), HOME, recovery_code=person.recovery[0]).status_code == 200


def test_a_second_step_holds_one_proof(person: Person) -> None:
    pending = first_step(person.user)
    for proof in ({}, {"code": WRONG, "recovery_code": WRONG}, {"password": PASSWORD}):
        assert second_step(pending, **proof).status_code == 422, proof


def test_turned_off_the_password_alone_signs_in(person: Person) -> None:
    assert [person.delete("/user/me/codes").status_code for _ in range(2)] == [204, 204]
    assert Visitor().sign_in(person.user.email).status_code == 200
    assert person.factors()["recovery_codes"] == 0
    assert log_of(person) == ["Set up one-time codes.", "Turned off one-time codes."]
