"""Passkeys: made and used on the person's device, with challenges that count once (decision 128)."""

from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.factors.models import Passkey, PasskeyChallenge
from accounts.factors.passkeys import LIVES, prune_challenges
from accounts.models import User
from tests.accounts.authenticator import PRESENT, VERIFIED, Device, code_of
from tests.accounts.factors import Person, codes_of, first_step, post, second_step
from tests.accounts.visitors import Visitor
from tests.audit_log import sentences
from tests.factories import a_moderator
from tests.interleaving import alone
from tests.live import at_once

pytestmark = pytest.mark.rule(13)


@pytest.fixture(autouse=True)
def _offered(settings: Any) -> None:
    settings.PASSKEYS, settings.ONE_TIME_CODES = True, True
    settings.CONSOLE_URL = "http://localhost:8000"


@pytest.fixture
def device() -> Device:
    return Device()


@pytest.fixture
def person(device: Device) -> Person:
    """Somebody with one passkey."""
    person = Person(a_moderator())
    added = person.add_passkey(device)
    assert added.status_code == 201, added.content
    assert len(added.json()["recovery_codes"]) == 10
    return person


def log_of(person: Person) -> list[str]:
    return sentences(kind="account", subject_id=person.user.pk)


def asked(pending: str | None = None) -> Any:
    answer = post("/auth/passkey/options", {"pending": pending} if pending else {})
    assert answer.status_code == 200, answer.content
    return answer.json()["options"]


def by_passkey(signed: dict[str, str]) -> Any:
    return post("/auth/passkey", signed)


def test_a_passkey_alone_signs_in(person: Person, device: Device) -> None:
    options = asked()
    assert (options["rpId"], options["userVerification"]) == ("localhost", "required")
    assert not options.get("allowCredentials")
    answer = by_passkey(device.sign(options))
    assert answer.json()["user"]["id"] == person.user.pk
    assert Visitor().get("/user/me", answer.json()["accessToken"]).status_code == 200
    facts = person.factors()["passkeys"]
    assert [(key["name"], key["last_used"] is None) for key in facts] == [("Laptop", False)]
    assert log_of(person) == [f"Added passkey {facts[0]['id']}."]


def test_a_passkey_must_stay_on_the_device_and_verify_the_person() -> None:
    options = Person(a_moderator()).post("/user/me/passkeys/options").json()["options"]
    wanted = options["authenticatorSelection"]
    assert (wanted["residentKey"], wanted["userVerification"]) == ("required", "required")
    assert (options["rp"]["id"], options["attestation"]) == ("localhost", "none")


def test_after_the_password_it_is_the_second_factor(person: Person, device: Device) -> None:
    answer = Visitor().sign_in(person.user.email)
    assert answer.json()["ways"] == ["passkey", "recovery"]
    pending = answer.json()["pending"]
    options = asked(pending)
    assert len(options["allowCredentials"]) == 1
    assert second_step(pending, passkey=device.sign(options)).status_code == 200
    assert codes_of([post("/auth/passkey/options", {"pending": pending})]) == ["sign_in_ended"]


def test_what_was_signed_for_one_purpose_counts_for_no_other(person: Person, device: Device) -> None:
    assert codes_of([by_passkey(device.sign(asked(first_step(person.user))))]) == ["wrong_code"]
    assert codes_of([second_step(first_step(person.user), passkey=device.sign(asked()))]) == ["wrong_code"]
    confirming = person.post("/auth/confirmation/options").json()["options"]
    assert codes_of([by_passkey(device.sign(confirming))]) == ["wrong_code"]


def test_an_address_gets_few_challenges_until_one_is_signed(
    person: Person, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.throttle.PER_ADDRESS", 3)
    for _ in range(2):
        options = [asked() for _ in range(3)]
        assert codes_of([post("/auth/passkey/options", {})]) == ["too_many_attempts"]
        assert by_passkey(device.sign(options[0])).status_code == 200
    pending = first_step(person.user)
    for _ in range(4):
        asked(pending)


def test_a_challenge_counts_once_and_for_five_minutes(person: Person, device: Device) -> None:
    options = asked()
    assert codes_of([by_passkey(device.sign(options)) for _ in range(2)]) == [200, "wrong_code"]
    late = asked()
    PasskeyChallenge.objects.update(at=timezone.now() - LIVES)
    assert codes_of([by_passkey(device.sign(late))]) == ["wrong_code"]
    assert prune_challenges() == 1
    made_up = {**asked(), "challenge": "A" * 43}
    assert codes_of([by_passkey(device.sign(made_up))]) == ["wrong_code"]


def test_one_answer_signs_in_once_for_several_at_once(person: Person, device: Device) -> None:
    signed = device.sign(asked())
    answers = at_once([partial(alone, partial(by_passkey, signed)) for _ in range(3)])
    assert sorted(map(str, codes_of(answers))) == ["200", "wrong_code", "wrong_code"]


def test_another_origin_and_a_device_that_verified_nobody_are_refused(person: Person, device: Device) -> None:
    device.origin = "http://localhost:8001"
    assert codes_of([by_passkey(device.sign(asked()))]) == ["wrong_code"]
    device.origin, device.flags = "http://localhost:8000", PRESENT
    assert codes_of([by_passkey(device.sign(asked()))]) == ["wrong_code"]
    elsewhere = {**asked(), "rpId": "docket.test"}
    device.flags |= VERIFIED
    assert codes_of([by_passkey(device.sign(elsewhere))]) == ["wrong_code"]
    assert by_passkey(device.sign(asked())).status_code == 200


def test_none_is_made_at_another_origin_or_without_verification(device: Device) -> None:
    person = Person(a_moderator())
    device.flags = PRESENT
    unverified = person.add_passkey(device)
    stranger = person.add_passkey(Device("https://docket.example"))
    assert [answer.status_code for answer in (unverified, stranger)] == [422, 422]
    assert not Passkey.objects.exists()
    assert Visitor().sign_in(person.user.email).status_code == 200


def test_the_answer_to_somebody_elses_challenge_makes_no_passkey(device: Device) -> None:
    one, other = Person(a_moderator()), Person(a_moderator())
    options = one.post("/user/me/passkeys/options").json()["options"]
    assert other.post("/user/me/passkeys", device.make(options)).status_code == 422


def test_a_signature_of_another_key_is_refused(person: Person, device: Device) -> None:
    copy = Device()
    copy.handle = device.handle
    assert codes_of([by_passkey(copy.sign(asked()))]) == ["wrong_code"]
    device.handle = "OTk5"
    assert codes_of([by_passkey(device.sign(asked()))]) == ["wrong_code"]


def test_a_counter_that_goes_back_is_refused_and_recorded(person: Person, device: Device) -> None:
    assert by_passkey(device.sign(asked())).status_code == 200
    device.counter = 0  # a copy, which has not counted along
    assert codes_of([by_passkey(device.sign(asked()))]) == ["wrong_code"]
    assert log_of(person)[-1].endswith("was refused: its counter went back, as of a copy.")
    device.counter = 5
    assert by_passkey(device.sign(asked())).status_code == 200


def test_a_device_that_never_counts_is_accepted(person: Person, device: Device) -> None:
    for _ in range(2):
        device.counter = -1
        assert by_passkey(device.sign(asked())).status_code == 200


def test_several_are_registered_and_removed_each_by_itself(person: Person, device: Device) -> None:
    telephone = Device(name=b"device-2")
    again = person.add_passkey(telephone, "Telephone")
    assert again.json()["recovery_codes"] == []
    assert codes_of([person.add_passkey(device)]) == ["passkey_taken"]
    first = person.factors()["passkeys"][0]["id"]
    assert person.delete(f"/user/me/passkeys/{first}").status_code == 204
    assert person.delete(f"/user/me/passkeys/{first}").status_code == 404
    assert codes_of([by_passkey(device.sign(asked()))]) == ["wrong_code"]
    assert by_passkey(telephone.sign(asked())).status_code == 200
    person.delete(f"/user/me/passkeys/{again.json()['id']}")
    assert Visitor().sign_in(person.user.email).status_code == 200
    assert person.factors()["recovery_codes"] == 0


def test_nobody_removes_the_passkey_of_somebody_else_by_its_number(person: Person) -> None:
    other = Person(a_moderator())
    assert other.delete(f"/user/me/passkeys/{person.factors()['passkeys'][0]['id']}").status_code == 404


def test_a_passkey_of_an_account_that_is_not_active_signs_in_nobody(person: Person, device: Device) -> None:
    User.objects.filter(pk=person.user.pk).update(is_active=False)
    assert codes_of([by_passkey(device.sign(asked()))]) == ["wrong_code"]


def test_the_sign_in_page_offers_passkeys_once_somebody_has_one(settings: Any, device: Device) -> None:
    person = Person(a_moderator())
    assert Visitor().client.get("/api/auth/options").json()["passkeys"] is False
    person.add_passkey(device)
    assert Visitor().client.get("/api/auth/options").json()["passkeys"] is True
    settings.PASSKEYS = False
    assert Visitor().client.get("/api/auth/options").json()["passkeys"] is False
    assert codes_of([post("/auth/passkey/options", {})]) == ["factor_not_offered"]
    pending = first_step(person.user)  # who has one is not locked out
    assert second_step(pending, passkey=device.sign(asked(pending))).status_code == 200


def test_codes_and_passkeys_stand_in_for_one_another(person: Person, device: Device) -> None:
    person.set_up_codes()
    assert Visitor().sign_in(person.user.email).json()["ways"] == ["code", "passkey", "recovery"]
    assert second_step(first_step(person.user), code=code_of(person.secret)).status_code == 200
    assert person.delete("/user/me/codes").status_code == 204
    assert Visitor().sign_in(person.user.email).json()["ways"] == ["passkey", "recovery"]


@pytest.mark.parametrize("name", ["client_data", "authenticator_data", "signature", "id"])
def test_what_is_no_answer_of_a_device_is_refused(person: Person, device: Device, name: str) -> None:
    for broken in ("AAAA", "A", "e30", "eyJhIjoxfQ"):
        assert codes_of([by_passkey({**device.sign(asked()), name: broken})]) == ["wrong_code"]
